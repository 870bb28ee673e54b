// card.hpp: the card of one thing that can be had: a picture, what it is, and a button.
#ifndef SDL2_SAMPLE_CARD_HPP
#define SDL2_SAMPLE_CARD_HPP

#include "pictures.hpp"
#include "ui.hpp"

#include <string>
#include <string_view>

struct Card {
    enum class Badge { price, coins, busy, waiting, owned };

    std::string name; // of its button
    Icon icon = Icon::pouch;
    std::string_view title;
    std::string_view description;
    std::string_view problem; // stands in place of the description
    std::string_view price;   // as the store has formatted it, or a number of coins
    Badge badge = Badge::price;
    bool is_enabled = true;
};

// Draws it and says whether its button was activated.
bool draw_card(Ui &ui, const Icons &icons, const SDL_Rect &rect, const Card &card, int frame);

#endif
