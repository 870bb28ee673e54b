#include "facts.h"

#include <stdio.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------- the ladder */

#define PROMOTIONAL_OFFER(name, mode, price, count, period)                                                            \
    "{\"offerID\": \"" name "\", \"internalID\": \"" name "\", \"referenceName\": \"" name                             \
    "\", \"paymentMode\": \"" mode "\", \"displayPrice\": \"" price "\", \"numberOfPeriods\": " count                  \
    ", \"subscriptionPeriod\": \"" period "\"}"
#define CODE_OFFER(name)                                                                                               \
    "{\"eligibility\": [\"new\", \"existing\", \"expired\"], \"internalID\": \"" name "\", \"isStackable\": false"     \
    ", \"numberOfPeriods\": 1, \"paymentMode\": \"free\", \"referenceName\": \"" name                                  \
    "\", \"subscriptionPeriod\": \"P1M\"}"
#define BILLING_PLAN(type, price, total)                                                                               \
    "{\"billingPlanType\": \"" type "\", \"internalID\": \"" type                                                      \
    "\", \"isEnabled\": true, \"displayPrice\": \"" price "\", \"commitmentDisplayPrice\": \"" total "\"}"
#define SUBSCRIPTION(id, level, period, price, half, count, is_shareable, plans)                                       \
    "{\"productID\": \"" id "\", \"internalID\": \"" id "\", \"referenceName\": \"" id "\", \"groupNumber\": " level   \
    ", \"recurringSubscriptionPeriod\": \"" period "\", \"displayPrice\": \"" price                                    \
    "\", \"familyShareable\": " is_shareable ", \"subscriptionGroupID\": \"" LADDER_GROUP                              \
    "\", \"type\": \"RecurringSubscription\", \"introductoryOffer\": null, \"localizations\": [], \"codeOffers\": "    \
    "[" CODE_OFFER(LADDER_CODE) "]"                                                                                    \
                                ", \"winbackOffers\": [], " plans "\"adHocOffers\": [" PROMOTIONAL_OFFER(              \
                                    OFFER_HALF, "payAsYouGo", half, count,                                             \
                                    period) ", " PROMOTIONAL_OFFER(OFFER_GIFT, "free", "0", "1", "P1M") "]}"
#define YEARLY_PLANS                                                                                                   \
    "\"billingPlans\": [" BILLING_PLAN("BILLED_UPFRONT", "96", "96") ", " BILLING_PLAN("MONTHLY", "10", "120") "], "

static const char ladder_format[] =
    "{\"identifier\": \"1ADDE401\", \"nonRenewingSubscriptions\": [], \"products\": [{\"productID\": \"" LADDER_CHEST
    "\", \"internalID\": \"C4E57001\", \"referenceName\": \"Chest\", \"displayPrice\": \"5\", \"familyShareable\": %s"
    ", \"localizations\": [], \"type\": \"NonConsumable\"}]"
    ", \"settings\": {\"_locale\": \"en_US\", \"_storefront\": \"USA\", \"_timeRate\": 0}"
    ", \"subscriptionGroups\": [{\"id\": \"" LADDER_GROUP
    "\", \"name\": \"Ladder\", \"localizations\": [], \"subscriptions\": ["
    // clang-format off
    SUBSCRIPTION(LADDER_TOP, "1", "P1M", "30", "15", "2", "false", "") ", "
    SUBSCRIPTION(LADDER_MIDDLE, "2", "P1M", "10", "5", "2", "true", "") ", "
    SUBSCRIPTION(LADDER_TWIN, "2", "P1M", "12", "6", "2", "false", "") ", "
    SUBSCRIPTION(LADDER_YEAR, "2", "P1Y", "96", "48", "1", "false", YEARLY_PLANS) ", "
    SUBSCRIPTION(LADDER_BOTTOM, "3", "P1M", "4", "2", "2", "true", "")
    // clang-format on
    "]}], \"version\": {\"major\": 5, \"minor\": 0}}";

const char *ladder_text(bool is_chest_shareable) {
    char text[sizeof ladder_format + 8];
    snprintf(text, sizeof text, ladder_format, is_chest_shareable ? "true" : "false");
    return offers_keep(text);
}

game *another_game(iap_store *store, const char *account, const char *device_name) {
    game *game = game_install(store, account, device_name);
    game_launch(game);
    return game;
}

game *ladder_game(void) { return another_game(offers_store_of(ladder_text(true), NULL), "player", "phone"); }

/* --------------------------------------------------------------------------------------------------------- time */

bool pass(game *game, int64_t milliseconds) {
    if (!CHECK_STATUS(iap_store_advance_clock(game->store, milliseconds, NULL), IAP_OK)) return false;
    game_settle(game);
    return true;
}

bool pass_until(game *game, int64_t date_ms) { return pass(game, date_ms - iap_store_now_ms(game->store)); }

/* ----------------------------------------------------------------------------------------------------- status */

const iap_transaction *period_of(game *game, const char *group_id) {
    return iap_subscription_status_transaction(game_status(game, group_id));
}

const iap_renewal_info *renewal_of(game *game, const char *group_id) {
    return iap_subscription_status_renewal_info(game_status(game, group_id));
}

iap_subscription_state_t state_of(game *game, const char *group_id) {
    return iap_subscription_status_state(game_status(game, group_id));
}

iap_expiration_reason_t ending_of(game *game, const char *group_id) {
    return iap_renewal_info_expiration_reason(renewal_of(game, group_id));
}

int64_t end_of(game *game, const char *group_id) {
    return iap_transaction_expiration_date_ms(period_of(game, group_id));
}

size_t entitlements(game *game, const char *product_id) {
    return iap_transactions_count(game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, product_id));
}

size_t history(game *game, const char *product_id) {
    return iap_transactions_count(game_query(game, IAP_QUERY_ALL, product_id));
}

const iap_transaction *in_history(game *game, uint64_t transaction_id) {
    const iap_transactions *all = game_query(game, IAP_QUERY_ALL, NULL);
    for (size_t i = 0; i < iap_transactions_count(all); i++) {
        const iap_transaction *each = iap_transactions_at(all, i);
        if (iap_transaction_id(each) == transaction_id) return each;
    }
    test_fail(__FILE__, __LINE__, "the history has no transaction %llu", (unsigned long long)transaction_id);
    return NULL;
}

/* ------------------------------------------------------------------------------------- purchases and renewals */

const heard *ask_with_offer(game *game, const char *product_id, const char *offer_id) {
    iap_payment payment = payment_for(product_id);
    offers_prove_by_jws(game->store, &payment, offer_id);
    return game_buy_with(game, &payment);
}

bool set_auto_renew(game *game, uint64_t transaction_id, bool is_on) {
    if (!CHECK_STATUS(iap_store_set_auto_renew(game->store, transaction_id, is_on, NULL), IAP_OK)) return false;
    game_settle(game);
    return true;
}

bool let_renewals_fail(game *game, int32_t grace_days) {
    return CHECK_STATUS(iap_store_set_billing_retry_on_renewal(game->store, 1, NULL), IAP_OK) &&
           CHECK_STATUS(iap_store_set_billing_grace_period(game->store, grace_days, NULL), IAP_OK);
}

bool let_renewals_succeed(game *game) {
    return CHECK_STATUS(iap_store_set_billing_retry_on_renewal(game->store, 0, NULL), IAP_OK);
}
