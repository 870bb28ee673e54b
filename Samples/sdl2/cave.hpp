// cave.hpp: the game itself, without pictures: a hero runs through a cave, jumps, and picks up coins.
#ifndef SDL2_SAMPLE_CAVE_HPP
#define SDL2_SAMPLE_CAVE_HPP

#include <SDL.h>

#include <set>
#include <vector>

class Cave {
  public:
    static constexpr float hero_x = 132; // the middle of the hero in the scene
    static constexpr float ground = 352;

    void jump();
    // Runs one frame. Returns how many coins the hero picked up.
    int step(float seconds);

    float distance() const { return distance_; }
    float height() const { return height_; } // height of the hero above the ground
    bool is_in_air() const { return height_ > 0; }

    // Returns the centres of the coins that are visible in a scene of this width.
    std::vector<SDL_FPoint> coins(float width) const;

  private:
    float distance_ = 0;
    float height_ = 0;
    float speed_up_ = 0;
    std::set<int> picked_; // by number; see coin()
};

#endif
