/* What happens to a grant when the store revokes the purchase. */

#include "inventory.h"

TEST(a_revoked_purchase_is_treated_by_its_policies_before_the_observers_hear_of_it) {
    game *game = inventory_start();
    REQUIRE_OK(add(game, "coins", 7, "k"));
    const uint64_t large = game_own(game, COINS_LARGE), kept = game_own(game, GEMS), sword = game_own(game, SWORD);
    const uint64_t decided = game_own(game, LEVELS), season = game_own(game, SEASON);
    REQUIRE(large != 0 && kept != 0 && sword != 0 && decided != 0 && season != 0);
    REQUIRE(refund(game, large));
    CHECK_INT(coins(game), 7);
    CHECK(!unlocked(game, "vip"));
    REQUIRE(refund(game, kept));
    CHECK_INT(gems(game), 25);
    REQUIRE(refund(game, sword));
    CHECK(!unlocked(game, "sword"));
    REQUIRE(refund(game, season));
    CHECK(unlocked(game, "season"));
    REQUIRE(refund(game, decided));
    CHECK_INT(gems(game), 25);
    CHECK(unlocked(game, "levels"));
    for (size_t i = 0; i < 5; i++) {
        const heard *entry = game_nth(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE, i);
        CHECK_INT(iap_transaction_delivery_state(entry->transaction), IAP_DELIVERY_GRANTED);
    }
    /* The game decides. */
    CHECK_STATUS(take_back(game, decided), IAP_OK);
    CHECK_INT(gems(game), 20);
    CHECK(!unlocked(game, "levels"));
    REQUIRE(inventory_relaunch(game));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 0);
    CHECK_INT(coins(game), 7);
    CHECK_INT(gems(game), 20);
    CHECK(unlocked(game, "season") && !unlocked(game, "levels"));
}

TEST(of_a_counter_goes_what_is_still_there) {
    game *game = inventory_start();
    const uint64_t id = game_own(game, COINS);
    REQUIRE(id != 0);
    REQUIRE_OK(spend(game, "coins", 60, "potion"));
    REQUIRE(refund(game, id));
    CHECK_INT(coins(game), 0);
}

TEST(a_quantity_is_taken_back_as_a_whole) {
    game *game = inventory_start();
    const uint64_t id = own_several(game, COINS, 5);
    REQUIRE(id != 0 && game_own(game, COINS) != 0);
    REQUIRE(refund(game, id));
    CHECK_INT(coins(game), 100);
}

TEST(what_was_revoked_while_the_game_did_not_run_is_taken_back_at_its_launch) {
    game *game = inventory_start();
    const uint64_t id = game_own(game, SWORD);
    game_quit(game);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    CHECK(!unlocked(game, "sword"));
}

TEST(what_was_restored_is_taken_back_as_well) {
    iap_store *store = store_open();
    game *phone = inventory_install(store, "phone");
    REQUIRE(game_launch(phone));
    const uint64_t id = game_own(phone, SWORD);
    game *tablet = inventory_install(store, "tablet");
    REQUIRE(game_launch(tablet));
    game_restore(tablet);
    REQUIRE(AWAIT(tablet, IAP_EVENT_RESTORE_FINISHED, 1));
    CHECK(unlocked(tablet, "sword"));
    REQUIRE(refund(tablet, id));
    CHECK(!unlocked(tablet, "sword"));
    const heard *told = game_nth(tablet, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE, 0);
    CHECK_INT(iap_transaction_delivery_state(told->transaction), IAP_DELIVERY_GRANTED);
    REQUIRE(AWAIT(phone, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    CHECK(!unlocked(phone, "sword"));
}

TEST(an_unlock_that_is_bought_again_after_a_refund_is_unlocked_again) {
    game *game = inventory_start();
    const uint64_t id = game_own(game, SWORD);
    REQUIRE(refund(game, id));
    CHECK(!unlocked(game, "sword"));
    REQUIRE(game_own(game, SWORD) != 0);
    CHECK(unlocked(game, "sword"));
}

TEST(what_is_not_revoked_cannot_be_taken_back) {
    game *game = inventory_start();
    const uint64_t id = game_own(game, LEVELS);
    const uint64_t ids[] = {id, 0, 4242, UINT64_MAX};
    for (size_t i = 0; i < 4; i++) {
        CHECK_STATUS(take_back(game, ids[i]), IAP_ERROR_NOT_FOUND);
        CHECK(last_response(game)->error.message[0] != 0);
    }
    CHECK(unlocked(game, "levels"));
    CHECK_INT(gems(game), 5);
    REQUIRE(refund(game, id));
    CHECK_STATUS(take_back(game, id), IAP_OK);
    REQUIRE_OK(add(game, "gems", 50, "k"));
    /* Amounts that were revoked before are not revoked again. */
    CHECK_STATUS(take_back(game, id), IAP_OK);
    CHECK_INT(gems(game), 50);
}

TEST(what_a_policy_keeps_the_game_cannot_take_back) {
    game *game = inventory_start();
    const uint64_t id = game_own(game, GEMS);
    REQUIRE(refund(game, id));
    CHECK_STATUS(take_back(game, id), IAP_OK);
    CHECK_INT(gems(game), 20);
}
