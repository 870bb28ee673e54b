/* Statuses as handles: how long they and their parts are valid; and the same events for hosts that poll. */

#include "game.h"
#include "offer_catalogue.h"

#include <pthread.h>
#include <string.h>

static void check_club(const iap_subscription_status *status, uint64_t id) {
    CHECK_INT(iap_subscription_status_state(status), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_TEXT(iap_subscription_status_group_id(status), CLUB_GROUP);
    const iap_transaction *transaction = iap_subscription_status_transaction(status);
    CHECK_ID(iap_transaction_id(transaction), id);
    CHECK_TEXT(iap_transaction_product_id(transaction), CLUB_MONTH);
    CHECK(iap_transaction_signed_text(transaction) != NULL);
    const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
    CHECK_TEXT(iap_renewal_info_product_id(info), CLUB_MONTH);
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(info), CLUB_MONTH);
    CHECK_TEXT(iap_renewal_info_currency_code(info), "USD");
    CHECK(iap_renewal_info_signed_text(info) != NULL && iap_renewal_info_json(info) != NULL);
}

TEST(no_status_and_no_list_tell_nothing) {
    CHECK_INT(iap_subscription_statuses_count(NULL), 0);
    CHECK(iap_subscription_statuses_at(NULL, 0) == NULL);
    CHECK(iap_subscription_statuses_retain(NULL) == NULL);
    iap_subscription_statuses_release(NULL);
    CHECK(iap_subscription_status_retain(NULL) == NULL);
    iap_subscription_status_release(NULL);
    CHECK_INT(iap_subscription_status_state(NULL), IAP_SUBSCRIPTION_STATE_UNKNOWN);
    CHECK_TEXT(iap_subscription_status_group_id(NULL), NULL);
    CHECK(iap_subscription_status_transaction(NULL) == NULL);
    CHECK(iap_subscription_status_renewal_info(NULL) == NULL);
    CHECK(iap_event_subscription_statuses(NULL) == NULL);
    CHECK(iap_event_subscription_status(NULL) == NULL);
}

TEST(a_list_has_nothing_past_its_end) {
    game *game = game_start();
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    const iap_subscription_statuses *statuses = game_statuses(game, CLUB_GROUP);
    REQUIRE(iap_subscription_statuses_count(statuses) == 1);
    CHECK(iap_subscription_statuses_at(statuses, 0) != NULL);
    CHECK(iap_subscription_statuses_at(statuses, 1) == NULL);
    CHECK(iap_subscription_statuses_at(statuses, SIZE_MAX) == NULL);
    /* Each call returns the same member and the same parts. */
    const iap_subscription_status *status = iap_subscription_statuses_at(statuses, 0);
    CHECK(iap_subscription_statuses_at(statuses, 0) == status);
    CHECK(iap_subscription_status_transaction(status) == iap_subscription_status_transaction(status));
    CHECK(iap_subscription_status_renewal_info(status) == iap_subscription_status_renewal_info(status));
    CHECK(iap_subscription_status_group_id(status) == iap_subscription_status_group_id(status));
}

TEST(retaining_gives_the_same_handle) {
    game *game = game_start();
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    const iap_subscription_statuses *statuses = game_statuses(game, CLUB_GROUP);
    const iap_subscription_status *status = iap_subscription_statuses_at(statuses, 0);
    REQUIRE(status != NULL);
    CHECK(iap_subscription_statuses_retain(statuses) == statuses);
    CHECK(iap_subscription_status_retain(status) == status);
    iap_subscription_statuses_release(statuses);
    iap_subscription_status_release(status);
    CHECK_INT(iap_subscription_statuses_count(statuses), 1);
}

TEST(a_member_that_is_kept_outlives_its_list_its_client_and_its_store) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    const iap_subscription_statuses *statuses = game_statuses(game, CLUB_GROUP);
    REQUIRE(iap_subscription_statuses_count(statuses) == 1);
    const iap_subscription_status *status = iap_subscription_status_retain(iap_subscription_statuses_at(statuses, 0));
    game_uninstall(game);
    store_close(game->store);
    game_forget(game);
    /* The log has released the list. */
    check_club(status, id);
    iap_subscription_status_release(status);
}

TEST(the_transaction_of_a_status_can_be_kept_longer_than_the_status) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    const iap_subscription_status *status = game_status(game, CLUB_GROUP);
    REQUIRE(status != NULL);
    const iap_transaction *transaction = iap_transaction_retain(iap_subscription_status_transaction(status));
    game_uninstall(game);
    game_forget(game);
    CHECK_ID(iap_transaction_id(transaction), id);
    CHECK_TEXT(iap_transaction_product_id(transaction), CLUB_MONTH);
    iap_transaction_release(transaction);
}

TEST(news_that_is_kept_outlives_its_callback_and_its_client) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE(AWAIT(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, 1));
    const heard *news = game_nth(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE, 0);
    const iap_subscription_status *status = iap_subscription_status_retain(news->status);
    game_uninstall(game);
    store_close(game->store);
    check_club(status, id);
    game_forget(game);
    check_club(status, id);
    iap_subscription_status_release(status);
}

