/* The sheets for subscriptions, offer codes and reviews, and the players' responses to them. */

#include "intents_and_messages.h"

static const heard *manage(game *game, const char *group_id) {
    uint64_t id = 0;
    if (!CHECK_STATUS(iap_show_manage_subscriptions(game->client, group_id, NULL, game_hears_end, game, &id, NULL),
                      IAP_OK))
        return NULL;
    return game_wait_response(game, id);
}

static void check_done(const heard *end) {
    if (!CHECK(end != NULL)) return;
    CHECK_INT(end->type, IAP_EVENT_REQUEST_COMPLETED);
    CHECK(!end->has_error);
}

static const iap_renewal_info *renewal(game *game, const char *group_id) {
    return iap_subscription_status_renewal_info(game_status(game, group_id));
}

/* ------------------------------------------------------------------------------------------------ subscriptions */

TEST(a_player_who_closes_the_subscriptions_changes_nothing) {
    game *game = offers_game();
    REQUIRE(game_own(game, PASS_SILVER) != 0);
    game_settle(game);
    game_forget(game);
    check_done(manage(game, NULL));
    /* The sheet has no cancel button; the player closes it instead. */
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS, IAP_STORE_ANSWER_CANCEL, NULL));
    check_done(manage(game, PASS_GROUP));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE), 0);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS), 2);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal(game, PASS_GROUP)), 1);
}

TEST(the_subscriptions_of_one_group_can_be_managed_alone) {
    game *game = offers_game();
    REQUIRE(game_own(game, PASS_SILVER) != 0 && game_own(game, NEWS) != 0);
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS, IAP_STORE_ANSWER_ACCEPT, "off"));
    check_done(manage(game, NEWS_GROUP));
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal(game, NEWS_GROUP)), 0);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal(game, PASS_GROUP)), 1);
}

TEST(a_player_without_subscriptions_can_look_at_them) {
    game *game = offers_game();
    check_done(manage(game, NULL));
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS, IAP_STORE_ANSWER_ACCEPT, "off"));
    check_done(manage(game, NULL));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE), 0);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS), 2);
}

TEST(what_one_player_manages_does_not_touch_another) {
    game *game = offers_game();
    struct game *other = game_install(game->store, "other", "tablet");
    REQUIRE(game_launch(other));
    REQUIRE(game_own(game, PASS_SILVER) != 0 && game_own(other, PASS_SILVER) != 0);
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS, IAP_STORE_ANSWER_ACCEPT, "off"));
    check_done(manage(game, NULL));
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal(game, PASS_GROUP)), 0);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal(other, PASS_GROUP)), 1);
}

/* ------------------------------------------------------------------------------------------------------ reviews */

TEST(a_review_is_asked_for_and_nobody_learns_the_answer) {
    game *game = offers_game();
    for (size_t round = 1; round <= 2; round++) {
        const iap_store_answer_t answer = round == 1 ? IAP_STORE_ANSWER_ACCEPT : IAP_STORE_ANSWER_CANCEL;
        REQUIRE(answer_sheet(game, IAP_STORE_SHEET_REVIEW, answer, NULL));
        uint64_t id = 0;
        REQUIRE_OK(iap_request_review(game->client, NULL, game_hears_end, game, &id, NULL));
        check_done(game_wait_response(game, id));
        CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_REVIEW), round);
    }
}

/* ---------------------------------------------------------------------------------------------------- responses */

static iap_status_t refund(game *game, uint64_t transaction_id) {
    uint64_t id = 0;
    CHECK_STATUS(iap_request_refund(game->client, transaction_id, NULL, game_hears_end, game, &id, NULL), IAP_OK);
    const heard *end = game_wait_response(game, id);
    return end != NULL ? end->error.status : IAP_ERROR_INTERNAL;
}

