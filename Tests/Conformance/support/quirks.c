#include "quirks.h"

#include <stdlib.h>

bool set_quirk(iap_store *store, iap_quirk_t quirk, int64_t value) {
    return CHECK_STATUS(iap_store_set_quirk(store, quirk, value, NULL), IAP_OK);
}

/* All tests can run under a profile. These tests set their own quirks, and their time passes exactly to the millisecond. */
static iap_store *with_quirk(iap_store *store, iap_quirk_t quirk, int64_t value) {
    unsetenv("CONFORMANCE_PROFILE");
    CHECK_STATUS(iap_store_set_profile(store, IAP_PROFILE_DOCUMENTED, NULL), IAP_OK);
    set_quirk(store, quirk, value);
    return store;
}

iap_store *quirk_store(iap_quirk_t quirk, int64_t value) { return with_quirk(store_open(), quirk, value); }

game *quirk_game(iap_quirk_t quirk, int64_t value) {
    game *game = inventory_install(quirk_store(quirk, value), "phone");
    if (game_launch(game)) game_settle(game);
    return game;
}

game *quirk_offers_game(iap_quirk_t quirk, int64_t value) {
    return another_game(with_quirk(offers_store(), quirk, value), "player", "phone");
}

bool pass_slowly(game *game, int64_t milliseconds) {
    for (int step = 0; step < 10; step++) {
        if (!pass(game, milliseconds / 10)) return false;
    }
    return true;
}

bool owns_while(const char *file, int line, game *game, const char *product_id, int32_t expected,
                int64_t milliseconds) {
    game_settle(game);
    for (int step = 0; step <= 10; step++) {
        if (step > 0 && !pass(game, milliseconds / 10)) return false;
        const int32_t owns = iap_owns(game->client, product_id, NULL);
        if (owns == expected) continue;
        test_fail(file, line, "iap_owns(%s) is %d after %lld ms", product_id, (int)owns,
                  (long long)(milliseconds / 10 * step));
        return false;
    }
    return check_true(file, line, "", true);
}

size_t bought_count(const game *game) {
    return game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED);
}

size_t reported_state_count(const game *game, iap_subscription_state_t state) {
    size_t count = 0;
    for (size_t i = 0; i < game->log_count; i++) {
        const heard *entry = &game->log[i];
        count += entry->type == IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED &&
                 iap_subscription_status_state(entry->status) == state;
    }
    return count;
}

int eligible(game *game, const char *group_id) {
    uint64_t id = 0;
    if (!CHECK_STATUS(
            iap_request_introductory_offer_eligibility(game->client, group_id, game_hears_flag, game, &id, NULL),
            IAP_OK))
        return -1;
    const heard *answer = game_wait_response(game, id);
    return answer != NULL && CHECK(!answer->has_error) ? answer->flag : -1;
}
