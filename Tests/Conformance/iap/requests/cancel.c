/* iap_cancel_request(). */

#include "requests.h"

#include <pthread.h>

TEST(a_cancelled_request_ends_inside_the_call_and_never_again) {
    for (size_t i = 0; i < request_function_count; i++) {
        const request_function *function = &request_functions[i];
        /* The observers receive the end of a restore later; another test below checks that. */
        if (function->fails_as == IAP_EVENT_RESTORE_FAILED) continue;
        test_case("%s", function->name);
        game *game = messages_game();
        const request_subject subject = request_prepare(game, function);
        uint64_t id = 0;
        REQUIRE_OK(function->make(&subject, false, &id));
        CHECK_INT(game_response_count(game, id), 0);
        CHECK_STATUS(game_cancel(game, id), IAP_OK);
        const heard *answer = game_response(game, id);
        REQUIRE(answer != NULL);
        CHECK(answer->in_close && pthread_equal(answer->thread, pthread_self()));
        CHECK_INT(answer->type, function->fails_as != 0 ? function->fails_as : function->ends_as);
        CHECK_STATUS(answer->error.status, IAP_ERROR_CANCELLED);
        /* The response of the store comes, and no completion is called. */
        game_settle(game);
        CHECK_INT(game_response_count(game, id), 1);
        CHECK_STATUS(game_cancel(game, id), IAP_ERROR_NOT_FOUND);
        game_quit(game);
        CHECK_INT(game_response_count(game, id), 1);
        game_uninstall(game);
    }
}

TEST(a_request_whose_response_is_queued_can_still_be_cancelled) {
    game *game = game_start();
    const uint64_t kept = game_request_storefront(game);
    const uint64_t cancelled = game_request_storefront(game);
    REQUIRE(game_has_work(game));
    CHECK_STATUS(game_cancel(game, cancelled), IAP_OK);
    CHECK_INT(game_response_count(game, cancelled), 1);
    game_settle(game);
    CHECK_INT(game_response_count(game, cancelled), 1);
    CHECK_INT(game_response_count(game, kept), 1);
    REQUIRE(game_response(game, kept) != NULL);
    CHECK_STATUS(game_response(game, kept)->error.status, IAP_OK);
}

static void cancels_the_other(game *game, const heard *entry) {
    const uint64_t *ids = game->context;
    if (entry->request_id == ids[0]) {
        /* The request itself has ended; the other one has not, although its response is in the same batch. */
        CHECK_STATUS(iap_cancel_request(game->client, ids[0], NULL), IAP_ERROR_NOT_FOUND);
        CHECK_STATUS(game_cancel(game, ids[1]), IAP_OK);
    }
}

TEST(a_completion_may_cancel_another_request_and_finds_itself_ended) {
    game *game = game_start();
    uint64_t ids[2] = {game_request_storefront(game), 0};
    ids[1] = game_request_storefront(game);
    game->context = ids;
    game->then = cancels_the_other;
    game_settle(game);
    CHECK_INT(game_response_count(game, ids[0]), 1);
    CHECK_INT(game_response_count(game, ids[1]), 1);
    REQUIRE(game_response(game, ids[1]) != NULL);
    CHECK_STATUS(game_response(game, ids[1])->error.status, IAP_ERROR_CANCELLED);
}

TEST(a_cancelled_restore_is_reported_to_the_observers_and_restores_nothing_more) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0);
    game_forget(game);
    const uint64_t id = game_restore(game);
    CHECK_STATUS(iap_cancel_request(game->client, id, NULL), IAP_OK);
    CHECK_INT(game->log_count, 0);
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_RESTORE_FAILED, ANY_STATE), 1);
    CHECK_INT(game_count(game, IAP_EVENT_RESTORE_FINISHED, ANY_STATE), 0);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED), 0);
    CHECK_STATUS(iap_cancel_request(game->client, id, NULL), IAP_ERROR_NOT_FOUND);
    /* The cancellation does not affect the next restore. */
    game_restore(game);
    AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED), 1);
}

TEST(a_payment_cannot_be_cancelled) {
    game *game = game_start();
    const uint64_t payment = game_pay(game, COINS, 1);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_cancel_request(game->client, payment, &error), IAP_ERROR_NOT_FOUND);
    CHECK_CONTAINS(error.message, "a payment, which cannot be cancelled");
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
}