TEST(answers_queue_up_and_then_the_player_accepts) {
    game *game = offers_game();
    uint64_t ids[4];
    for (int i = 0; i < 4; i++) ids[i] = game_own(game, BAG);
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_REFUND, IAP_STORE_ANSWER_CANCEL, NULL));
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_REFUND, IAP_STORE_ANSWER_ACCEPT, "decline"));
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_REFUND, IAP_STORE_ANSWER_ACCEPT, "approve"));
    CHECK_STATUS(refund(game, ids[0]), IAP_ERROR_CANCELLED);
    CHECK_INT(store_totals(game->store).refunded, 0);
    CHECK_STATUS(refund(game, ids[1]), IAP_OK);
    CHECK_INT(store_totals(game->store).refunded, 0);
    CHECK_STATUS(refund(game, ids[2]), IAP_OK);
    CHECK_INT(store_totals(game->store).refunded, 1);
    CHECK_STATUS(refund(game, ids[3]), IAP_OK);
    CHECK_INT(store_totals(game->store).refunded, 2);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_REFUND), 4);
}

TEST(an_answer_waits_for_its_own_sheet) {
    game *game = offers_game();
    const uint64_t id = game_own(game, BAG);
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_REFUND, IAP_STORE_ANSWER_CANCEL, NULL));
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE, IAP_STORE_ANSWER_CANCEL, NULL));
    check_done(manage(game, NULL));
    uint64_t review = 0;
    REQUIRE_OK(iap_request_review(game->client, NULL, game_hears_end, game, &review, NULL));
    check_done(game_wait_response(game, review));
    CHECK_STATUS(refund(game, id), IAP_ERROR_CANCELLED);
    CHECK_STATUS(refund(game, id), IAP_OK);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE), 0);
}

TEST(sheets_are_counted_over_all_accounts_and_devices) {
    game *game = offers_game();
    struct game *tablet = game_install(game->store, "player", "tablet");
    struct game *other = game_install(game->store, "other", "console");
    REQUIRE(game_launch(tablet) && game_launch(other));
    check_done(manage(game, NULL));
    check_done(manage(tablet, NULL));
    check_done(manage(other, NULL));
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS), 3);
}

TEST(where_there_are_no_windows_an_anchor_is_not_looked_at) {
    game *game = messages_game();
    void *const anchors[] = {NULL, game, (void *)1, (void *)UINTPTR_MAX};
    for (size_t i = 0; i < sizeof anchors / sizeof anchors[0]; i++) {
        test_case("anchor %zu", i);
        const uint64_t bought = game_own(game, BAG);
        const iap_message *message = receive_message(game, IAP_MESSAGE_REASON_GENERIC);
        uint64_t ids[5] = {0};
        REQUIRE_OK(iap_request_refund(game->client, bought, anchors[i], game_hears_end, game, &ids[0], NULL));
        REQUIRE_OK(iap_show_manage_subscriptions(game->client, NULL, anchors[i], game_hears_end, game, &ids[1], NULL));
        REQUIRE_OK(iap_request_review(game->client, anchors[i], game_hears_end, game, &ids[2], NULL));
        REQUIRE_OK(iap_display_message(game->client, message, anchors[i], game_hears_end, game, &ids[3], NULL));
        REQUIRE_OK(
            iap_present_merchandising(game->client, PASS_GROUP, anchors[i], game_hears_end, game, &ids[4], NULL));
        for (int k = 0; k < 5; k++) check_done(game_wait_response(game, ids[k]));
        REQUIRE(answer_sheet(game, IAP_STORE_SHEET_OFFER_CODE, IAP_STORE_ANSWER_CANCEL, NULL));
        uint64_t code = 0;
        REQUIRE_OK(iap_present_offer_code_redemption(game->client, anchors[i], game_hears_end, game, &code, NULL));
        const heard *end = game_wait_response(game, code);
        CHECK(end != NULL && end->error.status == IAP_ERROR_CANCELLED);
        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = BAG;
        payment.ui_anchor = anchors[i];
        const heard *outcome = game_buy_with(game, &payment);
        CHECK(outcome != NULL && iap_transaction_state(outcome->transaction) == IAP_TRANSACTION_PURCHASED);
    }
}
