// goods.hpp: what the game sells, and what each product grants. The names and prices are the store's.
#ifndef SDL2_SAMPLE_GOODS_HPP
#define SDL2_SAMPLE_GOODS_HPP

#include <string_view>

enum class Icon { pouch, chest, armour, lantern };

struct Good {
    const char *product_id;
    int coins;           // what one of it adds to the purse
    bool unlocks_armour; // for good
    Icon icon;
};

constexpr Good goods[] = {
    {"com.example.caves.coins.small", 100, false, Icon::pouch},
    {"com.example.caves.coins.large", 600, false, Icon::chest},
    {"com.example.caves.armour", 0, true, Icon::armour},
};

// nullptr for a product that this version of the game does not know.
inline const Good *find_good(std::string_view product_id) {
    for (const Good &good : goods) {
        if (product_id == good.product_id) {
            return &good;
        }
    }
    return nullptr;
}

// The lantern is paid for with coins of the game, which is no business of the App Store.
constexpr int lantern_price = 150;

#endif
