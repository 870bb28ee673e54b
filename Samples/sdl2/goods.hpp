// goods.hpp: the products of the game, and the grant of each product. Names and prices come from the store.
#ifndef SDL2_SAMPLE_GOODS_HPP
#define SDL2_SAMPLE_GOODS_HPP

#include <string_view>

enum class Icon { pouch, chest, armour, lantern };

struct Good {
    const char *product_id;
    int coins;           // coins for one unit of the product
    bool unlocks_armour; // a non-consumable
    Icon icon;
};

constexpr Good goods[] = {
    {"com.example.caves.coins.small", 100, false, Icon::pouch},
    {"com.example.caves.coins.large", 600, false, Icon::chest},
    {"com.example.caves.armour", 0, true, Icon::armour},
};

// Returns nullptr for a product that this version of the game does not know.
inline const Good *find_good(std::string_view product_id) {
    for (const Good &good : goods) {
        if (product_id == good.product_id) {
            return &good;
        }
    }
    return nullptr;
}

// The player pays for the lantern with coins of the game. The App Store does not know it.
constexpr int lantern_price = 150;

#endif
