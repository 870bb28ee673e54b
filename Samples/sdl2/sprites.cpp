#include "pictures.hpp"

#include <algorithm>
#include <cmath>

namespace {

constexpr SDL_Color skin = {246, 205, 164, 255};
constexpr SDL_Color ink = {42, 30, 54, 255};
constexpr SDL_Color gold = {255, 202, 72, 255};
constexpr SDL_Color gold_light = {255, 232, 150, 255};
constexpr SDL_Color gold_dark = {202, 134, 34, 255};
constexpr SDL_Color crimson = {222, 62, 78, 255};
constexpr SDL_Color tunic = {58, 150, 140, 255};
constexpr SDL_Color tunic_dark = {40, 110, 108, 255};
constexpr SDL_Color leather = {128, 82, 54, 255};
constexpr SDL_Color steel = {206, 214, 232, 255};

void legs(Spot &spot, Sprites::Pose pose, SDL_Color colour, SDL_Color boots) {
    struct Leg {
        float x, y;
    };
    constexpr Leg feet[][2] = {{{26, 73}, {46, 72}}, {{32, 74}, {40, 70}}, {{26, 68}, {46, 66}}};
    const Leg(&both)[2] = feet[pose];
    spot.line(32, 56, both[0].x, both[0].y - 3, 8, colour);
    spot.line(40, 56, both[1].x, both[1].y - 3, 8, colour);
    for (const Leg &foot : both) {
        spot.line(foot.x, foot.y, foot.x + 5, foot.y, 8, boots);
    }
}

void face(Spot &spot) {
    spot.circle(37, 22, 14, skin);
    spot.ellipse(41, 23, 1.9F, 2.8F, ink);
    spot.ellipse(48, 23, 1.7F, 2.6F, ink);
    spot.line(42, 30, 47, 29.5F, 1.8F, {190, 110, 100, 255});
}

void plain_hero(Spot &spot, Sprites::Pose pose) {
    spot.box(14, 36, 15, 22, 6, leather);
    spot.box(14, 36, 15, 8, 4, {154, 104, 70, 255});
    legs(spot, pose, {74, 66, 104, 255}, leather);
    spot.box(23, 34, 27, 27, 11, tunic_dark);
    spot.box(24, 34, 25, 25, 10, tunic);
    spot.box(23, 50, 27, 5, 2, leather);
    spot.line(46, 42, 53, 50, 8, tunic_dark);
    spot.circle(54, 51, 4.2F, skin);
    face(spot);
    // The hood.
    if (spot.y < 17 || spot.x < 29) {
        spot.circle(36, 21, 15.5F, tunic_dark);
    }
    if (spot.y < 15 || spot.x < 27) {
        spot.circle(36, 21, 14, tunic);
    }
}

void golden_hero(Spot &spot, Sprites::Pose pose) {
    const float flutter = pose == Sprites::stride ? 5.0F : pose == Sprites::jump ? -8.0F : 0.0F;
    spot.polygon({{30, 36}, {22, 38}, {4, 60 + flutter}, {14, 66 + flutter}, {34, 60}}, crimson);
    spot.polygon({{24, 38}, {10, 58 + flutter}, {14, 66 + flutter}, {30, 56}}, {176, 40, 62, 255});
    legs(spot, pose, gold_dark, gold);
    // The sword.
    spot.line(55, 50, 67, 28, 4.5F, steel);
    spot.line(56, 49, 67, 29, 1.5F, {255, 255, 255, 255});
    spot.line(51, 47, 59, 52, 3.5F, gold_dark);
    spot.box(22, 33, 29, 28, 11, gold_dark);
    spot.box(23, 33, 27, 26, 10, gold);
    spot.box(27, 36, 7, 18, 3.5F, gold_light);
    spot.box(22, 51, 29, 4, 2, crimson);
    spot.line(46, 42, 53, 50, 9, gold_dark);
    spot.circle(54, 51, 4.6F, gold);
    spot.circle(28, 38, 7, gold_dark);
    spot.circle(28, 37, 6, gold);
    face(spot);
    // The helmet and its plume.
    spot.line(33, 7, 20, 4, 7, crimson);
    spot.line(20, 4, 12, 11, 6, crimson);
    if (spot.y < 18 || spot.x < 30) {
        spot.circle(36, 21, 16, gold_dark);
        spot.circle(36, 20.5F, 14.5F, gold);
        spot.ellipse(32, 14, 5, 4, gold_light);
    }
    spot.box(27, 15, 25, 4.5F, 2, gold_dark);
}

// Returns a pseudo-random number from 0 to 1.
float noise(int i) { return static_cast<float>((static_cast<unsigned>(i) * 2654435761U >> 8) % 1000) / 1000; }

// Draws something that repeats. Parts beyond one end of the piece continue at the other end. It skips parts that are too far
// from the point.
template <class Draw> void repeated(const Spot &spot, float x, float reach, Draw draw) {
    constexpr float width = Sprites::wall_width;
    for (const float place : {x, x - width, x + width}) {
        if (std::abs(spot.x - place) <= reach) {
            draw(place);
        }
    }
}

void stalactites(Spot &spot, int count, float length, int seed, SDL_Color colour) {
    if (spot.y > length) {
        return;
    }
    for (int i = 0; i < count; i++) {
        const float size = 18 + 26 * noise(seed + i);
        const float tip = length * (0.45F + 0.55F * noise(seed + i * 7 + 1));
        repeated(spot, Sprites::wall_width * (static_cast<float>(i) + noise(seed + i * 3)) / static_cast<float>(count),
                 size, [&](float x) {
                     spot.polygon({{x - size, -1},
                                   {x + size, -1},
                                   {x + size * 0.3F, tip * 0.55F},
                                   {x, tip},
                                   {x - size * 0.35F, tip * 0.5F}},
                                  colour);
                 });
    }
}

void crystals(Spot &spot, float ground) {
    if (std::abs(spot.y - ground) > 90) {
        return;
    }
    constexpr SDL_Color colours[] = {{104, 198, 255, 255}, {190, 130, 255, 255}, {110, 240, 200, 255}};
    for (int i = 0; i < 5; i++) {
        const float middle = 60 + 150 * static_cast<float>(i) + 60 * noise(i + 40);
        const SDL_Color colour = colours[i % 3];
        repeated(spot, middle, 70, [&](float x) {
            const float glow = std::clamp(1 - std::hypot(spot.x - x, spot.y - ground + 18) / 70, 0.0F, 1.0F);
            spot.fill({colour.r, colour.g, colour.b, static_cast<Uint8>(glow * glow * 90)});
            for (int k = -1; k <= 1; k++) {
                const auto side = static_cast<float>(k);
                const float tip = ground - (k == 0 ? 46.0F : 28.0F);
                const float foot = x + side * 13;
                spot.polygon({{foot - 7, ground + 2},
                              {foot + side * 7 - 4, tip + 8},
                              {foot + side * 9, tip},
                              {foot + side * 7 + 4, tip + 8},
                              {foot + 7, ground + 2}},
                             colour);
                spot.polygon({{foot, ground + 2},
                              {foot + side * 9, tip},
                              {foot + side * 7 + 4, tip + 8},
                              {foot + 7, ground + 2}},
                             {255, 255, 255, 70});
            }
        });
    }
}

void far_wall(Spot &spot) {
    const float down = spot.y / Sprites::scene_height;
    spot.fill({static_cast<Uint8>(52 + 26 * down), static_cast<Uint8>(46 + 14 * down),
               static_cast<Uint8>(104 + 16 * down), 255});
    stalactites(spot, 9, 190, 100, {44, 38, 90, 255});
    for (int i = 0; i < 7; i++) {
        const float size = 60 + 70 * noise(i + 300);
        repeated(spot, 107 * static_cast<float>(i) + 50 * noise(i + 310), size, [&](float x) {
            spot.ellipse(x, 370, size, 50 + 70 * noise(i + 320), {46, 38, 92, 255});
        });
    }
    stalactites(spot, 7, 110, 200, {36, 30, 76, 255});
}

void near_wall(Spot &spot) {
    constexpr float ground = 352;
    stalactites(spot, 8, 74, 400, {24, 19, 52, 255});
    crystals(spot, ground);
    if (spot.y > ground) {
        const float down = (spot.y - ground) / (Sprites::scene_height - ground);
        spot.fill({static_cast<Uint8>(74 - 40 * down), static_cast<Uint8>(58 - 32 * down),
                   static_cast<Uint8>(104 - 50 * down), 255});
        for (int i = 0; i < 26; i++) {
            repeated(spot, Sprites::wall_width * noise(i + 500), 22, [&](float x) {
                spot.ellipse(x, ground + 22 + 70 * noise(i + 530), 6 + 16 * noise(i + 560), 4 + 6 * noise(i + 590),
                             {30, 24, 58, 150});
            });
        }
        if (spot.y < ground + 7) {
            spot.fill({116, 96, 152, 255});
        }
        if (spot.y < ground + 2.5F) {
            spot.fill({164, 144, 196, 255});
        }
    }
}

void lantern(Spot &spot) {
    spot.box(5, 4, 12, 3, 1.5F, ink);
    spot.box(6, 6, 10, 13, 2, {255, 220, 120, 255});
    spot.ellipse(11, 13, 3, 4.5F, {255, 250, 224, 255});
    spot.box(4, 18, 14, 3.5F, 1.5F, ink);
    spot.line(11, 1, 11, 4, 2, ink);
}

Texture darkness(SDL_Renderer *renderer, float clear, float reach, float depth) {
    return paint(
        renderer, 2 * Sprites::scene_width, 2 * Sprites::scene_height,
        [=](Spot &spot) {
            const float distance = std::hypot(spot.x - Sprites::scene_width, spot.y - Sprites::scene_height);
            const float part = std::clamp((distance - clear) / reach, 0.0F, 1.0F);
            spot.fill({10, 6, 26, static_cast<Uint8>(depth * part * part * (3 - 2 * part))});
        },
        1, 1);
}

} // namespace

