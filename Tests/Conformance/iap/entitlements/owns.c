/* iap_owns(): what the account may use, without a restore. */

#include "facts.h"
#include "files.h"
#include "inventory.h"
#include "network_conditions.h"

#include <string.h>
#include <time.h>

/* Processes events until the result is as expected. */
static bool becomes(game *game, const char *product_id, int32_t expected) {
    const time_t end = time(NULL) + TIMEOUT_MS / 1000;
    while (iap_owns(game->client, product_id, NULL) != expected) {
        if (time(NULL) > end) {
            test_fail(__FILE__, __LINE__, "iap_owns(%s) did not become %d", product_id, (int)expected);
            return false;
        }
        game_process(game, 0);
    }
    return true;
}

#define CHECK_OWNS(game, product_id, expected) CHECK_INT(iap_owns((game)->client, (product_id), NULL), (expected))

TEST(a_purchase_is_owned_when_the_game_hears_of_it_and_consumables_never_are) {
    game *game = game_start();
    CHECK_OWNS(game, SWORD, 0);
    REQUIRE(game_buy(game, SWORD) != NULL);
    CHECK(becomes(game, SWORD, 1));
    REQUIRE(game_buy(game, COINS) != NULL);
    REQUIRE(game_buy(game, SEASON) != NULL);
    REQUIRE(game_buy(game, CLUB_MONTH) != NULL);
    CHECK(becomes(game, SEASON, 1));
    CHECK(becomes(game, CLUB_MONTH, 1));
    game_settle(game);
    CHECK_OWNS(game, COINS, 0);
    CHECK_OWNS(game, CLUB_YEAR, 0);
    CHECK_OWNS(game, UNKNOWN_PRODUCT, 0);
}

TEST(a_question_that_failed_is_never_true) {
    game *game = game_start();
    iap_error error = IAP_ERROR_VALUE_INIT;
    REQUIRE(game_own(game, SWORD) != 0);
    CHECK(becomes(game, SWORD, 1));
    error.status = IAP_ERROR_NETWORK;
    CHECK_INT(iap_owns(game->client, SWORD, &error), 1);
    CHECK_STATUS(error.status, IAP_OK);
    CHECK_INT(iap_can_make_payments(game->client, &error), 1);
    CHECK_STATUS(error.status, IAP_OK);
    CHECK_INT(iap_owns(game->client, "\xff", NULL), 0);
    char long_id[IAP_PRODUCT_ID_LENGTH_MAX + 2];
    memset(long_id, 'a', sizeof long_id - 1);
    long_id[sizeof long_id - 1] = 0;
    CHECK_ZERO(iap_owns(game->client, NULL, &error), error, IAP_ERROR_INVALID_ARGUMENT);
    CHECK_ZERO(iap_owns(game->client, "", &error), error, IAP_ERROR_INVALID_TEXT);
    CHECK_ZERO(iap_owns(game->client, "\xff", &error), error, IAP_ERROR_INVALID_TEXT);
    CHECK_ZERO(iap_owns(game->client, long_id, &error), error, IAP_ERROR_TOO_LARGE);
}

