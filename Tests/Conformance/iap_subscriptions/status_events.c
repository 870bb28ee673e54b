/* Events of subscriptions: which changes the library reports to whom, in which order, and how long a status stays valid. */

#include "game.h"
#include "offer_catalogue.h"

#define DAY_MS INT64_C(86400000)

static size_t status_count(const game *game) {
    return game_count(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE);
}

static const iap_subscription_status *nth_status(const game *game, size_t n) {
    const heard *entry = game_nth(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE, n);
    return entry != NULL ? entry->status : NULL;
}

/* Waits for one more status than `before` and for the end of the events; returns the last status. */
static const iap_subscription_status *next_status(game *game, size_t before) {
    if (!AWAIT(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, before + 1)) return NULL;
    game_settle(game);
    CHECK_INT(status_count(game), before + 1);
    return nth_status(game, status_count(game) - 1);
}

static void check_news(const iap_subscription_status *status, iap_subscription_state_t state, uint64_t id) {
    CHECK_INT(iap_subscription_status_state(status), state);
    CHECK_TEXT(iap_subscription_status_group_id(status), CLUB_GROUP);
    CHECK_ID(iap_transaction_id(iap_subscription_status_transaction(status)), id);
    CHECK_INT(iap_transaction_delivery_count(iap_subscription_status_transaction(status)), 0);
    CHECK_INT(iap_renewal_info_signature_check(iap_subscription_status_renewal_info(status)), IAP_SIGNATURE_VERIFIED);
}

/* A game that has a subscription and has received its event. */
static game *subscriber(uint64_t *id) {
    game *game = game_start();
    *id = game_own(game, CLUB_MONTH);
    next_status(game, 0);
    game_forget(game);
    return game;
}

TEST(what_is_no_subscription_is_no_news_of_one) {
    game *game = game_start();
    REQUIRE(game_own(game, COINS) != 0 && game_own(game, SWORD) != 0 && game_own(game, SEASON) != 0);
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    REQUIRE(game_buy(game, CLUB_MONTH) != NULL);
    game_settle(game);
    CHECK_INT(status_count(game), 0);
}

TEST(every_device_of_the_account_hears_and_no_other) {
    game *phone = game_start();
    struct game *tablet = game_install(phone->store, "player", "tablet");
    struct game *stranger = game_install(phone->store, "stranger", "phone");
    REQUIRE(game_launch(tablet) && game_launch(stranger));
    const uint64_t id = game_own(phone, CLUB_MONTH);
    check_news(next_status(tablet, 0), IAP_SUBSCRIPTION_STATE_SUBSCRIBED, id);
    check_news(next_status(phone, 0), IAP_SUBSCRIPTION_STATE_SUBSCRIBED, id);
    game_settle(stranger);
    CHECK_INT(stranger->log_count, 0);
}

TEST(a_status_waits_for_an_observer) {
    uint64_t id = 0;
    game *game = subscriber(&id);
    game_ignore(game, 1);
    REQUIRE_OK(iap_store_set_auto_renew(game->store, id, 0, NULL));
    game_settle(game);
    CHECK_INT(status_count(game), 0);
    CHECK_INT(game_observe(game), 2);
    check_news(next_status(game, 0), IAP_SUBSCRIPTION_STATE_SUBSCRIBED, id);
}

TEST(each_state_that_is_set_is_news) {
    uint64_t id = 0;
    game *game = subscriber(&id);
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.is_in_billing_retry = 1;
    renewal.expiration_reason = IAP_EXPIRATION_REASON_BILLING_ERROR;
    renewal.grace_period_expiration_date_ms = iap_store_now_ms(game->store) + 16 * DAY_MS;
    REQUIRE_OK(iap_store_set_renewal(game->store, id, &renewal, NULL));
    check_news(next_status(game, 0), IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD, id);
    renewal.grace_period_expiration_date_ms = 0;
    REQUIRE_OK(iap_store_set_renewal(game->store, id, &renewal, NULL));
    check_news(next_status(game, 1), IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY, id);
    renewal.is_in_billing_retry = 0;
    renewal.will_auto_renew = 0;
    REQUIRE_OK(iap_store_set_renewal(game->store, id, &renewal, NULL));
    check_news(next_status(game, 2), IAP_SUBSCRIPTION_STATE_EXPIRED, id);
    /* Statuses are not deliveries and not in the queue. */
    CHECK_INT(game->log_count, 3);
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
}

