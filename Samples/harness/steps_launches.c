#include "child.h"
#include "print.h"
#include "step_list.h"

#include <inttypes.h>

static bool has_restored(const struct game *game) {
    return game->heard.restore_failed > 0 ||
           (game->heard.restore_finished > 0 && game->heard.removed >= game->heard.restored);
}

/* The game of the phone ends. A child process runs the same game, buys and is killed. Then the game is launched again. */
static enum verdict survives_kill(struct script *script, bool grants) {
    struct game *phone = &script->phone;
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    int64_t held = save_holds(&phone->save, script->consumable);
    if (!game_close(phone) || !child_run(script->options, script->consumable, grants)) {
        return VERDICT_BAD;
    }
    script->charged++;
    print_line("phone", "is launched again");
    if (!game_open(phone, script->store, script->options->state) ||
        !game_wait(phone, step_has_removal, "the purchase to be delivered again and finished")) {
        return VERDICT_BAD;
    }
    bool good = step_check(phone->heard.purchased == 1, "it was delivered again once");
    good &= step_check(iap_transaction_delivery_count(phone->heard.outcome) == 2, "it has delivery count 2");
    if (grants) {
        good &= step_check(phone->heard.granted_before == 1, "the game found its earlier grant");
    } else {
        good &= step_check(phone->heard.granted == 1, "it was granted now");
    }
    good &= step_check(save_holds(&phone->save, script->consumable) == held + 1, "the player has exactly one more");
    return step_verdict(good && step_check(phone->heard.problems == 0, "there was no problem"));
}

enum verdict step_killed_before_grant(struct script *script) { return survives_kill(script, false); }

enum verdict step_killed_after_grant(struct script *script) { return survives_kill(script, true); }

enum verdict step_nothing_returns(struct script *script) {
    struct game *phone = &script->phone;
    if (!step_relaunches(script)) {
        return VERDICT_BAD;
    }
    size_t unfinished = iap_transactions_count(phone->heard.transactions);
    print_line("phone", "unfinished according to the store: %zu", unfinished);
    return step_verdict(step_check(phone->heard.transactions != NULL && unfinished == 0, "nothing is unfinished") &&
                        step_check(phone->heard.purchased == 0, "nothing was delivered again"));
}

/* Launches a game on a new device, restores, and checks the number of transactions. */
static enum verdict restores(struct script *script, struct game *game, size_t expected) {
    if (!game_open(game, script->store, script->options->state)) {
        return VERDICT_BAD;
    }
    print_line(game->device_name, "asks for a restore");
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_restore_completed_transactions(game->client, NULL, &error) != IAP_OK) {
        print_error("problem", "restore", &error);
        game_close(game);
        return VERDICT_BAD;
    }
    bool good = game_wait(game, has_restored, "the restore to be finished");
    good = good && step_check(game->heard.restore_finished == 1, "it finished once");
    good &= step_check(game->heard.restored == expected, "every owned product arrived once, and nothing else");
    good &= step_check(game->heard.granted == expected, "each was granted once");
    good &= step_check(game->heard.purchased == 0, "nothing was delivered as a purchase");
    good &= step_check(game->heard.problems == 0, "there was no problem");
    script->phone.gave_up |= game->gave_up;
    return step_verdict(game_close(game) && good);
}

enum verdict step_second_device(struct script *script) {
    struct game tablet = {.account = GAME_ACCOUNT, .device_name = "tablet", .policy = GAME_FINISHES};
    return restores(script, &tablet, script->restorable);
}

enum verdict step_nothing_to_restore(struct script *script) {
    struct game other = {.account = "ben", .device_name = "console", .policy = GAME_FINISHES};
    return restores(script, &other, 0);
}

enum verdict step_ledger(struct script *script) {
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    if (!step_check(iap_store_get_totals(script->store, &totals, NULL) == IAP_OK, "the store returns its totals")) {
        return VERDICT_BAD;
    }
    print_line("ledger", "%" PRIu64 " charged, %" PRIu64 " unfinished, %" PRIu64 " refunded", totals.transactions,
               totals.unfinished, totals.refunded);
    print_line("phone", "%zu granted", script->phone.save.count);
    bool good = step_check(totals.transactions == script->charged, "the store charged what was bought");
    good &= step_check(script->phone.save.count == script->charged, "the game granted what was charged");
    good &= step_check(totals.refunded == script->refunded, "the store refunded the requested purchases");
    return step_verdict(good && step_check(totals.unfinished == 0, "nothing is unfinished"));
}
