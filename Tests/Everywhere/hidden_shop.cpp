// The shop of Samples/cocos2d-x with the library without a store. Prints a line for each check.
//
//   hidden-shop FOLDER     the folder for the journal

#include "shop_model.hpp"

#include <cstdio>

namespace {

int failures = 0;

void check(const char *what, bool holds) {
    std::printf("%s: %s\n", holds ? "passed" : "FAILED", what);
    failures += holds ? 0 : 1;
}

} // namespace

int main(int count, char **arguments) {
    if (count != 2) {
        std::fprintf(stderr, "usage: hidden-shop FOLDER\n");
        return 2;
    }
    ShopModel model;
    int told = 0;
    model.add_listener([&told] { told++; });
    ShopModel::Options options;
    options.products = {{"com.example.caves.coins.small", "coins", 100}, {"com.example.caves.editor", "editor", 0}};
    options.journal_path = std::string(arguments[1]) + "/purchases.journal";
    check("the shop opens", model.open(options));
    check("it asks to be hidden", !model.can_make_payments());
    model.pump();
    check("it received no product, and notifies the scenes", told == 1 && !model.is_loading());
    check("there is a line for the log", !model.why().empty());
    check("it lists what the game sells, without prices", model.items().size() == 2 &&
                                                              model.items()[0].state == ShopItem::State::unavailable &&
                                                              model.items()[0].price.empty());
    check("the player has nothing", model.balance("coins") == 0 && !model.owns("editor"));
    model.buy("com.example.caves.coins.small");
    model.restore();
    for (int frame = 0; frame < 10; frame++) {
        model.pump();
    }
    check("a purchase ends without a grant", model.items()[0].state == ShopItem::State::unavailable &&
                                                 model.notice() == ShopNotice::not_possible &&
                                                 model.balance("coins") == 0);
    check("a restore ends", !model.is_restoring());
    return failures == 0 ? 0 : 1;
}
