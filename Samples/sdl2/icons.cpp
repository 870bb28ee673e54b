#include "pictures.hpp"

namespace {

constexpr SDL_Color gold = {255, 200, 66, 255};
constexpr SDL_Color gold_light = {255, 228, 140, 255};
constexpr SDL_Color gold_dark = {206, 136, 30, 255};
constexpr SDL_Color wood = {150, 92, 52, 255};
constexpr SDL_Color wood_dark = {104, 60, 36, 255};
constexpr SDL_Color leather = {176, 116, 70, 255};
constexpr SDL_Color leather_dark = {132, 82, 48, 255};
constexpr SDL_Color iron = {70, 72, 92, 255};
constexpr SDL_Color white = {255, 255, 255, 255};

void coin(Spot &spot, float x, float y, float radius) {
    spot.circle(x, y, radius, gold_dark);
    spot.circle(x, y - radius * 0.06F, radius * 0.9F, gold);
    spot.circle(x, y, radius * 0.62F, gold_dark);
    spot.circle(x, y, radius * 0.54F, gold_light);
    spot.box(x - radius * 0.12F, y - radius * 0.32F, radius * 0.24F, radius * 0.64F, radius * 0.1F, gold_dark);
}

// The background of an icon. It is lighter at the top.
void tile(Spot &spot, SDL_Color colour) {
    spot.box(0, 0, 56, 56, 14, colour);
    const auto light = static_cast<Uint8>(40 * (1 - spot.y / 56));
    spot.box(0, 0, 56, 56, 14, {255, 255, 255, light});
}

void pouch(Spot &spot) {
    tile(spot, {92, 72, 170, 255});
    spot.ellipse(28, 47, 17, 4, {30, 20, 60, 120});
    spot.circle(28, 34, 14.5F, leather_dark);
    spot.circle(27, 33, 13, leather);
    spot.polygon({{19, 12}, {37, 12}, {33, 22}, {23, 22}}, leather);
    spot.polygon({{19, 12}, {28, 15}, {37, 12}, {34, 19}, {22, 19}}, leather_dark);
    spot.line(22, 21, 34, 21, 3.5F, gold);
    coin(spot, 28, 34, 7.5F);
}

void chest(Spot &spot) {
    tile(spot, {58, 104, 190, 255});
    spot.ellipse(28, 47, 20, 4, {20, 20, 60, 120});
    spot.box(9, 14, 38, 16, 8, wood_dark);
    spot.box(11, 16, 34, 14, 6, wood);
    coin(spot, 18, 27, 6);
    coin(spot, 28, 24, 7);
    coin(spot, 38, 27, 6);
    spot.box(9, 28, 38, 19, 3, wood_dark);
    spot.box(11, 30, 34, 15, 2, wood);
    spot.box(9, 28, 38, 3.5F, 1, gold);
    spot.box(15, 29, 4, 18, 0, gold_dark);
    spot.box(37, 29, 4, 18, 0, gold_dark);
    spot.box(24, 29, 8, 9, 2, gold);
    spot.circle(28, 33, 1.8F, wood_dark);
}

void armour(Spot &spot) {
    tile(spot, {168, 62, 96, 255});
    spot.ellipse(28, 48, 15, 3.5F, {50, 10, 30, 120});
    spot.line(28, 13, 18, 7, 5, {232, 66, 76, 255});
    spot.line(28, 12, 38, 7, 5, {232, 66, 76, 255});
    spot.box(13, 11, 30, 35, 14, gold_dark);
    spot.box(14.5F, 12, 27, 32, 12.5F, gold);
    spot.box(17, 14, 8, 26, 4, gold_light);
    spot.box(16, 25, 24, 6, 2, {50, 30, 40, 255});
    spot.box(25.5F, 27, 5, 16, 2, {50, 30, 40, 255});
    spot.line(28, 12, 28, 22, 2.5F, gold_dark);
}

void lantern_picture(Spot &spot) {
    spot.line(22, 17, 28, 10, 2.5F, iron);
    spot.line(34, 17, 28, 10, 2.5F, iron);
    spot.box(18, 16, 20, 5, 2.5F, iron);
    spot.box(20, 20, 16, 22, 3, {255, 214, 110, 255});
    spot.ellipse(28, 33, 5, 7, {255, 246, 206, 255});
    spot.ellipse(28, 35, 3, 4.5F, {255, 160, 60, 255});
    spot.box(19, 20, 2.5F, 22, 1, iron);
    spot.box(34.5F, 20, 2.5F, 22, 1, iron);
    spot.box(17, 40, 22, 6, 2.5F, iron);
}

void lantern(Spot &spot) {
    tile(spot, {40, 112, 112, 255});
    spot.circle(28, 32, 19, {255, 220, 120, 46});
    lantern_picture(spot);
}

void check(Spot &spot) {
    spot.line(3, 8.5F, 6.5F, 12, 2.4F, white);
    spot.line(6.5F, 12, 13, 4.5F, 2.4F, white);
}

void hourglass(Spot &spot) {
    spot.line(3.5F, 2, 12.5F, 2, 2, white);
    spot.line(3.5F, 14, 12.5F, 14, 2, white);
    spot.polygon({{4.5F, 2}, {11.5F, 2}, {8.6F, 8}, {11.5F, 14}, {4.5F, 14}, {7.4F, 8}}, white);
}

} // namespace

Icons::Icons(SDL_Renderer *renderer)
    : goods{paint(renderer, size, size, pouch), paint(renderer, size, size, chest), paint(renderer, size, size, armour),
            paint(renderer, size, size, lantern)},
      coin(paint(renderer, 24, 24, [](Spot &spot) { ::coin(spot, 12, 12, 11.5F); })),
      check(paint(renderer, 16, 16, ::check)), hourglass(paint(renderer, 16, 16, ::hourglass)) {}
