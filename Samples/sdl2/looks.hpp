// looks.hpp: the styles of buttons.
#ifndef SDL2_SAMPLE_LOOKS_HPP
#define SDL2_SAMPLE_LOOKS_HPP

#include "palette.hpp"
#include "ui.hpp"

namespace looks {

constexpr ButtonLook price = {palette::accent,
                              palette::accent_hovered,
                              palette::accent_pressed,
                              palette::disabled,
                              palette::white,
                              palette::text_disabled,
                              18,
                              Font::strong};
constexpr ButtonLook quiet = {palette::quiet,
                              palette::quiet_hovered,
                              palette::quiet_pressed,
                              palette::disabled,
                              palette::text,
                              palette::text_disabled,
                              15,
                              Font::body};
constexpr ButtonLook quiet_round = {palette::quiet,
                                    palette::quiet_hovered,
                                    palette::quiet_pressed,
                                    palette::disabled,
                                    palette::text,
                                    palette::text_disabled,
                                    18,
                                    Font::strong};
constexpr ButtonLook chip = {
    palette::card, palette::quiet, palette::panel, palette::panel, palette::text_quiet, palette::text_disabled, 10,
    Font::small};
constexpr ButtonLook sheet_blue = {palette::sheet_blue,
                                   palette::sheet_blue_hovered,
                                   palette::sheet_blue_pressed,
                                   palette::sheet_grey,
                                   palette::white,
                                   palette::sheet_quiet,
                                   12,
                                   Font::strong};
constexpr ButtonLook sheet_grey = {palette::sheet_grey,
                                   palette::sheet_grey_hovered,
                                   palette::sheet_grey_pressed,
                                   palette::sheet_grey,
                                   palette::sheet_text,
                                   palette::sheet_quiet,
                                   12,
                                   Font::strong};

} // namespace looks

#endif
