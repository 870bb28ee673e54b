/* Purchases that the game must verify before the library delivers them. */

#include "files.h"
#include "game.h"
#include "network_conditions.h"

#include <stdlib.h>
#include <string.h>

#define REQUESTED IAP_EVENT_VERIFICATION_REQUESTED

static iap_verification_options by_game(void) {
    iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
    verification.mode = IAP_VERIFY_BY_GAME;
    verification.retry_min_ms = 1000;
    verification.retry_max_ms = 60000;
    return verification;
}

/* A running game with a journal, which has received the request to verify one purchase. */
static game *asked_game(const iap_verification_options *verification, uint64_t *payment) {
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = temporary_path("journal");
    game->verification = verification;
    if (!game_launch(game)) return NULL;
    *payment = game_pay(game, COINS, 1);
    return AWAIT(game, REQUESTED, 1) ? game : NULL;
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

static iap_status answer(game *game, uint64_t id, iap_verdict verdict) {
    return iap_answer_verification(game->client, id, verdict, NULL, 0, NULL);
}

TEST(the_game_is_asked_before_a_purchase_is_handed_out) {
    const iap_verification_options verification = by_game();
    uint64_t payment = 0;
    game *game = asked_game(&verification, &payment);
    REQUIRE(game != NULL);
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
    const iap_verification_options verification = by_game();
    uint64_t payment = 0;
    game *game = asked_game(&verification, &payment);
    REQUIRE(game != NULL);
    REQUIRE_OK(iap_answer_verification(game->client, asked_id(game), IAP_VERDICT_INVALID, "used before", 0, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_REJECTED, 1));
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_transaction_error(update(game, IAP_TRANSACTION_REJECTED), &error), IAP_ERROR_VERIFICATION);
    CHECK_CONTAINS(error.message, "used before");
    CHECK_ID(iap_transaction_payment_id(update(game, IAP_TRANSACTION_REJECTED)), payment);
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 0);
    CHECK_INT(game_granted_count(game), 0);
}

TEST(an_undecided_game_is_asked_again_when_it_wants_to) {
    const iap_verification_options verification = by_game();
    uint64_t payment = 0;
    game *game = asked_game(&verification, &payment);
    REQUIRE(game != NULL);
    const uint64_t id = asked_id(game);
    REQUIRE_OK(iap_answer_verification(game->client, id, IAP_VERDICT_UNDECIDED, "no connection", 5000, NULL));
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
    const iap_verification_options verification = by_game();
    uint64_t payment = 0;
    game *game = asked_game(&verification, &payment);
    REQUIRE(game != NULL);
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

TEST(the_first_answer_counts) {
    const iap_verification_options verification = by_game();
    uint64_t payment = 0;
    game *game = asked_game(&verification, &payment);
    REQUIRE(game != NULL);
    const uint64_t id = asked_id(game);
    REQUIRE_OK(answer(game, id, IAP_VERDICT_VALID));
    CHECK_STATUS(answer(game, id, IAP_VERDICT_INVALID), IAP_ERROR_NOT_FOUND);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    game_settle(game);
    CHECK_INT(updates(game, IAP_TRANSACTION_REJECTED), 0);
    CHECK_STATUS(answer(game, id, IAP_VERDICT_INVALID), IAP_ERROR_NOT_FOUND);
}

static void answer_there(game *game, const heard *entry) {
    if (entry->type != REQUESTED) return;
    CHECK_STATUS(answer(game, iap_transaction_id(entry->transaction), IAP_VERDICT_VALID),
                 entry->observer == 1 ? IAP_OK : IAP_ERROR_NOT_FOUND);
}

TEST(an_answer_may_be_given_inside_the_question) {
    const iap_verification_options verification = by_game();
    game *game = game_install(store_open(), "player", "phone");
    game->verification = &verification;
    game->then = answer_there;
    REQUIRE(game_launch(game));
    game_observe(game);
    CHECK_INT(iap_transaction_state(game_buy(game, SWORD)), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(game_count(game, REQUESTED, ANY_STATE), 2);
}

TEST(an_open_question_is_put_again_at_the_next_launch) {
    const iap_verification_options verification = by_game();
    uint64_t payment = 0;
    game *game = asked_game(&verification, &payment);
    REQUIRE(game != NULL);
    const uint64_t id = asked_id(game);
    game_quit(game);
    CHECK_STATUS(iap_answer_verification(game->client, id, IAP_VERDICT_VALID, NULL, 0, NULL),
                 IAP_ERROR_INVALID_ARGUMENT);
    REQUIRE(game_launch(game) && AWAIT(game, REQUESTED, 1));
    CHECK_ID(asked_id(game), id);
    REQUIRE_OK(answer(game, id, IAP_VERDICT_VALID));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(iap_transaction_delivery_count(update(game, IAP_TRANSACTION_PURCHASED)), 1);
}

TEST(answers_that_make_no_sense_are_refused_and_the_question_stays_open) {
    const iap_verification_options verification = by_game();
    uint64_t payment = 0;
    game *game = asked_game(&verification, &payment);
    REQUIRE(game != NULL);
    const uint64_t id = asked_id(game);
    char reason[1026];
    memset(reason, 'x', sizeof reason);
    reason[1025] = 0;
    CHECK_STATUS(iap_answer_verification(NULL, id, IAP_VERDICT_VALID, NULL, 0, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(answer(game, id, 0), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(answer(game, id, 4), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(answer(game, id, -1), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(answer(game, 0, IAP_VERDICT_VALID), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(answer(game, id + 1, IAP_VERDICT_VALID), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_answer_verification(game->client, id, IAP_VERDICT_INVALID, reason, 0, NULL), IAP_ERROR_TOO_LARGE);
    CHECK_STATUS(iap_answer_verification(game->client, id, IAP_VERDICT_INVALID, "\xff", 0, NULL),
                 IAP_ERROR_INVALID_TEXT);
    reason[1024] = 0;
    REQUIRE_OK(iap_answer_verification(game->client, id, IAP_VERDICT_INVALID, reason, UINT32_MAX, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_REJECTED, 1));
}

TEST(only_a_game_that_verifies_is_asked) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    CHECK_STATUS(answer(game, iap_transaction_id(bought), IAP_VERDICT_VALID), IAP_ERROR_NOT_FOUND);
    CHECK_INT(game_count(game, REQUESTED, ANY_STATE), 0);
}

TEST(a_host_that_polls_is_asked_as_well) {
    const iap_verification_options verification = by_game();
    game *game = game_install(store_open(), "player", "phone");
    game->verification = &verification;
    REQUIRE(game_launch_without_observer(game));
    iap_event *event = NULL;
    CHECK(iap_client_next_event(game->client, &event) >= 0);
    iap_event_release(event);
    game_pay(game, COINS, 1);
    bool is_asked = false, is_purchased = false;
    for (int i = 0; i < 20 && !is_purchased; i++) {
        CHECK_INT(iap_client_wait_events(game->client, PATIENCE_MS), 1);
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
    const iap_verification_options verification = by_game();
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = temporary_path("journal");
    REQUIRE(game_launch(game));
    REQUIRE(game_buy(game, COINS) != NULL);
    game_quit(game);
    game->verification = &verification;
    REQUIRE(game_launch(game));
    game_settle(game);
    /* The library delivered it before this option was set. Exactly one of the two comes: a request for a verdict, or the
       delivery. */
    CHECK_INT(game_count(game, REQUESTED, ANY_STATE) + updates(game, IAP_TRANSACTION_PURCHASED), 1);
}
