// shop_card.hpp: one thing that is sold: its picture, what it is, how it stands with it, and the button.
#ifndef ENGINE_SHOP_CARD_HPP
#define ENGINE_SHOP_CARD_HPP

#include "shop_button.hpp"
#include "shop_look.hpp"
#include "shop_model.hpp"
#include "shop_texts.hpp"

#include <functional>
#include <string>

class ShopCard : public engine::Node {
  public:
    // A card that is wider than high has its button beside the text, else below it.
    static ShopCard *create(const ShopItem &item, const engine::Size &size, const look::Screen &screen,
                            std::function<void()> tapped);

    // is_loading: the store has not answered yet.
    void show(const ShopItem &item, bool is_loading, const ShopTexts &texts);

  private:
    ShopCard(const engine::Size &size, const look::Screen &screen);
    bool init(const ShopItem &item, std::function<void()> tapped);
    void write(const std::string &title, const std::string &below, const look::Colour &colour);

    bool is_wide() const { return size_.width > size_.height * 1.4f; }
    float icon_size() const;

    engine::Size size_;
    look::Screen screen_;
    ShopButton *button_ = nullptr;
    engine::Node *words_ = nullptr;
    std::string written_;
};

#endif
