/* The signatures of promotional offers: who may sign, for what, how long a signature is valid, and how often. */

#include "offer_payments.h"

#include <stdio.h>
#include <string.h>

#define HOUR_MS (DAY_MS / 24)

typedef iap_store *(*open_signer)(void);

static iap_store *store_of_another_app(void) { return offers_store_of(offers_text, "com.example.other"); }

static const struct {
    const char *name;
    open_signer open;
} strangers[] = {
    {"another key of the same id", offers_store_with_another_key},
    {"a store without a key pair in its file", offers_store_without_a_key},
    {"another app", store_of_another_app},
};

TEST(the_signature_of_somebody_else_is_refused) {
    game *game = offers_game_of_a_former_subscriber();
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++) {
        iap_store *stranger = strangers[i].open();
        REQUIRE_OK(iap_store_advance_clock(stranger, iap_store_now_ms(game->store) - iap_store_now_ms(stranger), NULL));
        test_case("JWS of %s", strangers[i].name);
        iap_payment payment = payment_for(PASS_GOLD);
        offers_prove_by_jws(stranger, &payment, OFFER_LOYAL);
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
        test_case("signature of %s", strangers[i].name);
        payment = payment_for(PASS_GOLD);
        offers_prove_by_signature(stranger, &payment, OFFER_LOYAL);
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
        /* A foreign signature that names our key id is refused too. */
        payment.offer.key_id = iap_store_signing_key_id(game->store);
        payment.offer.nonce = offers_nonce();
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
    }
}

TEST(a_store_whose_file_has_no_key_pair_signs_with_one_of_its_own) {
    game *game = game_install(offers_store_without_a_key(), "player", "phone");
    REQUIRE(game_launch(game));
    REQUIRE(offers_lapse(game, PASS_SILVER));
    iap_payment payment = payment_for(PASS_GOLD);
    offers_prove_by_jws(game->store, &payment, OFFER_LOYAL);
    CHECK(offers_buy(game, &payment) != NULL);
}

/* Each change makes another text from a valid JWS. */
static char *changed(const char *jws, int change) {
    char *text = offers_keep(jws);
    char *payload = strchr(text, '.') + 1, *signature = strrchr(text, '.') + 1;
    switch (change) {
    case 0: /* the last quarter is missing */ text[strlen(text) * 3 / 4] = 0; break;
    case 1: /* the signature is missing */ signature[0] = 0; break;
    case 2: /* the last dot is missing, too */ signature[-1] = 0; break;
    case 3: /* only the header is left */ payload[0] = 0; break;
    case 4: signature[10] = signature[10] == 'A' ? 'B' : 'A'; break;
    case 5: payload[10] = payload[10] == 'A' ? 'B' : 'A'; break;
    case 6: signature[10] = '!'; break;
    case 7: payload[0] = '.'; break;
    case 8: text[0] = ' '; break;
    case 9: text[1] = text[1] == 'A' ? 'B' : 'A'; break;
    default: return NULL;
    }
    return text;
}

TEST(a_jws_that_was_changed_is_refused) {
    game *game = offers_game_of_a_former_subscriber();
    for (int change = 0;; change++) {
        test_case("change %d", change);
        iap_payment payment = payment_for(PASS_GOLD);
        payment.offer.id = OFFER_LOYAL;
        payment.offer.jws = changed(offers_jws(game->store, PASS_GOLD, OFFER_LOYAL), change);
        if (payment.offer.jws == NULL) break;
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
    }
    static const char *const nonsense[] = {
        ".",
        "..",
        "...",
        "a.b.c",
        "e30.e30.",
        "{}",
        "not a JWS",
        /* {"alg":"none"} and {"aud":"promotional-offer"} */
        "eyJhbGciOiJub25lIn0.eyJhdWQiOiJwcm9tb3Rpb25hbC1vZmZlciJ9.",
    };
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++) {
        test_case("%s", nonsense[i]);
        iap_payment payment = payment_for(PASS_GOLD);
        payment.offer.id = OFFER_LOYAL;
        payment.offer.jws = nonsense[i];
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
    }
}

