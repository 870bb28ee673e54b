#include "cave_view.hpp"

#include "palette.hpp"

#include <algorithm>
#include <cmath>

void CaveView::draw(Canvas &canvas, const SDL_Rect &place, const Cave &cave, bool has_armour, bool has_lantern,
                    int frame) {
    // From here on the scene has its own coordinates, and drawing is clipped to it.
    SDL_RenderSetViewport(canvas.renderer(), &place);
    draw_wall(canvas, sprites_.far_wall.get(), 0.35F, cave);
    draw_wall(canvas, sprites_.near_wall.get(), 1, cave);
    for (const SDL_FPoint &coin : cave.coins(static_cast<float>(place.w))) {
        const float turn = std::abs(std::cos(static_cast<float>(frame) * 0.06F + coin.x * 0.004F));
        const int width = 5 + static_cast<int>(19 * turn);
        canvas.picture(icons_.coin.get(),
                       {static_cast<int>(coin.x) - width / 2, static_cast<int>(coin.y) - 12, width, 24});
    }
    const int x = static_cast<int>(Cave::hero_x);
    const int y = static_cast<int>(Cave::ground - cave.height()) - 36;
    if (has_lantern) {
        const auto flicker = static_cast<Uint8>(215 + 25 * std::sin(static_cast<float>(frame) * 0.13F));
        canvas.picture(sprites_.glow.get(), {x + 22 - 180, y - 180, 360, 360}, flicker);
    }
    draw_hero(canvas, cave, has_armour, has_lantern);
    canvas.picture(sprites_.darkness[has_lantern ? 1 : 0].get(), {x - place.w, y - place.h, 2 * place.w, 2 * place.h});
    SDL_RenderSetViewport(canvas.renderer(), nullptr);
}

void CaveView::draw_wall(Canvas &canvas, SDL_Texture *wall, float speed, const Cave &cave) {
    const int offset = static_cast<int>(cave.distance() * speed) % Sprites::wall_width;
    for (int x = -offset; x < Sprites::scene_width; x += Sprites::wall_width) {
        canvas.picture(wall, {x, 0, Sprites::wall_width, Sprites::scene_height});
    }
}

void CaveView::draw_hero(Canvas &canvas, const Cave &cave, bool has_armour, bool has_lantern) {
    const int x = static_cast<int>(Cave::hero_x) - Sprites::hero_width / 2;
    const int y = static_cast<int>(Cave::ground - cave.height()) - Sprites::hero_height + 4;
    // The shadow. It gets fainter when the hero is higher.
    const float nearness = std::max(0.0F, 1 - cave.height() / 120);
    canvas.rounded({x + 12, static_cast<int>(Cave::ground) - 1, 48, 8}, 4,
                   {0, 0, 0, static_cast<Uint8>(90 * nearness)});
    Sprites::Pose pose = static_cast<int>(cave.distance() / 22) % 2 == 0 ? Sprites::step : Sprites::stride;
    if (cave.is_in_air()) {
        pose = Sprites::jump;
    }
    canvas.picture(sprites_.hero[has_armour ? 1 : 0][static_cast<std::size_t>(pose)].get(),
                   {x, y, Sprites::hero_width, Sprites::hero_height});
    if (has_lantern) {
        canvas.picture(sprites_.lantern.get(), {x + 47, y + 48, 22, 24});
    }
}
