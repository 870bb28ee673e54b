/* Absence is not an end: what ends iap_owns(), what does not, and the event that tells each change. */

#include "facts.h"
#include "files.h"
#include "quirks.h"

#define ALWAYS iap_quirk_largest(IAP_QUIRK_LISTS_EMPTY_MS)

static bool owns(const game *game, const char *product_id) { return iap_owns(game->client, product_id, NULL) == 1; }

/* Whether the account does not own the product. In background mode the store's report may come a moment later. */
static bool has_lost(game *game, const char *product_id) {
    for (int i = 0; i < 100 && owns(game, product_id); i++) game_settle(game);
    game_settle(game); /* its event follows */
    return !owns(game, product_id);
}

static bool set_empty(game *game, int64_t milliseconds) {
    return set_quirk(game->store, IAP_QUIRK_LISTS_EMPTY_MS, milliseconds) &&
           set_quirk(game->store, IAP_QUIRK_LATEST_EMPTY_MS, milliseconds);
}

/* The events of a launch agree with iap_owns(). */
static void check_events(const game *game, const char *product_id, size_t began, size_t ended) {
    CHECK_INT(game_ownership_count(game, product_id, 1), began);
    CHECK_INT(game_ownership_count(game, product_id, 0), ended);
}

TEST(empty_lists_never_lock_a_paying_player_out) {
    game *game = inventory_start();
    REQUIRE(game_own(game, SWORD) != 0 && game_own(game, CLUB_MONTH) != 0);
    game_settle(game);
    check_events(game, SWORD, 1, 0);
    check_events(game, CLUB_MONTH, 1, 0);
    REQUIRE(set_empty(game, ALWAYS));
    for (int launch = 1; launch <= 3; launch++) {
        test_case("launch %d", launch);
        REQUIRE(inventory_relaunch(game));
        CHECK_OWNS_WHILE(game, SWORD, 1, 10 * MINUTE_MS);
        CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, 10 * MINUTE_MS);
        game_restore(game);
        REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
        CHECK_OWNS_WHILE(game, SWORD, 1, 10 * MINUTE_MS);
        CHECK(unlocked(game, "sword") && unlocked(game, "club"));
        check_events(game, SWORD, 0, 0);
        check_events(game, CLUB_MONTH, 0, 0);
    }
}

TEST(a_store_that_is_empty_after_the_launch_locks_nobody_out) {
    game *game = inventory_start();
    REQUIRE(game_own(game, SWORD) != 0);
    REQUIRE(set_empty(game, 6 * SECOND_MS) && inventory_relaunch(game));
    CHECK_OWNS_WHILE(game, SWORD, 1, MINUTE_MS);
    check_events(game, SWORD, 0, 0);
}

TEST(a_restored_purchase_is_owned_while_the_lists_are_empty) {
    game *phone = inventory_start();
    REQUIRE(game_own(phone, SWORD) != 0);
    REQUIRE(set_empty(phone, ALWAYS) && pass(phone, 5 * MINUTE_MS));
    game *tablet = game_install(phone->store, "player", "tablet");
    tablet->journal_path = temporary_path("tablet");
    REQUIRE(game_launch(tablet));
    const iap_transaction *outcome = game_buy(tablet, SWORD);
    CHECK_INT(iap_transaction_state(outcome), IAP_TRANSACTION_RESTORED);
    CHECK_OWNS_WHILE(tablet, SWORD, 1, 5 * MINUTE_MS);
    check_events(tablet, SWORD, 1, 0);
    game_quit(tablet);
    REQUIRE(game_launch(tablet));
    CHECK_OWNS_WHILE(tablet, SWORD, 1, 5 * MINUTE_MS);
}

TEST(a_subscription_of_ones_own_and_a_shared_one_end_separately) {
    game *game = ladder_game();
    struct game *other = another_game(game->store, "other", "tablet");
    const uint64_t own = game_own(game, LADDER_MIDDLE);
    REQUIRE(own != 0 && pass(game, SECOND_MS));
    const uint64_t others = game_own(other, LADDER_MIDDLE);
    REQUIRE(others != 0);
    REQUIRE_OK(iap_store_set_family(game->store, "player", "family", NULL));
    REQUIRE_OK(iap_store_set_family(game->store, "other", "family", NULL));
    REQUIRE(pass(game, MINUTE_MS) && pass(other, MINUTE_MS));
    REQUIRE_OK(iap_store_expire_subscription(game->store, others, NULL));
    REQUIRE(pass(game, MINUTE_MS) && pass(other, MINUTE_MS));
    CHECK(owns(game, LADDER_MIDDLE) && owns(other, LADDER_MIDDLE));
    REQUIRE_OK(iap_store_expire_subscription(game->store, own, NULL));
    REQUIRE(pass(game, MINUTE_MS) && pass(other, MINUTE_MS));
    /* In background mode the end and its event may come a moment later. */
    for (int i = 0; i < 100 && (owns(game, LADDER_MIDDLE) || game_ownership_count(game, LADDER_MIDDLE, 0) == 0); i++)
        game_settle(game);
    CHECK(has_lost(game, LADDER_MIDDLE) && has_lost(other, LADDER_MIDDLE));
    check_events(game, LADDER_MIDDLE, 1, 1);
}

