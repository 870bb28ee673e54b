// sheet.hpp: the purchase sheet. On Apple's systems the system shows it, and the game draws nothing. This sheet replaces it on
// Linux, so you can see how the game behaves with a sheet.
#ifndef SDL2_SAMPLE_SHEET_HPP
#define SDL2_SAMPLE_SHEET_HPP

#include "app_store.hpp"
#include "pictures.hpp"
#include "ui.hpp"

#include <iap/iap.hpp>

#include <optional>

class Sheet {
  public:
    void open(iap::Product product, Icon icon, Ui &ui);
    bool is_open() const { return is_open_; }
    const iap::Product &product() const { return product_; }
    void close(Ui &ui);

    // Draws the sheet if it is open. Returns the choice of the player as soon as there is one.
    std::optional<SheetAnswer> draw(Ui &ui, const Icons &icons, const SDL_Rect &window);

  private:
    iap::Product product_;
    Icon icon_ = Icon::pouch;
    bool is_open_ = false;
    int frames_ = 0; // frames since the sheet opened
};

#endif
