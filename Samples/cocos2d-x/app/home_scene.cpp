#include "home_scene.hpp"

#include "shop_button.hpp"
#include "shop_icons.hpp"
#include "shop_scene.hpp"

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
    : model_(model), open_shop_(std::move(open_shop)), texts_(ShopTexts::of_system()) {}

bool HomeScene::init() {
    if (!engine::Scene::init()) {
        return false;
    }
    stage_ = look::add_stage(this, screen_);
    const auto &safe = screen_.safe;
    const float middle = safe.getMidX(), height = safe.size.height;
    auto *chest = create_icon(ShopIcon::chest, 112, screen_);
    chest->setPosition(screen_.snapped(middle - 56), screen_.snapped(safe.getMinY() + height * 0.58f));
    stage_->addChild(chest);
    look::TextStyle style = look::title;
    style.size = 34;
    auto *name = look::add_text(stage_, screen_, texts_.game, style, safe.size.width - 40);
    look::put(name, screen_, engine::Vec2(0.5f, 1), middle, safe.getMinY() + height * 0.54f);
    coins_ = engine::Node::create();
    coins_->setPosition(screen_.snapped(safe.getMaxX() - 16), screen_.snapped(safe.getMaxY() - 52));
    stage_->addChild(coins_);
    unlocks_ = engine::Node::create();
    unlocks_->setPosition(screen_.snapped(middle), screen_.snapped(safe.getMinY() + height * 0.37f));
    stage_->addChild(unlocks_);
    door_ = ShopButton::create(engine::Size(220, 54), screen_, open_shop_);
    door_->show(ShopButton::Kind::price, texts_.shop);
    door_->setAnchorPoint(engine::Vec2::ZERO);
    door_->setPosition(screen_.snapped(middle - 110), screen_.snapped(safe.getMinY() + height * 0.16f));
    auto *menu = engine::Menu::create(door_, nullptr);
    menu->setPosition(0, 0);
    stage_->addChild(menu);
    return true;
}

// Coins may arrive late, for example when a parent approves the purchase in the evening. Every scene shows them.
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
    // Hide the shop from a player who must not make payments, and as long as it could not be opened.
    door_->setVisible(model_.can_make_payments());
    draw_coins(coins_, screen_, model_.balance("coins"));
    unlocks_->removeAllChildren();
    if (model_.owns("editor")) {
        look::TextStyle style = look::body;
        style.colour = look::owned;
        auto *label = look::add_text(unlocks_, screen_, std::string(texts_.editor) + ": " + texts_.owned, style, 300);
        look::put(label, screen_, engine::Vec2(0.5f, 0.5f), 0, 0);
    }
}