TEST(a_jws_holds_for_its_offer_and_product_only) {
    game *game = offers_game_of_a_former_subscriber();
    /* The payload of one JWS with the signature of another one. */
    char *one = offers_keep(offers_jws(game->store, PASS_GOLD, OFFER_LOYAL)), forged[4096];
    const char *other = strrchr(offers_jws(game->store, PASS_GOLD, OFFER_LOYAL_YEAR), '.');
    *strrchr(one, '.') = 0;
    snprintf(forged, sizeof forged, "%s%s", one, other);
    iap_payment payment = payment_for(PASS_GOLD);
    payment.offer.id = OFFER_LOYAL;
    payment.offer.jws = forged;
    CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
    payment = payment_for(PASS_GOLD);
    offers_prove_by_jws(game->store, &payment, OFFER_LOYAL_YEAR);
    payment.offer.id = OFFER_LOYAL;
    CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
    payment = payment_for(PASS_SILVER);
    offers_prove_by_jws(game->store, &payment, OFFER_LOYAL);
    payment.product_id = PASS_GOLD;
    CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
}

static void prove_for(game *game, iap_payment *payment, uint64_t transaction_id) {
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS;
    request.product_id = PASS_GOLD;
    request.offer_id = OFFER_LOYAL;
    request.transaction_id = transaction_id;
    payment->offer.id = OFFER_LOYAL;
    payment->offer.jws = offers_keep(offers_sign(game->store, &request));
}

TEST(a_jws_that_names_a_transaction_holds_for_its_player_only) {
    game *game = offers_game_of_a_former_subscriber();
    struct game *other = game_install(game->store, "somebody else", "phone");
    REQUIRE(game_launch(other));
    const uint64_t own = game_own(game, BAG), foreign = game_own(other, BAG);
    REQUIRE(own != 0 && foreign != 0);
    const uint64_t charged = store_totals(game->store).transactions;
    const uint64_t refused[] = {foreign, 4711, UINT64_MAX};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        test_case("case %zu", i);
        iap_payment payment = payment_for(PASS_GOLD);
        prove_for(game, &payment, refused[i]);
        const heard *outcome = game_buy_with(game, &payment);
        REQUIRE(outcome != NULL);
        CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_FAILED);
        CHECK_CATEGORY(iap_transaction_error(outcome->transaction, NULL), IAP_CATEGORY_OFFER);
        CHECK_ID(store_totals(game->store).transactions, charged);
    }
    test_case("their own");
    iap_payment payment = payment_for(PASS_GOLD);
    prove_for(game, &payment, own);
    CHECK(offers_buy(game, &payment) != NULL);
}

TEST(a_jws_for_something_else_than_a_promotional_offer_is_refused) {
    static const iap_store_signature_t kinds[] = {IAP_STORE_SIGNATURE_INTRODUCTORY_OFFER_JWS,
                                                  IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS};
    game *game = offers_game_of_a_former_subscriber();
    for (size_t i = 0; i < 2; i++) {
        test_case("kind %d", (int)kinds[i]);
        iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
        request.kind = kinds[i];
        request.product_id = PASS_GOLD;
        request.allows_introductory_offer = 1;
        if (kinds[i] == IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS) {
            request.product_id = NULL;
            request.request_json = "{}";
        }
        iap_payment payment = payment_for(PASS_GOLD);
        payment.offer.id = OFFER_LOYAL;
        payment.offer.jws = offers_keep(offers_sign(game->store, &request));
        REQUIRE(payment.offer.jws != NULL);
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
    }
}

/* In the older form, the payment contains all signed values as well. */
TEST(a_signature_holds_for_exactly_what_was_signed) {
    game *game = offers_game_of_a_former_subscriber();
    for (int change = 0; change < 6; change++) {
        test_case("change %d", change);
        iap_payment payment = payment_for(PASS_GOLD);
        payment.app_account_token = "01234567-89ab-4cde-8f01-23456789abcd";
        offers_prove_by_signature(game->store, &payment, OFFER_LOYAL);
        switch (change) {
        case 0: payment.offer.id = OFFER_LOYAL_YEAR; break;
        case 1: payment.offer.key_id = "0FFE25AC"; break;
        case 2: payment.offer.nonce = offers_nonce(); break;
        case 3: payment.offer.timestamp_ms -= 1; break;
        case 4: payment.app_account_token = NULL; break;
        case 5: payment.app_account_token = "01234567-89ab-4cde-8f01-23456789abce"; break;
        }
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
    }
    static const char *const nonsense[] = {"AAAA", "MAYCAQECAQE=", "bm90IGEgc2lnbmF0dXJl"};
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++) {
        test_case("signature %s", nonsense[i]);
        iap_payment payment = payment_for(PASS_GOLD);
        offers_prove_by_signature(game->store, &payment, OFFER_LOYAL);
        payment.offer.signature = nonsense[i];
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
    }
}

