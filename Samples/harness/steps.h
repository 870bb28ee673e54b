/*
 * steps.h: the steps of the scripted runs. Each prints what happens and judges it.
 */
#ifndef HARNESS_STEPS_H
#define HARNESS_STEPS_H

#include "game.h"
#include "options.h"

/** A product id that no store sells. */
#define STEP_UNKNOWN_PRODUCT "com.example.caves.not.for.sale"

enum verdict { VERDICT_GOOD, VERDICT_BAD, VERDICT_SKIPPED };

struct script {
    const struct options *options;
    iap_store *store;
    struct game phone;
    /* The products that the steps buy, chosen by type and offers so that any file can be run. NULL if the file has none. */
    char *consumable;
    char *other_consumable;
    char *non_consumable;
    char *subscription;
    const iap_product
        *club; /**< an auto-renewable subscription with an introductory, a promotional, a win-back offer */
    const iap_product *year; /**< one that can be paid month by month */
    size_t charged;          /**< purchases that were paid for so far */
    size_t refunded;         /**< those of them that were refunded */
    size_t restorable;       /**< those of them that a restore hands out */
};

struct step {
    const char *title;
    const char *expected;
    enum verdict (*run)(struct script *script);
};

/* The scripts; a step without a function ends each. */
extern const struct step script_purchases[];
extern const struct step script_store[];

/* steps_judging.c */

/** A check that does not hold leaves a line in the transcript: a bad verdict is never without its reason. */
bool step_check(bool holds, const char *claim);

enum verdict step_verdict(bool good);

/** The verdict of a step that needs a kind of product which the file does not have. */
enum verdict step_skip(const char *missing);

/** An order to the store. False, and a line that says why, if it does not take it. */
bool step_order(const char *order, iap_status status, const iap_error *error);

/* steps_choice.c */
bool step_choose_products(struct script *script, const iap_products *products);
void step_forget_products(struct script *script);

/** The first offer of a type that a product has; NULL if there is none. */
const iap_offer *step_offer(const iap_product *product, iap_offer_type type);

/* steps_payments.c */

/** What a step waits for: a transaction that the game has finished. */
bool step_has_removal(const struct game *game);

/** Expects of the payment that has just been added what rule 7 of the header promises for a purchase that goes well. */
bool step_is_sold(struct script *script, int32_t quantity);

/** Pays, and expects that. */
bool step_buys(struct script *script, const iap_payment *payment);

/** Pays, and expects that it fails with this status. */
bool step_fails(struct script *script, const iap_payment *payment, iap_status expected);

/** Closes the game and opens it again. */
bool step_relaunches(struct script *script);

/* steps_membership.c */

/** Asks how it stands with the club. NULL if the player was never a member, or there is no answer. */
const iap_subscription_status *step_membership(struct script *script);

/** The player does not renew, and time passes until the membership is over. */
bool step_lapses(struct script *script);

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

/* steps_web.c */
enum verdict step_external_purchases(struct script *script);
enum verdict step_payment_method(struct script *script);
enum verdict step_advanced_commerce(struct script *script);

#endif
