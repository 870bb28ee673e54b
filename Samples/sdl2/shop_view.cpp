#include "shop_view.hpp"

#include "card.hpp"
#include "goods.hpp"
#include "looks.hpp"
#include "palette.hpp"

namespace {

constexpr int padding = 16;
constexpr int card_height = 88;
constexpr int gap = 8;

Card product_card(const ShelfItem &item) {
    const Good *good = find_good(item.product.id());
    Card card;
    card.name = "buy:" + std::string(item.product.id());
    card.icon = good == nullptr ? Icon::pouch : good->icon;
    card.title = item.product.display_name();
    card.description = item.product.description();
    card.problem = item.problem;
    card.price = item.product.display_price();
    switch (item.standing) {
    case Standing::ready: break;
    case Standing::purchasing:
        card.badge = Card::Badge::busy;
        card.description = "Purchasing …";
        break;
    case Standing::waiting:
        card.badge = Card::Badge::waiting;
        card.description = "Waiting for approval";
        break;
    case Standing::owned: card.badge = Card::Badge::owned; break;
    case Standing::offline: card.is_enabled = false; break;
    }
    return card;
}

Card lantern_card(const Save &save) {
    Card card;
    card.name = "lantern";
    card.icon = Icon::lantern;
    card.title = "Lantern";
    card.description = "Lights up the whole cave";
    card.price = std::to_string(lantern_price);
    card.badge = save.has_lantern() ? Card::Badge::owned : Card::Badge::coins;
    card.is_enabled = save.coins() >= lantern_price;
    return card;
}

// Draws a message instead of the cards while there are none.
bool draw_empty(Ui &ui, const SDL_Rect &rect, const Purchases &purchases) {
    Canvas &canvas = ui.canvas();
    canvas.rounded(rect, 14, palette::card);
    const SDL_Rect upper = {rect.x, rect.y + rect.h / 2 - 44, rect.w, 24};
    if (purchases.is_loading()) {
        canvas.text.draw("Asking the App Store …", Font::body, palette::text_quiet, upper, Align::centre);
        return false;
    }
    canvas.text.draw(purchases.problem().empty() ? "No connection to the App Store." : purchases.problem(), Font::body,
                     palette::text, upper, Align::centre);
    return ui.button("again", {rect.x + rect.w / 2 - 56, upper.y + 38, 112, 32}, "Try again", looks::quiet);
}

} // namespace

ShopWish draw_shop(Ui &ui, const Icons &icons, const SDL_Rect &rect, const Purchases &purchases, const Save &save,
                   int frame) {
    Canvas &canvas = ui.canvas();
    ShopWish wish;
    if (!purchases.sells()) {
        canvas.rounded({rect.x, rect.y, rect.w, card_height + 2 * padding}, 18, palette::panel);
        // The player pays for it with coins, so it needs no store.
        const SDL_Rect place = {rect.x + padding, rect.y + padding, rect.w - 2 * padding, card_height};
        wish.buys_lantern = draw_card(ui, icons, place, lantern_card(save), frame);
        return wish;
    }
    canvas.rounded(rect, 18, palette::panel);

    const bool is_offline = purchases.is_offline() && !purchases.shelf().empty();
    canvas.text.draw("Shop", Font::heading, palette::text, {rect.x + padding + 2, rect.y + 12, 70, 32});
    if (is_offline) {
        canvas.rounded({rect.x + 74, rect.y + 17, 62, 22}, 11, palette::failed);
        canvas.text.draw("Offline", Font::small, palette::backdrop_bottom, {rect.x + 74, rect.y + 17, 62, 22},
                         Align::centre);
        wish.tries_again =
            ui.button("again", {rect.x + 142, rect.y + 13, 78, 30}, "Try again", looks::quiet, !purchases.is_loading());
    }
    wish.restores = ui.button("restore", {rect.x + rect.w - padding - 152, rect.y + 13, 152, 30},
                              purchases.is_restoring() ? "Restoring …" : "Restore purchases", looks::quiet,
                              !purchases.is_restoring());

    const int products_height = 3 * card_height + 2 * gap;
    SDL_Rect place = {rect.x + padding, rect.y + 56, rect.w - 2 * padding, card_height};
    if (purchases.shelf().empty()) {
        wish.tries_again = draw_empty(ui, {place.x, place.y, place.w, products_height}, purchases);
    }
    for (const ShelfItem &item : purchases.shelf()) {
        if (draw_card(ui, icons, place, product_card(item), frame)) {
            wish.product_id = item.product.id();
        }
        place.y += card_height + gap;
    }
    place.y = rect.y + 56 + products_height + gap;
    wish.buys_lantern = draw_card(ui, icons, place, lantern_card(save), frame);
    return wish;
}
