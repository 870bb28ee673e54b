#include "print.h"
#include "shell_commands.h"
#include "shell_words.h"

#include <inttypes.h>

static bool has_purchase(const struct game *game) { return game->heard.purchased > 0; }

static bool has_revocation(const struct game *game) { return game->heard.revoked > 0; }

static bool has_storefront(const struct game *game) { return game->heard.storefronts > 0; }

static bool has_intent(const struct game *game) { return game->heard.intents + game->heard.problems > 0; }

static bool has_message(const struct game *game) { return game->heard.messages > 0; }

/* ---- approval and refunds ---- */

static void run_ask_to_buy(struct shell *shell, char **words) {
    int32_t on = 0;
    if (shell_read_switch(words[0], "ask-to-buy", &on) &&
        shell_accepted("ask-to-buy", iap_store_set_ask_to_buy(shell->store, on, NULL))) {
        print_line("store", on ? "every purchase needs approval" : "no purchase needs approval");
    }
}

static void run_approve(struct shell *shell, char **words) {
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_id(words[0], &id) && shell_taken("approve", iap_store_approve(shell->store, id, &error), &error)) {
        print_line("store", "approved %" PRIu64, id);
        game_wait_at_most(&shell->game, has_purchase, SHELL_NEWS_MS);
    }
}

static void run_decline(struct shell *shell, char **words) {
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_id(words[0], &id) && shell_taken("decline", iap_store_decline(shell->store, id, &error), &error)) {
        print_line("store", "declined %" PRIu64 "; the game receives no event", id);
    }
}

static void run_refund(struct shell *shell, char **words) {
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_id(words[0], &id) && shell_taken("refund", iap_store_refund(shell->store, id, &error), &error)) {
        print_line("store", "refunded %" PRIu64, id);
        game_wait_at_most(&shell->game, has_revocation, SHELL_NEWS_MS);
    }
}

/* ---- time and place ---- */

static void run_advance(struct shell *shell, char **words) {
    int64_t milliseconds = 0;
    if (shell_read_duration(words[0], &milliseconds) &&
        shell_accepted("advance", iap_store_advance_clock(shell->store, milliseconds, NULL))) {
        char time[32];
        print_time(time, sizeof time, iap_store_now_ms(shell->store));
        print_line("store", "it is now %s", time);
        shell_listen(shell);
    }
}

static void run_storefront(struct shell *shell, char **words) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("storefront", iap_store_set_storefront(shell->store, words[0], words[1], &error), &error)) {
        print_line("store", "moved to %s", words[0]);
        game_wait_at_most(&shell->game, has_storefront, SHELL_NEWS_MS);
    }
}

static void run_move(struct shell *shell, char **words) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("move", iap_store_move_during_next_purchase(shell->store, words[0], &error), &error)) {
        print_line("store", "will move to %s during the next purchase", words[0]);
    }
}

/* ---- features, errors, sheets ---- */

static void run_supports(struct shell *shell, char **words) {
    int32_t wanted = IAP_FEATURE_NONE;
    if (words[0] != NULL && !shell_read_name(words[0], "a feature", names_features, &wanted)) {
        return;
    }
    for (const struct name *feature = names_features; feature->word != NULL; feature++) {
        if (wanted == IAP_FEATURE_NONE || feature->value == wanted) {
            print_line("feature", "%s: %s", feature->word,
                       iap_supports(shell->game.client, feature->value, NULL) == 1 ? "yes" : "no");
        }
    }
}

static void run_feature(struct shell *shell, char **words) {
    int32_t feature = 0, on = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_name(words[0], "a feature", names_features, &feature) &&
        shell_read_switch(words[1], "a feature", &on) &&
        shell_taken("feature", iap_store_set_supported(shell->store, feature, on, &error), &error)) {
        print_line("store", "%s is %s", words[0], words[1]);
    }
}

static void run_error(struct shell *shell, char **words) {
    int32_t api = 0, failure = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_name(words[0], "what fails", names_apis, &api) &&
        shell_read_name(words[1], "the failure", names_failures, &failure) &&
        shell_taken("error", iap_store_set_simulated_error(shell->store, api, failure, &error), &error)) {
        print_line("store", failure == IAP_STORE_FAILURE_NONE ? "%s works again" : "%s fails from now on", words[0]);
    }
}

static void run_sheet(struct shell *shell, char **words) {
    int32_t sheet = 0, answer = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_name(words[0], "a sheet", names_sheets, &sheet) &&
        shell_read_name(words[1], "the answer", names_answers, &answer) &&
        shell_taken("sheet", iap_store_answer_next_sheet(shell->store, sheet, answer, words[2], &error), &error)) {
        print_line("player", "will respond to the next %s sheet with %s", words[0], words[1]);
    }
}

/* ---- intents and messages of the App Store ---- */

static void run_intent(struct shell *shell, char **words) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("intent", iap_device_send_purchase_intent(shell->game.device, words[0], words[1], &error),
                    &error)) {
        game_wait_at_most(&shell->game, has_intent, SHELL_NEWS_MS);
    }
}

static void run_message(struct shell *shell, char **words) {
    int32_t reason = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_name(words[0], "a message", names_messages, &reason) &&
        shell_taken("message", iap_device_send_message(shell->game.device, reason, &error), &error)) {
        game_wait_at_most(&shell->game, has_message, SHELL_NEWS_MS);
    }
}

const struct shell_command shell_store[] = {
    {"ask-to-buy", "ask-to-buy on|off", "require approval for purchases, or not", 1, 1, run_ask_to_buy},
    {"approve", "approve ID", "approve a purchase that waits", 1, 1, run_approve},
    {"decline", "decline ID", "decline a purchase that waits", 1, 1, run_decline},
    {"refund", "refund ID", "refund the transaction with this id", 1, 1, run_refund},
    {"advance", "advance TIME", "move the store's clock forward: 90s, 15m, 12h, 30d", 1, 1, run_advance},
    {"storefront", "storefront COUNTRY [LOCALE]", "move the store to another country: DEU de_DE", 1, 2, run_storefront},
    {"move", "move COUNTRY", "move the store during the next purchase", 1, 1, run_move},
    {"supports", "supports [FEATURE]", "show the features of this system", 0, 1, run_supports},
    {"feature", "feature FEATURE on|off", "add a feature to this system, or remove it", 2, 2, run_feature},
    {"error", "error API FAILURE", "make a function of StoreKit fail; failure none ends it", 2, 2, run_error},
    {"sheet", "sheet SHEET accept|cancel [DETAIL]", "set what the player does with the next sheet", 2, 3, run_sheet},
    {"intent", "intent ID [OFFER]", "start a purchase in the App Store", 1, 2, run_intent},
    {"message", "message REASON", "send a message of the App Store", 1, 1, run_message},
    {NULL, NULL, NULL, 0, 0, NULL},
};
