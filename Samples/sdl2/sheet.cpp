#include "sheet.hpp"

#include "looks.hpp"
#include "palette.hpp"

#include <algorithm>
#include <utility>

namespace {

constexpr int width = 420;
constexpr int height = 356;
constexpr int opening_frames = 14;

void draw_row(Canvas &canvas, const SDL_Rect &rect, std::string_view what, std::string_view value, Font font) {
    canvas.text.draw(what, Font::body, palette::sheet_quiet, {rect.x, rect.y, 90, rect.h});
    canvas.text.draw(value, font, palette::sheet_text, {rect.x + 90, rect.y, rect.w - 90, rect.h}, Align::right);
}

} // namespace

void Sheet::open(iap::Product product, Icon icon, Ui &ui) {
    product_ = std::move(product);
    icon_ = icon;
    is_open_ = true;
    frames_ = 0;
    ui.focus("sheet:confirm");
}

void Sheet::close(Ui &ui) {
    is_open_ = false;
    ui.forget_focus();
}

std::optional<SheetAnswer> Sheet::draw(Ui &ui, const Icons &icons, const SDL_Rect &window) {
    if (!is_open_) {
        return std::nullopt;
    }
    Canvas &canvas = ui.canvas();
    const float left = 1 - static_cast<float>(std::min(++frames_, opening_frames)) / opening_frames;
    SDL_Color shade = palette::shade;
    shade.a = static_cast<Uint8>(static_cast<float>(shade.a) * (1 - left));
    canvas.fill(window, shade);

    const SDL_Rect sheet = {window.x + (window.w - width) / 2,
                            window.y + (window.h - height) / 2 + static_cast<int>(left * left * window.h / 2), width,
                            height};
    canvas.shadow(sheet, 22);
    canvas.rounded(sheet, 22, palette::sheet);
    const int x = sheet.x + 24;
    const int inner = sheet.w - 48;
    canvas.text.draw("App Store", Font::heading, palette::sheet_text, {x, sheet.y + 14, inner, 30});
    canvas.text.draw("In-App Purchase", Font::small, palette::sheet_quiet, {x, sheet.y + 14, inner, 30}, Align::right);
    canvas.fill({sheet.x, sheet.y + 54, sheet.w, 1}, palette::sheet_line);

    canvas.picture(icons.of(icon_), {x, sheet.y + 70, Icons::size, Icons::size});
    canvas.text.draw(product_.display_name(), Font::strong, palette::sheet_text,
                     {x + 72, sheet.y + 70, inner - 72, 24});
    canvas.text.draw(product_.description(), Font::small, palette::sheet_quiet, {x + 72, sheet.y + 92, inner - 72, 18});
    canvas.text.draw("Lantern Caves", Font::small, palette::sheet_quiet, {x + 72, sheet.y + 110, inner - 72, 18});

    canvas.rounded({x, sheet.y + 142, inner, 72}, 12, palette::sheet_group);
    draw_row(canvas, {x + 14, sheet.y + 142, inner - 28, 36}, "Account", "player@example.com", Font::body);
    canvas.fill({x + 14, sheet.y + 178, inner - 28, 1}, palette::sheet_line);
    draw_row(canvas, {x + 14, sheet.y + 178, inner - 28, 36}, "Price", product_.display_price(), Font::strong);

    std::optional<SheetAnswer> answer;
    if (ui.button("sheet:confirm", {x, sheet.y + 228, inner, 42}, "Confirm", looks::sheet_blue)) {
        answer = SheetAnswer::confirm;
    }
    const int half = (inner - 12) / 2;
    if (ui.button("sheet:ask", {x, sheet.y + 282, half, 38}, "Ask Permission", looks::sheet_grey)) {
        answer = SheetAnswer::ask_permission;
    }
    if (ui.button("sheet:cancel", {x + half + 12, sheet.y + 282, half, 38}, "Cancel", looks::sheet_grey)) {
        answer = SheetAnswer::cancel;
    }
    canvas.text.draw("Played by the reference App Store; nobody is charged.", Font::small, palette::sheet_quiet,
                     {x, sheet.y + 326, inner, 22}, Align::centre);
    return answer;
}
