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
        CHECK_INT(game_answer_count(game, id), 0);
        CHECK_STATUS(game_cancel(game, id), IAP_OK);
        const heard *answer = game_answer(game, id);
        REQUIRE(answer != NULL);
        CHECK(answer->in_close && pthread_equal(answer->thread, pthread_self()));
        CHECK_INT(answer->type, function->fails_as != 0 ? function->fails_as : function->ends_as);
        CHECK_STATUS(answer->error.status, IAP_ERROR_CANCELLED);
        /* The response of the store comes, and no completion is called. */
        game_settle(game);
        CHECK_INT(game_answer_count(game, id), 1);
        CHECK_STATUS(game_cancel(game, id), IAP_ERROR_NOT_FOUND);
        game_quit(game);
        CHECK_INT(game_answer_count(game, id), 1);
        game_uninstall(game);
    }
}

TEST(a_request_whose_answer_is_queued_can_still_be_cancelled) {
    game *game = game_start();
    const uint64_t kept = game_request_storefront(game);
    const uint64_t cancelled = game_request_storefront(game);
    REQUIRE(game_has_work(game));
    CHECK_STATUS(game_cancel(game, cancelled), IAP_OK);
    CHECK_INT(game_answer_count(game, cancelled), 1);
    game_settle(game);
    CHECK_INT(game_answer_count(game, cancelled), 1);
    CHECK_INT(game_answer_count(game, kept), 1);
    REQUIRE(game_answer(game, kept) != NULL);
    CHECK_STATUS(game_answer(game, kept)->error.status, IAP_OK);
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
    CHECK_INT(game_answer_count(game, ids[0]), 1);
    CHECK_INT(game_answer_count(game, ids[1]), 1);
    REQUIRE(game_answer(game, ids[1]) != NULL);
    CHECK_STATUS(game_answer(game, ids[1])->error.status, IAP_ERROR_CANCELLED);
}

TEST(a_cancelled_restore_is_told_to_the_observers_and_restores_nothing_more) {
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
    game *game = game_install(store_open(), "player", "phone");
    REQUIRE(game_launch_without_observer(game));
    uint64_t kept = 0, cancelled = 0;
    REQUIRE_OK(iap_request_storefront(game->client, NULL, NULL, &cancelled, NULL));
    REQUIRE_OK(iap_cancel_request(game->client, cancelled, NULL));
    REQUIRE_OK(iap_request_storefront(game->client, NULL, NULL, &cancelled, NULL));
    REQUIRE_OK(iap_request_storefront(game->client, NULL, NULL, &kept, NULL));
    REQUIRE(iap_client_wait_events(game->client, PATIENCE_MS) == 1);
    REQUIRE_OK(iap_cancel_request(game->client, cancelled, NULL));
    iap_event *event = poll_answer(game, kept);
    REQUIRE(event != NULL);
    iap_event_release(event);
    while (iap_client_next_event(game->client, &event) == 1) {
        CHECK_ID(iap_event_request_id(event), 0);
        iap_event_release(event);
    }
}

typedef struct scene {
    pthread_barrier_t begun;
    atomic_bool is_gone;
    atomic_int ends;
} scene;

static void ends_slowly(void *user_data, iap_client *client, uint64_t request_id, const char *country_code,
                        const char *identifier, const iap_error *error) {
    (void)client;
    (void)request_id;
    (void)country_code;
    (void)identifier;
    (void)error;
    scene *scene = user_data;
    pthread_barrier_wait(&scene->begun);
    /* The other thread is about to cancel; the cancel must not return before this callback has returned. */
    for (int i = 0; i < 100000; i++) CHECK(!atomic_load(&scene->is_gone));
    atomic_fetch_add(&scene->ends, 1);
}

typedef struct canceller {
    game *game;
    scene *scene;
    uint64_t id;
} canceller;

