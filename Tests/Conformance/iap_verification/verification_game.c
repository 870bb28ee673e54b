/* Purchases that the game must verify before the library delivers them. */

#include "files.h"
#include "game.h"
#include "network_conditions.h"

#include <string.h>

#define REQUESTED IAP_EVENT_VERIFICATION_REQUESTED

static const iap_verification_options *by_game(void) {
    static iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
    verification.mode = IAP_VERIFY_BY_GAME;
    verification.retry_min_ms = 1000;
    verification.retry_max_ms = 60000;
    return &verification;
}

/* A game with a journal that verifies its purchases; it does not run yet. */
static game *verifying_game(void) {
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = temporary_path("journal");
    game->verification = by_game();
    return game;
}

/* The payment of asked_game(). */
static uint64_t payment;

/* A running game with a journal, which has received the request to verify one purchase. */
static game *asked_game(void) {
    game *game = verifying_game();
    game_launch(game);
    payment = game_pay(game, COINS, 1);
    AWAIT(game, REQUESTED, 1);
    return game;
}

static size_t updates(const game *game, iap_transaction_state_t state) {
    return game_count(game, IAP_EVENT_TRANSACTION_UPDATED, state);
}

static const iap_transaction *update(const game *game, iap_transaction_state_t state) {
    const heard *heard = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, state, 0);
    return heard != NULL ? heard->transaction : NULL;
}

static uint64_t asked_id(const game *game) {
    return iap_transaction_id(game_nth(game, REQUESTED, ANY_STATE, 0)->transaction);
}

static iap_status_t answer(game *game, uint64_t id, iap_verdict_t verdict) {
    return iap_give_verdict(game->client, id, verdict, NULL, 0, NULL);
}

TEST(the_game_is_asked_before_a_purchase_is_handed_out) {
    game *game = asked_game();
    game_settle(game);
    const iap_transaction *asked = game_nth(game, REQUESTED, ANY_STATE, 0)->transaction;
    CHECK_INT(iap_transaction_state(asked), IAP_TRANSACTION_PURCHASED);
    CHECK_TEXT(iap_transaction_product_id(asked), COINS);
    CHECK(iap_transaction_signed_text(asked) != NULL);
    CHECK_INT(iap_transaction_delivery_count(asked), 0);
    CHECK_INT(updates(game, IAP_TRANSACTION_PURCHASED), 0);
    CHECK_INT(game_count(game, REQUESTED, ANY_STATE), 1);
    REQUIRE_OK(answer(game, asked_id(game), IAP_VERDICT_VALID));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const iap_transaction *bought = update(game, IAP_TRANSACTION_PURCHASED);
    CHECK_ID(iap_transaction_id(bought), iap_transaction_id(asked));
    CHECK_ID(iap_transaction_payment_id(bought), payment);
    game_quit(game);
    /* The library keeps the verdict. */
    REQUIRE(game_launch(game) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    game_settle(game);
    CHECK_INT(game_count(game, REQUESTED, ANY_STATE), 0);
}

TEST(what_the_game_finds_invalid_is_rejected_with_its_reason_and_finished) {
    game *game = asked_game();
    REQUIRE_OK(iap_give_verdict(game->client, asked_id(game), IAP_VERDICT_INVALID, "used before", 0, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_REJECTED, 1));
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_transaction_error(update(game, IAP_TRANSACTION_REJECTED), &error), IAP_ERROR_VERIFICATION);
    CHECK_CONTAINS(error.message, "used before");
    CHECK_ID(iap_transaction_payment_id(update(game, IAP_TRANSACTION_REJECTED)), payment);
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 0);
    CHECK_INT(game_granted_count(game), 0);
}

/* One part of a game may add its observer before the part that verifies. */
TEST(a_request_waits_for_an_observer_with_a_function_for_it) {
    game *game = verifying_game();
    REQUIRE(game_launch(game));
    game_ignore(game, 1);
    iap_observer shop = IAP_OBSERVER_INIT;
    REQUIRE_OK(iap_add_observer(game->client, &shop, NULL, NULL));
    REQUIRE(game_pay(game, COINS, 1) != 0);
    game_settle(game);
    CHECK_INT(game_count(game, REQUESTED, ANY_STATE), 0);
    game_observe(game);
    AWAIT(game, REQUESTED, 1);
    REQUIRE_OK(answer(game, asked_id(game), IAP_VERDICT_VALID));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    game_settle(game);
    CHECK_INT(game_count(game, REQUESTED, ANY_STATE), 1);
}

