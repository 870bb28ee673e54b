#include "shop_icons.hpp"

#include <cmath>

namespace {

using look::Colour;
using look::Pen;

// The pictures use a square of 56 by 56 units.
const float field = 56;

const Colour gold = {255, 200, 66}, gold_light = {255, 228, 140}, gold_dark = {206, 136, 30};
const Colour wood = {150, 92, 52}, wood_dark = {104, 60, 36}, leather = {176, 116, 70}, leather_dark = {132, 82, 48};
const Colour shadow = {20, 12, 50}, white = {255, 255, 255};

void coin(Pen &pen, float x, float y, float radius) {
    pen.circle(x, y, radius, gold_dark.solid());
    pen.circle(x, y + radius * 0.06f, radius * 0.9f, gold.solid());
    pen.circle(x, y, radius * 0.62f, gold_dark.solid());
    pen.circle(x, y, radius * 0.54f, gold_light.solid());
    pen.box(x - radius * 0.12f, y - radius * 0.32f, radius * 0.24f, radius * 0.64f, radius * 0.1f, gold_dark.solid());
}

// The background of a picture. It is lighter at the top.
void tile(Pen &pen, const Colour &colour) {
    pen.box(0, 0, field, field, 14, colour.solid());
    for (int band = 0; band < 14; band++) {
        pen.top_of_box(0, 0, field, field, 14, field * static_cast<float>(band + 1) / 15, white.solid(0.014f));
    }
}

void pouch(Pen &pen) {
    tile(pen, {98, 76, 186});
    pen.ellipse(28, 9, 17, 4, shadow.solid(0.45f));
    pen.circle(28, 22, 14.5f, leather_dark.solid());
    pen.circle(27, 23, 13, leather.solid());
    pen.polygon({{19, 44}, {23, 34}, {33, 34}, {37, 44}}, leather.solid());
    pen.polygon({{28, 41}, {19, 44}, {22, 37}, {34, 37}, {37, 44}}, leather_dark.solid());
    pen.line(22, 35, 34, 35, 3.5f, gold.solid());
    coin(pen, 28, 22, 7.5f);
}

void chest(Pen &pen) {
    tile(pen, {58, 108, 200});
    pen.ellipse(28, 9, 20, 4, shadow.solid(0.45f));
    pen.box(9, 26, 38, 16, 8, wood_dark.solid());
    pen.box(11, 26, 34, 14, 6, wood.solid());
    coin(pen, 18, 29, 6);
    coin(pen, 28, 32, 7);
    coin(pen, 38, 29, 6);
    pen.box(9, 9, 38, 19, 3, wood_dark.solid());
    pen.box(11, 11, 34, 15, 2, wood.solid());
    pen.box(9, 24.5f, 38, 3.5f, 1, gold.solid());
    pen.box(15, 9, 4, 18, 0, gold_dark.solid());
    pen.box(37, 9, 4, 18, 0, gold_dark.solid());
    pen.box(24, 18, 8, 9, 2, gold.solid());
    pen.circle(28, 23, 1.8f, wood_dark.solid());
}

// A map of blocks with a pencil over it.
void editor(Pen &pen) {
    const Colour paper = {238, 226, 198}, stone = {120, 132, 160}, crystal = {96, 206, 226}, grass = {112, 186, 96};
    tile(pen, {190, 70, 108});
    pen.ellipse(28, 8, 19, 3.5f, shadow.solid(0.45f));
    pen.box(9, 10, 34, 34, 4, Colour{198, 178, 140}.solid());
    pen.box(9, 11.5f, 34, 34, 4, paper.solid());
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            const Colour &colour = row == 2 || (row == 1 && column == 1) ? paper : row == 0 ? stone : grass;
            const float x = 13 + 9.2f * static_cast<float>(column), y = 15 + 9.2f * static_cast<float>(row);
            pen.box(x, y, 8, 8, 1.6f, row == 2 && column == 0 ? crystal.solid() : colour.solid());
        }
    }
    pen.line(31, 21, 46, 42, 7, Colour{214, 132, 34}.solid());
    pen.line(31.6f, 21.8f, 46, 42, 4, gold.solid());
    pen.line(44.4f, 39.8f, 46.4f, 42.6f, 7, Colour{232, 92, 110}.solid());
    pen.polygon({{27, 14.5f}, {34.6f, 20.4f}, {28.8f, 24.6f}}, paper.solid());
    pen.polygon({{27, 14.5f}, {29.6f, 16.5f}, {27.6f, 18}}, Colour{60, 50, 70}.solid());
}

// For products that have no picture.
void star(Pen &pen) {
    tile(pen, {40, 122, 122});
    const float pi = 3.14159265f;
    for (int ray = 0; ray < 5; ray++) {
        const float angle = pi / 2 + 2 * pi * static_cast<float>(ray) / 5, side = 2 * pi / 10;
        const engine::Vec2 tip(28 + 20 * std::cos(angle), 27 + 20 * std::sin(angle));
        const engine::Vec2 left(28 + 9.5f * std::cos(angle + side), 27 + 9.5f * std::sin(angle + side));
        const engine::Vec2 right(28 + 9.5f * std::cos(angle - side), 27 + 9.5f * std::sin(angle - side));
        pen.polygon({{28, 27}, right, tip, left}, gold.solid());
        pen.polygon({{28, 27}, right, tip}, gold_light.solid());
    }
}

} // namespace

ShopIcon icon_of(const ShopItem &item) {
    if (item.amount > 0) {
        return item.amount < 500 ? ShopIcon::pouch : ShopIcon::chest;
    }
    return item.grants == "editor" ? ShopIcon::editor : ShopIcon::star;
}

engine::DrawNode *create_icon(ShopIcon icon, float size, const look::Screen &screen) {
    auto *node = engine::DrawNode::create();
    Pen pen(node, screen, size / field);
    switch (icon) {
    case ShopIcon::pouch: pouch(pen); break;
    case ShopIcon::chest: chest(pen); break;
    case ShopIcon::editor: editor(pen); break;
    case ShopIcon::star: star(pen); break;
    }
    return node;
}

engine::DrawNode *create_coin(float size, const look::Screen &screen) {
    auto *node = engine::DrawNode::create();
    Pen pen(node, screen, size / 24);
    coin(pen, 12, 12, 11.5f);
    return node;
}
