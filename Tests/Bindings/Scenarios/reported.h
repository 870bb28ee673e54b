/* told.h: what the game receives through observers, completions and polled events. Each of them is logged. */
#ifndef SCENARIOS_REPORTED_H
#define SCENARIOS_REPORTED_H

#include "hearing.h"

#include <iap/iap_store.h>

typedef struct observer {
    char name[16];
    char action[16]; /* its action in transaction_updated; empty: none */
    uint64_t id;     /* 0: not in use */
    hearing hearing;
} observer;

/* The last received objects, retained; NULL: none. */
extern const iap_transaction *last_transaction;
extern const iap_purchase_intent *last_intent;

/* The functions of an observer; the observer borrows the argument. */
iap_observer observer_functions(observer *observing);
void print_transactions(const iap_transactions *transactions);
void forget_what_was_heard(void);

/* Receive the responses to requests, and polled events. */
extern hearing replies;
extern const hearing polled_events;

#endif
