#include "shop_card.hpp"

#include "shop_icons.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace {

const float padding = 16, button_height = 46;

} // namespace

ShopCard *ShopCard::create(const ShopItem &item, const engine::Size &size, const look::Screen &screen,
                           std::function<void()> tapped) {
    auto *card = new (std::nothrow) ShopCard(size, screen);
    if (card != nullptr && card->init(item, std::move(tapped))) {
        card->autorelease();
        return card;
    }
    delete card;
    return nullptr;
}

ShopCard::ShopCard(const engine::Size &size, const look::Screen &screen) : size_(size), screen_(screen) {}

bool ShopCard::init(const ShopItem &item, std::function<void()> tapped) {
    if (!engine::Node::init()) {
        return false;
    }
    setContentSize(size_);
    auto *shapes = engine::DrawNode::create();
    addChild(shapes);
    look::Pen pen(shapes, screen_);
    pen.box(0, -4, size_.width, size_.height, 18, look::card_edge.solid());
    pen.box(0, 0, size_.width, size_.height, 18, look::card.solid());

    const float icon_size = this->icon_size();
    auto *icon = create_icon(icon_of(item), icon_size, screen_);
    const engine::Vec2 corner =
        is_wide() ? engine::Vec2(padding, (size_.height - icon_size) / 2)
                  : engine::Vec2((size_.width - icon_size) / 2, size_.height - padding - 4 - icon_size);
    icon->setPosition(screen_.snapped(corner.x), screen_.snapped(corner.y));
    if (!is_wide()) {
        const float glow = icon_size / 2;
        pen.circle(corner.x + glow, corner.y + glow, icon_size * 0.68f, look::light.solid(0.04f));
        pen.circle(corner.x + glow, corner.y + glow, icon_size * 0.6f, look::light.solid(0.05f));
    }
    addChild(icon);

    words_ = engine::Node::create();
    addChild(words_);
    const engine::Size button_size(is_wide() ? std::min(124.0f, size_.width * 0.31f) : size_.width - 2 * padding,
                                   button_height);
    button_ = ShopButton::create(button_size, screen_, std::move(tapped));
    button_->setAnchorPoint(engine::Vec2::ZERO);
    button_->setPosition(screen_.snapped(is_wide() ? size_.width - padding - button_size.width : padding),
                         screen_.snapped(is_wide() ? (size_.height - button_height) / 2 : padding));
    auto *menu = engine::Menu::create();
    menu->setPosition(0, 0);
    menu->addChild(button_);
    addChild(menu);
    return true;
}

float ShopCard::icon_size() const {
    return is_wide() ? std::min(90.0f, size_.height - 2 * padding) : std::min(92.0f, size_.height * 0.36f);
}

void ShopCard::show(const ShopItem &item, bool is_loading, const ShopTexts &texts) {
    using State = ShopItem::State;
    using Kind = ShopButton::Kind;
    std::string below = item.description;
    look::Colour colour = look::text_quiet;
    if (item.problem != ShopNotice::none) {
        below = texts.problem(item.problem);
        colour = look::failed;
    }
    switch (item.state) {
    case State::available: button_->show(Kind::price, item.price); break;
    case State::buying: button_->show(Kind::busy, texts.buying); break;
    case State::pending:
        // The button stays enabled: the store sends no event if a parent refuses, and the child may ask again.
        button_->show(Kind::waiting, texts.waiting);
        below = texts.waiting_for_approval;
        colour = look::waiting;
        break;
    case State::owned: button_->show(Kind::owned, texts.owned); break;
    default:
        if (is_loading) {
            button_->show(Kind::busy, texts.loading);
        } else if (item.name.empty()) {
            button_->show(Kind::quiet, texts.try_again);
        } else {
            button_->show(Kind::off, texts.not_available);
        }
    }
    write(item.name, below, colour);
}

void ShopCard::write(const std::string &title, const std::string &below, const look::Colour &colour) {
    const std::string all = title + '\n' + below;
    if (all == written_) {
        return;
    }
    written_ = all;
    words_->removeAllChildren();
    const bool wide = is_wide();
    const float left = wide ? padding + icon_size() + 14 : padding - 4;
    const float right = wide ? button_->getPositionX() - 10 : size_.width - left;
    const float x = wide ? left : size_.width / 2;
    const engine::Vec2 anchor(wide ? 0 : 0.5f, 1);
    look::TextStyle style = look::body;
    style.colour = colour;
    auto *name = look::add_text(words_, screen_, title, look::heading, right - left);
    auto *text = look::add_text(words_, screen_, below, style, right - left, true,
                                wide ? engine::TextHAlignment::LEFT : engine::TextHAlignment::CENTER);
    const float name_height = look::size_of(name).height, height = name_height + 3 + look::size_of(text).height;
    // The text is between the icon and the button, or in the middle of the card.
    const float bottom = wide ? 0 : padding + button_height;
    const float top = wide ? size_.height : size_.height - padding - 4 - icon_size();
    const float begin = (top + bottom + height) / 2;
    look::put(name, screen_, anchor, x, begin);
    look::put(text, screen_, anchor, x, begin - name_height - 3);
}
