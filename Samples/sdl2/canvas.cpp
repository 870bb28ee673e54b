#include "canvas.hpp"

#include <algorithm>
#include <cmath>

namespace {

constexpr SDL_Color white = {255, 255, 255, 255};
constexpr int shadow_edge = 32;

void tint(SDL_Texture *texture, SDL_Color colour) {
    SDL_SetTextureColorMod(texture, colour.r, colour.g, colour.b);
    SDL_SetTextureAlphaMod(texture, colour.a);
}

} // namespace

SDL_Color mixed(SDL_Color from, SDL_Color to, float part) {
    const auto between = [part](Uint8 a, Uint8 b) {
        return static_cast<Uint8>(std::lround(static_cast<float>(a) + static_cast<float>(b - a) * part));
    };
    return {between(from.r, to.r), between(from.g, to.g), between(from.b, to.b), between(from.a, to.a)};
}

void Canvas::fill(const SDL_Rect &rect, SDL_Color colour) {
    SDL_SetRenderDrawBlendMode(renderer_, SDL_BLENDMODE_BLEND);
    SDL_SetRenderDrawColor(renderer_, colour.r, colour.g, colour.b, colour.a);
    SDL_RenderFillRect(renderer_, &rect);
}

void Canvas::gradient(const SDL_Rect &rect, SDL_Color top, SDL_Color bottom) {
    for (int row = 0; row < rect.h; row++) {
        const float part = static_cast<float>(row) / static_cast<float>(std::max(rect.h - 1, 1));
        fill({rect.x, rect.y + row, rect.w, 1}, mixed(top, bottom, part));
    }
}

SDL_Texture *Canvas::disc_texture(int radius) {
    Texture &disc = discs_[radius];
    if (disc == nullptr) {
        const auto size = static_cast<float>(radius);
        disc = paint(renderer_, 2 * radius, 2 * radius, [size](Spot &spot) { spot.circle(size, size, size, white); });
    }
    return disc.get();
}

void Canvas::rounded(const SDL_Rect &rect, int radius, SDL_Color colour) {
    radius = std::min({radius, rect.w / 2, rect.h / 2});
    nine_parts(disc_texture(radius), radius, rect, colour);
}

void Canvas::disc(SDL_Point centre, int radius, SDL_Color colour) {
    rounded({centre.x - radius, centre.y - radius, 2 * radius, 2 * radius}, radius, colour);
}

void Canvas::shadow(const SDL_Rect &rect, int radius) {
    if (shadow_ == nullptr) {
        const auto edge = static_cast<float>(shadow_edge);
        shadow_ = paint(renderer_, 2 * shadow_edge, 2 * shadow_edge, [edge](Spot &spot) {
            const float distance = std::hypot(spot.x - edge, spot.y - edge) / edge;
            const float light = std::clamp(1 - distance, 0.0F, 1.0F);
            spot.fill({0, 0, 0, static_cast<Uint8>(light * light * 150)});
        });
    }
    const int spread = shadow_edge - radius;
    nine_parts(shadow_.get(), shadow_edge,
               {rect.x - spread, rect.y - spread + 6, rect.w + 2 * spread, rect.h + 2 * spread}, white);
}

void Canvas::round_off(const SDL_Rect &rect, int radius, SDL_Color above, SDL_Color below) {
    Texture &corners = corners_[radius];
    if (corners == nullptr) {
        const auto size = static_cast<float>(radius);
        corners = paint(renderer_, 2 * radius, 2 * radius, [size](Spot &spot) {
            if (std::hypot(spot.x - size, spot.y - size) > size) {
                spot.fill(white);
            }
        });
    }
    for (int i = 0; i < 4; i++) {
        tint(corners.get(), i < 2 ? above : below);
        const SDL_Rect part = {i % 2 * radius, i / 2 * radius, radius, radius};
        const SDL_Rect place = {rect.x + i % 2 * (rect.w - radius), rect.y + i / 2 * (rect.h - radius), radius, radius};
        SDL_RenderCopy(renderer_, corners.get(), &part, &place);
    }
}

void Canvas::picture(SDL_Texture *texture, const SDL_Rect &place, Uint8 alpha) {
    SDL_SetTextureAlphaMod(texture, alpha);
    SDL_RenderCopy(renderer_, texture, nullptr, &place);
}

void Canvas::nine_parts(SDL_Texture *texture, int edge, const SDL_Rect &rect, SDL_Color colour) {
    tint(texture, colour);
    const int from[] = {0, edge - 1, edge};
    const int from_size[] = {edge, 1, edge};
    const int x[] = {rect.x, rect.x + edge, rect.x + rect.w - edge};
    const int y[] = {rect.y, rect.y + edge, rect.y + rect.h - edge};
    const int width[] = {edge, rect.w - 2 * edge, edge};
    const int height[] = {edge, rect.h - 2 * edge, edge};
    for (int i = 0; i < 9; i++) {
        const int column = i % 3;
        const int row = i / 3;
        if (width[column] <= 0 || height[row] <= 0) {
            continue;
        }
        const SDL_Rect part = {from[column], from[row], from_size[column], from_size[row]};
        const SDL_Rect place = {x[column], y[row], width[column], height[row]};
        SDL_RenderCopy(renderer_, texture, &part, &place);
    }
}
