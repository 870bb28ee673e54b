/*
 * hearing.h: everything that a client tells a game, as one kind of value. It comes from an observer, from the completion of a
 * request, or from a polled event. A test decides in one function what it does with it.
 */
#ifndef TESTS_GAME_HEARING_H
#define TESTS_GAME_HEARING_H

#include <iap/iap.h>
#include <iap/iap_polling.h>

#include <pthread.h>
#include <stdbool.h>

/** One thing that a game received. The handles and texts are borrowed; they are valid during the call. */
typedef struct heard {
    iap_event_type_t type;
    int observer; /**< the number of the observer that received it; 0 for the completion of a request and for a polled event */
    pthread_t thread;
    bool in_close; /**< for the test: received while the game closed its client */
    uint64_t request_id;
    const iap_transaction *transaction;
    const iap_transactions *transactions;
    const iap_products *products;
    const iap_subscription_statuses *statuses;
    const iap_subscription_status *status;
    const iap_app_transaction *app_transaction;
    const iap_promotions *promotions;
    const iap_purchase_intent *intent;
    const iap_message *message;
    int32_t flag;
    const char *text; /**< of a response that is a text */
    const char *product_id;
    char country_code[16];
    char identifier[32];
    bool has_error;
    iap_error error;
} heard;

/** Who receives it. */
typedef struct hearing {
    void (*hear)(void *context, iap_client *client, const heard *entry);
    void *context;
    int observer; /**< its number; 0 for completions and polled events */
} hearing;

/** An observer with all functions. The hearing must exist as long as the observer is registered. */
iap_observer hearing_observer(hearing *to);
/** Passes a polled event on. */
void hearing_take(const hearing *to, iap_client *client, const iap_event *event);

/* The completions of requests; `user_data` is a hearing. */
void hearing_products(void *user_data, iap_client *client, uint64_t request_id, const iap_products *products,
                      const iap_error *error);
void hearing_transactions(void *user_data, iap_client *client, uint64_t request_id,
                          const iap_transactions *transactions, const iap_error *error);
void hearing_storefront(void *user_data, iap_client *client, uint64_t request_id, const char *country_code,
                        const char *identifier, const iap_error *error);
void hearing_end(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error);
void hearing_flag(void *user_data, iap_client *client, uint64_t request_id, int32_t flag, const iap_error *error);
void hearing_text(void *user_data, iap_client *client, uint64_t request_id, const char *text, const iap_error *error);
void hearing_statuses(void *user_data, iap_client *client, uint64_t request_id,
                      const iap_subscription_statuses *statuses, const iap_error *error);
void hearing_app_transaction(void *user_data, iap_client *client, uint64_t request_id,
                             const iap_app_transaction *app_transaction, const iap_error *error);
void hearing_promotions(void *user_data, iap_client *client, uint64_t request_id, const iap_promotions *promotions,
                        const iap_error *error);

#endif
