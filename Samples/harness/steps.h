/*
 * steps.h: the steps of the scripted run. Each prints what happens and judges it.
 */
#ifndef HARNESS_STEPS_H
#define HARNESS_STEPS_H

#include "game.h"
#include "options.h"

enum verdict { VERDICT_GOOD, VERDICT_BAD, VERDICT_SKIPPED };

struct script {
    const struct options *options;
    iap_store *store;
    struct game phone;
    /* The products that the steps buy, chosen by type so that any file can be run. NULL if the file has none. */
    char *consumable;
    char *other_consumable;
    char *non_consumable;
    char *subscription;
    size_t charged;    /**< purchases that were paid for so far */
    size_t restorable; /**< those of them that a restore hands out */
};

/** A check that does not hold leaves a line in the transcript: a bad verdict is never without its reason. */
bool step_check(bool holds, const char *claim);

enum verdict step_verdict(bool good);

/** The verdict of a step that needs a kind of product which the file does not have. */
enum verdict step_skip(const char *missing);

/* What steps wait for. */
bool step_has_answer(const struct game *game);
bool step_has_removal(const struct game *game);

/* steps_purchases.c */
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

#endif
