// cave_view.hpp: draws the cave.
#ifndef SDL2_SAMPLE_CAVE_VIEW_HPP
#define SDL2_SAMPLE_CAVE_VIEW_HPP

#include "canvas.hpp"
#include "cave.hpp"
#include "pictures.hpp"

class CaveView {
  public:
    CaveView(SDL_Renderer *renderer, const Icons &icons) : sprites_(renderer), icons_(icons) {}

    void draw(Canvas &canvas, const SDL_Rect &place, const Cave &cave, bool has_armour, bool has_lantern, int frame);

  private:
    void draw_wall(Canvas &canvas, SDL_Texture *wall, float speed, const Cave &cave);
    void draw_hero(Canvas &canvas, const Cave &cave, bool has_armour, bool has_lantern);

    Sprites sprites_;
    const Icons &icons_;
};

#endif
