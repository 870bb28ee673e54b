#include "shop_button.hpp"

#include <algorithm>
#include <cmath>
#include <new>

namespace {

const float depth = 3, mark_size = 16, gap = 7;

struct Look {
    look::Colour face, edge, text;
    bool is_raised;
};

Look look_of(ShopButton::Kind kind) {
    switch (kind) {
    case ShopButton::Kind::price: return {look::price, look::price_edge, look::light, true};
    case ShopButton::Kind::quiet:
    case ShopButton::Kind::back: return {look::quiet, look::quiet_edge, look::light, true};
    case ShopButton::Kind::busy: return {look::off_ground, look::off_ground, look::text_quiet, false};
    case ShopButton::Kind::waiting: return {look::waiting_ground, look::waiting_ground, look::waiting, false};
    case ShopButton::Kind::owned: return {look::owned_ground, look::owned_ground, look::owned, false};
    default: return {look::off_ground, look::off_ground, look::text_off, false};
    }
}

} // namespace

ShopButton *ShopButton::create(const engine::Size &size, const look::Screen &screen, std::function<void()> tapped) {
    auto *button = new (std::nothrow) ShopButton(screen);
    // bind() drops the sender, because its class has a different name in each engine.
    if (button != nullptr && button->initWithCallback(std::bind(tapped))) {
        button->autorelease();
        button->setContentSize(size);
        return button;
    }
    delete button;
    return nullptr;
}

void ShopButton::show(Kind kind, const std::string &text) {
    if (face_ != nullptr && kind == kind_ && text == text_) {
        return;
    }
    kind_ = kind;
    text_ = text;
    setEnabled(kind != Kind::busy && kind != Kind::owned && kind != Kind::off);
    redraw();
}

void ShopButton::redraw() {
    removeAllChildren();
    const auto size = getContentSize();
    const Look look = look_of(kind_);
    const float height = size.height - (look.is_raised ? depth : 0), radius = std::min(14.0f, height / 2);
    auto *edge = engine::DrawNode::create();
    addChild(edge);
    if (look.is_raised) {
        look::Pen(edge, screen_).box(0, 0, size.width, size.height - depth, radius, look.edge.solid());
    }
    face_ = engine::Node::create();
    face_->setPosition(0, look.is_raised ? depth : 0);
    addChild(face_);
    auto *shapes = engine::DrawNode::create();
    face_->addChild(shapes);
    look::Pen pen(shapes, screen_);
    pen.box(0, 0, size.width, height, radius, look.face.solid());
    if (look.is_raised) {
        pen.top_of_box(0, 0, size.width, height, radius, height / 2, look::light.solid(0.08f));
    }
    if (kind_ == Kind::back) {
        pen.line(size.width / 2 - 6, height / 2, size.width / 2 + 4, height / 2 + 9, 4, look.text.solid());
        pen.line(size.width / 2 - 6, height / 2, size.width / 2 + 4, height / 2 - 9, 4, look.text.solid());
        return;
    }
    const bool has_mark = kind_ == Kind::busy || kind_ == Kind::waiting || kind_ == Kind::owned;
    const float room = has_mark ? mark_size + gap : 0;
    look::TextStyle style = look::button;
    style.colour = look.text;
    auto *label = look::add_text(face_, screen_, text_, style, size.width - 20 - room);
    const float width = look::size_of(label).width + room;
    look::put(label, screen_, engine::Vec2(0, 0.5f), (size.width - width) / 2 + room, height / 2);
    if (has_mark) {
        draw_mark((size.width - width) / 2 + mark_size / 2, height / 2, look.text);
    }
}

void ShopButton::draw_mark(float x, float y, const look::Colour &colour) {
    auto *mark = engine::DrawNode::create();
    mark->setPosition(x, y);
    face_->addChild(mark);
    look::Pen pen(mark, screen_);
    if (kind_ == Kind::owned) {
        pen.line(-6, 0, -2, -5, 3, colour.solid());
        pen.line(-2, -5, 6, 5, 3, colour.solid());
    } else if (kind_ == Kind::waiting) {
        pen.line(-5, 7, 5, 7, 2.4f, colour.solid());
        pen.line(-5, -7, 5, -7, 2.4f, colour.solid());
        pen.polygon({{-4.2f, 7}, {4.2f, 7}, {0.8f, 0}, {-0.8f, 0}}, colour.solid());
        pen.polygon({{-0.8f, 0}, {0.8f, 0}, {4.2f, -7}, {-4.2f, -7}}, colour.solid());
    } else {
        const int dots = 8;
        for (int dot = 0; dot < dots; dot++) {
            const float angle = 2 * 3.14159265f * static_cast<float>(dot) / dots;
            pen.circle(6.2f * std::cos(angle), 6.2f * std::sin(angle), 1.7f,
                       colour.solid(0.2f + 0.79f * static_cast<float>(dot) / dots));
        }
        mark->runAction(engine::RepeatForever::create(engine::RotateBy::create(1, 360)));
    }
}

void ShopButton::selected() {
    engine::MenuItem::selected();
    if (face_ != nullptr && look_of(kind_).is_raised) {
        face_->setPosition(0, 0);
    }
}

void ShopButton::unselected() {
    engine::MenuItem::unselected();
    if (face_ != nullptr && look_of(kind_).is_raised) {
        face_->setPosition(0, depth);
    }
}
