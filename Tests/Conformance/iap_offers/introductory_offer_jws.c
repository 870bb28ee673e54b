/* The game server's signed decision about an introductory offer: it allows or forbids the offer. With an invalid signature
   there is no offer. */

#include "offer_payments.h"

#include <string.h>

static char *word(iap_store *signer, const char *product_id, int32_t allows) {
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_INTRODUCTORY_OFFER_JWS;
    request.product_id = product_id;
    request.allows_introductory_offer = allows;
    return offers_keep(offers_sign(signer, &request));
}

static void buy_and_check(game *game, const char *jws, bool is_introduced) {
    iap_payment payment = payment_for(PASS_GOLD);
    payment.offer.introductory_jws = jws;
    const iap_transaction *bought = offers_buy(game, &payment);
    CHECK_INT(iap_transaction_offer_type(bought), is_introduced ? IAP_OFFER_TYPE_INTRODUCTORY : IAP_OFFER_TYPE_NONE);
    CHECK_INT(iap_transaction_price_milliunits(bought), is_introduced ? 0 : 9990);
}

TEST(the_server_can_allow_and_forbid_an_introductory_offer) {
    for (int was_used = 0; was_used <= 1; was_used++) {
        for (int32_t allows = 0; allows <= 1; allows++) {
            test_case("%s, %s", was_used ? "used before" : "never used", allows ? "allowed" : "forbidden");
            game *game = was_used ? offers_game_of_a_former_subscriber() : offers_game();
            buy_and_check(game, word(game->store, PASS_GOLD, allows), allows);
        }
    }
}

TEST(what_was_forbidden_is_not_used_up) {
    game *game = offers_game();
    iap_payment payment = payment_for(PASS_GOLD);
    payment.offer.introductory_jws = word(game->store, PASS_GOLD, 0);
    const iap_transaction *bought = offers_buy(game, &payment);
    REQUIRE(bought != NULL && game_finish(game, bought));
    REQUIRE_OK(iap_store_set_auto_renew(game->store, iap_transaction_id(bought), 0, NULL));
    REQUIRE_OK(iap_store_advance_clock(game->store, 32 * DAY_MS, NULL));
    buy_and_check(game, NULL, true);
}

TEST(a_word_about_a_product_without_such_an_offer_changes_nothing) {
    game *game = offers_game();
    iap_payment payment = payment_for(NEWS);
    payment.offer.introductory_jws = word(game->store, NEWS, 1);
    const iap_transaction *bought = offers_buy(game, &payment);
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_NONE);
    CHECK_INT(iap_transaction_price_milliunits(bought), 990);
}

/* The library does the same as StoreKit: no error, but the full price, also for accounts that could have the offer without the
   JWS. */
TEST(a_word_that_does_not_hold_silently_leaves_the_full_price) {
    for (int flaw = 0; flaw < 9; flaw++) {
        test_case("flaw %d", flaw);
        game *game = offers_game();
        char *jws = word(game->store, PASS_GOLD, 1);
        REQUIRE(jws != NULL);
        char *signature = strrchr(jws, '.') + 1;
        switch (flaw) {
        case 0: signature[10] = signature[10] == 'A' ? 'B' : 'A'; break;
        case 1: signature[0] = 0; break;
        case 2: jws[strlen(jws) / 2] = 0; break;
        case 3: jws = offers_keep("not a JWS"); break;
        case 4: jws = word(game->store, PASS_SILVER, 1); break;
        case 5: jws = word(offers_store_with_another_key(), PASS_GOLD, 1); break;
        case 6: jws = word(offers_store_of(offers_text, "com.example.other"), PASS_GOLD, 1); break;
        case 7: jws = offers_keep(offers_jws(game->store, PASS_GOLD, OFFER_LOYAL)); break;
        case 8: REQUIRE_OK(iap_store_advance_clock(game->store, DAY_MS + 1000, NULL)); break;
        }
        buy_and_check(game, jws, false);
    }
}

TEST(a_word_that_names_a_transaction_holds_for_its_player_only) {
    game *first = offers_game();
    const uint64_t id = game_own(first, BAG);
    REQUIRE(id != 0);
    game *other = game_install(first->store, "somebody else", "phone");
    REQUIRE(game_launch(other) && offers_lapse(other, PASS_SILVER));
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_INTRODUCTORY_OFFER_JWS;
    request.product_id = PASS_GOLD;
    request.allows_introductory_offer = 1;
    request.transaction_id = id;
    char *jws = offers_keep(offers_sign(first->store, &request));
    buy_and_check(other, jws, false);
    REQUIRE(offers_lapse(first, PASS_SILVER));
    buy_and_check(first, offers_keep(offers_sign(first->store, &request)), true);
}
