#include "home_scene.hpp"

#include <new>
#include <string>
#include <utility>

HomeScene *HomeScene::create(ShopModel &model, std::function<void()> open_shop) {
    auto *scene = new (std::nothrow) HomeScene(model, std::move(open_shop));
    if (scene != nullptr && scene->init()) {
        scene->autorelease();
        return scene;
    }
    delete scene;
    return nullptr;
}

HomeScene::HomeScene(ShopModel &model, std::function<void()> open_shop)
    : model_(model), open_shop_(std::move(open_shop)) {}

bool HomeScene::init() {
    if (!engine::Scene::init()) {
        return false;
    }
    const auto size = engine::Director::getInstance()->getVisibleSize();
    coins_ = engine::Label::createWithSystemFont("", "Arial", 24);
    coins_->setPosition(size.width / 2, size.height * 0.6f);
    addChild(coins_);
    auto *text = engine::Label::createWithSystemFont("Shop", "Arial", 24);
    auto *door = engine::MenuItemLabel::create(text, std::bind(open_shop_));
    door->setPosition(size.width / 2, size.height * 0.35f);
    // A player who may not make payments does not see the shop.
    door->setVisible(model_.can_make_payments());
    auto *menu = engine::Menu::create(door, nullptr);
    menu->setPosition(0, 0);
    addChild(menu);
    return true;
}

// Coins that arrive late, because a parent has approved them in the evening, appear wherever the player is.
void HomeScene::onEnter() {
    engine::Scene::onEnter();
    listener_ = model_.add_listener([this] { show(); });
    show();
}

void HomeScene::onExit() {
    model_.remove_listener(listener_);
    engine::Scene::onExit();
}

void HomeScene::show() {
    coins_->setString("Coins: " + std::to_string(model_.balance("coins")) + (model_.owns("editor") ? ", editor" : ""));
}
