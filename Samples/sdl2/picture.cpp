#include "picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

void Spot::fill(SDL_Color colour) {
    const float opacity = static_cast<float>(colour.a) / 255;
    const auto lay = [opacity](float below, Uint8 above) {
        return below * (1 - opacity) + static_cast<float>(above) / 255 * opacity;
    };
    red = lay(red, colour.r);
    green = lay(green, colour.g);
    blue = lay(blue, colour.b);
    alpha = lay(alpha, 255);
}

void Spot::circle(float centre_x, float centre_y, float radius, SDL_Color colour) {
    ellipse(centre_x, centre_y, radius, radius, colour);
}

void Spot::ellipse(float centre_x, float centre_y, float radius_x, float radius_y, SDL_Color colour) {
    const float across = (x - centre_x) / radius_x;
    const float down = (y - centre_y) / radius_y;
    if (across * across + down * down <= 1) {
        fill(colour);
    }
}

void Spot::box(float left, float top, float width, float height, float corner, SDL_Color colour) {
    // The distance from the inner box, which is smaller by the radius of the corners.
    const float across = std::max({left + corner - x, x - (left + width - corner), 0.0F});
    const float down = std::max({top + corner - y, y - (top + height - corner), 0.0F});
    if (across * across + down * down <= corner * corner) {
        fill(colour);
    }
}

void Spot::line(float x1, float y1, float x2, float y2, float width, SDL_Color colour) {
    const float along_x = x2 - x1;
    const float along_y = y2 - y1;
    const float length_squared = along_x * along_x + along_y * along_y;
    const float part =
        std::clamp(((x - x1) * along_x + (y - y1) * along_y) / std::max(length_squared, 1e-6F), 0.0F, 1.0F);
    circle(x1 + part * along_x, y1 + part * along_y, width / 2, colour);
}

void Spot::polygon(std::initializer_list<SDL_FPoint> corners, SDL_Color colour) {
    bool is_inside = false;
    const SDL_FPoint *previous = corners.end() - 1;
    for (const SDL_FPoint &corner : corners) {
        if ((corner.y > y) != (previous->y > y) &&
            x < (previous->x - corner.x) * (y - corner.y) / (previous->y - corner.y) + corner.x) {
            is_inside = !is_inside;
        }
        previous = &corner;
    }
    if (is_inside) {
        fill(colour);
    }
}

Texture paint(SDL_Renderer *renderer, int width, int height, const Picture &picture, float scale, int samples) {
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    const float step = 1.0F / static_cast<float>(samples);
    for (int row = 0; row < height; row++) {
        for (int column = 0; column < width; column++) {
            Spot sum(0, 0);
            for (int i = 0; i < samples * samples; i++) {
                Spot spot((static_cast<float>(column) + (static_cast<float>(i % samples) + 0.5F) * step) / scale,
                          (static_cast<float>(row) + (static_cast<float>(i / samples) + 0.5F) * step) / scale);
                picture(spot);
                sum.red += spot.red;
                sum.green += spot.green;
                sum.blue += spot.blue;
                sum.alpha += spot.alpha;
            }
            const auto byte = [](float part) { return static_cast<std::uint32_t>(std::lround(part * 255)); };
            const float coverage = std::max(sum.alpha, 1e-6F);
            const std::uint32_t alpha = byte(sum.alpha / static_cast<float>(samples * samples));
            pixels[static_cast<std::size_t>(row * width + column)] = alpha << 24 | byte(sum.red / coverage) << 16 |
                                                                     byte(sum.green / coverage) << 8 |
                                                                     byte(sum.blue / coverage);
        }
    }
    Texture texture(SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, width, height));
    SDL_UpdateTexture(texture.get(), nullptr, pixels.data(), width * 4);
    SDL_SetTextureBlendMode(texture.get(), SDL_BLENDMODE_BLEND);
    return texture;
}