Sprites::Sprites(SDL_Renderer *renderer)
    : far_wall(paint(renderer, wall_width, scene_height, ::far_wall, 1, 2)),
      near_wall(paint(renderer, wall_width, scene_height, ::near_wall, 1, 2)),
      lantern(paint(renderer, 22, 24, ::lantern)),
      glow(paint(
          renderer, 360, 360,
          [](Spot &spot) {
              const float light = std::clamp(1 - std::hypot(spot.x - 180, spot.y - 180) / 180, 0.0F, 1.0F);
              spot.fill({255, 190, 90, static_cast<Uint8>(light * light * 120)});
          },
          1, 1)),
      darkness{::darkness(renderer, 40, 300, 205), ::darkness(renderer, 150, 420, 120)} {
    SDL_SetTextureBlendMode(glow.get(), SDL_BLENDMODE_ADD);
    for (int pose = 0; pose < pose_count; pose++) {
        const auto index = static_cast<std::size_t>(pose);
        hero[0][index] =
            paint(renderer, hero_width, hero_height, [pose](Spot &spot) { plain_hero(spot, static_cast<Pose>(pose)); });
        hero[1][index] = paint(renderer, hero_width, hero_height,
                               [pose](Spot &spot) { golden_hero(spot, static_cast<Pose>(pose)); });
    }
}
