/* A device without a network knows what it received before, and receives the rest when the network is back. */

#include "facts.h"
#include "files.h"
#include "network_conditions.h"
#include "offer_payments.h"

#include <string.h>

/* Two devices of one account, each with a running game. */
typedef struct devices {
    game *phone, *pad;
} devices;

static devices devices_on(iap_store *store) {
    return (devices){another_game(store, "player", "phone"), another_game(store, "player", "pad")};
}

static devices two_devices(void) { return devices_on(offers_store_of(ladder_text(true), NULL)); }

static bool (*const cuts[])(const game *) = {network_is_down, network_never_answers};

static bool cut_off(game *game, size_t cut) {
    game_settle(game);
    game_forget(game);
    return cuts[cut](game);
}

static size_t count_of(game *game, iap_query_t query, const char *product_id) {
    return iap_transactions_count(game_query(game, query, product_id));
}

static bool relaunch(game *game) {
    game_quit(game);
    game_forget(game);
    if (!game_launch(game)) return false;
    game_settle(game);
    return true;
}

TEST(what_is_bought_elsewhere_is_not_known_without_a_network_and_comes_with_it) {
    for (size_t cut = 0; cut < 2; cut++) {
        test_case("cut %zu", cut);
        const devices both = two_devices();
        REQUIRE(cut_off(both.pad, cut));
        REQUIRE(game_buy(both.phone, LADDER_CHEST) != NULL);
        game_settle(both.pad);
        CHECK_INT(both.pad->log_count, 0);
        CHECK_INT(count_of(both.pad, IAP_QUERY_UNFINISHED, NULL), 0);
        CHECK_INT(count_of(both.pad, IAP_QUERY_ALL, NULL), 0);
        CHECK_INT(count_of(both.pad, IAP_QUERY_LATEST, LADDER_CHEST), 0);
        CHECK_INT(entitlements(both.pad, NULL), 0);
        test_case("cut %zu, launched again", cut);
        REQUIRE(relaunch(both.pad));
        CHECK_INT(game_count(both.pad, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 0);
        CHECK_INT(entitlements(both.pad, NULL), 0);
        test_case("cut %zu, the network is back", cut);
        REQUIRE(network_is_perfect(both.pad) && AWAIT_STATE(both.pad, IAP_TRANSACTION_PURCHASED, 1));
        game_settle(both.pad);
        CHECK_INT(game_count(both.pad, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 1);
        CHECK_INT(entitlements(both.pad, LADDER_CHEST), 1);
    }
}

TEST(a_subscription_ends_by_the_clock_of_a_device_that_hears_of_no_renewal) {
    const devices both = two_devices();
    const uint64_t id = game_own(both.phone, LADDER_MIDDLE);
    const int64_t end = end_of(both.phone, LADDER_GROUP);
    REQUIRE(id != 0 && cut_off(both.pad, 0));
    REQUIRE(pass_until(both.phone, end - 1));
    CHECK_INT(entitlements(both.pad, LADDER_MIDDLE), 1);
    REQUIRE(pass_until(both.phone, end));
    CHECK_INT(entitlements(both.phone, LADDER_MIDDLE), 1);
    CHECK_INT(entitlements(both.pad, LADDER_MIDDLE), 0);
    CHECK_INT(history(both.pad, LADDER_MIDDLE), 1);
    test_case("the network is back");
    REQUIRE(network_is_perfect(both.pad) && AWAIT_STATE(both.pad, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(entitlements(both.pad, LADDER_MIDDLE), 1);
    CHECK_INT(history(both.pad, LADDER_MIDDLE), 2);
}

TEST(grace_that_the_device_has_heard_of_lasts_to_its_end) {
    const devices both = two_devices();
    REQUIRE(game_own(both.phone, LADDER_MIDDLE) != 0 && let_renewals_fail(both.phone, 3));
    const int64_t end = end_of(both.phone, LADDER_GROUP);
    REQUIRE(pass_until(both.phone, end) &&
            state_of(both.phone, LADDER_GROUP) == IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD);
    REQUIRE(cut_off(both.pad, 0));
    CHECK_INT(entitlements(both.pad, LADDER_MIDDLE), 1);
    REQUIRE(pass_until(both.phone, end + 3 * DAY_MS - 1));
    CHECK_INT(entitlements(both.pad, LADDER_MIDDLE), 1);
    REQUIRE(pass_until(both.phone, end + 3 * DAY_MS));
    CHECK_INT(entitlements(both.pad, LADDER_MIDDLE), 0);
}

TEST(a_refund_is_heard_when_the_network_is_back) {
    const devices both = two_devices();
    const uint64_t id = game_own(both.phone, LADDER_CHEST);
    REQUIRE(id != 0 && cut_off(both.pad, 0));
    REQUIRE_OK(iap_store_refund(both.phone->store, id, NULL));
    game_settle(both.pad);
    CHECK_INT(both.pad->log_count, 0);
    CHECK_INT(entitlements(both.pad, LADDER_CHEST), 1);
    CHECK_INT(iap_transaction_revocation_date_ms(in_history(both.pad, id)), 0);
    REQUIRE(network_is_perfect(both.pad) && AWAIT(both.pad, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    CHECK_INT(entitlements(both.pad, LADDER_CHEST), 0);
    CHECK(iap_transaction_revocation_date_ms(in_history(both.pad, id)) != 0);
}

TEST(statuses_and_eligibility_are_those_that_the_device_heard) {
    const devices both = two_devices();
    REQUIRE(game_own(both.phone, LADDER_MIDDLE) != 0 && cut_off(both.pad, 0));
    REQUIRE(pass_until(both.phone, end_of(both.phone, LADDER_GROUP)) && let_renewals_fail(both.phone, 0));
    REQUIRE(pass_until(both.phone, end_of(both.phone, LADDER_GROUP)));
    CHECK_INT(state_of(both.phone, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY);
    const iap_subscription_statuses *statuses = game_statuses(both.pad, NULL);
    REQUIRE(CHECK_INT(iap_subscription_statuses_count(statuses), 1));
    CHECK_INT(iap_subscription_status_state(iap_subscription_statuses_at(statuses, 0)),
              IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    game_settle(both.pad);
    CHECK_INT(game_count(both.pad, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE), 0);
    REQUIRE(network_is_perfect(both.pad) && AWAIT(both.pad, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, 1));
    CHECK_INT(state_of(both.pad, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY);
}

TEST(what_a_device_finishes_without_a_network_is_finished) {
    const devices both = two_devices();
    REQUIRE(game_buy(both.phone, LADDER_CHEST) != NULL && AWAIT_STATE(both.pad, IAP_TRANSACTION_PURCHASED, 1));
    const iap_transaction *chest =
        game_nth(both.pad, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0)->transaction;
    REQUIRE(cuts[0](both.pad) && game_finish(both.pad, chest));
    CHECK_INT(count_of(both.pad, IAP_QUERY_UNFINISHED, NULL), 0);
    CHECK_INT(store_totals(both.pad->store).unfinished, 0);
    REQUIRE(network_is_perfect(both.pad));
    game_settle(both.pad);
    CHECK_INT(game_count(both.pad, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 1);
}

TEST(what_another_device_finishes_is_unfinished_on_one_without_a_network) {
    const devices both = two_devices();
    const iap_transaction *chest = game_buy(both.phone, LADDER_CHEST);
    REQUIRE(chest != NULL && AWAIT_STATE(both.pad, IAP_TRANSACTION_PURCHASED, 1) && cut_off(both.pad, 0));
    REQUIRE(game_finish(both.phone, chest));
    CHECK_INT(count_of(both.phone, IAP_QUERY_UNFINISHED, NULL), 0);
    CHECK_INT(count_of(both.pad, IAP_QUERY_UNFINISHED, NULL), 1);
    REQUIRE(network_is_perfect(both.pad));
    CHECK_INT(count_of(both.pad, IAP_QUERY_UNFINISHED, NULL), 0);
}

TEST(what_a_device_has_heard_outlives_the_store) {
    iap_store_options options = store_options();
    options.storekit_text = ladder_text(true);
    options.storekit_length = strlen(options.storekit_text);
    options.state_path = temporary_path("store.db");
    devices both = devices_on(store_open_with(&options));
    const uint64_t id = game_own(both.phone, LADDER_CHEST);
    REQUIRE(id != 0 && cut_off(both.pad, 0));
    iap_store *store = both.phone->store;
    REQUIRE_OK(iap_store_refund(store, id, NULL));
    game_uninstall(both.phone);
    game_uninstall(both.pad);
    store_close(store);
    both = devices_on(store_open_with(&options));
    CHECK_INT(entitlements(both.phone, LADDER_CHEST), 0);
    CHECK_INT(entitlements(both.pad, LADDER_CHEST), 1);
    REQUIRE(network_is_perfect(both.pad));
    CHECK_INT(entitlements(both.pad, LADDER_CHEST), 0);
}

TEST(who_signs_in_without_a_network_is_known_to_own_nothing) {
    const devices both = two_devices();
    REQUIRE(game_own(another_game(both.pad->store, "sister", "phone"), LADDER_CHEST) != 0);
    REQUIRE(game_own(both.phone, LADDER_CHEST) != 0 && cut_off(both.pad, 0));
    REQUIRE_OK(iap_device_sign_in(both.pad->device, "sister", NULL));
    CHECK_INT(entitlements(both.pad, NULL), 0);
    REQUIRE_OK(iap_device_sign_in(both.pad->device, "player", NULL));
    CHECK_INT(entitlements(both.pad, NULL), 1);
    REQUIRE_OK(iap_device_sign_in(both.pad->device, "sister", NULL));
    REQUIRE(network_is_perfect(both.pad));
    CHECK_INT(entitlements(both.pad, NULL), 1);
}

TEST(a_member_without_a_network_has_what_was_shared) {
    iap_store *store = offers_store_of(ladder_text(true), NULL);
    game *owner = another_game(store, "owner", "phone"), *member = another_game(store, "member", "phone");
    REQUIRE_OK(iap_store_set_family(store, "owner", "family", NULL));
    REQUIRE_OK(iap_store_set_family(store, "member", "family", NULL));
    REQUIRE(game_own(owner, LADDER_CHEST) != 0 && game_own(owner, LADDER_MIDDLE) != 0 && cut_off(member, 0));
    REQUIRE_OK(iap_store_set_family_sharing(store, "owner", 0, NULL));
    CHECK_INT(entitlements(member, NULL), 2);
    const iap_subscription_statuses *statuses = game_statuses(member, NULL);
    REQUIRE(CHECK_INT(iap_subscription_statuses_count(statuses), 1));
    CHECK_INT(iap_subscription_status_state(iap_subscription_statuses_at(statuses, 0)),
              IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    REQUIRE(network_is_perfect(member) && AWAIT(member, IAP_EVENT_ENTITLEMENT_REVOKED, 2));
    CHECK_INT(entitlements(member, NULL), 0);
}

TEST(a_purchase_whose_response_is_lost_is_not_known_before_the_network_is_back) {
    game *game = game_start();
    REQUIRE(load_products(game) && network_is_slow(game, 5000, 0));
    const uint64_t payment = game_pay(game, SWORD, 1);
    game_settle(game);
    REQUIRE(network_is_down(game) && check_payment_failed(game, payment, IAP_ERROR_NETWORK));
    CHECK_INT(count_of(game, IAP_QUERY_UNFINISHED, NULL), 0);
    CHECK_INT(entitlements(game, NULL), 0);
    REQUIRE(network_is_perfect(game) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(entitlements(game, SWORD), 1);
}

TEST(a_reset_brings_every_network_back) {
    const devices both = two_devices();
    REQUIRE(cut_off(both.pad, 0) && game_own(both.phone, LADDER_CHEST) != 0);
    CHECK_INT(entitlements(both.pad, NULL), 0);
    REQUIRE_OK(iap_store_reset_to_default_state(both.pad->store, NULL));
    CHECK_INT(entitlements(both.pad, NULL), 1);
}

TEST(a_purchase_of_what_was_bought_elsewhere_meanwhile_is_reported_as_purchased) {
    const devices both = two_devices();
    static const char *const ids[] = {LADDER_CHEST};
    REQUIRE(game_products(both.pad, ids, 1) != NULL && cut_off(both.pad, 1));
    const uint64_t id = game_own(both.phone, LADDER_CHEST);
    REQUIRE(id != 0);
    const uint64_t payment = game_pay(both.pad, LADDER_CHEST, 1);
    game_settle(both.pad);
    REQUIRE(network_is_perfect(both.pad));
    const heard *outcome = game_outcome(both.pad, payment);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_PURCHASED);
    CHECK_ID(iap_transaction_id(outcome->transaction), id);
    CHECK_INT(store_totals(both.pad->store).transactions, 1);
}

TEST(what_is_deleted_is_gone_on_a_device_without_a_network_as_well) {
    const devices both = two_devices();
    const uint64_t chest = game_own(both.phone, LADDER_CHEST), pass = game_own(both.phone, LADDER_MIDDLE);
    REQUIRE(chest != 0 && pass != 0 && cut_off(both.pad, 0));
    REQUIRE_OK(iap_store_delete_transaction(both.pad->store, chest, NULL));
    CHECK_INT(entitlements(both.pad, NULL), 1);
    REQUIRE_OK(iap_store_clear_transactions(both.pad->store, NULL));
    CHECK_INT(entitlements(both.pad, NULL), 0);
    CHECK_INT(history(both.pad, NULL), 0);
}
