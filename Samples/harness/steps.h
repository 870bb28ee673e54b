/*
 * steps.h: code shared by the steps of the scripted runs.
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
    struct game tablet; /**< another member of the family; only while a step has opened it */
    /* The products that the steps buy, chosen by type and offers, so any file can be used. NULL if the file has none. */
    char *consumable;
    char *other_consumable;
    char *non_consumable;
    char *subscription;
    const iap_product
        *club; /**< an auto-renewable subscription with an introductory, a promotional, a win-back offer */
    const iap_product *year; /**< a subscription that can be paid monthly */
    const iap_product *more; /**< a subscription of a higher level in the group of the club */
    size_t charged;          /**< paid purchases so far */
    size_t refunded;         /**< refunded purchases */
    size_t restorable;       /**< purchases that a restore delivers */
};

/* steps_judging.c */

/** Prints a line if the check fails, so every bad verdict has a reason. */
bool step_check(bool holds, const char *claim);

enum verdict step_verdict(bool good);

/** The verdict of a step that needs a product that the file does not have. */
enum verdict step_skip(const char *missing);

/** Checks a command to the store. If the store refuses it, prints the reason and returns false. */
bool step_order(const char *order, iap_status_t status, const iap_error *error);

/* steps_choice.c */
bool step_choose_products(struct script *script, const iap_products *products);
void step_forget_products(struct script *script);

/** Returns the first offer of this type, or NULL. */
const iap_offer *step_offer(const iap_product *product, iap_offer_type_t type);

/* steps_payments.c */

/** A condition to wait for: the game has finished a transaction. */
bool step_has_removal(const struct game *game);

/** Checks the last payment against rule 7 of the header for a successful purchase. */
bool step_is_sold(struct script *script, int32_t quantity);

/** Pays, and makes this check. */
bool step_buys(struct script *script, const iap_payment *payment);

/** Pays, and checks that the payment fails with this status. */
bool step_fails(struct script *script, const iap_payment *payment, iap_status_t expected);

/** Closes the game and opens it again. */
bool step_relaunches(struct script *script);

/* steps_time.c */

#define STEP_DAY_MS INT64_C(86400000)

/** Processes all remaining events of the phone, and of the tablet if it is open. Works only with IAP_EXECUTION_MANUAL. */
bool step_settles(struct script *script);

/** Moves the clock, and processes all events that follow. */
bool step_passes(struct script *script, int64_t milliseconds);

/** Moves the clock by half of the club's period, in whole days. */
bool step_half_period_passes(struct script *script);

/** Returns the remaining time of the club's period, or 0. */
int64_t step_time_left(struct script *script);

/** Moves the clock to the end of the club's period. Checks that only the announced renewal arrives. */
bool step_renews(struct script *script);

/** Checks that one transaction arrived without a payment of the game. */
bool step_has_come(struct script *script, iap_transaction_reason_t reason);

/* steps_membership.c */

/** Requests the state of the club. Returns NULL if the player was never a member, or if the request failed. */
const iap_subscription_status *step_membership(struct script *script);

/** Returns the id of the latest transaction of the club, or 0. */
uint64_t step_membership_id(struct script *script);

/** Checks the state of the membership. */
bool step_stands(struct script *script, iap_subscription_state_t expected);

/** Opens or locks the caves for members, and checks which. */
bool step_opens(struct script *script, bool expected);

/** Lets the membership expire without a renewal. */
bool step_lapses(struct script *script);

/* steps_transactions.c */

/** Buys while signatures are invalid: the store charges, but the game cannot verify the purchase. */
bool step_buys_unverified(struct script *script);

/** Launches the game again with valid signatures: the charged purchase arrives and is granted once. */
bool step_comes_at_last(struct script *script);

#endif
