#include "picture.hpp"

#include "platform/CCGL.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

Picture::Picture(int width, int height)
    : pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3), width_(width), height_(height) {}

bool Picture::write(const std::string &path) const {
    std::FILE *file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) {
        return false;
    }
    std::fprintf(file, "P6\n%d %d\n255\n", width_, height_);
    for (int row = height_ - 1; row >= 0; row--) {
        std::fwrite(at(0, row), 3, static_cast<std::size_t>(width_), file);
    }
    return std::fclose(file) == 0 && *std::max_element(pixels.begin(), pixels.end()) > 0;
}

double Picture::contrast(const engine::Rect &place) const {
    const Part area = part(place);
    double lightest = 0, darkest = 1;
    for (int y = area.bottom; y < area.top; y++) {
        for (int x = area.left; x < area.right; x++) {
            lightest = std::max(lightest, luminance(x, y));
            darkest = std::min(darkest, luminance(x, y));
        }
    }
    return (lightest + 0.05) / (darkest + 0.05);
}

bool Picture::has_equal_halves(const engine::Rect &place) const {
    const Part area = part(place);
    const int half = (area.right - area.left) / 2;
    int different = 0;
    for (int y = area.bottom; y < area.top; y++) {
        for (int x = area.left; x < area.left + half; x++) {
            different += std::fabs(luminance(x, y) - luminance(x + half, y)) > 0.2;
        }
    }
    return different * 20 < half * (area.top - area.bottom);
}

bool Picture::differs_from(const Picture &other, const engine::Rect &place) const {
    const Part area = part(place);
    for (int y = area.bottom; y < area.top; y++) {
        if (!std::equal(at(area.left, y), at(area.right, y), other.at(area.left, y))) {
            return true;
        }
    }
    return false;
}

Picture::Part Picture::part(const engine::Rect &place) const {
    auto *view = engine::view(engine::Director::getInstance());
    const float across = view->getScaleX(), up = view->getScaleY();
    const auto limited = [](float value, int limit) {
        return std::min(std::max(static_cast<int>(std::lround(value)), 0), limit);
    };
    return {limited(place.getMinX() * across, width_ - 1), limited(place.getMinY() * up, height_ - 1),
            limited(place.getMaxX() * across, width_ - 1), limited(place.getMaxY() * up, height_ - 1)};
}

const unsigned char *Picture::at(int x, int y) const {
    return pixels.data() +
           (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)) * 3;
}

double Picture::luminance(int x, int y) const {
    const auto linear = [](unsigned char value) {
        const double part = value / 255.0;
        return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const unsigned char *colour = at(x, y);
    return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

Picture take_picture() {
    auto *director = engine::Director::getInstance();
    const auto size = engine::view(director)->getFrameSize();
    const int width = static_cast<int>(size.width), height = static_cast<int>(size.height);
    Picture picture(width, height);
    auto *dispatcher = director->getEventDispatcher();
    auto *listener = dispatcher->addCustomEventListener(engine::Director::EVENT_AFTER_DRAW, [&](engine::EventCustom *) {
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, picture.pixels.data());
    });
    director->mainLoop();
    dispatcher->removeEventListener(listener);
    return picture;
}
