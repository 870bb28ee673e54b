#include "shop_look.hpp"

#include <algorithm>
#include <cmath>

namespace look {

namespace {

const float pi = 3.14159265f;

// Chinese, Japanese and Korean begin with U+2E80, whose first byte is 0xE2 0xBA.
bool is_east_asian(const std::string &text) {
    for (std::size_t i = 0; i + 1 < text.size(); i++) {
        const unsigned char first = static_cast<unsigned char>(text[i]),
                            second = static_cast<unsigned char>(text[i + 1]);
        if ((first == 0xe2 && second >= 0xba) || (first >= 0xe3 && first < 0xf8)) {
            return true;
        }
    }
    return false;
}

// If a font lacks a letter, phones use another font for it. The engine on Linux does not.
const char *font(const std::string &text, bool is_strong) {
#if defined(__APPLE__)
    (void)text;
    return is_strong ? "HelveticaNeue-Bold" : "HelveticaNeue";
#elif defined(__linux__) && !defined(__ANDROID__)
    if (is_east_asian(text)) {
        return "WenQuanYi Zen Hei";
    }
    return is_strong ? "Lato Heavy" : "Lato";
#else
    (void)text;
    return is_strong ? "sans-serif-medium" : "sans-serif";
#endif
}

// Splits a text into the parts that stay together in a line: a word with the space before it, or a Chinese character with the
// punctuation after it.
std::vector<std::string> parts_of(const std::string &text) {
    const std::string stops = "，。！？、；：";
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < text.size();) {
        const unsigned char first = static_cast<unsigned char>(text[i]);
        const std::string letter = text.substr(i, first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);
        const bool begins = letter == " " || (is_east_asian(letter) && stops.find(letter) == std::string::npos);
        if (parts.empty() || begins) {
            parts.push_back(std::string());
        }
        parts.back() += letter;
        i += letter.size();
    }
    return parts;
}

std::string broken(const std::vector<std::string> &parts, const std::vector<float> &widths, float width, int *lines) {
    std::string text;
    float used = 0;
    *lines = 1;
    for (std::size_t i = 0; i < parts.size(); i++) {
        const bool is_next = i > 0 && used + widths[i] > width;
        text += (is_next ? "\n" : "") + (is_next && parts[i][0] == ' ' ? parts[i].substr(1) : parts[i]);
        used = is_next ? widths[i] : used + widths[i];
        *lines += is_next;
    }
    return text;
}

// Breaks the text into as few lines as the width allows, of about equal length. The engine itself loses words on Linux.
std::string wrapped(engine::Label *label, const std::string &text, float width) {
    const auto parts = parts_of(text);
    std::vector<float> widths;
    float all = 0;
    for (const std::string &part : parts) {
        label->setString(part);
        widths.push_back(size_of(label).width);
        all += widths.back();
    }
    int fewest = 0, lines = 0;
    std::string best = broken(parts, widths, width, &fewest);
    for (float narrower = all / static_cast<float>(fewest); narrower < width; narrower += width / 20) {
        const std::string balanced = broken(parts, widths, narrower, &lines);
        if (lines == fewest) {
            return balanced;
        }
    }
    return best;
}

} // namespace

Screen::Screen() {
    auto *director = engine::Director::getInstance();
    const auto visible = director->getVisibleSize();
    const auto inner = director->getSafeAreaRect();
    place = director->getVisibleOrigin();
    unit = std::min(visible.width, visible.height) / 400;
    size = engine::Size(visible.width / unit, visible.height / unit);
    safe = engine::Rect((inner.origin.x - place.x) / unit, (inner.origin.y - place.y) / unit, inner.size.width / unit,
                        inner.size.height / unit);
    pixels = unit * engine::view(director)->getScaleX();
}

float Screen::snapped(float value) const { return std::round(value * pixels) / pixels; }

engine::Node *add_stage(engine::Scene *scene, const Screen &screen) {
    auto *stage = engine::Node::create();
    stage->setPosition(screen.place);
    stage->setScale(screen.unit);
    scene->addChild(stage);
    auto *backdrop = engine::LayerGradient::create(engine::Color4B(sky.red, sky.green, sky.blue, 255),
                                                   engine::Color4B(ground.red, ground.green, ground.blue, 255));
    backdrop->setContentSize(screen.size);
    stage->addChild(backdrop);
    auto *shapes = engine::DrawNode::create();
    Pen pen(shapes, screen);
    const float width = screen.size.width, height = screen.size.height;
    pen.circle(width * 0.1f, height, height * 0.34f, light.solid(0.035f));
    pen.circle(width * 0.1f, height, height * 0.22f, light.solid(0.035f));
    pen.circle(width * 0.95f, 0, height * 0.3f, price.solid(0.08f));
    pen.circle(width * 0.95f, 0, height * 0.18f, price.solid(0.08f));
    stage->addChild(shapes);
    return stage;
}

Pen::Pen(engine::DrawNode *node, const Screen &screen, float scale)
    : node_(node), scale_(scale), pixel_(1 / screen.pixels) {}