static void *cancel_elsewhere(void *context) {
    canceller *canceller = context;
    pthread_barrier_wait(&canceller->scene->begun);
    CHECK_STATUS(iap_cancel_request(canceller->game->client, canceller->id, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_INT(atomic_load(&canceller->scene->ends), 1);
    atomic_store(&canceller->scene->is_gone, true);
    return NULL;
}

TEST(a_cancel_waits_for_the_completion_that_runs_on_another_thread) {
    game *game = game_start();
    for (int round = 0; round < 20; round++) {
        scene scene = {.is_gone = false, .ends = 0};
        pthread_barrier_init(&scene.begun, NULL, 2);
        canceller canceller = {game, &scene, 0};
        REQUIRE_OK(iap_request_storefront(game->client, ends_slowly, &scene, &canceller.id, NULL));
        pthread_t thread;
        pthread_create(&thread, NULL, cancel_elsewhere, &canceller);
        while (atomic_load(&scene.ends) == 0) {
            iap_client_wait_events(game->client, 10);
            iap_client_process_events(game->client, 0);
        }
        pthread_join(thread, NULL);
        pthread_barrier_destroy(&scene.begun);
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

TEST(each_request_ends_once_however_cancel_and_answer_meet) {
    game *game = game_start();
    pumping pumping = {game->client, false};
    pthread_t thread;
    pthread_create(&thread, NULL, pump, &pumping);
    for (int round = 0; round < 500; round++) {
        atomic_int ends = 0;
        uint64_t id = 0;
        REQUIRE_OK(iap_request_storefront(game->client, counts_ends, &ends, &id, NULL));
        const iap_status status = iap_cancel_request(game->client, id, NULL);
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
    iap_status cancels[2];
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

typedef struct slow_end {
    pthread_barrier_t begun;
    atomic_bool is_over;
} slow_end;

static void ends_late(void *user_data, iap_client *client, uint64_t request_id, const char *country_code,
                      const char *identifier, const iap_error *error) {
    (void)client;
    (void)request_id;
    (void)country_code;
    (void)identifier;
    CHECK(error != NULL && error->status == IAP_ERROR_CANCELLED);
    slow_end *end = user_data;
    pthread_barrier_wait(&end->begun);
    for (volatile int i = 0; i < 3000000; i++) continue;
    atomic_store(&end->is_over, true);
}

typedef struct cancelled {
    iap_client *client;
    uint64_t id;
} cancelled;

static void *cancels(void *context) {
    const cancelled *request = context;
    CHECK_STATUS(iap_cancel_request(request->client, request->id, NULL), IAP_OK);
    return NULL;
}

TEST(a_second_cancel_and_a_close_wait_for_the_completion_that_a_cancel_calls) {
    for (int closes = 0; closes <= 1; closes++) {
        test_case(closes ? "close" : "cancel");
        game *game = game_start();
        slow_end end = {.is_over = false};
        pthread_barrier_init(&end.begun, NULL, 2);
        cancelled request = {game->client, 0};
        REQUIRE_OK(iap_request_storefront(game->client, ends_late, &end, &request.id, NULL));
        pthread_t thread;
        pthread_create(&thread, NULL, cancels, &request);
        pthread_barrier_wait(&end.begun);
        if (closes) {
            game_quit(game);
        } else {
            CHECK_STATUS(iap_cancel_request(game->client, request.id, NULL), IAP_ERROR_NOT_FOUND);
        }
        CHECK(atomic_load(&end.is_over));
        pthread_join(thread, NULL);
        pthread_barrier_destroy(&end.begun);
    }
}

/* A request whose completion meets the other one and then waits for it. */
typedef struct rival {
    struct duel *duel;
    struct rival *other;
    uint64_t id;
    bool closes;
    atomic_bool has_begun, has_ended;
    bool saw_the_other_end;
} rival;

typedef struct duel {
    iap_client *client;
    pthread_barrier_t meeting;
    rival pumped, cancelled;
    iap_status close_status;
} duel;

static void waits_for_its_rival(void *user_data, iap_client *client, uint64_t request_id, const char *country_code,
                                const char *identifier, const iap_error *error) {
    (void)request_id;
    (void)country_code;
    (void)identifier;
    (void)error;
    rival *rival = user_data;
    CHECK(!atomic_exchange(&rival->has_begun, true));
    pthread_barrier_wait(&rival->duel->meeting);
    if (rival->closes) {
        rival->duel->close_status = iap_client_close(client);
    } else {
        const iap_status status = iap_cancel_request(client, rival->other->id, NULL);
        CHECK(status == IAP_ERROR_NOT_FOUND || status == IAP_ERROR_CLOSED);
    }
    rival->saw_the_other_end = atomic_load(&rival->other->has_ended);
    atomic_store(&rival->has_ended, true);
}

static void *cancels_a_rival(void *context) {
    duel *duel = context;
    CHECK_STATUS(iap_cancel_request(duel->client, duel->cancelled.id, NULL), IAP_OK);
    CHECK(atomic_load(&duel->cancelled.has_ended));
    return NULL;
}

/* One completion runs in the call that processes events, the other one in a cancel on another thread. */
static void fight(game *game, duel *duel) {
    duel->client = game->client;
    duel->pumped.duel = duel->cancelled.duel = duel;
    duel->pumped.other = &duel->cancelled;
    duel->cancelled.other = &duel->pumped;
    pthread_barrier_init(&duel->meeting, NULL, 2);
    pthread_t thread;
    REQUIRE_OK(iap_request_storefront(game->client, waits_for_its_rival, &duel->cancelled, &duel->cancelled.id, NULL));
    pthread_create(&thread, NULL, cancels_a_rival, duel);
    while (!atomic_load(&duel->cancelled.has_begun)) continue;
    REQUIRE_OK(iap_request_storefront(game->client, waits_for_its_rival, &duel->pumped, &duel->pumped.id, NULL));
    while (!atomic_load(&duel->pumped.has_ended)) {
        iap_client_wait_events(game->client, 10);
        iap_client_process_events(game->client, 0);
    }
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&duel->meeting);
    /* The second one has not waited for the other; the first one has. */
    CHECK_INT(duel->pumped.saw_the_other_end + duel->cancelled.saw_the_other_end, 1);
}

TEST(two_completions_that_cancel_each_other_on_two_threads_both_end) {
    game *game = game_start();
    for (int round = 0; round < 20; round++) {
        duel duel = {.client = NULL};
        fight(game, &duel);
    }
}

TEST(a_close_inside_a_completion_ends_although_the_pump_waits_for_that_completion) {
    for (int round = 0; round < 10; round++) {
        game *game = game_start();
        duel duel = {.cancelled = {.closes = true}, .close_status = IAP_ERROR_INTERNAL};
        fight(game, &duel);
        CHECK_STATUS(duel.close_status, IAP_OK);
        game->client = NULL;
        game_uninstall(game);
    }
}
