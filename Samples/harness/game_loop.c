#define _POSIX_C_SOURCE 200809L

#include "game.h"
#include "game_requests.h"
#include "print.h"

#include <inttypes.h>
#include <time.h>

/** If the game was killed right after a finish, the store may not know the finish yet. The library sends it at the launch.
 *  Until then the store lists a transaction that the library does not deliver. So this requests the list again. */
#define ASK_AGAIN_MS 200

bool game_complain(const char *call, iap_status_t status) {
    print_line("problem", "%s: %s", call, iap_status_name(status));
    return false;
}

static int64_t monotonic_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool game_process(struct game *game) {
    int32_t delivered = iap_client_process_events(game->client, 0);
    return delivered >= 0 || game_complain("iap_client_process_events", delivered);
}

bool game_wait_at_most(struct game *game, game_condition condition, uint32_t milliseconds) {
    int64_t end = monotonic_ms() + milliseconds;
    for (;;) {
        if (!game_process(game)) {
            return false;
        }
        if (condition(game)) {
            return true;
        }
        int64_t left = end - monotonic_ms();
        if (left <= 0) {
            return false;
        }
        int32_t waited = iap_client_wait_events(game->client, (uint32_t)left);
        if (waited < 0) {
            return game_complain("iap_client_wait_events", waited);
        }
    }
}

bool game_wait(struct game *game, game_condition condition, const char *awaited) {
    if (game_wait_at_most(game, condition, GAME_TIMEOUT_MS)) {
        return true;
    }
    game->gave_up = true;
    print_line("problem", "%s: timeout after %d seconds: %s", game->device_name, GAME_TIMEOUT_MS / 1000, awaited);
    return false;
}

bool game_listen(struct game *game, uint32_t quiet_ms) {
    int64_t end = monotonic_ms() + GAME_TIMEOUT_MS;
    int32_t waiting = 1;
    while (waiting == 1 && monotonic_ms() < end) {
        if (!game_process(game)) {
            return false;
        }
        waiting = iap_client_wait_events(game->client, quiet_ms);
    }
    if (waiting < 0) {
        return game_complain("iap_client_wait_events", waiting);
    }
    if (waiting > 0) {
        game->gave_up = true;
        print_line("problem", "%s still has events after %d seconds", game->device_name, GAME_TIMEOUT_MS / 1000);
    }
    return waiting == 0;
}

bool game_settle(struct game *game) { return game_listen(game, 0); }

static bool has_caught_up(const struct game *game) {
    size_t owed = 0;
    for (size_t i = 0; i < iap_transactions_count(game->heard.transactions); i++) {
        const iap_transaction *transaction = iap_transactions_at(game->heard.transactions, i);
        owed += iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASED;
    }
    return game->heard.responses > 0 && game->heard.purchased >= owed;
}

bool game_catch_up(struct game *game) {
    int64_t end = monotonic_ms() + GAME_TIMEOUT_MS;
    do {
        if (!game_ask_transactions(game, IAP_QUERY_UNFINISHED, NULL)) {
            return false;
        }
        if (game_wait_at_most(game, has_caught_up, ASK_AGAIN_MS)) {
            return true;
        }
    } while (monotonic_ms() < end);
    game->gave_up = true;
    print_line("problem", "%s: timeout after %d seconds: unfinished transactions", game->device_name,
               GAME_TIMEOUT_MS / 1000);
    return false;
}
