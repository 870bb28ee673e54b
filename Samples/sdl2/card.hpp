// card.hpp: the card of one product: a picture, a title, a description and a button.
#ifndef SDL2_SAMPLE_CARD_HPP
#define SDL2_SAMPLE_CARD_HPP

#include "pictures.hpp"
#include "ui.hpp"

#include <string>
#include <string_view>

struct Card {
    enum class Badge { price, coins, busy, waiting, owned };

    std::string name; // the name of the button
    Icon icon = Icon::pouch;
    std::string_view title;
    std::string_view description;
    std::string_view problem; // shown instead of the description
    std::string_view price;   // the formatted price of the store, or a number of coins
    Badge badge = Badge::price;
    bool is_enabled = true;
};

// Draws the card. Returns whether the player activated its button.
bool draw_card(Ui &ui, const Icons &icons, const SDL_Rect &rect, const Card &card, int frame);

#endif