TEST(a_second_device_owns_what_the_account_owns_without_a_restore_or_a_sheet) {
    iap_store *store = store_open();
    game *phone = inventory_install(store, "phone");
    REQUIRE(game_launch(phone));
    REQUIRE(game_own(phone, SWORD) != 0);
    REQUIRE(game_own(phone, CLUB_MONTH) != 0);
    game *tablet = inventory_install(store, "tablet");
    REQUIRE(game_launch(tablet));
    CHECK(becomes(tablet, SWORD, 1));
    CHECK(becomes(tablet, CLUB_MONTH, 1));
    CHECK(unlocked(tablet, "sword") && unlocked(tablet, "club"));
    /* Counters are not synchronised: the player may have spent them, or they are in a save file. */
    CHECK_INT(gems(tablet), 0);
    game_settle(tablet);
    CHECK_INT(game_count(tablet, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 0);
    CHECK_INT(store_totals(store).transactions, 2);
}

TEST(a_game_without_an_observer_owns_what_the_account_owns) {
    iap_store *store = store_open();
    game *phone = game_install(store, "player", "phone");
    REQUIRE(game_launch(phone));
    REQUIRE(game_own(phone, SWORD) != 0);
    game *tablet = game_install(store, "player", "tablet");
    REQUIRE(game_launch_without_observer(tablet));
    CHECK(becomes(tablet, SWORD, 1));
    /* Another account owns nothing. */
    game *other = game_install(store, "sister", "her phone");
    REQUIRE(game_launch(other));
    game_settle(other);
    CHECK_OWNS(other, SWORD, 0);
}

TEST(the_journal_answers_before_the_store_and_without_a_network) {
    game *game = inventory_start();
    REQUIRE(game_own(game, SWORD) != 0);
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    CHECK(becomes(game, CLUB_MONTH, 1));
    game_settle(game);
    REQUIRE(network_is_down(game));
    game_quit(game);
    REQUIRE(game_launch_without_observer(game));
    /* The game processed nothing. */
    CHECK_OWNS(game, SWORD, 1);
    CHECK_OWNS(game, CLUB_MONTH, 1);
    /* The clock ends the subscription. */
    REQUIRE_OK(iap_store_advance_clock(game->store, INT64_C(40) * 24 * 3600 * 1000, NULL));
    CHECK_OWNS(game, CLUB_MONTH, 0);
    CHECK_OWNS(game, SWORD, 1);
    CHECK(!unlocked(game, "club"));
}

#define DAY (INT64_C(24) * 3600 * 1000)

TEST(a_subscription_is_owned_through_its_grace_period_and_not_after_it) {
    game *game = inventory_start();
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    CHECK(becomes(game, CLUB_MONTH, 1));
    REQUIRE(let_renewals_fail(game, 16));
    /* One month after 2026-01-01. */
    REQUIRE_OK(iap_store_advance_clock(game->store, 31 * DAY + 1000, NULL));
    CHECK(becomes(game, CLUB_MONTH, 1));
    game_settle(game);
    CHECK_OWNS(game, CLUB_MONTH, 1);
    CHECK(unlocked(game, "club"));
    /* A new device gets the same result. */
    struct game *tablet = inventory_install(game->store, "tablet");
    REQUIRE(game_launch(tablet));
    CHECK(becomes(tablet, CLUB_MONTH, 1));
    CHECK(unlocked(tablet, "club"));
    REQUIRE_OK(iap_store_advance_clock(game->store, 15 * DAY, NULL));
    game_settle(game);
    CHECK_OWNS(game, CLUB_MONTH, 1);
    CHECK(unlocked(game, "club"));
    REQUIRE_OK(iap_store_advance_clock(game->store, DAY, NULL));
    game_settle(game);
    game_settle(tablet);
    CHECK_OWNS(game, CLUB_MONTH, 0);
    CHECK_OWNS(tablet, CLUB_MONTH, 0);
    CHECK(!unlocked(game, "club") && !unlocked(tablet, "club"));
}

/* ------------------------------------------------------------------------------------ what the store ends early */

TEST(a_subscription_that_the_store_ends_early_is_not_owned_any_more) {
    game *game = inventory_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE(id != 0);
    CHECK(becomes(game, CLUB_MONTH, 1));
    REQUIRE_OK(iap_store_expire_subscription(game->store, id, NULL));
    CHECK(becomes(game, CLUB_MONTH, 0));
    game_settle(game);
    CHECK(!unlocked(game, "club"));
    /* The same at the next launch. */
    game_quit(game);
    REQUIRE(game_launch(game));
    game_settle(game);
    CHECK_OWNS(game, CLUB_MONTH, 0);
    CHECK(!unlocked(game, "club"));
}

TEST(a_period_that_a_renewal_cut_short_unlocks_nothing_after_an_upgrade) {
    iap_grant yearly = IAP_GRANT_INIT;
    yearly.kind = IAP_GRANT_UNLOCK;
    yearly.product_id = CLUB_YEAR;
    yearly.name = "yearly";
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    inventory.grants = &yearly;
    inventory.grant_count = 1;
    game *game = inventory_install(store_open(), "phone");
    game->inventory = &inventory;
    REQUIRE(game_launch(game));
    const uint64_t id = game_own(game, CLUB_YEAR);
    REQUIRE(id != 0 && pass(game, 1000));
    REQUIRE_OK(iap_store_force_renewal(game->store, id, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
    REQUIRE(pass(game, 1000));
    CHECK(unlocked(game, "yearly"));
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    CHECK(becomes(game, CLUB_YEAR, 0));
    game_settle(game);
    CHECK(!unlocked(game, "yearly"));
}

TEST(who_cancels_in_the_grace_period_owns_nothing_from_then_on) {
    game *game = inventory_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE(id != 0);
    REQUIRE(let_renewals_fail(game, 16));
    REQUIRE_OK(iap_store_advance_clock(game->store, 31 * DAY + 1000, NULL));
    CHECK(becomes(game, CLUB_MONTH, 1));
    game_settle(game);
    CHECK(unlocked(game, "club"));
    REQUIRE_OK(iap_store_set_auto_renew(game->store, id, 0, NULL));
    CHECK(becomes(game, CLUB_MONTH, 0));
    game_settle(game);
    CHECK(!unlocked(game, "club"));
}

TEST(grace_reaches_the_unlocks_of_a_period_that_is_not_finished) {
    game *game = inventory_start();
    REQUIRE(game_buy(game, CLUB_MONTH) != NULL);
    CHECK(becomes(game, CLUB_MONTH, 1));
    REQUIRE(let_renewals_fail(game, 16));
    REQUIRE_OK(iap_store_advance_clock(game->store, 31 * DAY + 1000, NULL));
    game_settle(game);
    CHECK_OWNS(game, CLUB_MONTH, 1);
    CHECK(unlocked(game, "club"));
    /* The first launch in the grace period of a purchase that no game has received yet. */
    struct game *tablet = inventory_install(game->store, "tablet");
    REQUIRE(game_launch(tablet));
    CHECK(becomes(tablet, CLUB_MONTH, 1));
    game_settle(tablet);
    CHECK(unlocked(tablet, "club"));
}

TEST(a_refund_ends_what_is_owned_and_unlocked_here_and_on_other_devices) {
    iap_store *store = store_open();
    game *phone = inventory_install(store, "phone");
    game *tablet = inventory_install(store, "tablet");
    REQUIRE(game_launch(phone) && game_launch(tablet));
    const uint64_t id = game_own(phone, SWORD);
    REQUIRE(id != 0);
    CHECK(becomes(tablet, SWORD, 1));
    game_settle(tablet);
    CHECK(unlocked(tablet, "sword"));
    REQUIRE_OK(iap_store_refund(store, id, NULL));
    CHECK(becomes(phone, SWORD, 0) && becomes(tablet, SWORD, 0));
    game_settle(tablet);
    CHECK(!unlocked(tablet, "sword"));
    /* The same at the next launch, and on a new device. */
    game_quit(phone);
    game *desktop = inventory_install(store, "desktop");
    REQUIRE(game_launch(phone) && game_launch(desktop));
    game_settle(phone);
    game_settle(desktop);
    CHECK(!unlocked(phone, "sword") && !unlocked(desktop, "sword"));
    CHECK_OWNS(phone, SWORD, 0);
    CHECK_OWNS(desktop, SWORD, 0);
}

/* ------------------------------------------------------------------------------------------- a slow network */

/* Measures from the call that opens the client. A sheet or a restore would need a second event. */
static double seconds_until_owned(game *game) {
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    if (!game_launch(game)) return -1;
    while (iap_owns(game->client, SWORD, NULL) != 1 || iap_owns(game->client, CLUB_MONTH, NULL) != 1 ||
           !unlocked(game, "sword") || !unlocked(game, "club")) {
        game_process(game, 0);
        clock_gettime(CLOCK_MONOTONIC, &end);
        if (end.tv_sec - begin.tv_sec > TIMEOUT_MS / 1000) return -1;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    return (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
}

TEST(what_is_listed_is_owned_however_slow_the_network_is) {
    iap_store *store = store_open();
    game *phone = inventory_install(store, "phone");
    REQUIRE(game_launch(phone));
    REQUIRE(game_own(phone, SWORD) != 0);
    REQUIRE(game_own(phone, CLUB_MONTH) != 0);
    game *tablet = inventory_install(store, "tablet");
    CHECK(seconds_until_owned(tablet) >= 0);
    game_settle(tablet);
    CHECK_INT(game_count(tablet, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 0);
    for (int answers = 0; answers <= 1; answers++) {
        test_case(answers ? "an answer takes an hour" : "no answer comes");
        game *desktop = inventory_install(store, answers ? "desktop" : "laptop");
        iap_device_network network = IAP_DEVICE_NETWORK_INIT;
        network.latency_ms = answers ? 3600 * 1000 : 0;
        network.never_answers = !answers;
        REQUIRE(set_network(desktop, network));
        CHECK(seconds_until_owned(desktop) >= 0);
    }
}

static void answers(game *game, const heard *entry) {
    if (entry->type != IAP_EVENT_VERIFICATION_REQUESTED) return;
    const iap_verdict_t *verdict = game->context;
    CHECK_STATUS(iap_give_verdict(game->client, iap_transaction_id(entry->transaction), *verdict, NULL, 0, NULL),
                 IAP_OK);
}

TEST(with_a_verification_of_its_own_a_game_owns_what_was_found_valid) {
    iap_store *store = store_open();
    game *phone = game_install(store, "player", "phone");
    REQUIRE(game_launch(phone));
    REQUIRE(game_own(phone, SWORD) != 0);
    iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
    verification.mode = IAP_VERIFY_BY_GAME;
    for (int valid = 0; valid <= 1; valid++) {
        test_case(valid ? "valid" : "invalid");
        iap_verdict_t verdict = valid ? IAP_VERDICT_VALID : IAP_VERDICT_INVALID;
        game *tablet = inventory_install(store, valid ? "tablet" : "desktop");
        tablet->verification = &verification;
        tablet->then = answers;
        tablet->context = &verdict;
        REQUIRE(game_launch(tablet));
        REQUIRE(AWAIT(tablet, IAP_EVENT_VERIFICATION_REQUESTED, 1));
        if (valid) CHECK(becomes(tablet, SWORD, 1));
        game_settle(tablet);
        CHECK_OWNS(tablet, SWORD, valid);
        CHECK_INT(unlocked(tablet, "sword"), valid);
    }
}
