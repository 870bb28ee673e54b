/* The options of a payment, and what the library refuses before it sends the payment to the store. */

#include "offer_payments.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A refused call leaves nothing behind: no id, no event, no charge. */
static void check_unaccepted(game *game, const iap_payment *payment, iap_status status) {
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

TEST(an_offer_without_any_proof_is_for_the_store_to_refuse) {
    game *game = offers_game_of_a_former_subscriber();
    iap_payment payment = payment_for(PASS_GOLD);
    payment.offer.id = OFFER_LOYAL;
    CHECK_REFUSED(game, &payment, IAP_ERROR_MISSING_OFFER_PARAMETERS);
}

/* ------------------------------------------------------------------------------------------------------- texts */

static const struct {
    const char *name;
    size_t offset;
} texts[] = {
    {"offer.id", offsetof(iap_payment, offer.id)},
    {"offer.jws", offsetof(iap_payment, offer.jws)},
    {"offer.key_id", offsetof(iap_payment, offer.key_id)},
    {"offer.nonce", offsetof(iap_payment, offer.nonce)},
    {"offer.signature", offsetof(iap_payment, offer.signature)},
    {"offer.introductory_jws", offsetof(iap_payment, offer.introductory_jws)},
    {"offer.win_back_id", offsetof(iap_payment, offer.win_back_id)},
    {"advanced_commerce_jws", offsetof(iap_payment, advanced_commerce_jws)},
    {"storefronts", offsetof(iap_payment, storefronts)},
};
#define TEXT_COUNT (sizeof texts / sizeof texts[0])

/* A payment with this text and without a second offer. */
static iap_payment payment_with(size_t index, const char *text) {
    iap_payment payment = payment_for(PASS_GOLD);
    if (index >= 1 && index <= 4) payment.offer.id = OFFER_LOYAL;
    memcpy((char *)&payment + texts[index].offset, &text, sizeof text);
    return payment;
}

TEST(texts_that_are_none_are_refused) {
    static char huge[1024 * 1024 + 1];
    memset(huge, 'A', sizeof huge - 1);
    game *game = offers_game();
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        test_case("%s of invalid UTF-8", texts[i].name);
        iap_payment payment = payment_with(i, "USA\xff");
        check_unaccepted(game, &payment, IAP_ERROR_INVALID_TEXT);
        payment = payment_with(i, "\xc0\x80");
        check_unaccepted(game, &payment, IAP_ERROR_INVALID_TEXT);
        test_case("%s too long", texts[i].name);
        payment = payment_with(i, huge);
        check_unaccepted(game, &payment, IAP_ERROR_TOO_LARGE);
        if (!strcmp(texts[i].name, "storefronts")) continue; /* empty: in no country */
        test_case("%s empty", texts[i].name);
        payment = payment_with(i, "");
        check_unaccepted(game, &payment, IAP_ERROR_INVALID_TEXT);
    }
    check_nothing_happened(game);
}

TEST(a_text_may_have_65536_bytes) {
    static const size_t indexes[] = {0 /* offer_id */,
                                     1 /* offer_jws */,
                                     2 /* offer_key_id */,
                                     4 /* offer_signature */,
                                     5 /* introductory_offer_jws */,
                                     6 /* offer.win_back_id */,
                                     7 /* advanced_commerce_jws */};
    char *text = malloc(IAP_PAYMENT_TEXT_LENGTH_MAX + 2);
    memset(text, 'A', IAP_PAYMENT_TEXT_LENGTH_MAX + 1);
    text[IAP_PAYMENT_TEXT_LENGTH_MAX + 1] = 0;
    game *game = offers_game();
    for (size_t i = 0; i < sizeof indexes / sizeof indexes[0]; i++) {
        test_case("%s", texts[indexes[i]].name);
        text[IAP_PAYMENT_TEXT_LENGTH_MAX] = 'A';
        iap_payment payment = payment_with(indexes[i], text);
        check_unaccepted(game, &payment, IAP_ERROR_TOO_LARGE);
        text[IAP_PAYMENT_TEXT_LENGTH_MAX] = 0;
        payment = payment_with(indexes[i], text);
        /* The library accepts it; the store decides separately. */
        REQUIRE(game_buy_with(game, &payment) != NULL);
    }
    free(text);
}

TEST(a_nonce_that_is_no_uuid_is_refused) {
    static const char *const nonces[] = {"nonce", "01234567-89ab-4cde-8f01-23456789abc",
                                         "0123456789ab4cde8f0123456789abcd", "01234567-89ab-4cde-8f01-23456789abcg",
                                         "01234567-89ab-4cde-8f01-23456789abcd "};
    game *game = offers_game();
    for (size_t i = 0; i < sizeof nonces / sizeof nonces[0]; i++) {
        test_case("%s", nonces[i]);
        iap_payment payment = payment_for(PASS_GOLD);
        payment.offer.id = OFFER_LOYAL;
        payment.offer.nonce = nonces[i];
        check_unaccepted(game, &payment, IAP_ERROR_INVALID_TEXT);
    }
    check_nothing_happened(game);
}

