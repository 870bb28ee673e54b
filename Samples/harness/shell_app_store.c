#include "game_requests.h"
#include "print.h"
#include "print_details.h"
#include "print_news.h"
#include "shell_commands.h"
#include "shell_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- purchases started in the App Store ---- */

static bool has_outcome(const struct game *game) {
    return game->heard.payment_ended && game->heard.removed >= game->heard.failed;
}

static void run_intents(struct shell *shell, char **words) {
    (void)words;
    const iap_purchase_intents *queue = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!shell_taken("the intents", iap_queue_purchase_intents(shell->game.client, &queue, &error), &error)) {
        return;
    }
    for (size_t i = 0; i < iap_purchase_intents_count(queue); i++) {
        char label[32];
        snprintf(label, sizeof label, "%zu", i + 1);
        print_intent(label, iap_purchase_intents_at(queue, i));
    }
    if (iap_purchase_intents_count(queue) == 0) {
        print_line("intents", "none");
    }
    iap_purchase_intents_release(queue);
}

/* Returns the intent with this number in the list; the caller releases it. If there is none, prints why and returns NULL. */
static const iap_purchase_intent *read_intent(struct shell *shell, const char *word) {
    const iap_purchase_intents *queue = NULL;
    uint64_t number = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!shell_read_number(word, "the number", INT32_MAX, &number) ||
        !shell_taken("the intents", iap_queue_purchase_intents(shell->game.client, &queue, &error), &error)) {
        return NULL;
    }
    const iap_purchase_intent *intent = NULL;
    if (number > 0) {
        intent = iap_purchase_intent_retain(iap_purchase_intents_at(queue, (size_t)number - 1));
    }
    if (intent == NULL) {
        print_line("problem", "there is no intent %" PRIu64 "; intents lists them", number);
    }
    iap_purchase_intents_release(queue);
    return intent;
}

static void run_take(struct shell *shell, char **words) {
    struct game *game = &shell->game;
    const iap_purchase_intent *intent = read_intent(shell, words[0]);
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (intent != NULL &&
        shell_taken("take", iap_take_purchase_intent(game->client, intent, NULL, &game->heard.payment, &error),
                    &error)) {
        game_wait(game, has_outcome, "the purchase");
    }
    iap_purchase_intent_release(intent);
}

static void run_defer(struct shell *shell, char **words) {
    const iap_purchase_intent *intent = read_intent(shell, words[0]);
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (intent != NULL && shell_taken("defer", iap_defer_purchase_intent(shell->game.client, intent, &error), &error)) {
        print_line(shell->game.device_name, "defers it");
    }
    iap_purchase_intent_release(intent);
}

static void run_decline_intent(struct shell *shell, char **words) {
    const iap_purchase_intent *intent = read_intent(shell, words[0]);
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (intent != NULL &&
        shell_taken("decline", iap_decline_purchase_intent(shell->game.client, intent, &error), &error)) {
        print_line(shell->game.device_name, "declines it");
    }
    iap_purchase_intent_release(intent);
}

/* ---- sheets and messages ---- */

static void run_show(struct shell *shell, char **words) {
    (void)words;
    if (game_show_message(&shell->game)) {
        print_line(shell->game.device_name, "the player has seen it");
    }
}

static void run_request_refund(struct shell *shell, char **words) {
    struct game *game = &shell->game;
    uint64_t id = 0;
    if (!shell_read_id(words[0], &id)) {
        return;
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = iap_request_refund(game->client, id, NULL, game_hears_end, game, &game->request, &error);
    if (game_answer(game, "the refund", status, &error)) {
        print_line(game->device_name, "the player has asked for a refund of %" PRIu64, id);
    }
}

static void run_review(struct shell *shell, char **words) {
    (void)words;
    struct game *game = &shell->game;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = iap_request_review(game->client, NULL, game_hears_end, game, &game->request, &error);
    if (game_answer(game, "the review", status, &error)) {
        print_line(game->device_name, "requested a review; the result is not reported");
    }
}

/* ---- the app, and its page ---- */

static bool wants_refresh(char **words) { return words[0] != NULL && strcmp(words[0], "refresh") == 0; }

static void run_app_transaction(struct shell *shell, char **words) {
    struct game *game = &shell->game;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = iap_request_app_transaction(game->client, wants_refresh(words), game_hears_app_transaction,
                                                    game, &game->request, &error);
    if (game_answer(game, "the app transaction", status, &error)) {
        print_app_transaction(game->heard.app_transaction);
        print_line("", "%s", iap_app_transaction_signed_text(game->heard.app_transaction));
    }
}

static void run_receipt(struct shell *shell, char **words) {
    struct game *game = &shell->game;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status =
        iap_request_app_receipt(game->client, wants_refresh(words), game_hears_text, game, &game->request, &error);
    if (game_answer(game, "the receipt", status, &error)) {
        print_line("receipt", "%s", print_text(game->heard.text));
    }
}

static void run_promotions(struct shell *shell, char **words) {
    (void)words;
    struct game *game = &shell->game;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = iap_request_promotions(game->client, game_hears_promotions, game, &game->request, &error);
    if (game_answer(game, "the promotions", status, &error)) {
        print_promotions(game->heard.promotions);
    }
}

static void run_order(struct shell *shell, char **words) {
    struct game *game = &shell->game;
    size_t count = 0;
    while (words[count] != NULL) {
        count++;
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = iap_set_promotion_order(game->client, (const char *const *)words, count, game_hears_end, game,
                                                &game->request, &error);
    if (game_answer(game, "the order", status, &error)) {
        run_promotions(shell, words);
    }
}

static void run_visibility(struct shell *shell, char **words) {
    struct game *game = &shell->game;
    iap_promotion_visibility visibility = IAP_PROMOTION_VISIBILITY_DEFAULT;
    if (!shell_read_name(words[1], "a visibility", names_visibilities, &visibility)) {
        return;
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status =
        iap_set_promotion_visibility(game->client, words[0], visibility, game_hears_end, game, &game->request, &error);
    if (game_answer(game, "the visibility", status, &error)) {
        run_promotions(shell, words);
    }
}

const struct shell_command shell_app_store[] = {
    {"intents", "intents", "list the purchases started in the App Store, with numbers", 0, 0, run_intents},
    {"take", "take NUMBER", "continue one of them", 1, 1, run_take},
    {"defer", "defer NUMBER", "keep one of them for later", 1, 1, run_defer},
    {"decline-intent", "decline-intent NUMBER", "decline one of them", 1, 1, run_decline_intent},
    {"show", "show", "show the oldest message of the App Store", 0, 0, run_show},
    {"request-refund", "request-refund ID", "show the sheet for refunds; see sheet", 1, 1, run_request_refund},
    {"review", "review", "request a review", 0, 0, run_review},
    {"apptx", "apptx [refresh]", "show the app transaction", 0, 1, run_app_transaction},
    {"receipt", "receipt [refresh]", "show the receipt of the original StoreKit", 0, 1, run_receipt},
    {"promotions", "promotions", "list the products on the App Store page", 0, 0, run_promotions},
    {"order", "order [ID...]", "set their order; without ids, the order of App Store Connect", 0, 16, run_order},
    {"visibility", "visibility ID WORD", "make a product default, visible or hidden on that page", 2, 2,
     run_visibility},
    {NULL, NULL, NULL, 0, 0, NULL},
};
