#include "print.h"
#include "shell_commands.h"
#include "shell_words.h"

#include <inttypes.h>

/* ---- purchases elsewhere ---- */

static bool takes_offer(iap_store_purchase *purchase, const char *offer_id, iap_offer_type_t type) {
    purchase->offer_id = offer_id;
    purchase->offer_type = type;
    return true;
}

static bool takes_option(iap_store_purchase *purchase, char *word) {
    const char *value;
    if ((value = shell_read_option(word, "promo")) != NULL) {
        return takes_offer(purchase, value, IAP_OFFER_TYPE_PROMOTIONAL);
    }
    if ((value = shell_read_option(word, "win-back")) != NULL) {
        return takes_offer(purchase, value, IAP_OFFER_TYPE_WIN_BACK);
    }
    if ((value = shell_read_option(word, "code")) != NULL) {
        return takes_offer(purchase, value, IAP_OFFER_TYPE_CODE);
    }
    if ((value = shell_read_option(word, "plan")) != NULL) {
        return shell_read_name(value, "a plan", names_billing_plans, &purchase->billing_plan);
    }
    if ((value = shell_read_option(word, "account")) != NULL) {
        purchase->app_account_token = value;
        return true;
    }
    uint64_t quantity = 0;
    if (!shell_read_number(word, "the quantity", INT32_MAX, &quantity)) {
        print_line("problem",
                   "an option must be one of: promo=OFFER, win-back=OFFER, code=NAME, plan=monthly|up-front, "
                   "account=UUID");
        return false;
    }
    purchase->quantity = (int32_t)quantity;
    return true;
}

static void run_buy_elsewhere(struct shell *shell, char **words) {
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = words[1];
    for (char **word = words + 2; *word != NULL; word++) {
        if (!takes_option(&purchase, *word)) {
            return;
        }
    }
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("buy-elsewhere", iap_store_buy(shell->store, words[0], &purchase, &id, &error), &error)) {
        print_line("store", "%s bought %s, transaction %" PRIu64, words[0], words[1], id);
        shell_listen(shell);
    }
}

/* ---- families ---- */

static void run_family(struct shell *shell, char **words) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("family", iap_store_set_family(shell->store, words[0], words[1], &error), &error)) {
        if (words[1] != NULL) {
            print_line("store", "%s is in the family %s", words[0], words[1]);
        } else {
            print_line("store", "%s is in no family", words[0]);
        }
        shell_listen(shell);
    }
}

static void run_sharing(struct shell *shell, char **words) {
    int32_t on = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_switch(words[1], "sharing", &on) &&
        shell_taken("sharing", iap_store_set_family_sharing(shell->store, words[0], on, &error), &error)) {
        print_line("store", on ? "%s shares with the family" : "%s does not share with the family", words[0]);
        shell_listen(shell);
    }
}

/* ---- who is signed in ---- */

static void run_sign_in(struct shell *shell, char **words) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("sign-in", iap_device_sign_in(shell->game.device, words[0], &error), &error)) {
        print_line(shell->game.device_name, "%s is signed in", words[0]);
        shell_listen(shell);
    }
}

static void run_sign_out(struct shell *shell, char **words) {
    (void)words;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("sign-out", iap_device_sign_out(shell->game.device, &error), &error)) {
        print_line(shell->game.device_name, "no account is signed in");
        shell_listen(shell);
    }
}

const struct shell_command shell_accounts[] = {
    {"buy-elsewhere", "buy-elsewhere ACCOUNT PRODUCT [N]", "buy outside the game; a wrong option lists the options", 2,
     8, run_buy_elsewhere},
    {"family", "family ACCOUNT [NAME]", "add an account to a family; without a name, remove it", 1, 2, run_family},
    {"sharing", "sharing ACCOUNT on|off", "share the purchases of the account with its family, or not", 2, 2,
     run_sharing},
    {"sign-in", "sign-in ACCOUNT", "another account signs in on the phone", 1, 1, run_sign_in},
    {"sign-out", "sign-out", "sign out on the phone", 0, 0, run_sign_out},
    {NULL, NULL, NULL, 0, 0, NULL},
};
