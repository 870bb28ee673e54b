#include "game_requests.h"
#include "print.h"
#include "print_news.h"
#include "shell_commands.h"
#include "shell_words.h"

#include <inttypes.h>

static bool has_status_change(const struct game *game) { return game->heard.status_changes > 0; }

static void run_status(struct shell *shell, char **words) {
    if (!game_ask_statuses(&shell->game, words[0])) {
        return;
    }
    const iap_subscription_statuses *statuses = shell->game.heard.statuses;
    for (size_t i = 0; i < iap_subscription_statuses_count(statuses); i++) {
        print_status("status", iap_subscription_statuses_at(statuses, i));
    }
    if (iap_subscription_statuses_count(statuses) == 0) {
        print_line("status", "none: the player never subscribed");
    }
}

static void run_eligibility(struct shell *shell, char **words) {
    struct game *game = &shell->game;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = iap_request_introductory_offer_eligibility(game->client, words[0], game_hears_flag, game,
                                                                   &game->request, &error);
    if (game_answer(game, "the eligibility", status, &error)) {
        print_line(game->device_name, "eligible for an introductory offer of %s: %s", words[0],
                   game->heard.flag ? "yes" : "no");
    }
}

static void run_manage(struct shell *shell, char **words) {
    struct game *game = &shell->game;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status =
        iap_show_manage_subscriptions(game->client, words[0], NULL, game_hears_end, game, &game->request, &error);
    if (game_answer(game, "the subscriptions", status, &error)) {
        print_line(game->device_name, "the player has closed the sheet");
    }
}

static void run_code(struct shell *shell, char **words) {
    (void)words;
    struct game *game = &shell->game;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status =
        iap_present_offer_code_redemption(game->client, NULL, game_hears_end, game, &game->request, &error);
    if (game_answer(game, "the offer code", status, &error)) {
        print_line(game->device_name, "the player has closed the sheet");
    }
}

/* ---- renewal ---- */

static bool takes_option(struct shell *shell, iap_store_renewal *renewal, char *word) {
    const char *value;
    if ((value = shell_read_option(word, "renews")) != NULL) {
        return shell_read_switch(value, "renews", &renewal->will_auto_renew);
    }
    if ((value = shell_read_option(word, "as")) != NULL) {
        renewal->auto_renew_product_id = value;
        return true;
    }
    if ((value = shell_read_option(word, "reason")) != NULL) {
        return shell_read_name(value, "a reason", names_expiration_reasons, &renewal->expiration_reason);
    }
    if ((value = shell_read_option(word, "increase")) != NULL) {
        return shell_read_name(value, "a price increase", names_price_increases, &renewal->price_increase);
    }
    if ((value = shell_read_option(word, "retry")) != NULL) {
        return shell_read_switch(value, "retry", &renewal->is_in_billing_retry);
    }
    if ((value = shell_read_option(word, "grace")) != NULL) {
        int64_t length = 0;
        bool good = shell_read_duration(value, &length);
        renewal->grace_period_expiration_date_ms = iap_store_now_ms(shell->store) + length;
        return good;
    }
    if ((value = shell_read_option(word, "price")) != NULL) {
        uint64_t price = 0;
        bool good = shell_read_number(value, "the price in thousandths", INT32_MAX, &price);
        renewal->renewal_price_milliunits = (int64_t)price;
        return good;
    }
    print_line("problem",
               "options of a renewal: renews=on|off, as=PRODUCT, reason=, increase=, retry=on|off, grace=TIME, "
               "price=THOUSANDTHS");
    return false;
}

static void run_renewal(struct shell *shell, char **words) {
    uint64_t id = 0;
    if (!shell_read_id(words[0], &id)) {
        return;
    }
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    for (char **word = words + 1; *word != NULL; word++) {
        if (!takes_option(shell, &renewal, *word)) {
            return;
        }
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("renewal", iap_store_set_renewal(shell->store, id, &renewal, &error), &error)) {
        print_line("store", "the renewal of %" PRIu64 " is set", id);
        game_wait_at_most(&shell->game, has_status_change, SHELL_NEWS_MS);
    }
}

const struct shell_command shell_membership[] = {
    {"status", "status [GROUP]", "show the state of the subscriptions", 0, 1, run_status},
    {"eligibility", "eligibility GROUP", "is the player eligible for an introductory offer?", 1, 1, run_eligibility},
    {"manage", "manage [GROUP]", "show the sheet for subscriptions; see sheet", 0, 1, run_manage},
    {"code", "code", "show the sheet for offer codes; see sheet", 0, 0, run_code},
    {"renewal", "renewal ID [OPTION=VALUE...]", "put a renewal into a state; a wrong option lists the options", 1, 8,
     run_renewal},
    {NULL, NULL, NULL, 0, 0, NULL},
};