TEST(a_status_is_a_snapshot) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    const iap_subscription_status *before = game_status(game, CLUB_GROUP);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    const iap_subscription_status *after = game_status(game, CLUB_GROUP);
    CHECK_INT(iap_subscription_status_state(after), IAP_SUBSCRIPTION_STATE_REVOKED);
    check_club(before, id);
    CHECK_INT(iap_transaction_revocation_date_ms(iap_subscription_status_transaction(before)), 0);
}

static void ask_again(game *game, const heard *entry) {
    if (entry->type != IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED) return;
    CHECK_STATUS(iap_request_subscription_statuses(game->client, CLUB_GROUP, game_hears_statuses, game, NULL, NULL),
                 IAP_OK);
}

TEST(the_status_can_be_asked_for_inside_the_news_of_it) {
    game *game = game_start();
    game->then = ask_again;
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE(AWAIT(game, IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED, 1));
    const heard *answer = game_nth(game, IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED, ANY_STATE, 0);
    REQUIRE(iap_subscription_statuses_count(answer->statuses) == 1);
    check_club(iap_subscription_statuses_at(answer->statuses, 0), id);
}

/* ------------------------------------------------------------------------------------------------------ threads */

typedef struct reading {
    const iap_subscription_status *status;
    uint64_t id;
} reading;

static void *read_often(void *argument) {
    const reading *reading = argument;
    for (int i = 0; i < 200; i++) {
        const iap_subscription_status *kept = iap_subscription_status_retain(reading->status);
        check_club(kept, reading->id);
        iap_subscription_status_release(kept);
    }
    return NULL;
}

TEST(a_status_can_be_read_on_any_thread) {
    game *game = game_start();
    reading reading = {.id = game_own(game, CLUB_MONTH)};
    reading.status = game_status(game, CLUB_GROUP);
    REQUIRE(reading.status != NULL);
    pthread_t threads[4];
    for (size_t i = 0; i < 4; i++) REQUIRE(pthread_create(&threads[i], NULL, read_often, &reading) == 0);
    for (size_t i = 0; i < 4; i++) CHECK(pthread_join(threads[i], NULL) == 0);
}

/* ------------------------------------------------------------------------------------------------------ polling */

/* Takes events until one of this type comes; NULL, reported as a failure, if none does. */
static iap_event *take_type(game *game, iap_event_type_t type) {
    for (int round = 0; round < 1000; round++) {
        iap_event *event = NULL;
        const int32_t result = iap_client_next_event(game->client, &event);
        if (result == 1 && iap_event_type(event) == type) return event;
        iap_event_release(event);
        if (result == 1) continue;
        const uint32_t patience = test_execution == IAP_EXECUTION_MANUAL ? 0 : PATIENCE_MS;
        if (iap_client_wait_events(game->client, patience) != 1) break;
    }
    test_fail(__FILE__, __LINE__, "waited for an event of type %d", (int)type);
    return NULL;
}

TEST(a_status_can_be_polled) {
    game *game = game_install(store_open(), "player", "phone");
    REQUIRE(game_launch_without_observer(game));
    game_pay(game, CLUB_MONTH, 1);
    iap_event *event = take_type(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED);
    const iap_subscription_status *news = iap_subscription_status_retain(iap_event_subscription_status(event));
    CHECK_ID(iap_event_request_id(event), 0);
    CHECK(iap_event_subscription_statuses(event) == NULL && iap_event_transaction(event) == NULL);
    CHECK_STATUS(iap_event_error(event, NULL), IAP_OK);
    iap_event_release(event);
    const uint64_t id = iap_transaction_id(iap_subscription_status_transaction(news));
    CHECK(id != 0);

    uint64_t request = 0;
    REQUIRE_OK(iap_request_subscription_statuses(game->client, CLUB_GROUP, NULL, NULL, &request, NULL));
    event = take_type(game, IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED);
    CHECK_ID(iap_event_request_id(event), request);
    CHECK_INT(iap_subscription_statuses_count(iap_event_subscription_statuses(event)), 1);
    CHECK(iap_event_subscription_status(event) == NULL);
    iap_event_release(event);

    REQUIRE_OK(iap_request_transaction_status(game->client, UINT64_MAX, NULL, NULL, &request, NULL));
    event = take_type(game, IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED);
    CHECK_ID(iap_event_request_id(event), request);
    CHECK(iap_event_subscription_statuses(event) != NULL);
    CHECK_INT(iap_subscription_statuses_count(iap_event_subscription_statuses(event)), 0);
    iap_event_release(event);

    REQUIRE_OK(
        iap_store_set_simulated_error(game->store, IAP_STORE_API_SUBSCRIPTION_STATUS, IAP_STORE_FAILURE_NETWORK, NULL));
    REQUIRE_OK(iap_request_subscription_statuses(game->client, CLUB_GROUP, NULL, NULL, &request, NULL));
    event = take_type(game, IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED);
    CHECK_ID(iap_event_request_id(event), request);
    CHECK(iap_event_subscription_statuses(event) == NULL);
    CHECK_STATUS(iap_event_error(event, NULL), IAP_ERROR_NETWORK);
    iap_event_release(event);
    check_club(news, id);
    iap_subscription_status_release(news);
}