TEST(a_share_that_ended_twice_unlocks_nothing_for_a_player_who_missed_the_first_end) {
    const iap_grant middle = {sizeof middle, IAP_GRANT_UNLOCK, LADDER_MIDDLE, "middle", 0, IAP_REVOCATION_TAKE_BACK, 0};
    const iap_inventory_options inventory = {sizeof inventory, 0, &middle, 1, NULL};
    iap_store *store = offers_store_of(ladder_text(true), NULL);
    game *owner = another_game(store, "owner", "tablet");
    game *game = inventory_install(store, "phone");
    game->inventory = &inventory;
    const char *journal = game->journal_path;
    REQUIRE(game_launch(game));
    REQUIRE_OK(iap_store_set_family(store, "owner", "family", NULL));
    REQUIRE_OK(iap_store_set_family(store, "player", "family", NULL));
    REQUIRE(game_own(owner, LADDER_MIDDLE) != 0 && pass(game, MINUTE_MS));
    CHECK(owns(game, LADDER_MIDDLE) && unlocked(game, "middle"));
    const iap_transactions *shared = game_query(game, IAP_QUERY_LATEST, LADDER_MIDDLE);
    REQUIRE(iap_transactions_count(shared) == 1);
    REQUIRE_OK(iap_finish_transaction_id(game->client, iap_transaction_id(iap_transactions_at(shared, 0)), NULL));
    game_settle(game);
    test_case("the first end comes while another player is signed in to the game");
    game_quit(game);
    game->journal_path = temporary_path("another-player");
    game->app_account_token = "01234567-89ab-4cde-8f01-23456789abcd";
    REQUIRE(game_launch(game));
    REQUIRE_OK(iap_store_set_family_sharing(store, "owner", 0, NULL));
    REQUIRE(pass(game, MINUTE_MS));
    REQUIRE_OK(iap_store_set_family_sharing(store, "owner", 1, NULL));
    REQUIRE(pass(game, MINUTE_MS));
    test_case("the second end");
    game_quit(game);
    game->journal_path = journal;
    game->app_account_token = NULL;
    REQUIRE(game_launch(game) && pass(game, MINUTE_MS));
    CHECK(owns(game, LADDER_MIDDLE) && unlocked(game, "middle"));
    REQUIRE_OK(iap_store_set_family(store, "owner", NULL, NULL));
    REQUIRE(pass(game, MINUTE_MS));
    CHECK(has_lost(game, LADDER_MIDDLE) && !unlocked(game, "middle"));
}

TEST(a_refund_ends_ownership_with_one_event) {
    game *game = inventory_start();
    const uint64_t id = game_own(game, SWORD);
    REQUIRE(id != 0 && refund(game, id));
    game_settle(game);
    CHECK(has_lost(game, SWORD) && !unlocked(game, "sword"));
    check_events(game, SWORD, 1, 1);
    REQUIRE(inventory_relaunch(game));
    game_settle(game);
    CHECK(has_lost(game, SWORD));
    check_events(game, SWORD, 0, 0);
}

TEST(the_end_of_a_subscription_has_one_event_also_if_it_ended_between_two_launches) {
    for (int is_running = 0; is_running <= 1; is_running++) {
        test_case("the game runs: %d", is_running);
        game *game = inventory_install(store_open(), "phone");
        game->journal_path = temporary_path(is_running ? "running" : "closed");
        REQUIRE(game_launch(game));
        const uint64_t id = game_own(game, CLUB_MONTH);
        REQUIRE(id != 0);
        REQUIRE_OK(iap_store_set_auto_renew(game->store, id, 0, NULL));
        if (!is_running) game_quit(game);
        REQUIRE_OK(iap_store_advance_clock(game->store, 40 * 24 * 60 * MINUTE_MS, NULL));
        if (!is_running) REQUIRE(game_launch(game));
        REQUIRE(pass_slowly(game, MINUTE_MS));
        CHECK(has_lost(game, CLUB_MONTH) && !unlocked(game, "club"));
        check_events(game, CLUB_MONTH, (size_t)is_running, 1);
        game_uninstall(game);
    }
}

TEST(another_account_on_the_device_ends_ownership_and_unlocks_and_the_first_account_has_them_again) {
    game *game = inventory_start();
    REQUIRE(game_own(game, SWORD) != 0);
    game_settle(game);
    REQUIRE_OK(iap_device_sign_in(game->device, "sister", NULL));
    REQUIRE(inventory_relaunch(game) && pass_slowly(game, MINUTE_MS));
    CHECK(has_lost(game, SWORD) && !unlocked(game, "sword"));
    check_events(game, SWORD, 0, 1);
    REQUIRE_OK(iap_device_sign_in(game->device, "player", NULL));
    REQUIRE(inventory_relaunch(game) && pass_slowly(game, MINUTE_MS));
    CHECK(owns(game, SWORD) && unlocked(game, "sword"));
    check_events(game, SWORD, 1, 0);
}

TEST(an_upgrade_ends_the_old_product_and_its_unlock_together) {
    game *game = inventory_start();
    REQUIRE(game_own(game, CLUB_YEAR) != 0);
    game_settle(game);
    CHECK(owns(game, CLUB_YEAR));
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    REQUIRE(pass_slowly(game, MINUTE_MS));
    CHECK(owns(game, CLUB_MONTH) && has_lost(game, CLUB_YEAR));
    check_events(game, CLUB_YEAR, 1, 1);
    check_events(game, CLUB_MONTH, 1, 0);
}

TEST(a_change_of_plan_at_the_renewal_ends_the_old_plan_when_the_new_one_is_listed) {
    game *game = inventory_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE(id != 0);
    REQUIRE(game_buy(game, CLUB_YEAR) != NULL);
    const iap_transactions *list = game_query(game, IAP_QUERY_LATEST, CLUB_MONTH);
    const int64_t end = iap_transaction_expiration_date_ms(iap_transactions_at(list, 0));
    const int64_t now = iap_store_now_ms(game->store);
    REQUIRE_OK(iap_store_advance_clock(game->store, end - now + 100, NULL));
    game_settle(game);
    CHECK(owns(game, CLUB_YEAR) && has_lost(game, CLUB_MONTH));
    check_events(game, CLUB_MONTH, 1, 1);
}