TEST(uuids_are_signed_in_lower_case_however_the_payment_writes_them) {
    game *game = offers_game_of_a_former_subscriber();
    iap_payment payment = payment_for(PASS_GOLD);
    payment.app_account_token = "01234567-89ab-4cde-8f01-23456789abcd";
    offers_prove_at(game->store, &payment, OFFER_LOYAL, "abcdef01-0000-4000-8000-0123456789ab",
                    iap_store_now_ms(game->store));
    payment.app_account_token = "01234567-89AB-4CDE-8F01-23456789ABCD";
    payment.offer.nonce = "ABCDEF01-0000-4000-8000-0123456789AB";
    const iap_transaction *bought = offers_buy(game, &payment);
    REQUIRE(bought != NULL);
    CHECK_TEXT(iap_transaction_app_account_token(bought), "01234567-89ab-4cde-8f01-23456789abcd");
}

TEST(a_proof_holds_for_24_hours) {
    for (int is_jws = 0; is_jws < 2; is_jws++) {
        for (int is_late = 0; is_late < 2; is_late++) {
            test_case("%s, %s", is_jws ? "JWS" : "signature", is_late ? "late" : "in time");
            game *game = offers_game_of_a_former_subscriber();
            iap_payment payment = payment_for(PASS_GOLD);
            (is_jws ? offers_prove_by_jws : offers_prove_by_signature)(game->store, &payment, OFFER_LOYAL);
            REQUIRE_OK(iap_store_advance_clock(game->store, 24 * HOUR_MS + (is_late ? 1000 : -1000), NULL));
            if (is_late) CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
            else CHECK(offers_buy(game, &payment) != NULL);
        }
    }
}

TEST(a_proof_from_the_future_is_refused) {
    static const int64_t ahead_ms[] = {DAY_MS, 366 * DAY_MS};
    game *game = offers_game_of_a_former_subscriber();
    for (size_t i = 0; i < 2; i++) {
        test_case("%lld days ahead", (long long)(ahead_ms[i] / DAY_MS));
        const int64_t timestamp_ms = iap_store_now_ms(game->store) + ahead_ms[i];
        iap_payment payment = payment_for(PASS_GOLD);
        offers_prove_at(game->store, &payment, OFFER_LOYAL, offers_nonce(), timestamp_ms);
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
        iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
        request.kind = IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS;
        request.product_id = PASS_GOLD;
        request.offer_id = OFFER_LOYAL;
        request.timestamp_ms = timestamp_ms;
        payment = payment_for(PASS_GOLD);
        payment.offer.id = OFFER_LOYAL;
        payment.offer.jws = offers_sign(game->store, &request);
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
    }
}

TEST(extreme_timestamps_are_refused) {
    static const int64_t extremes[] = {INT64_MIN, INT64_MIN + 1, -1, 1, INT64_MAX - 1, INT64_MAX};
    game *game = offers_game_of_a_former_subscriber();
    for (size_t i = 0; i < sizeof extremes / sizeof extremes[0]; i++) {
        test_case("%lld", (long long)extremes[i]);
        iap_payment payment = payment_for(PASS_GOLD);
        offers_prove_by_signature(game->store, &payment, OFFER_LOYAL);
        payment.offer.timestamp_ms = extremes[i];
        iap_error error = IAP_ERROR_VALUE_INIT;
        uint64_t id = 0;
        /* Either the library or the store refuses it. */
        if (iap_add_payment(game->client, &payment, &id, &error) != IAP_OK) {
            CHECK_INT(error.category, IAP_CATEGORY_INVALID_ARGUMENT);
            continue;
        }
        const heard *outcome = game_outcome(game, id);
        REQUIRE(outcome != NULL);
        CHECK_STATUS(iap_transaction_error(outcome->transaction, NULL), IAP_ERROR_INVALID_OFFER_SIGNATURE);
    }
}
