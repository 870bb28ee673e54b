#include "pages.h"

uint64_t pages_request(game *game, iap_query query, const char *product_id, uint32_t limit, const char *page) {
    uint64_t id = 0;
    CHECK_STATUS(iap_request_transactions_page(game->client, query, product_id, limit, page, game_hears_transactions,
                                               game, &id, NULL),
                 IAP_OK);
    CHECK(id != 0);
    return id;
}

const iap_transactions *pages_one(game *game, iap_query query, const char *product_id, uint32_t limit,
                                  const char *page) {
    const heard *answer = game_wait_answer(game, pages_request(game, query, product_id, limit, page));
    if (answer != NULL && answer->has_error) test_fail(__FILE__, __LINE__, "no page: %s", answer->error.message);
    return answer != NULL ? answer->transactions : NULL;
}

game *pages_rich_game(void) {
    static const struct {
        const char *product_id;
        bool finishes;
        int64_t pause_ms;
    } purchases[] = {
        {COINS, false, 0},  {SWORD, true, 0},        {COINS, false, 0}, {SEASON, true, 5000},
        {GEMS, false, 0},   {CLUB_MONTH, true, 0},   {COINS, false, 1}, {LEVELS, true, 0},
        {SEASON, false, 0}, {COINS_LARGE, false, 1}, {COINS, true, 0},
    };
    game *game = game_start();
    for (size_t i = 0; i < sizeof purchases / sizeof purchases[0]; i++) {
        const iap_transaction *bought = game_buy(game, purchases[i].product_id);
        CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
        if (purchases[i].finishes) CHECK(game_finish(game, bought));
        CHECK_STATUS(iap_store_advance_clock(game->store, purchases[i].pause_ms, NULL), IAP_OK);
    }
    return game;
}
