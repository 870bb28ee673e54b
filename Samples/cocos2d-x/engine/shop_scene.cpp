#include "shop_scene.hpp"

#include "shop_icons.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace {

const float margin = 16, gap = 14, header_height = 64, pill_height = 40, button_height = 44;

look::Colour colour_of(ShopNotice notice) {
    switch (notice) {
    case ShopNotice::bought:
    case ShopNotice::restored: return look::owned;
    case ShopNotice::pending: return look::waiting;
    default: return look::failed;
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

ShopScene::ShopScene(ShopModel &model, std::function<void()> leave)
    : model_(model), leave_(std::move(leave)), texts_(ShopTexts::of_system()) {}

bool ShopScene::init() {
    if (!engine::Scene::init()) {
        return false;
    }
    stage_ = look::add_stage(this, screen_);
    menu_ = engine::Menu::create();
    menu_->setPosition(0, 0);
    stage_->addChild(menu_);
    add_header();
    add_footer();
    return true;
}

void ShopScene::add_header() {
    const auto &safe = screen_.safe;
    const float middle = safe.getMaxY() - header_height / 2;
    auto *back = ShopButton::create(engine::Size(44, 44), screen_, leave_);
    back->show(ShopButton::Kind::back, texts_.back);
    back->setAnchorPoint(engine::Vec2::ZERO);
    back->setPosition(screen_.snapped(safe.getMinX() + margin), screen_.snapped(middle - 22));
    menu_->addChild(back);
    auto *title = look::add_text(stage_, screen_, texts_.shop, look::title, 160);
    look::put(title, screen_, engine::Vec2(0, 0.5f), safe.getMinX() + margin + 44 + 14, middle);
    coins_ = engine::Node::create();
    coins_->setPosition(screen_.snapped(safe.getMaxX() - margin), screen_.snapped(middle - pill_height / 2));
    stage_->addChild(coins_);
}

// In portrait the notice is above the button, and the button has the whole width. In landscape the notice is beside it.
void ShopScene::add_footer() {
    const auto &safe = screen_.safe;
    const bool is_upright = safe.size.height > safe.size.width;
    const float bottom = safe.getMinY() + margin, width = 220;
    restore_ = ShopButton::create(engine::Size(width, button_height), screen_, [this] { model_.restore(); });
    restore_->setAnchorPoint(engine::Vec2::ZERO);
    restore_->setPosition(screen_.snapped(is_upright ? safe.getMidX() - width / 2 : safe.getMaxX() - margin - width),
                          screen_.snapped(bottom));
    menu_->addChild(restore_);
    notice_ = engine::Node::create();
    notice_->setContentSize(engine::Size(safe.size.width - 2 * margin - (is_upright ? 0 : width + gap), button_height));
    notice_->setPosition(screen_.snapped(safe.getMinX() + margin),
                         screen_.snapped(bottom + (is_upright ? button_height + gap : 0)));
    stage_->addChild(notice_);
    add_cards(notice_->getPositionY() + button_height + gap, safe.getMaxY() - header_height);
}

// In portrait the cards are one below the other. In landscape they are side by side, or in two columns if there are many.
void ShopScene::add_cards(float bottom, float top) {
    const auto &safe = screen_.safe;
    const int count = static_cast<int>(model_.items().size());
    const int columns = safe.size.height > safe.size.width ? 1 : count <= 4 ? std::max(count, 1) : 2;
    const int rows = (count + columns - 1) / columns;
    if (rows == 0) {
        return;
    }
    const float across = safe.size.width - 2 * margin;
    engine::Size size((across - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns),
                      (top - bottom - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows));
    // Limit the size of the cards if there are only a few on a large screen.
    size.width = columns == 1 ? size.width : std::min(size.width, columns == 2 && count > 4 ? size.width : 300.0f);
    size.height = std::min(size.height, columns == 1 ? 160.0f : 290.0f);
    const float used = size.width * static_cast<float>(columns) + gap * static_cast<float>(columns - 1);
    const float begin = safe.getMinX() + (safe.size.width - used) / 2;
    for (int i = 0; i < count; i++) {
        const ShopItem &item = model_.items()[static_cast<std::size_t>(i)];
        const std::string id = item.id;
        auto *card = ShopCard::create(item, size, screen_, [this, id] { tapped(id); });
        const float row = static_cast<float>(i / columns), column = static_cast<float>(i % columns);
        card->setPosition(screen_.snapped(begin + column * (size.width + gap)),
                          screen_.snapped(top - size.height - row * (size.height + gap)));
        stage_->addChild(card);
        cards_.push_back(card);
    }
}

void ShopScene::tapped(const std::string &product_id) {
    for (const ShopItem &item : model_.items()) {
        if (item.id == product_id && item.state == ShopItem::State::unavailable) {
            model_.show(); // requests the products again
            return;
        }
    }
    model_.buy(product_id);
}

// During a transition two scenes are on the screen, and both listen.
void ShopScene::onEnter() {
    engine::Scene::onEnter();
    listener_ = model_.add_listener([this] { show(); });
    model_.show();
    show();
}

// A running purchase continues: the model receives its events, and the next scene shows the result.
void ShopScene::onExit() {
    model_.remove_listener(listener_);
    engine::Scene::onExit();
}

void ShopScene::show() {
    draw_coins(coins_, screen_, model_.balance("coins"));
    for (std::size_t i = 0; i < cards_.size(); i++) {
        cards_[i]->show(model_.items()[i], model_.is_loading(), texts_);
    }
    restore_->show(model_.is_restoring() ? ShopButton::Kind::busy : ShopButton::Kind::quiet,
                   model_.is_restoring() ? texts_.restoring : texts_.restore);
    show_notice();
}

void ShopScene::show_notice() {
    notice_->removeAllChildren();
    const std::string text = texts_.notice(model_.notice());
    if (text.empty()) {
        return;
    }
    const auto size = notice_->getContentSize();
    auto *shapes = engine::DrawNode::create();
    notice_->addChild(shapes);
    look::TextStyle style = look::body;
    style.colour = look::light;
    auto *label = look::add_text(notice_, screen_, text, style, size.width - 56, true);
    look::Pen pen(shapes, screen_);
    const float width = look::size_of(label).width + 56;
    const float left = screen_.safe.size.height > screen_.safe.size.width ? (size.width - width) / 2 : 0;
    pen.box(left, 0, width, size.height, 14, look::well.solid());
    pen.circle(left + 22, size.height / 2, 6, colour_of(model_.notice()).solid());
    look::put(label, screen_, engine::Vec2(0, 0.5f), left + 38, size.height / 2);
}

void draw_coins(engine::Node *node, const look::Screen &screen, std::int64_t coins) {
    node->removeAllChildren();
    auto *shapes = engine::DrawNode::create();
    node->addChild(shapes);
    look::TextStyle style = look::heading;
    style.colour = look::gold;
    auto *label = look::add_text(node, screen, std::to_string(coins), style, 200);
    const float width = look::size_of(label).width + 62;
    look::Pen(shapes, screen).box(-width, 0, width, pill_height, pill_height / 2, look::well.solid());
    look::put(label, screen, engine::Vec2(1, 0.5f), -18, pill_height / 2);
    auto *coin = create_coin(26, screen);
    coin->setPosition(screen.snapped(8 - width), screen.snapped((pill_height - 26) / 2));
    node->addChild(coin);
}
