// pictures.hpp: every picture of the game. The game renders them once, at the start.
#ifndef SDL2_SAMPLE_PICTURES_HPP
#define SDL2_SAMPLE_PICTURES_HPP

#include "goods.hpp"
#include "picture.hpp"

#include <array>

// Pictures of the shop and of the coin counter.
struct Icons {
    explicit Icons(SDL_Renderer *renderer);

    SDL_Texture *of(Icon icon) const { return goods[static_cast<std::size_t>(icon)].get(); }

    static constexpr int size = 56;
    std::array<Texture, 4> goods;
    Texture coin;
    Texture check;     // white
    Texture hourglass; // white
};

// Pictures of the cave.
struct Sprites {
    explicit Sprites(SDL_Renderer *renderer);

    static constexpr int scene_width = 500;
    static constexpr int scene_height = 448;
    static constexpr int hero_width = 72;
    static constexpr int hero_height = 80;
    static constexpr int wall_width = 750; // the width of a piece that repeats

    enum Pose { step, stride, jump, pose_count };
    std::array<std::array<Texture, pose_count>, 2> hero; // without and with armour
    Texture far_wall;
    Texture near_wall;
    Texture lantern;
    Texture glow; // the light of the lantern, drawn with additive blending
    std::array<Texture, 2>
        darkness; // without and with a lantern; twice the size of the scene, transparent in the middle
};

#endif
