// shop_button.hpp: a button of the shop, and what stands in its place while there is nothing to tap. It belongs into a Menu.
#ifndef ENGINE_SHOP_BUTTON_HPP
#define ENGINE_SHOP_BUTTON_HPP

#include "shop_look.hpp"

#include <functional>
#include <string>

class ShopButton : public engine::MenuItem {
  public:
    enum class Kind {
        price,
        quiet,
        back,    // an arrow; the text is not shown
        busy,    // turns, and cannot be tapped
        waiting, // may be tapped all the same
        owned,
        off,
    };

    static ShopButton *create(const engine::Size &size, const look::Screen &screen, std::function<void()> tapped);

    // Draws anew if it looked otherwise.
    void show(Kind kind, const std::string &text);
    Kind kind() const { return kind_; }
    const std::string &text() const { return text_; }

    void selected() override;
    void unselected() override;

  private:
    explicit ShopButton(const look::Screen &screen) : screen_(screen) {}
    void redraw();
    void draw_mark(float x, float y, const look::Colour &colour);

    look::Screen screen_;
    Kind kind_ = Kind::off;
    std::string text_;
    engine::Node *face_ = nullptr; // what goes down under a finger
};

#endif
