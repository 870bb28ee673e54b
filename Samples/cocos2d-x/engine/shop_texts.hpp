// shop_texts.hpp: the game's own texts in the shop, in English and Chinese. Names and prices come from the store.
#ifndef ENGINE_SHOP_TEXTS_HPP
#define ENGINE_SHOP_TEXTS_HPP

#include "shop_model.hpp"

struct ShopTexts {
    // Chooses by the language of the system.
    static const ShopTexts &of_system();

    // Returns an empty text if there is no message.
    const char *notice(ShopNotice notice) const;
    // The same for a card, where there is little space.
    const char *problem(ShopNotice notice) const;

    const char *game, *shop, *back;
    const char *buying, *waiting, *waiting_for_approval, *owned, *not_available, *loading, *try_again;
    const char *restore, *restoring;
    const char *bought, *pending, *restored, *try_later, *not_possible, *storage_full;
    const char *failed, *failed_for_now, *no_room;
    const char *editor;
};

#endif
