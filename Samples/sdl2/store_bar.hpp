// store_bar.hpp: the strip below the game, with controls of the App Store: approvals, refunds, failures. A real game does not
// ship it. Use it to try things.
#ifndef SDL2_SAMPLE_STORE_BAR_HPP
#define SDL2_SAMPLE_STORE_BAR_HPP

#include "app_store.hpp"
#include "ui.hpp"

#include <optional>

enum class StoreAct { approve, fail_next, slow, offline, country, refund, install };

// Returns the action of a key.
std::optional<StoreAct> store_act_of_key(SDL_Keycode key);

std::optional<StoreAct> draw_store_bar(Ui &ui, const SDL_Rect &rect, const AppStore &store);

#endif