TEST(a_signature_that_is_no_base64_is_refused) {
    static const char *const signatures[] = {"A",    "AAA",      "AAAA=", "A===",  "AA=A",
                                             "@@@@", "MEUCIQ-_", "AA AA", "AAAA\n"};
    game *game = offers_game();
    for (size_t i = 0; i < sizeof signatures / sizeof signatures[0]; i++) {
        test_case("signature %zu", i);
        iap_payment payment = payment_for(PASS_GOLD);
        payment.offer.id = OFFER_LOYAL;
        payment.offer.signature = signatures[i];
        check_unaccepted(game, &payment, IAP_ERROR_INVALID_TEXT);
    }
    check_nothing_happened(game);
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
    *payment = given;
    payment->product_id = fresh(given.product_id);
    payment->app_account_token = fresh(given.app_account_token);
    payment->offer.id = fresh(given.offer.id);
    payment->offer.key_id = fresh(given.offer.key_id);
    payment->offer.nonce = fresh(given.offer.nonce);
    payment->offer.signature = fresh(given.offer.signature);
    payment->storefronts = fresh("USA");
    iap_custom_value *value = calloc(1, sizeof *value);
    value->key = fresh("key");
    value->type = IAP_CUSTOM_VALUE_TEXT;
    value->bytes = fresh("text");
    value->length = 4;
    payment->custom_values = value;
    payment->custom_value_count = 1;

    const uint64_t id = game_pay_with(game, payment);
    spoil(payment->product_id);
    spoil(payment->app_account_token);
    spoil(payment->offer.id);
    spoil(payment->offer.key_id);
    spoil(payment->offer.nonce);
    spoil(payment->offer.signature);
    spoil(payment->storefronts);
    spoil(value->key);
    spoil(value->bytes);
    memset(value, '#', sizeof *value);
    free(value);
    memset(payment, '#', sizeof *payment);
    free(payment);

    const heard *outcome = game_outcome(game, id);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_PURCHASED);
    CHECK_TEXT(iap_transaction_product_id(outcome->transaction), PASS_GOLD);
    CHECK_TEXT(iap_transaction_offer_id(outcome->transaction), OFFER_LOYAL);
    CHECK_TEXT(iap_transaction_app_account_token(outcome->transaction), UUID);
}

/* ------------------------------------------------------------------------------------------------------- seats */

TEST(a_number_of_seats_is_not_negative) {
    static const int32_t refused[] = {-1, INT32_MIN};
    game *game = offers_game();
    for (size_t i = 0; i < 2; i++) {
        test_case("%d seats", (int)refused[i]);
        iap_payment payment = payment_for(PASS_GOLD);
        payment.seats = refused[i];
        check_unaccepted(game, &payment, IAP_ERROR_INVALID_ARGUMENT);
    }
    check_nothing_happened(game);
}

TEST(a_subscription_is_bought_with_a_number_of_seats) {
    static const int32_t seats[] = {1, 5};
    for (size_t i = 0; i < 2; i++) {
        for (int32_t is_suppressed = 0; is_suppressed < 2; is_suppressed++) {
            test_case("%d seats, %s", (int)seats[i], is_suppressed ? "no sheet" : "with a sheet");
            game *game = offers_game();
            iap_payment payment = payment_for(PASS_SILVER);
            payment.seats = seats[i];
            payment.suppresses_seat_invitation = is_suppressed;
            const iap_transaction *bought = offers_buy(game, &payment);
            REQUIRE(bought != NULL);
            /* The price is the price of one seat, initially with the introductory offer. */
            CHECK_INT(iap_transaction_quantity(bought), seats[i]);
            CHECK_INT(iap_transaction_price_milliunits(bought), 990);
        }
    }
}

TEST(a_system_without_seats_says_so) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_set_supported(game->store, IAP_FEATURE_MULTI_SEAT, 0, NULL));
    CHECK_INT(iap_supports(game->client, IAP_FEATURE_MULTI_SEAT, NULL), 0);
    iap_payment payment = payment_for(PASS_GOLD);
    payment.seats = 3;
    CHECK_REFUSED(game, &payment, IAP_ERROR_UNSUPPORTED);
    /* Without a number of seats, the payment needs nothing more. */
    payment.seats = 0;
    CHECK(offers_buy(game, &payment) != NULL);
}

TEST(without_seats_there_is_nobody_to_invite) {
    game *game = offers_game();
    iap_payment payment = payment_for(BAG);
    payment.suppresses_seat_invitation = 1;
    CHECK(offers_buy(game, &payment) != NULL);
}

TEST(the_anchor_is_not_looked_at_on_linux) {
    static int anything;
    void *const anchors[] = {NULL, &anything, (void *)(uintptr_t)1, (void *)UINTPTR_MAX};
    game *game = offers_game();
    for (size_t i = 0; i < sizeof anchors / sizeof anchors[0]; i++) {
        iap_payment payment = payment_for(BAG);
        payment.ui_anchor = anchors[i];
        CHECK(offers_buy(game, &payment) != NULL);
    }
}
