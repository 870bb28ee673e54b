// app_drawing.cpp: draws the frame around the views.
#include "app.hpp"

#include "palette.hpp"

#include <algorithm>

namespace {

constexpr SDL_Rect window = {0, 0, App::width, App::height};
constexpr SDL_Rect scene = {24, 72, Sprites::scene_width, Sprites::scene_height};
constexpr int scene_corner = 18;

} // namespace

void App::draw_backdrop() { canvas_.gradient(window, palette::backdrop_top, palette::backdrop_bottom); }

void App::draw_header() {
    canvas_.picture(icons_.of(Icon::lantern), {24, 18, 36, 36});
    canvas_.text.draw("Lantern Caves", Font::title, palette::text, {72, 16, 260, 40});
    canvas_.text.draw("Space or click: jump     Tab and Enter: shop     P: pause", Font::small, palette::text_quiet,
                      {250, 16, 470, 42}, Align::centre);

    const std::string coins = std::to_string(save_->coins());
    const int text_width = canvas_.text.size(coins, Font::heading).x;
    const SDL_Rect pill = {width - 24 - (text_width + 62), 16, text_width + 62, 40};
    canvas_.rounded(pill, 20, palette::well);
    canvas_.picture(icons_.coin.get(), {pill.x + 10, pill.y + 8, 24, 24});
    canvas_.text.draw(coins, Font::heading, palette::gold, {pill.x + 44, pill.y, text_width, pill.h}, Align::right);
}

void App::draw_toast() {
    if (is_paused_) {
        canvas_.rounded({scene.x + 14, scene.y + 14, 78, 26}, 13, {0, 0, 0, 150});
        canvas_.text.draw("Paused", Font::small, palette::text, {scene.x + 14, scene.y + 14, 78, 26}, Align::centre);
    }
    if (toast_.frames_left > 0) {
        toast_.frames_left--;
        const int text_width = std::min(canvas_.text.size(toast_.text, Font::body).x, scene.w - 120);
        const SDL_Rect pill = {scene.x + (scene.w - text_width - 60) / 2, scene.y + scene.h - 62, text_width + 60, 40};
        canvas_.rounded(pill, 20, {12, 9, 26, 225});
        canvas_.disc({pill.x + 22, pill.y + 20}, 5, toast_.colour);
        canvas_.text.draw(toast_.text, Font::body, palette::text, {pill.x + 36, pill.y, text_width, pill.h});
    }
    const auto backdrop = [](int y) {
        return mixed(palette::backdrop_top, palette::backdrop_bottom, static_cast<float>(y) / height);
    };
    canvas_.round_off(scene, scene_corner, backdrop(scene.y), backdrop(scene.y + scene.h));
}