TEST(an_undecided_game_is_asked_again_when_it_wants_to) {
    game *game = asked_game();
    const uint64_t id = asked_id(game);
    REQUIRE_OK(iap_give_verdict(game->client, id, IAP_VERDICT_UNDECIDED, "no connection", 5000, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_DEFERRED, 1));
    CHECK_ID(iap_transaction_payment_id(update(game, IAP_TRANSACTION_DEFERRED)), payment);
    game_settle(game);
    CHECK_STATUS(answer(game, id, IAP_VERDICT_VALID), IAP_ERROR_NOT_FOUND);
    REQUIRE(advance_clock(game, 4999));
    game_settle(game);
    CHECK_INT(game_count(game, REQUESTED, ANY_STATE), 1);
    REQUIRE(advance_clock(game, 1) && AWAIT(game, REQUESTED, 2));
    /* After the usual wait. */
    REQUIRE_OK(answer(game, id, IAP_VERDICT_UNDECIDED));
    game_settle(game);
    CHECK_INT(game_count(game, REQUESTED, ANY_STATE), 2);
    REQUIRE(advance_clock(game, 2000) && AWAIT(game, REQUESTED, 3));
    REQUIRE_OK(answer(game, id, IAP_VERDICT_VALID));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(updates(game, IAP_TRANSACTION_DEFERRED), 1);
}

TEST(waits_become_longer_and_never_longer_than_the_longest) {
    game *game = asked_game();
    int64_t limit = 1000;
    for (size_t count = 1; count <= 9; count++) {
        test_case("wait %zu", count);
        REQUIRE_OK(answer(game, asked_id(game), IAP_VERDICT_UNDECIDED));
        REQUIRE(advance_clock(game, limit / 2 - 1));
        game_settle(game);
        CHECK_INT(game_count(game, REQUESTED, ANY_STATE), count);
        REQUIRE(advance_clock(game, limit - limit / 2 + 1) && AWAIT(game, REQUESTED, count + 1));
        limit = limit * 2 < 60000 ? limit * 2 : 60000;
    }
}

TEST(the_first_verdict_counts) {
    game *game = asked_game();
    const uint64_t id = asked_id(game);
    REQUIRE_OK(answer(game, id, IAP_VERDICT_VALID));
    CHECK_STATUS(answer(game, id, IAP_VERDICT_INVALID), IAP_ERROR_NOT_FOUND);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    game_settle(game);
    CHECK_INT(updates(game, IAP_TRANSACTION_REJECTED), 0);
    CHECK_STATUS(answer(game, id, IAP_VERDICT_INVALID), IAP_ERROR_NOT_FOUND);
}

static void give_verdict_there(game *game, const heard *entry) {
    if (entry->type != REQUESTED) return;
    CHECK_STATUS(answer(game, iap_transaction_id(entry->transaction), IAP_VERDICT_VALID),
                 entry->observer == 1 ? IAP_OK : IAP_ERROR_NOT_FOUND);
}

