/* The options of a payment, and what the library refuses before it sends the payment to the store. */

#include "offer_payments.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A refused call leaves nothing behind: no id, no event, no charge. */
static void check_unaccepted(game *game, const iap_payment *payment, iap_status_t status) {
    uint64_t id = 7;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_add_payment(game->client, payment, &id, &error), status);
    CHECK_ID(id, 0);
    CHECK_STATUS(error.status, status);
    CHECK_INT(error.category, IAP_CATEGORY_INVALID_ARGUMENT);
    CHECK_INT(error.retryable, 0);
    CHECK_TEXT(error.store_domain, "");
    CHECK(error.message[0] != 0);
}

static void check_nothing_happened(game *game) {
    test_case(NULL);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    CHECK_INT(store_totals(game->store).transactions, 0);
}

#define UUID "01234567-89ab-4cde-8f01-23456789abcd"

TEST(one_offer_can_be_used_at_a_time) {
    game *game = offers_game();
    iap_payment payment = payment_for(PASS_GOLD);
    payment.offer.id = OFFER_LOYAL;
    payment.offer.win_back_id = OFFER_RETURN;
    check_unaccepted(game, &payment, IAP_ERROR_INVALID_ARGUMENT);
    payment.offer.jws = "a.b.c";
    check_unaccepted(game, &payment, IAP_ERROR_INVALID_ARGUMENT);
    check_nothing_happened(game);
}

TEST(a_proof_without_its_offer_is_refused) {
    game *game = offers_game();
    for (int part = 0; part < 5; part++) {
        for (int has_win_back = 0; has_win_back < 2; has_win_back++) {
            test_case("part %d%s", part, has_win_back ? ", of a win-back offer" : "");
            iap_payment payment = payment_for(PASS_GOLD);
            if (has_win_back) payment.offer.win_back_id = OFFER_RETURN;
            switch (part) {
            case 0: payment.offer.jws = "a.b.c"; break;
            case 1: payment.offer.key_id = "0FFE25AB"; break;
            case 2: payment.offer.nonce = UUID; break;
            case 3: payment.offer.signature = "AAAA"; break;
            case 4: payment.offer.timestamp_ms = 1767225600000; break;
            }
            check_unaccepted(game, &payment, IAP_ERROR_INVALID_ARGUMENT);
        }
    }
    check_nothing_happened(game);
}

/* ------------------------------------------------------------------------------------------------------- texts */

static const struct {
    const char *name;
    size_t offset;
    size_t length_max; /**< 0: a text of the longest length is refused for another reason */
    bool needs_offer;
} texts[] = {
    {"product_id", offsetof(iap_payment, product_id), IAP_PRODUCT_ID_LENGTH_MAX, false},
    {"app_account_token", offsetof(iap_payment, app_account_token), 0, false},
    {"offer.id", offsetof(iap_payment, offer.id), IAP_PAYMENT_TEXT_LENGTH_MAX, false},
    {"offer.jws", offsetof(iap_payment, offer.jws), IAP_PAYMENT_TEXT_LENGTH_MAX, true},
    {"offer.key_id", offsetof(iap_payment, offer.key_id), IAP_PAYMENT_TEXT_LENGTH_MAX, true},
    {"offer.nonce", offsetof(iap_payment, offer.nonce), 0, true},
    {"offer.signature", offsetof(iap_payment, offer.signature), IAP_PAYMENT_TEXT_LENGTH_MAX, true},
    {"offer.introductory_jws", offsetof(iap_payment, offer.introductory_jws), IAP_PAYMENT_TEXT_LENGTH_MAX, false},
    {"offer.win_back_id", offsetof(iap_payment, offer.win_back_id), IAP_PAYMENT_TEXT_LENGTH_MAX, false},
    {"advanced_commerce_jws", offsetof(iap_payment, advanced_commerce_jws), IAP_PAYMENT_TEXT_LENGTH_MAX, false},
    {"storefronts", offsetof(iap_payment, storefronts), 0, false},
};
#define TEXT_COUNT (sizeof texts / sizeof texts[0])

/* A payment with this text and without a second offer. */
static iap_payment payment_with(size_t index, const char *text) {
    iap_payment payment = payment_for(PASS_GOLD);
    if (texts[index].needs_offer) payment.offer.id = OFFER_LOYAL;
    memcpy((char *)&payment + texts[index].offset, &text, sizeof text);
    return payment;
}

