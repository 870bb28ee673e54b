/* Requests about offers, for hosts that poll. */

#include "offer_payments.h"

static iap_event *take(game *game, iap_event_type_t type) {
    for (int round = 0; round < 1000; round++) {
        iap_event *event = NULL;
        const int32_t result = iap_client_next_event(game->client, &event);
        if (result == 1) {
            if (iap_event_type(event) == type) return event;
            iap_event_release(event);
            continue;
        }
        const uint32_t patience = test_execution == IAP_EXECUTION_MANUAL ? 0 : PATIENCE_MS;
        if (result != 0 || iap_client_wait_events(game->client, patience) != 1) break;
    }
    test_fail(__FILE__, __LINE__, "waited for an event of type %d", (int)type);
    return NULL;
}

static game *polled_game(void) {
    game *installed = game_install(offers_store(), "player", "phone");
    game_launch_without_observer(installed);
    return installed;
}

TEST(eligibility_can_be_polled) {
    game *game = polled_game();
    uint64_t id = 0;
    REQUIRE_OK(iap_request_introductory_offer_eligibility(game->client, PASS_GROUP, NULL, NULL, &id, NULL));
    iap_event *event = take(game, IAP_EVENT_FLAG_RECEIVED);
    REQUIRE(event != NULL);
    CHECK_ID(iap_event_request_id(event), id);
    CHECK_INT(iap_event_flag(event), 1);
    CHECK_STATUS(iap_event_error(event, NULL), IAP_OK);
    CHECK_TEXT(iap_event_text(event), NULL);
    CHECK(iap_event_transaction(event) == NULL);
    iap_event_release(event);
}

TEST(the_end_of_a_sheet_can_be_polled) {
    game *game = polled_game();
    uint64_t id = 0;
    REQUIRE_OK(iap_present_offer_code_redemption(game->client, NULL, NULL, NULL, &id, NULL));
    iap_event *event = take(game, IAP_EVENT_REQUEST_COMPLETED);
    REQUIRE(event != NULL);
    CHECK_ID(iap_event_request_id(event), id);
    CHECK_STATUS(iap_event_error(event, NULL), IAP_OK);
    iap_event_release(event);

    REQUIRE_OK(
        iap_store_answer_next_sheet(game->store, IAP_STORE_SHEET_OFFER_CODE, IAP_STORE_ANSWER_CANCEL, NULL, NULL));
    REQUIRE_OK(iap_present_offer_code_redemption(game->client, NULL, NULL, NULL, &id, NULL));
    event = take(game, IAP_EVENT_REQUEST_COMPLETED);
    REQUIRE(event != NULL);
    CHECK_ID(iap_event_request_id(event), id);
    CHECK_STATUS(iap_event_error(event, NULL), IAP_ERROR_CANCELLED);
    iap_event_release(event);
}

TEST(a_payment_with_an_offer_can_be_polled) {
    game *game = polled_game();
    const iap_payment payment = payment_for(PASS_SILVER);
    const uint64_t id = game_pay_with(game, &payment);
    iap_event *event = take(game, IAP_EVENT_TRANSACTION_UPDATED);
    REQUIRE(event != NULL);
    CHECK_INT(iap_transaction_state(iap_event_transaction(event)), IAP_TRANSACTION_PURCHASING);
    iap_event_release(event);
    event = take(game, IAP_EVENT_TRANSACTION_UPDATED);
    REQUIRE(event != NULL);
    const iap_transaction *bought = iap_event_transaction(event);
    CHECK_ID(iap_transaction_payment_id(bought), id);
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_INTRODUCTORY);
    CHECK_INT(iap_transaction_price_milliunits(bought), 990);
    iap_event_release(event);
}