TEST(a_cancelled_request_of_a_host_that_polls_ends_without_an_event) {
    game *game = game_start_without_observer();
    uint64_t kept = 0, cancelled = 0;
    REQUIRE_OK(iap_request_storefront(game->client, NULL, NULL, &cancelled, NULL));
    REQUIRE_OK(iap_cancel_request(game->client, cancelled, NULL));
    REQUIRE_OK(iap_request_storefront(game->client, NULL, NULL, &cancelled, NULL));
    REQUIRE_OK(iap_request_storefront(game->client, NULL, NULL, &kept, NULL));
    REQUIRE(iap_client_wait_events(game->client, TIMEOUT_MS) == 1);
    REQUIRE_OK(iap_cancel_request(game->client, cancelled, NULL));
    iap_event *event = poll_response(game, kept);
    REQUIRE(event != NULL);
    iap_event_release(event);
    while (iap_client_next_event(game->client, &event) == 1) {
        CHECK_ID(iap_event_request_id(event), 0);
        iap_event_release(event);
    }
}

static void counts_ends(void *user_data, iap_client *client, uint64_t request_id, const char *country_code,
                        const char *identifier, const iap_error *error) {
    (void)client;
    (void)request_id;
    (void)country_code;
    (void)identifier;
    (void)error;
    atomic_fetch_add((atomic_int *)user_data, 1);
}

typedef struct pumping {
    iap_client *client;
    atomic_bool is_over;
} pumping;

static void *pump(void *context) {
    pumping *pumping = context;
    while (!atomic_load(&pumping->is_over)) {
        iap_client_wait_events(pumping->client, 1);
        iap_client_process_events(pumping->client, 0);
    }
    return NULL;
}

TEST(each_request_ends_once_however_cancel_and_response_meet) {
    game *game = game_start();
    pumping pumping = {game->client, false};
    pthread_t thread;
    pthread_create(&thread, NULL, pump, &pumping);
    for (int round = 0; round < 500; round++) {
        atomic_int ends = 0;
        uint64_t id = 0;
        REQUIRE_OK(iap_request_storefront(game->client, counts_ends, &ends, &id, NULL));
        /* While the other thread processes events, the request can still end there. */
        iap_status_t status = IAP_ERROR_WRONG_THREAD;
        while (status == IAP_ERROR_WRONG_THREAD) status = iap_cancel_request(game->client, id, NULL);
        CHECK(status == IAP_OK || status == IAP_ERROR_NOT_FOUND);
        CHECK_INT(atomic_load(&ends), 1);
    }
    atomic_store(&pumping.is_over, true);
    pthread_join(thread, NULL);
}

typedef struct couple {
    iap_client *client;
    uint64_t ids[2];
    int ends[2];
    iap_status_t cancels[2];
} couple;

static int number_of(const couple *couple, uint64_t id) { return id == couple->ids[0] ? 0 : 1; }

/* The completion that runs first cancels the other request, like the destructor of a scene. */
static void cancels_its_partner(void *user_data, iap_client *client, uint64_t request_id, const char *country_code,
                                const char *identifier, const iap_error *error) {
    (void)country_code;
    (void)identifier;
    couple *couple = user_data;
    const int number = number_of(couple, request_id);
    CHECK(error != NULL && error->status == IAP_ERROR_CANCELLED);
    couple->ends[number]++;
    couple->cancels[number] = iap_cancel_request(client, couple->ids[1 - number], NULL);
    /* The other request has ended now, for every result of the call. */
    CHECK_INT(couple->ends[1 - number], 1);
}

TEST(a_completion_that_a_close_calls_may_cancel_the_next_one) {
    game *game = game_start();
    couple couple = {.client = game->client};
    for (int i = 0; i < 2; i++) {
        REQUIRE_OK(iap_request_storefront(game->client, cancels_its_partner, &couple, &couple.ids[i], NULL));
    }
    game_quit(game);
    CHECK_INT(couple.ends[0], 1);
    CHECK_INT(couple.ends[1], 1);
    CHECK_STATUS(couple.cancels[0], IAP_OK);
    CHECK_STATUS(couple.cancels[1], IAP_ERROR_CLOSED);
}
