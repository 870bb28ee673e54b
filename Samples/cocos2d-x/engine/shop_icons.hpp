// shop_icons.hpp: the pictures on the cards.
#ifndef ENGINE_SHOP_ICONS_HPP
#define ENGINE_SHOP_ICONS_HPP

#include "shop_look.hpp"
#include "shop_model.hpp"

enum class ShopIcon { pouch, chest, editor, star };

// Chooses the picture by the grant of the item. Add the products of your game here.
ShopIcon icon_of(const ShopItem &item);

// Creates a picture of this height and width. Its origin is the lower left corner.
engine::DrawNode *create_icon(ShopIcon icon, float size, const look::Screen &screen);
engine::DrawNode *create_coin(float size, const look::Screen &screen);

#endif
