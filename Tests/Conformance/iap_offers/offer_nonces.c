/* A signature for an offer is valid for one purchase attempt, even if the attempt fails. */

#include "offer_payments.h"

#define NONCE "0ddba115-0000-4000-8000-000000000001"

static iap_payment proven(game *game, bool is_jws) {
    iap_payment payment = payment_for(PASS_GOLD);
    if (!is_jws) {
        offers_prove_at(game->store, &payment, OFFER_LOYAL, NONCE, iap_store_now_ms(game->store));
        return payment;
    }
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS;
    request.product_id = PASS_GOLD;
    request.offer_id = OFFER_LOYAL;
    request.nonce = NONCE;
    payment.offer.id = OFFER_LOYAL;
    payment.offer.jws = offers_keep(offers_sign(game->store, &request));
    return payment;
}

TEST(a_nonce_is_used_up_by_a_purchase_that_failed) {
    for (int is_jws = 0; is_jws < 2; is_jws++) {
        for (int is_cancelled = 0; is_cancelled < 2; is_cancelled++) {
            test_case("%s, %s", is_jws ? "JWS" : "signature", is_cancelled ? "cancelled" : "failed");
            game *game = offers_game_of_a_former_subscriber();
            const iap_payment payment = proven(game, is_jws);
            if (is_cancelled) CHECK_STATUS(iap_store_cancel_next_purchase(game->store, NULL), IAP_OK);
            else CHECK_STATUS(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_SYSTEM, NULL), IAP_OK);
            CHECK_REFUSED(game, &payment, is_cancelled ? IAP_ERROR_CANCELLED : IAP_ERROR_STORE);
            CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
            /* A new signature with the same nonce counts as the same nonce. */
            const iap_payment again = proven(game, is_jws);
            CHECK_REFUSED(game, &again, IAP_ERROR_INVALID_OFFER_SIGNATURE);
            /* A signature with a new nonce is valid. */
            iap_payment fresh = payment_for(PASS_GOLD);
            offers_prove_by_jws(game->store, &fresh, OFFER_LOYAL);
            CHECK(offers_buy(game, &fresh) != NULL);
        }
    }
}

TEST(a_nonce_that_was_used_in_one_form_is_used_in_the_other) {
    game *game = offers_game_of_a_former_subscriber();
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    const iap_payment first = proven(game, true), second = proven(game, false);
    CHECK_REFUSED(game, &first, IAP_ERROR_CANCELLED);
    CHECK_REFUSED(game, &second, IAP_ERROR_INVALID_OFFER_SIGNATURE);
}

TEST(of_two_payments_with_one_proof_one_is_bought) {
    for (int is_jws = 0; is_jws < 2; is_jws++) {
        test_case("%s", is_jws ? "JWS" : "signature");
        game *game = offers_game_of_a_former_subscriber();
        const uint64_t before = store_totals(game->store).transactions;
        const iap_payment payment = proven(game, is_jws);
        const uint64_t first = game_pay_with(game, &payment), second = game_pay_with(game, &payment);
        const heard *one = game_outcome(game, first), *other = game_outcome(game, second);
        REQUIRE(one != NULL && other != NULL);
        const bool is_first = iap_transaction_state(one->transaction) == IAP_TRANSACTION_PURCHASED;
        const iap_transaction *bought = is_first ? one->transaction : other->transaction;
        const iap_transaction *refused = is_first ? other->transaction : one->transaction;
        CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
        CHECK_INT(iap_transaction_state(refused), IAP_TRANSACTION_FAILED);
        CHECK_STATUS(iap_transaction_error(refused, NULL), IAP_ERROR_INVALID_OFFER_SIGNATURE);
        CHECK_ID(store_totals(game->store).transactions, before + 1);
    }
}

/* A player has passed a signature on to another player. */
TEST(a_proof_that_one_player_used_is_used_for_all) {
    for (int is_jws = 0; is_jws < 2; is_jws++) {
        test_case("%s", is_jws ? "JWS" : "signature");
        game *game = offers_game_of_a_former_subscriber();
        struct game *other = game_install(game->store, "somebody else", "phone");
        REQUIRE(game_launch(other) && offers_lapse(other, PASS_SILVER));
        const iap_payment payment = proven(game, is_jws);
        CHECK(offers_buy(game, &payment) != NULL);
        CHECK_REFUSED(other, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
    }
}
