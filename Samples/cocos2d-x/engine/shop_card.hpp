// shop_card.hpp: the card of one product: its picture, its name, its state and the button.
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
    // A card that is wider than high has its button beside the text. Other cards have it below the text.
    static ShopCard *create(const ShopItem &item, const engine::Size &size, const look::Screen &screen,
                            std::function<void()> tapped);

    // is_loading: the response of the store has not arrived yet.
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