TEST(texts_that_are_none_are_refused) {
    enum { ENDLESS = 1 << 20 };
    char *text = malloc(ENDLESS + 1);
    memset(text, 'A', ENDLESS);
    text[ENDLESS] = 0;
    const struct {
        const char *name, *text;
        iap_status_t status;
    } cases[] = {{"invalid UTF-8", "USA\xff", IAP_ERROR_INVALID_TEXT},
                 {"too long a form", "\xc0\x80", IAP_ERROR_INVALID_TEXT},
                 {"endless", text, IAP_ERROR_TOO_LARGE},
                 {"empty", "", IAP_ERROR_INVALID_TEXT}};
    game *game = offers_game();
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        for (size_t k = 0; k < 4; k++) {
            /* An empty list of storefronts means: in no country. */
            if (k == 3 && strcmp(texts[i].name, "storefronts") == 0) continue;
            test_case("%s, %s", texts[i].name, cases[k].name);
            const iap_payment payment = payment_with(i, cases[k].text);
            check_unaccepted(game, &payment, cases[k].status);
        }
    }
    check_nothing_happened(game);
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        const size_t length = texts[i].length_max;
        if (length == 0) continue;
        test_case("the longest %s", texts[i].name);
        text[length + 1] = 0;
        iap_payment payment = payment_with(i, text);
        check_unaccepted(game, &payment, IAP_ERROR_TOO_LARGE);
        text[length] = 0;
        payment = payment_with(i, text);
        /* The library accepts it; the store decides separately. */
        REQUIRE(game_buy_with(game, &payment) != NULL);
        text[length] = text[length + 1] = 'A';
    }
    free(text);
}

TEST(texts_of_another_form_are_refused) {
    static const struct {
        const char *name, *text;
    } cases[] = {
        /* clang-format off */
        {"app_account_token", "player 7"}, {"app_account_token", "01234567-89ab-4cde-8f01-23456789abcg"},
        {"offer.nonce", "01234567-89ab-4cde-8f01-23456789abc"}, {"offer.nonce", "0123456789ab4cde8f0123456789abcd"},
        {"offer.nonce", "01234567-89ab-4cde-8f01-23456789abcd "}, {"offer.signature", "AAA"}, {"offer.signature", "AAAA="},
        {"offer.signature", "AA=A"}, {"offer.signature", "@@@@"}, {"offer.signature", "MEUCIQ-_"},
        {"offer.signature", "AA AA"}, {"offer.signature", "AAAA\n"},
        /* clang-format on */
    };
    game *game = offers_game();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s %s", cases[i].name, cases[i].text);
        size_t index = 0;
        while (strcmp(texts[index].name, cases[i].name) != 0) index++;
        const iap_payment payment = payment_with(index, cases[i].text);
        check_unaccepted(game, &payment, IAP_ERROR_INVALID_TEXT);
    }
    check_nothing_happened(game);
    iap_payment payment = payment_for(PASS_GOLD);
    payment.product_id = NULL;
    check_unaccepted(game, &payment, IAP_ERROR_INVALID_ARGUMENT);
    payment = payment_for(PASS_GOLD);
    payment.seats = -1;
    check_unaccepted(game, &payment, IAP_ERROR_INVALID_ARGUMENT);
}

/* ---------------------------------------------------------------------------------------------------- ownership */

static char *fresh(const char *text) {
    char *copy = strdup(text);
    if (copy == NULL) abort();
    return copy;
}

/* Overwrites the text before it is freed: a late reader would see other bytes. */
static void spoil(const char *text) {
    memset((char *)(uintptr_t)text, '#', strlen(text));
    free((void *)(uintptr_t)text);
}

TEST(a_payment_is_copied_before_the_call_returns) {
    game *game = offers_game_of_a_former_subscriber();
    iap_payment given = payment_for(PASS_GOLD);
    given.app_account_token = UUID;
    offers_prove_by_signature(game->store, &given, OFFER_LOYAL);
    REQUIRE(given.offer.key_id != NULL && given.offer.signature != NULL);
    iap_payment *payment = malloc(sizeof *payment);
    iap_custom_value *value = calloc(1, sizeof *value);
    if (payment == NULL || value == NULL) abort();
    *payment = given;
    payment->storefronts = "USA";
    *value = (iap_custom_value){.key = "key", .type = IAP_CUSTOM_VALUE_TEXT, .bytes = "text", .length = 4};
    payment->custom_values = value;
    payment->custom_value_count = 1;
    const char **const members[] = {
        &payment->product_id,        &payment->app_account_token, &payment->offer.id,    &payment->offer.key_id,
        &payment->offer.nonce,       &payment->offer.signature,   &payment->storefronts, &value->key,
        (const char **)&value->bytes};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) *members[i] = fresh(*members[i]);
    const uint64_t id = game_pay_with(game, payment);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) spoil(*members[i]);
    memset(value, '#', sizeof *value);
    free(value);
    memset(payment, '#', sizeof *payment);
    free(payment);

    const iap_transaction *bought = game_bought(game, id);
    REQUIRE(bought != NULL);
    CHECK_TEXT(iap_transaction_product_id(bought), PASS_GOLD);
    CHECK_TEXT(iap_transaction_offer_id(bought), OFFER_LOYAL);
    CHECK_TEXT(iap_transaction_app_account_token(bought), UUID);
}