// Two rims, each more transparent than the one inside, smooth the edge. They lie partly under the shape, so a transparent shape
// has no rims.
void Pen::polygon(const std::vector<engine::Vec2> &corners, const engine::Color4F &colour) {
    std::vector<engine::Vec2> scaled;
    for (const engine::Vec2 &corner : corners) {
        scaled.push_back(corner * scale_);
    }
    const int count = static_cast<int>(scaled.size());
    if (colour.a < 1) {
        node_->drawPolygon(scaled.data(), count, colour, 0, colour);
        return;
    }
    const engine::Color4F outer(colour.r, colour.g, colour.b, 0.3f), inner(colour.r, colour.g, colour.b, 0.45f);
    node_->drawPolygon(scaled.data(), count, colour, pixel_ * 0.8f, outer);
    node_->drawPolygon(scaled.data(), count, colour, pixel_ * 0.4f, inner);
}

void Pen::box(float x, float y, float width, float height, float radius, const engine::Color4F &colour) {
    polygon(corners_of_box(x, y, width, height, radius), colour);
}

void Pen::top_of_box(float x, float y, float width, float height, float radius, float from,
                     const engine::Color4F &colour) {
    auto corners = corners_of_box(x, y, width, height, radius);
    for (engine::Vec2 &corner : corners) {
        corner.y = std::max(corner.y, from);
    }
    polygon(corners, colour);
}

std::vector<engine::Vec2> Pen::corners_of_box(float x, float y, float width, float height, float radius) {
    std::vector<engine::Vec2> corners;
    radius = std::min(radius, std::min(width, height) / 2);
    if (radius <= 0) {
        corners = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    }
    const int steps = 10;
    for (int corner = 0; corner < 4 && radius > 0; corner++) {
        const float middle_x = corner == 0 || corner == 3 ? x + width - radius : x + radius;
        const float middle_y = corner < 2 ? y + height - radius : y + radius;
        for (int step = 0; step <= steps; step++) {
            const float angle = (static_cast<float>(corner) + static_cast<float>(step) / steps) * pi / 2;
            const engine::Vec2 point(middle_x + std::cos(angle) * radius, middle_y + std::sin(angle) * radius);
            // Two adjacent arcs share one corner point.
            if (corners.empty() || corners.back().distance(point) > 0.001f) {
                corners.push_back(point);
            }
        }
    }
    if (corners.front().distance(corners.back()) <= 0.001f) {
        corners.pop_back();
    }
    return corners;
}

void Pen::ellipse(float x, float y, float radius_x, float radius_y, const engine::Color4F &colour) {
    std::vector<engine::Vec2> corners;
    const int count = 48;
    for (int i = 0; i < count; i++) {
        const float angle = 2 * pi * static_cast<float>(i) / count;
        corners.push_back({x + std::cos(angle) * radius_x, y + std::sin(angle) * radius_y});
    }
    polygon(corners, colour);
}

void Pen::circle(float x, float y, float radius, const engine::Color4F &colour) {
    ellipse(x, y, radius, radius, colour);
}

void Pen::line(float x1, float y1, float x2, float y2, float width, const engine::Color4F &colour) {
    std::vector<engine::Vec2> corners;
    const float direction = std::atan2(y2 - y1, x2 - x1);
    const int steps = 8;
    for (int end = 0; end < 2; end++) {
        for (int step = 0; step <= steps; step++) {
            const float angle = direction + (end == 0 ? pi / 2 : -pi / 2) + pi * static_cast<float>(step) / steps;
            corners.push_back({(end == 0 ? x1 : x2) + std::cos(angle) * width / 2,
                               (end == 0 ? y1 : y2) + std::sin(angle) * width / 2});
        }
    }
    polygon(corners, colour);
}

// The label renders its letters in the pixel size of the display, and is then scaled down. So the letters are sharp at every
// design resolution. The colour is set on the node, because not every system supports a colour for the letters.
engine::Label *add_text(engine::Node *parent, const Screen &screen, const std::string &text, const TextStyle &style,
                        float width, bool may_wrap, engine::TextHAlignment alignment) {
    const float sharpness = screen.pixels / engine::Director::getInstance()->getContentScaleFactor();
    auto *label = engine::Label::createWithSystemFont(text, font(text, style.is_strong), style.size * sharpness);
    label->setScale(1 / sharpness);
    label->setColor(style.colour.of_text());
    if (may_wrap && size_of(label).width > width) {
        label->setHorizontalAlignment(alignment);
        label->setString(wrapped(label, text, width));
    }
    if (size_of(label).width > width) {
        label->setScale(label->getScale() * width / size_of(label).width);
    }
    parent->addChild(label);
    return label;
}

engine::Size size_of(const engine::Label *label) {
    const auto size = label->getContentSize();
    return engine::Size(size.width * label->getScale(), size.height * label->getScale());
}

void put(engine::Label *label, const Screen &screen, const engine::Vec2 &anchor, float x, float y) {
    const auto size = size_of(label);
    label->setAnchorPoint(engine::Vec2::ZERO);
    label->setPosition(screen.snapped(x - size.width * anchor.x), screen.snapped(y - size.height * anchor.y));
}

} // namespace look
