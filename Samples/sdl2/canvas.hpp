// canvas.hpp: drawing functions of the views: rectangles with round corners, discs, shadows, pictures and text.
#ifndef SDL2_SAMPLE_CANVAS_HPP
#define SDL2_SAMPLE_CANVAS_HPP

#include "picture.hpp"
#include "text.hpp"

#include <SDL.h>

#include <map>

class Canvas {
  public:
    explicit Canvas(SDL_Renderer *renderer) : text(renderer), renderer_(renderer) {}

    void fill(const SDL_Rect &rect, SDL_Color colour);
    void gradient(const SDL_Rect &rect, SDL_Color top, SDL_Color bottom);
    void rounded(const SDL_Rect &rect, int radius, SDL_Color colour);
    void disc(SDL_Point centre, int radius, SDL_Color colour);
    // Draws a soft shadow below a rounded rectangle.
    void shadow(const SDL_Rect &rect, int radius);
    // Paints over the corners of a rectangle, so its content seems to have round corners.
    void round_off(const SDL_Rect &rect, int radius, SDL_Color above, SDL_Color below);
    void picture(SDL_Texture *texture, const SDL_Rect &place, Uint8 alpha = 255);

    SDL_Renderer *renderer() const { return renderer_; }

    Text text;

  private:
    // Draws a texture and stretches only its middle. The border on each side is `edge` pixels wide and keeps its size.
    void nine_parts(SDL_Texture *texture, int edge, const SDL_Rect &rect, SDL_Color colour);
    SDL_Texture *disc_texture(int radius);

    SDL_Renderer *renderer_;
    std::map<int, Texture> discs_;
    std::map<int, Texture> corners_;
    Texture shadow_;
};

// Returns the colour between two colours, at a position from 0 to 1.
SDL_Color mixed(SDL_Color from, SDL_Color to, float part);

inline SDL_Rect inset(const SDL_Rect &rect, int by) {
    return {rect.x + by, rect.y + by, rect.w - 2 * by, rect.h - 2 * by};
}

#endif
