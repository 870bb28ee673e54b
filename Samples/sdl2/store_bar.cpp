#include "store_bar.hpp"

#include "looks.hpp"
#include "palette.hpp"

#include <string>

namespace {

struct Chip {
    StoreAct act;
    SDL_Keycode key;
    const char *name;
    const char *label;
};

constexpr Chip chips[] = {
    {StoreAct::approve, SDLK_a, "bar:approve", "Approve"},
    {StoreAct::fail_next, SDLK_f, "bar:fail", "Next fails"},
    {StoreAct::slow, SDLK_l, "bar:slow", "Slow"},
    {StoreAct::offline, SDLK_o, "bar:offline", "Offline"},
    {StoreAct::country, SDLK_c, "bar:country", ""},
    {StoreAct::refund, SDLK_r, "bar:refund", "Refund"},
    {StoreAct::install, SDLK_n, "bar:install", "New install"},
};

constexpr int label_width = 100;
constexpr int gap = 8;

} // namespace

std::optional<StoreAct> store_act_of_key(SDL_Keycode key) {
    for (const Chip &chip : chips) {
        if (chip.key == key) {
            return chip.act;
        }
    }
    return std::nullopt;
}

std::optional<StoreAct> draw_store_bar(Ui &ui, const SDL_Rect &rect, const AppStore &store) {
    Canvas &canvas = ui.canvas();
    canvas.rounded(rect, 14, palette::well);
    canvas.text.draw("Store controls", Font::small, palette::text_quiet, {rect.x + 16, rect.y, label_width, rect.h});
    std::optional<StoreAct> chosen;
    const int count = static_cast<int>(std::size(chips));
    const int width = (rect.w - label_width - 16 - count * gap) / count;
    SDL_Rect place = {rect.x + 16 + label_width, rect.y + 9, width, rect.h - 18};
    for (const Chip &chip : chips) {
        ButtonLook look = looks::chip;
        const bool is_on = (chip.act == StoreAct::offline && store.is_offline()) ||
                           (chip.act == StoreAct::slow && store.is_slow()) ||
                           (chip.act == StoreAct::fail_next && store.will_fail());
        if (is_on) {
            look.normal = look.hovered = palette::failed;
            look.text = palette::backdrop_bottom;
        }
        const std::string label = chip.act == StoreAct::country ? store.country_name() : chip.label;
        const bool is_enabled = chip.act != StoreAct::approve || store.waiting_count() > 0;
        if (ui.button(chip.name, place, std::string(SDL_GetKeyName(chip.key)) + "   " + label, look, is_enabled)) {
            chosen = chip.act;
        }
        place.x += width + gap;
    }
    return chosen;
}
