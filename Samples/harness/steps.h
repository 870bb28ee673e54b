/*
 * steps.h: what the steps of the scripted runs have in common.
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
    struct game tablet; /**< of somebody else in the family; only while a step has opened it */
    /* The products that the steps buy, chosen by type and offers so that any file can be run. NULL if the file has none. */
    char *consumable;
    char *other_consumable;
    char *non_consumable;
    char *subscription;
    const iap_product
        *club; /**< an auto-renewable subscription with an introductory, a promotional, a win-back offer */
    const iap_product *year; /**< one that can be paid month by month */
    const iap_product *more; /**< one of the club's group, of a higher level */
    size_t charged;          /**< purchases that were paid for so far */
    size_t refunded;         /**< those of them that were refunded */
    size_t restorable;       /**< those of them that a restore hands out */
};

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
const iap_offer *step_offer(const iap_product *product, iap_offer_type_t type);

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

/* steps_time.c */

#define STEP_DAY_MS INT64_C(86400000)

/** Lets everything come that is to come, on the phone and on the tablet if it is open: only with IAP_EXECUTION_MANUAL. */
bool step_settles(struct script *script);

/** Time passes, and everything comes that it brings. */
bool step_passes(struct script *script, int64_t milliseconds);

/** Half of the club's period passes, in whole days. */
bool step_half_period_passes(struct script *script);

/** The time that is left of the club's period; 0 if there is none. */
int64_t step_time_left(struct script *script);

/** The club's period ends; expects the renewal that was announced, and no other. */
bool step_renews(struct script *script);

/** Expects that one transaction came for which the game made no payment. */
bool step_has_come(struct script *script, iap_transaction_reason_t reason);

/* steps_membership.c */

/** Asks how it stands with the club. NULL if the player was never a member, or there is no answer. */
const iap_subscription_status *step_membership(struct script *script);

/** The id of the transaction that the club was last paid with; 0 if there is none. */
uint64_t step_membership_id(struct script *script);

/** Expects of the membership that it is in a state. */
bool step_stands(struct script *script, iap_subscription_state expected);

/** The game opens or locks what only members may enter; expects which. */
bool step_opens(struct script *script, bool expected);

/** The player does not renew, and time passes until the membership is over. */
bool step_lapses(struct script *script);

/* steps_transactions.c */

/** Buys while no signature holds: the store charges, and the game cannot know. */
bool step_buys_unverified(struct script *script);

/** Launches the game again, now that signatures hold: what was charged comes and is granted once. */
bool step_comes_at_last(struct script *script);

#endif
