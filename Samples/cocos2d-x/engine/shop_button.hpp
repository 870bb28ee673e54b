// shop_button.hpp: a button of the shop, or a label in its place while the player cannot tap. Add it to a Menu.
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
        busy,    // rotates; the player cannot tap it
        waiting, // the player can still tap it
        owned,
        off,
    };

    static ShopButton *create(const engine::Size &size, const look::Screen &screen, std::function<void()> tapped);

    // Draws the button again if its look changes.
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
    engine::Node *face_ = nullptr; // the part that moves down under a finger
};

#endif
