#include "shell_buy.h"
#include "print.h"
#include "server.h"
#include "shell_words.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const options = "promo=OFFER, win-back=OFFER, intro=on|off, plan=monthly|up-front, request=JSON, "
                                   "in=COUNTRY,..., account=UUID, or offer=OFFER with jws=TEXT";

/* Options whose text is copied into the payment unchanged. */
static const struct plain_option {
    const char *key;
    size_t place;
} plain_options[] = {
    {"win-back", offsetof(iap_payment, offer.win_back_id)},
    {"in", offsetof(iap_payment, storefronts)},
    {"account", offsetof(iap_payment, app_account_token)},
    {"offer", offsetof(iap_payment, offer.id)},
    {"jws", offsetof(iap_payment, offer.jws)},
};

static bool takes_plain_option(iap_payment *payment, char *word) {
    for (size_t i = 0; i < sizeof plain_options / sizeof plain_options[0]; i++) {
        const char *value = shell_read_option(word, plain_options[i].key);
        if (value != NULL) {
            memcpy((char *)payment + plain_options[i].place, &value, sizeof value);
            return true;
        }
    }
    return false;
}

/* Options that need a signature of the server. The caller frees the text after it has added the payment. Returns NULL if the
 * word is not one of these, or if there is no word. */
static char *signed_option(struct shell *shell, iap_payment *payment, char *word) {
    char *value = NULL, *text = NULL;
    int32_t allows = 0;
    if ((value = shell_read_option(word, "promo")) != NULL) {
        payment->offer.id = value;
        payment->offer.jws = text = server_sign_offer(shell->store, payment->product_id, value);
    } else if ((value = shell_read_option(word, "intro")) != NULL) {
        if (shell_read_switch(value, "intro", &allows)) {
            text = server_sign_introductory_offer(shell->store, payment->product_id, allows);
        }
        payment->offer.introductory_jws = text;
    } else if ((value = shell_read_option(word, "request")) != NULL) {
        payment->advanced_commerce_jws = text = server_sign_request(shell->store, value);
    } else {
        print_line("problem", "an option must be one of: %s", options);
    }
    return text;
}

/* Only one option may be signed, because a payment can use one offer. */
static bool takes_option(struct shell *shell, iap_payment *payment, char *word, char **signed_text) {
    const char *plan = shell_read_option(word, "plan");
    if (plan != NULL) {
        return shell_read_name(plan, "a plan", names_billing_plans, &payment->billing_plan);
    }
    if (takes_plain_option(payment, word)) {
        return true;
    }
    if (*signed_text != NULL) {
        print_line("problem", "only one of promo=, intro= and request= is allowed");
        return false;
    }
    *signed_text = signed_option(shell, payment, word);
    return *signed_text != NULL;
}

static bool takes_words(struct shell *shell, iap_payment *payment, char **words, char **signed_text) {
    for (; *words != NULL; words++) {
        uint64_t quantity = 0;
        if (strchr(*words, '=') != NULL) {
            if (!takes_option(shell, payment, *words, signed_text)) {
                return false;
            }
        } else if (shell_read_number(*words, "the quantity", INT32_MAX, &quantity)) {
            payment->quantity = (int32_t)quantity;
        } else {
            return false;
        }
    }
    return true;
}

static bool has_outcome(const struct game *game) {
    /* A failed payment ends when the game has finished it. */
    return game->heard.payment_ended && game->heard.removed >= game->heard.failed;
}

void shell_buy(struct shell *shell, char **words) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = words[0];
    char *signed_text = NULL;
    if (takes_words(shell, &payment, words + 1, &signed_text) && game_pay(&shell->game, &payment)) {
        game_wait(&shell->game, has_outcome, "the purchase");
    }
    free(signed_text);
}

void shell_sign(struct shell *shell, char **words) {
    char *text = NULL;
    int32_t allows = 0;
    if (strcmp(words[0], "offer") == 0 && words[2] != NULL) {
        text = server_sign_offer(shell->store, words[1], words[2]);
    } else if (strcmp(words[0], "intro") == 0 && words[2] != NULL) {
        if (shell_read_switch(words[2], "intro", &allows)) {
            text = server_sign_introductory_offer(shell->store, words[1], allows);
        }
    } else if (strcmp(words[0], "request") == 0 && words[2] == NULL) {
        text = server_sign_request(shell->store, words[1]);
    } else {
        print_line("problem", "usage: sign offer PRODUCT OFFER, sign intro PRODUCT on|off, or sign request JSON");
    }
    if (text != NULL) {
        print_line("server", "%s", text);
    }
    free(text);
}
