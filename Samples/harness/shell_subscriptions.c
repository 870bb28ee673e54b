#include "print.h"
#include "shell_commands.h"
#include "shell_words.h"

#include <inttypes.h>
#include <string.h>

/* ---- periods ---- */

static void run_renew(struct shell *shell, char **words) {
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_id(words[0], &id) &&
        shell_taken("renew", iap_store_force_renewal(shell->store, id, &error), &error)) {
        print_line("store", "the period ends now");
        shell_listen(shell);
    }
}

static void run_expire(struct shell *shell, char **words) {
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_id(words[0], &id) &&
        shell_taken("expire", iap_store_expire_subscription(shell->store, id, &error), &error)) {
        print_line("store", "the subscription ends now");
        shell_listen(shell);
    }
}

static void run_auto_renew(struct shell *shell, char **words) {
    uint64_t id = 0;
    int32_t on = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_id(words[0], &id) && shell_read_switch(words[1], "auto-renew", &on) &&
        shell_taken("auto-renew", iap_store_set_auto_renew(shell->store, id, on, &error), &error)) {
        print_line("store", "the renewal is %s", words[1]);
        shell_listen(shell);
    }
}

static void run_change(struct shell *shell, char **words) {
    uint64_t id = 0;
    iap_billing_plan_type_t plan = IAP_BILLING_PLAN_NONE;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!shell_read_id(words[0], &id) ||
        (words[2] != NULL && !shell_read_name(words[2], "a plan", names_billing_plans, &plan))) {
        return;
    }
    if (shell_taken("change", iap_store_change_subscription(shell->store, id, words[1], plan, &error), &error)) {
        print_line("store", "the player has chosen %s", words[1]);
        shell_listen(shell);
    }
}

static void run_resolve(struct shell *shell, char **words) {
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_id(words[0], &id) &&
        shell_taken("resolve", iap_store_resolve_issue(shell->store, id, &error), &error)) {
        print_line("store", "the player can pay again, and pays");
        shell_listen(shell);
    }
}

/* ---- prices ---- */

static void run_price(struct shell *shell, char **words) {
    uint64_t id = 0;
    int64_t price = 0;
    bool needs_consent = words[2] != NULL;
    if (!shell_read_id(words[0], &id) || !shell_read_price(words[1], &price)) {
        return;
    }
    if (needs_consent && strcmp(words[2], "consent") != 0) {
        print_line("problem", "usage: price ID AMOUNT [consent]");
        return;
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("price", iap_store_request_price_increase(shell->store, id, price, needs_consent, &error),
                    &error)) {
        print_line("store", "each following bill is %" PRId64 " thousandths%s", price,
                   needs_consent ? ", if the player agrees" : "");
        shell_listen(shell);
    }
}

static void answer_price(struct shell *shell, const char *what, const char *word, int32_t agrees) {
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_id(word, &id) &&
        shell_taken(what, iap_store_answer_price_increase(shell->store, id, agrees, &error), &error)) {
        print_line("store", agrees ? "the player has agreed to the price" : "the player has declined the price");
        shell_listen(shell);
    }
}

static void run_consent(struct shell *shell, char **words) { answer_price(shell, "consent", words[0], 1); }

static void run_decline_price(struct shell *shell, char **words) { answer_price(shell, "decline-price", words[0], 0); }

/* ---- revocation ---- */

static void run_revoke(struct shell *shell, char **words) {
    uint64_t id = 0;
    iap_revocation_type type = IAP_REVOCATION_TYPE_REFUND_FULL;
    iap_revocation_reason reason = IAP_REVOCATION_REASON_OTHER;
    if (!shell_read_id(words[0], &id) ||
        (words[1] != NULL && !shell_read_name(words[1], "a refund", names_refunds, &type)) ||
        (words[1] != NULL && words[2] != NULL &&
         !shell_read_name(words[2], "a reason", names_refund_reasons, &reason))) {
        return;
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("revoke", iap_store_revoke(shell->store, id, type, reason, &error), &error)) {
        print_line("store", "revoked %" PRIu64, id);
        shell_listen(shell);
    }
}

const struct shell_command shell_subscriptions[] = {
    {"renew", "renew ID", "end the period now and renew the subscription", 1, 1, run_renew},
    {"expire", "expire ID", "end the subscription now", 1, 1, run_expire},
    {"auto-renew", "auto-renew ID on|off", "turn auto-renewal on or off", 2, 2, run_auto_renew},
    {"change", "change ID PRODUCT [PLAN]", "change to another product of the group", 2, 3, run_change},
    {"resolve", "resolve ID", "let the player pay again; continues an interrupted purchase", 1, 1, run_resolve},
    {"price", "price ID AMOUNT [consent]", "raise the price: 5.99; with consent the player must agree", 2, 3,
     run_price},
    {"consent", "consent ID", "agree to the price increase", 1, 1, run_consent},
    {"decline-price", "decline-price ID", "decline the price increase", 1, 1, run_decline_price},
    {"revoke", "revoke ID [HOW] [issue]", "revoke any transaction, with a full, prorated or no refund", 1, 3,
     run_revoke},
    {NULL, NULL, NULL, 0, 0, NULL},
};
