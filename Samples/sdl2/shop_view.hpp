// shop_view.hpp: the shop: a card for each product, a card for the lantern, and the restore button.
#ifndef SDL2_SAMPLE_SHOP_VIEW_HPP
#define SDL2_SAMPLE_SHOP_VIEW_HPP

#include "pictures.hpp"
#include "purchases.hpp"
#include "save.hpp"
#include "ui.hpp"

#include <string>

// The wish of the player.
struct ShopWish {
    std::string product_id; // the product to buy; empty for none
    bool restores = false;
    bool tries_again = false;
    bool buys_lantern = false;
};

ShopWish draw_shop(Ui &ui, const Icons &icons, const SDL_Rect &rect, const Purchases &purchases, const Save &save,
                   int frame);

#endif
