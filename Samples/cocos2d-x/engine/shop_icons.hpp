// shop_icons.hpp: the pictures on the cards.
#ifndef ENGINE_SHOP_ICONS_HPP
#define ENGINE_SHOP_ICONS_HPP

#include "shop_look.hpp"
#include "shop_model.hpp"

enum class ShopIcon { pouch, chest, editor, star };

// By what the item grants. This is the place for the things of your game.
ShopIcon icon_of(const ShopItem &item);

// Of so many units in height and width; its zero is its lower left corner.
engine::DrawNode *create_icon(ShopIcon icon, float size, const look::Screen &screen);
engine::DrawNode *create_coin(float size, const look::Screen &screen);

#endif
