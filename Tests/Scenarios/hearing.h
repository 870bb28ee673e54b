/* hearing.h: what the game receives through observers, completions and polled events. Each of them is logged. */
#ifndef SCENARIOS_HEARING_H
#define SCENARIOS_HEARING_H

#include <iap/iap_store.h>

typedef struct observer {
    char name[16];
    char action[16]; /* its action in transaction_updated; empty: none */
    uint64_t id;     /* 0: not in use */
} observer;

/* The last received objects, retained; NULL: none. */
extern const iap_transaction *last_transaction;
extern const iap_purchase_intent *last_intent;

/* The functions of an observer; the observer borrows the argument. */
iap_observer observer_functions(observer *hearing);
void print_transactions(const iap_transactions *transactions);
void tell_event(const iap_event *event);
void forget_what_was_heard(void);

void products_received(void *user_data, iap_client *of, uint64_t request_id, const iap_products *products,
                       const iap_error *error);
void transactions_received(void *user_data, iap_client *of, uint64_t request_id, const iap_transactions *transactions,
                           const iap_error *error);
void statuses_received(void *user_data, iap_client *of, uint64_t request_id, const iap_subscription_statuses *statuses,
                       const iap_error *error);
void storefront_received(void *user_data, iap_client *of, uint64_t request_id, const char *country,
                         const char *identifier, const iap_error *error);
void completed(void *user_data, iap_client *of, uint64_t request_id, const iap_error *error);

#endif
