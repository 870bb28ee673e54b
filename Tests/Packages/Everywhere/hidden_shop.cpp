// The shop of Samples/cocos2d-x with the library without a store: the game runs on, and has nothing to sell.

#include "shop_model.hpp"

int main() {
    ShopModel model;
    ShopModel::Options options;
    options.products = {{"com.example.caves.coins.small", "coins", 100}, {"com.example.caves.editor", "editor", 0}};
    const bool is_open = model.open(options);
    model.show();
    model.buy("com.example.caves.coins.small");
    model.restore();
    model.pump();
    const bool is_hidden = !is_open && !model.why().empty() && !model.can_make_payments();
    return is_hidden && model.balance("coins") == 0 && !model.owns("editor") && !model.is_restoring() ? 0 : 1;
}
