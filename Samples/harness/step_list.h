/*
 * step_list.h: the steps of the scripted runs. Each step prints what happens and returns a verdict.
 */
#ifndef HARNESS_STEP_LIST_H
#define HARNESS_STEP_LIST_H

#include "steps.h"

struct step {
    const char *title;
    const char *expected;
    enum verdict (*run)(struct script *script);
};

/* The scripts; a step without a function ends each. */
extern const struct step script_purchases[];
extern const struct step script_store[];
extern const struct step script_subscriptions[];
extern const struct step script_full_disk[];

/* The script "purchases": steps_purchases.c */
enum verdict step_may_pay(struct script *script);
enum verdict step_products(struct script *script);
enum verdict step_consumable(struct script *script);
enum verdict step_non_consumable(struct script *script);
enum verdict step_subscription(struct script *script);
enum verdict step_cancel(struct script *script);
enum verdict step_failure(struct script *script);
enum verdict step_ask_to_buy(struct script *script);

/* steps_launches.c */
enum verdict step_killed_before_grant(struct script *script);
enum verdict step_killed_after_grant(struct script *script);
enum verdict step_nothing_returns(struct script *script);
enum verdict step_second_device(struct script *script);
enum verdict step_nothing_to_restore(struct script *script);
enum verdict step_ledger(struct script *script);

/* The script "store": steps_shop.c */
enum verdict step_features(struct script *script);
enum verdict step_offers(struct script *script);
enum verdict step_introductory_offer(struct script *script);
enum verdict step_missing_feature(struct script *script);
enum verdict step_bad_day(struct script *script);

/* steps_membership.c */
enum verdict step_status(struct script *script);
enum verdict step_manage_subscriptions(struct script *script);

/* steps_billing.c */
enum verdict step_billing(struct script *script);
enum verdict step_price_increase(struct script *script);

/* steps_offers.c */
enum verdict step_win_back(struct script *script);
enum verdict step_forged_offer(struct script *script);
enum verdict step_promotional_offer_older(struct script *script);
enum verdict step_promotional_offer(struct script *script);
enum verdict step_introductory_offer_signed(struct script *script);
enum verdict step_offer_code(struct script *script);
enum verdict step_billing_plan(struct script *script);

/* steps_transactions.c */
enum verdict step_details(struct script *script);
enum verdict step_storefront_change(struct script *script);
enum verdict step_unverified(struct script *script);
enum verdict step_history(struct script *script);

/* steps_app_store.c */
enum verdict step_intents(struct script *script);
enum verdict step_intent_with_offer(struct script *script);
enum verdict step_promotions(struct script *script);
enum verdict step_review(struct script *script);

/* steps_app.c */
enum verdict step_app_transaction(struct script *script);
enum verdict step_app_receipt(struct script *script);

/* steps_refunds.c */
enum verdict step_refund(struct script *script);
enum verdict step_refund_later(struct script *script);

/* The script "subscriptions": steps_renewals.c */
enum verdict step_months(struct script *script);
enum verdict step_upgrade(struct script *script);
enum verdict step_downgrade(struct script *script);

/* steps_card.c */
enum verdict step_grace(struct script *script);
enum verdict step_billing_retry(struct script *script);
enum verdict step_consent(struct script *script);

/* steps_trouble.c */
enum verdict step_interrupted(struct script *script);
enum verdict step_lost_response(struct script *script);
enum verdict step_offline(struct script *script);
enum verdict step_forged(struct script *script);

/* steps_family.c */
enum verdict step_family(struct script *script);
enum verdict step_expiry(struct script *script);
enum verdict step_prorated_refund(struct script *script);

/* steps_ledger.c */
enum verdict step_whole_ledger(struct script *script);

/* steps_web.c */
enum verdict step_external_purchases(struct script *script);
enum verdict step_payment_method(struct script *script);
enum verdict step_advanced_commerce(struct script *script);

/* The script "full-disk": steps_full_disk.c */
enum verdict step_two_ids(struct script *script);
enum verdict step_full_disk(struct script *script);
enum verdict step_restore_with_full_disk(struct script *script);

#endif