TEST(a_verdict_may_be_given_inside_the_request) {
    game *game = verifying_game();
    game->then = give_verdict_there;
    REQUIRE(game_launch(game));
    game_observe(game);
    CHECK_INT(iap_transaction_state(game_buy(game, SWORD)), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(game_count(game, REQUESTED, ANY_STATE), 2);
}

TEST(an_open_question_is_put_again_at_the_next_launch) {
    game *game = asked_game();
    const uint64_t id = asked_id(game);
    game_quit(game);
    CHECK_STATUS(iap_give_verdict(game->client, id, IAP_VERDICT_VALID, NULL, 0, NULL), IAP_ERROR_INVALID_ARGUMENT);
    REQUIRE(game_launch(game) && AWAIT(game, REQUESTED, 1));
    CHECK_ID(asked_id(game), id);
    REQUIRE_OK(answer(game, id, IAP_VERDICT_VALID));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(iap_transaction_delivery_count(update(game, IAP_TRANSACTION_PURCHASED)), 1);
}

TEST(verdicts_that_make_no_sense_are_refused_and_the_request_stays_open) {
    game *game = asked_game();
    const uint64_t id = asked_id(game);
    char reason[1026];
    memset(reason, 'x', sizeof reason);
    reason[1025] = 0;
    CHECK_STATUS(iap_give_verdict(NULL, id, IAP_VERDICT_VALID, NULL, 0, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(answer(game, id, 0), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(answer(game, id, 4), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(answer(game, id, -1), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(answer(game, 0, IAP_VERDICT_VALID), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(answer(game, id + 1, IAP_VERDICT_VALID), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_give_verdict(game->client, id, IAP_VERDICT_INVALID, reason, 0, NULL), IAP_ERROR_TOO_LARGE);
    CHECK_STATUS(iap_give_verdict(game->client, id, IAP_VERDICT_INVALID, "\xff", 0, NULL), IAP_ERROR_INVALID_TEXT);
    reason[1024] = 0;
    REQUIRE_OK(iap_give_verdict(game->client, id, IAP_VERDICT_INVALID, reason, UINT32_MAX, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_REJECTED, 1));
}

TEST(a_host_that_polls_is_asked_as_well) {
    game *game = verifying_game();
    REQUIRE(game_launch_without_observer(game));
    iap_event *event = NULL;
    CHECK(iap_client_next_event(game->client, &event) >= 0);
    iap_event_release(event);
    game_pay(game, COINS, 1);
    bool is_asked = false, is_purchased = false;
    for (int i = 0; i < 20 && !is_purchased; i++) {
        CHECK_INT(iap_client_wait_events(game->client, TIMEOUT_MS), 1);
        if (iap_client_next_event(game->client, &event) != 1) continue;
        const iap_transaction *transaction = iap_event_transaction(event);
        if (iap_event_type(event) == REQUESTED) {
            is_asked = true;
            CHECK_STATUS(answer(game, iap_transaction_id(transaction), IAP_VERDICT_VALID), IAP_OK);
        }
        is_purchased = iap_event_type(event) == IAP_EVENT_TRANSACTION_UPDATED &&
                       iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASED;
        iap_event_release(event);
    }
    CHECK(is_asked);
    CHECK(is_purchased);
}

TEST(what_is_unfinished_and_was_not_verified_is_asked_about_when_verification_is_switched_on) {
    game *game = verifying_game();
    game->verification = NULL;
    REQUIRE(game_launch(game));
    REQUIRE(game_buy(game, COINS) != NULL);
    game_quit(game);
    game->verification = by_game();
    REQUIRE(game_launch(game));
    game_settle(game);
    /* The library delivered it before this option was set. Exactly one of the two comes: a request for a verdict, or the
       delivery. */
    CHECK_INT(game_count(game, REQUESTED, ANY_STATE) + updates(game, IAP_TRANSACTION_PURCHASED), 1);
}

/* Checks that the list has one purchase, which waits for its verification: as purchased and undelivered, and not as restored. */
static bool lists_one_that_waits(game *game, uint64_t id) {
    const iap_transactions *queue = game_queue(game);
    if (!CHECK_INT(iap_transactions_count(queue), 1)) return false;
    const iap_transaction *waiting = iap_transactions_at(queue, 0);
    return CHECK_ID(iap_transaction_id(waiting), id) &&
           CHECK_INT(iap_transaction_state(waiting), IAP_TRANSACTION_PURCHASED) &&
           CHECK_INT(iap_transaction_delivery_count(waiting), 0) &&
           CHECK_STATUS(iap_finish_transaction(game->client, waiting, NULL), IAP_ERROR_INVALID_STATE) &&
           CHECK_STATUS(iap_finish_transaction_id(game->client, id, NULL), IAP_ERROR_INVALID_STATE);
}

TEST(a_restored_purchase_is_listed_as_restored_when_its_verdict_is_valid) {
    game *phone = game_start();
    const uint64_t sword = game_own(phone, SWORD);
    REQUIRE(sword != 0);
    game *pad = game_install(phone->store, "player", "pad");
    pad->verification = by_game();
    REQUIRE(game_launch(pad));
    game_restore(pad);
    REQUIRE(AWAIT(pad, REQUESTED, 1) && AWAIT(pad, IAP_EVENT_RESTORE_FINISHED, 1));
    REQUIRE(lists_one_that_waits(pad, sword));
    REQUIRE_OK(answer(pad, sword, IAP_VERDICT_UNDECIDED));
    game_settle(pad);
    REQUIRE(lists_one_that_waits(pad, sword));
    const iap_transaction *waiting = iap_transaction_retain(iap_transactions_at(game_queue(pad), 0));
    CHECK_INT(updates(pad, IAP_TRANSACTION_RESTORED), 0);
    REQUIRE(advance_clock(pad, 2000) && AWAIT(pad, REQUESTED, 2));
    REQUIRE_OK(answer(pad, sword, IAP_VERDICT_VALID));
    REQUIRE(AWAIT_STATE(pad, IAP_TRANSACTION_RESTORED, 1));
    const iap_transactions *queue = game_queue(pad);
    REQUIRE(iap_transactions_count(queue) == 1);
    CHECK_INT(iap_transaction_state(iap_transactions_at(queue, 0)), IAP_TRANSACTION_RESTORED);
    /* The handle from before the verdict shows a purchase, which was not delivered as one. */
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_finish_transaction(pad->client, waiting, &error), IAP_ERROR_INVALID_STATE);
    CHECK_CONTAINS(error.message, "was delivered as restored");
    iap_transaction_release(waiting);
}
