// store_bar.hpp: the strip below the game, with what happens behind the counter of the App Store: approvals, refunds, failures.
// No game ships with it; it is here to be played with.
#ifndef SDL2_SAMPLE_STORE_BAR_HPP
#define SDL2_SAMPLE_STORE_BAR_HPP

#include "app_store.hpp"
#include "ui.hpp"

#include <optional>

enum class StoreAct { approve, fail_next, slow, offline, country, refund, install };

// The act whose key this is.
std::optional<StoreAct> store_act_of_key(SDL_Keycode key);

std::optional<StoreAct> draw_store_bar(Ui &ui, const SDL_Rect &rect, const AppStore &store);

#endif
