#include "shop_scene.hpp"

#include <new>
#include <utility>

namespace {

std::string button_text(const ShopItem &item) {
    switch (item.state) {
    case ShopItem::State::available: return item.price;
    case ShopItem::State::buying: return "...";
    case ShopItem::State::pending: return "Waiting for approval";
    case ShopItem::State::owned: return "Owned";
    default: return "Not available";
    }
}

std::string notice_text(ShopNotice notice) {
    switch (notice) {
    case ShopNotice::bought: return "Thank you!";
    case ShopNotice::pending: return "Somebody has to approve this. It will come by itself.";
    case ShopNotice::restored: return "Your purchases are restored.";
    case ShopNotice::try_later: return "The store cannot be reached. Please try again later.";
    case ShopNotice::not_possible: return "This cannot be bought now.";
    case ShopNotice::storage_full: return "Your device is full. Your purchase is safe and will come.";
    default: return std::string();
    }
}

} // namespace

ShopScene *ShopScene::create(ShopModel &model, std::function<void()> leave) {
    auto *scene = new (std::nothrow) ShopScene(model, std::move(leave));
    if (scene != nullptr && scene->init()) {
        scene->autorelease();
        return scene;
    }
    delete scene;
    return nullptr;
}

ShopScene::ShopScene(ShopModel &model, std::function<void()> leave) : model_(model), leave_(std::move(leave)) {}

bool ShopScene::init() {
    if (!engine::Scene::init()) {
        return false;
    }
    const auto size = engine::Director::getInstance()->getVisibleSize();
    menu_ = engine::Menu::create();
    menu_->setPosition(0, 0);
    addChild(menu_);
    add_label("Shop", 28, size.width / 2, size.height - 30);
    coins_ = add_label("", 20, size.width / 2, size.height - 65);
    float y = size.height - 110;
    for (const ShopItem &item : model_.items()) {
        const std::string id = item.id;
        auto *name = add_label("", 18, size.width * 0.3f, y);
        auto *button = add_button("", size.width * 0.7f, y, [this, id] { model_.buy(id); });
        rows_.push_back(Row{id, name, button});
        y -= 40;
    }
    restore_ = add_button("Restore purchases", size.width * 0.3f, 60, [this] { model_.restore(); });
    add_button("Back", size.width * 0.7f, 60, [this] { leave_(); });
    notice_ = add_label("", 16, size.width / 2, 25);
    return true;
}

engine::Label *ShopScene::add_label(const std::string &text, float size, float x, float y) {
    auto *label = engine::Label::createWithSystemFont(text, "Arial", size);
    label->setPosition(x, y);
    addChild(label);
    return label;
}

engine::MenuItemLabel *ShopScene::add_button(const std::string &text, float x, float y, std::function<void()> tapped) {
    auto *label = engine::Label::createWithSystemFont(text, "Arial", 18);
    // bind() drops the sender, whose class has another name in each engine.
    auto *button = engine::MenuItemLabel::create(label, std::bind(tapped));
    button->setPosition(x, y);
    menu_->addChild(button);
    return button;
}

// While a scene is in transition two scenes are on the screen, and both listen.
void ShopScene::onEnter() {
    engine::Scene::onEnter();
    listener_ = model_.add_listener([this] { show(); });
    model_.show();
    show();
}

// A purchase that is on its way goes on: the model hears of it, and whatever scene is there next shows it.
void ShopScene::onExit() {
    model_.remove_listener(listener_);
    engine::Scene::onExit();
}

void ShopScene::show() {
    coins_->setString("Coins: " + std::to_string(model_.balance("coins")));
    notice_->setString(notice_text(model_.notice()));
    restore_->setEnabled(!model_.is_restoring());
    for (const Row &row : rows_) {
        for (const ShopItem &item : model_.items()) {
            if (item.id == row.product_id) {
                row.name->setString(item.name);
                row.button->setString(button_text(item));
                // Also what is pending: nobody says that a parent has refused, and the child may ask again.
                row.button->setEnabled(item.state == ShopItem::State::available ||
                                       item.state == ShopItem::State::pending);
            }
        }
    }
}
