// picture.hpp: what the engine has drawn, and checks of a part of it.
#ifndef TESTS_COCOS2D_X_PICTURE_HPP
#define TESTS_COCOS2D_X_PICTURE_HPP

#include "engine.hpp"

#include <string>
#include <vector>

class Picture {
  public:
    Picture(int width, int height);

    // Writes a PPM; returns false also if the picture is empty.
    bool write(const std::string &path) const;

    // The places use the coordinates of the engine's world.

    // Between the lightest and the darkest colour there, computed according to WCAG: 1 to 21.
    double contrast(const engine::Rect &place) const;
    // Whether the left half looks like the right half.
    bool has_equal_halves(const engine::Rect &place) const;
    bool differs_from(const Picture &other, const engine::Rect &place) const;

    std::vector<unsigned char> pixels; // red, green, blue; the lowest row first

  private:
    struct Part {
        int left, bottom, right, top;
    };
    Part part(const engine::Rect &place) const;
    const unsigned char *at(int x, int y) const;
    double luminance(int x, int y) const;

    int width_, height_;
};

// The next frame, taken when it is drawn and not shown yet.
Picture take_picture();

#endif
