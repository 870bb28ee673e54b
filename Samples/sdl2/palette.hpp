// palette.hpp: all colours of the game.
#ifndef SDL2_SAMPLE_PALETTE_HPP
#define SDL2_SAMPLE_PALETTE_HPP

#include <SDL.h>

namespace palette {

constexpr SDL_Color backdrop_top = {38, 30, 68, 255};
constexpr SDL_Color backdrop_bottom = {16, 12, 32, 255};
constexpr SDL_Color panel = {33, 27, 60, 255};
constexpr SDL_Color card = {46, 38, 82, 255};
constexpr SDL_Color card_hovered = {56, 47, 99, 255};
constexpr SDL_Color well = {26, 21, 49, 255};

constexpr SDL_Color text = {246, 242, 255, 255};
constexpr SDL_Color text_quiet = {184, 173, 220, 255};
constexpr SDL_Color text_disabled = {131, 121, 166, 255};
constexpr SDL_Color white = {255, 255, 255, 255};

constexpr SDL_Color accent = {84, 126, 255, 255};
constexpr SDL_Color accent_hovered = {118, 152, 255, 255};
constexpr SDL_Color accent_pressed = {60, 96, 214, 255};
constexpr SDL_Color quiet = {68, 58, 112, 255};
constexpr SDL_Color quiet_hovered = {86, 74, 138, 255};
constexpr SDL_Color quiet_pressed = {54, 45, 92, 255};
constexpr SDL_Color disabled = {55, 48, 86, 255};
constexpr SDL_Color focus = {255, 214, 102, 255};

constexpr SDL_Color gold = {255, 200, 66, 255};
constexpr SDL_Color owned = {62, 201, 136, 255};
constexpr SDL_Color waiting = {245, 158, 58, 255};
constexpr SDL_Color failed = {255, 118, 128, 255};
constexpr SDL_Color shade = {8, 6, 18, 170};

// The sheet looks like the light sheet of the system.
constexpr SDL_Color sheet = {247, 247, 250, 255};
constexpr SDL_Color sheet_group = {255, 255, 255, 255};
constexpr SDL_Color sheet_line = {224, 224, 230, 255};
constexpr SDL_Color sheet_text = {22, 22, 28, 255};
constexpr SDL_Color sheet_quiet = {108, 108, 120, 255};
constexpr SDL_Color sheet_blue = {0, 106, 230, 255};
constexpr SDL_Color sheet_blue_hovered = {38, 136, 250, 255};
constexpr SDL_Color sheet_blue_pressed = {0, 84, 188, 255};
constexpr SDL_Color sheet_grey = {232, 232, 238, 255};
constexpr SDL_Color sheet_grey_hovered = {220, 220, 229, 255};
constexpr SDL_Color sheet_grey_pressed = {204, 204, 216, 255};

} // namespace palette

#endif