TEST(the_end_of_a_subscription_is_news) {
    uint64_t id = 0;
    game *game = subscriber(&id);
    REQUIRE_OK(iap_store_set_auto_renew(game->store, id, 0, NULL));
    REQUIRE(next_status(game, 0) != NULL);
    REQUIRE_OK(iap_store_advance_clock(game->store, 31 * DAY_MS, NULL));
    const iap_subscription_status *ended = next_status(game, 1);
    check_news(ended, IAP_SUBSCRIPTION_STATE_EXPIRED, id);
    CHECK_INT(iap_renewal_info_expiration_reason(iap_subscription_status_renewal_info(ended)),
              IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED);
    const uint64_t again = game_own(game, CLUB_MONTH);
    check_news(next_status(game, 2), IAP_SUBSCRIPTION_STATE_SUBSCRIBED, again);
}

TEST(a_refund_is_news) {
    uint64_t id = 0;
    game *game = subscriber(&id);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    const iap_subscription_status *status = next_status(game, 0);
    check_news(status, IAP_SUBSCRIPTION_STATE_REVOKED, id);
    CHECK_INT(iap_transaction_state(iap_subscription_status_transaction(status)), IAP_TRANSACTION_REVOKED);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 1);
}

TEST(an_upgrade_is_news) {
    game *game = game_start();
    const uint64_t lower = game_own(game, CLUB_YEAR);
    REQUIRE(lower != 0 && next_status(game, 0) != NULL);
    const uint64_t higher = game_own(game, CLUB_MONTH);
    const iap_subscription_status *status = next_status(game, 1);
    check_news(status, IAP_SUBSCRIPTION_STATE_SUBSCRIBED, higher);
    CHECK_TEXT(iap_renewal_info_product_id(iap_subscription_status_renewal_info(status)), CLUB_MONTH);
}

/* -------------------------------------------------------------------------------------------- the system's sheet */

static void manage(game *game, const char *group_id, const char *detail) {
    REQUIRE_OK(iap_store_answer_next_sheet(game->store, IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS, IAP_STORE_ANSWER_ACCEPT,
                                           detail, NULL));
    uint64_t request = 0;
    REQUIRE_OK(iap_show_manage_subscriptions(game->client, group_id, NULL, game_hears_end, game, &request, NULL));
    const heard *end = game_wait_response(game, request);
    REQUIRE(end != NULL);
    CHECK(!end->has_error);
}

TEST(what_the_player_changes_in_the_sheet_is_news) {
    static const struct {
        const char *detail;
        int32_t will_auto_renew;
        const char *next_product_id;
    } steps[] = {
        {"off", 0, NULL},
        {"on", 1, CLUB_MONTH},
        {CLUB_YEAR, 1, CLUB_YEAR},
        {CLUB_MONTH, 1, CLUB_MONTH},
    };
    uint64_t id = 0;
    game *phone = subscriber(&id);
    struct game *tablet = game_install(phone->store, "player", "tablet");
    REQUIRE(game_launch(tablet));
    game_settle(tablet);
    CHECK_INT(status_count(tablet), 0);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        test_case("%s", steps[i].detail);
        manage(phone, i % 2 == 0 ? NULL : CLUB_GROUP, steps[i].detail);
        struct game *const devices[] = {phone, tablet};
        for (size_t k = 0; k < 2; k++) {
            const iap_subscription_status *status = next_status(devices[k], i);
            check_news(status, IAP_SUBSCRIPTION_STATE_SUBSCRIBED, id);
            const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
            CHECK_INT(iap_renewal_info_will_auto_renew(info), steps[i].will_auto_renew);
            CHECK_TEXT(iap_renewal_info_auto_renew_product_id(info), steps[i].next_product_id);
            CHECK_TEXT(iap_renewal_info_product_id(info), CLUB_MONTH);
        }
        const iap_renewal_info *asked = iap_subscription_status_renewal_info(game_status(phone, CLUB_GROUP));
        CHECK_TEXT(iap_renewal_info_auto_renew_product_id(asked), steps[i].next_product_id);
    }
    CHECK_INT(iap_store_sheet_count(phone->store, IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS), 4);
}

/* ------------------------------------------------------------------------------------------------- not verified */

TEST(news_that_is_unverified_says_so) {
    uint64_t id = 0;
    game *game = subscriber(&id);
    REQUIRE_OK(iap_store_set_simulated_error(game->store, IAP_STORE_API_VERIFICATION,
                                             IAP_STORE_FAILURE_INVALID_SIGNATURE, NULL));
    REQUIRE_OK(iap_store_set_auto_renew(game->store, id, 0, NULL));
    const iap_subscription_status *status = next_status(game, 0);
    CHECK_INT(iap_transaction_state(iap_subscription_status_transaction(status)), IAP_TRANSACTION_UNVERIFIED);
    CHECK_INT(iap_renewal_info_signature_check(iap_subscription_status_renewal_info(status)),
              IAP_SIGNATURE_INVALID_SIGNATURE);
}
