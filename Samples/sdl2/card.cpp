#include "card.hpp"

#include "looks.hpp"
#include "palette.hpp"

namespace {

constexpr int badge_width = 92;
constexpr int badge_height = 36;
constexpr int title_height = 24;

// Draws a state with a small picture. It looks like a button, but is not one.
void draw_fact(Canvas &canvas, const SDL_Rect &rect, SDL_Color colour, SDL_Texture *picture, std::string_view text) {
    canvas.rounded(rect, rect.h / 2, {colour.r, colour.g, colour.b, 64});
    const int width = 16 + 6 + canvas.text.size(text, Font::body).x;
    const int x = rect.x + (rect.w - width) / 2;
    SDL_SetTextureColorMod(picture, colour.r, colour.g, colour.b);
    canvas.picture(picture, {x, rect.y + (rect.h - 16) / 2, 16, 16});
    canvas.text.draw(text, Font::body, colour, {x + 22, rect.y, width, rect.h});
}

// Draws three dots that light up one after the other.
void draw_busy(Canvas &canvas, const SDL_Rect &rect, int frame) {
    canvas.rounded(rect, rect.h / 2, palette::disabled);
    for (int i = 0; i < 3; i++) {
        const SDL_Color colour = frame / 12 % 3 == i ? palette::text : palette::text_disabled;
        canvas.disc({rect.x + rect.w / 2 + (i - 1) * 16, rect.y + rect.h / 2}, 4, colour);
    }
}

bool draw_badge(Ui &ui, const Icons &icons, const SDL_Rect &rect, const Card &card, int frame) {
    Canvas &canvas = ui.canvas();
    switch (card.badge) {
    case Card::Badge::price: return ui.button(card.name, rect, card.price, looks::price, card.is_enabled);
    case Card::Badge::coins: {
        const bool is_activated = ui.button(card.name, rect, "", looks::quiet_round, card.is_enabled);
        const int width = 24 + canvas.text.size(card.price, Font::strong).x;
        const int x = rect.x + (rect.w - width) / 2;
        canvas.picture(icons.coin.get(), {x, rect.y + 9, 18, 18}, card.is_enabled ? 255 : 110);
        canvas.text.draw(card.price, Font::strong, card.is_enabled ? palette::text : palette::text_disabled,
                         {x + 24, rect.y, width, rect.h});
        return is_activated;
    }
    case Card::Badge::busy: draw_busy(canvas, rect, frame); break;
    case Card::Badge::waiting: draw_fact(canvas, rect, palette::waiting, icons.hourglass.get(), "Waiting"); break;
    case Card::Badge::owned: draw_fact(canvas, rect, palette::owned, icons.check.get(), "Owned"); break;
    }
    // The player cannot activate it, but tests look for it.
    ui.touch(card.name, rect, false);
    return false;
}

} // namespace

bool draw_card(Ui &ui, const Icons &icons, const SDL_Rect &rect, const Card &card, int frame) {
    Canvas &canvas = ui.canvas();
    canvas.rounded(rect, 14, palette::card);
    canvas.picture(icons.of(card.icon), {rect.x + 16, rect.y + (rect.h - Icons::size) / 2, Icons::size, Icons::size});

    const SDL_Rect badge = {rect.x + rect.w - 16 - badge_width, rect.y + (rect.h - badge_height) / 2, badge_width,
                            badge_height};
    const int left = rect.x + 16 + Icons::size + 14;
    const SDL_Rect column = {left, rect.y, badge.x - 12 - left, rect.h};
    const bool has_problem = !card.problem.empty();
    const std::string_view below = has_problem ? card.problem : card.description;
    SDL_Color colour = palette::text_quiet;
    if (has_problem) {
        colour = palette::failed;
    } else if (card.badge == Card::Badge::waiting) {
        colour = palette::waiting;
    }
    // Centre the title and the text together vertically.
    const int text_height = canvas.text.lines_height(below, Font::small, column.w);
    const int top = rect.y + (rect.h - title_height - text_height) / 2;
    canvas.text.draw(card.title, Font::strong, palette::text, {column.x, top, column.w, title_height});
    canvas.text.draw_lines(below, Font::small, colour, {column.x, top + title_height, column.w, text_height});
    return draw_badge(ui, icons, badge, card, frame);
}
