#include "cave.hpp"

#include <cmath>

namespace {

constexpr float run_speed = 150;
constexpr float jump_speed = 560;
constexpr float gravity = 1500;

// The coins form arcs of six, one arc in each section of the cave. Every second arc is so high that the hero must jump.
constexpr int coins_in_arc = 6;
constexpr float stretch = 460;

SDL_FPoint coin(int number) {
    const int arc = number / coins_in_arc;
    const auto place = static_cast<float>(number % coins_in_arc);
    const float bow = std::sin(place / (coins_in_arc - 1) * 3.14159F);
    const float height = arc % 2 == 0 ? 28 : 62 + 44 * bow;
    return {300 + static_cast<float>(arc) * stretch + place * 34, height};
}

int first_coin_after(float distance) {
    return distance < 300 ? 0 : static_cast<int>((distance - 300) / stretch) * coins_in_arc;
}

} // namespace

void Cave::jump() {
    if (!is_in_air()) {
        speed_up_ = jump_speed;
    }
}

int Cave::step(float seconds) {
    distance_ += run_speed * seconds;
    height_ += speed_up_ * seconds;
    speed_up_ -= gravity * seconds;
    if (height_ <= 0) {
        height_ = 0;
        speed_up_ = 0;
    }
    int found = 0;
    const int first = first_coin_after(distance_);
    for (int number = first; number < first + 2 * coins_in_arc; number++) {
        const SDL_FPoint place = coin(number);
        if (std::hypot(place.x - distance_, place.y - height_ - 32) < 34 && picked_.insert(number).second) {
            found++;
        }
    }
    // The hero cannot reach coins behind him again.
    picked_.erase(picked_.begin(), picked_.lower_bound(first));
    return found;
}

std::vector<SDL_FPoint> Cave::coins(float width) const {
    std::vector<SDL_FPoint> places;
    for (int number = first_coin_after(distance_ - hero_x);; number++) {
        const SDL_FPoint place = coin(number);
        const float x = place.x - distance_ + hero_x;
        if (x > width + 20) {
            return places;
        }
        if (picked_.count(number) == 0 && x > -20) {
            places.push_back({x, ground - place.y});
        }
    }
}
