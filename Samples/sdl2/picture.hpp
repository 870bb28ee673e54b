// picture.hpp: pictures that code draws. A picture is a function that returns the colour at one point. It is rendered once into
// a texture, with several points for each pixel, so its edges are smooth.
#ifndef SDL2_SAMPLE_PICTURE_HPP
#define SDL2_SAMPLE_PICTURE_HPP

#include <SDL.h>

#include <functional>
#include <initializer_list>
#include <memory>

struct TextureDeleter {
    void operator()(SDL_Texture *texture) const { SDL_DestroyTexture(texture); }
};
using Texture = std::unique_ptr<SDL_Texture, TextureDeleter>;

// One point of a picture. Each shape that contains the point covers the shapes before it.
class Spot {
  public:
    Spot(float at_x, float at_y) : x(at_x), y(at_y) {}

    void fill(SDL_Color colour);
    void circle(float centre_x, float centre_y, float radius, SDL_Color colour);
    void ellipse(float centre_x, float centre_y, float radius_x, float radius_y, SDL_Color colour);
    void box(float left, float top, float width, float height, float corner, SDL_Color colour);
    // A line with round ends.
    void line(float x1, float y1, float x2, float y2, float width, SDL_Color colour);
    void polygon(std::initializer_list<SDL_FPoint> corners, SDL_Color colour);

    const float x;
    const float y;

    float red = 0, green = 0, blue = 0, alpha = 0; // 0 to 1; red, green and blue are multiplied by alpha
};

using Picture = std::function<void(Spot &)>;

// Renders a picture. Its coordinates are pixels of the texture divided by scale. samples is the number of points along one edge
// of a pixel.
Texture paint(SDL_Renderer *renderer, int width, int height, const Picture &picture, float scale = 1, int samples = 4);

#endif
