// In place of shop_model.cpp where the library is not: Android, Windows. The game compiles unchanged, and its shop stays
// hidden, for can_make_payments() is false.

#include "shop_model.hpp"

struct ShopModel::Purchases {
    std::string why;
    std::vector<ShopItem> items;
};

ShopModel::ShopModel() : purchases_(new Purchases) {}
ShopModel::~ShopModel() = default;

bool ShopModel::open(const Options &) {
    purchases_->why = "this build of the game has no purchases";
    return false;
}

const std::string &ShopModel::why() const { return purchases_->why; }
void ShopModel::pump() {}
const std::vector<ShopItem> &ShopModel::items() const { return purchases_->items; }
std::int64_t ShopModel::balance(const std::string &) const { return 0; }
bool ShopModel::owns(const std::string &) const { return false; }
bool ShopModel::is_loading() const { return false; }
bool ShopModel::is_restoring() const { return false; }
ShopNotice ShopModel::notice() const { return ShopNotice::none; }
bool ShopModel::can_make_payments() const { return false; }
void ShopModel::show() {}
void ShopModel::buy(const std::string &) {}
void ShopModel::restore() {}
int ShopModel::add_listener(Listener) { return 0; }
void ShopModel::remove_listener(int) {}
