/*
 * requests.h: every function that makes a request and ends in a completion. A test can call all of them in a loop.
 */
#ifndef CONFORMANCE_REQUESTS_H
#define CONFORMANCE_REQUESTS_H

#include "intents_and_messages.h"

/** What the requests of a game concern. */
typedef struct request_subject {
    game *game;
    uint64_t transaction_id;    /**< for requests about a transaction */
    const iap_message *message; /**< for requests that display a message; each message can be displayed once */
} request_subject;

typedef struct request_function {
    const char *name;
    /** Makes the request, with a completion that logs or, for hosts that poll, without one. */
    iap_status_t (*make)(const request_subject *subject, bool polls, uint64_t *request_id);
    iap_event_type_t ends_as;
    iap_event_type_t fails_as; /**< 0 if the failure has the same event type */
    iap_feature_t feature;     /**< the feature that it needs; IAP_FEATURE_NONE if every system has it */
    iap_store_api_t api;       /**< the API with which a test can make it fail; 0 if there is none */
    iap_store_sheet_t sheet;   /**< the sheet that it shows; 0 if none */
    /** The test must first make a transaction or a message. */
    bool needs_transaction, needs_message;
    /** Closing the sheet without an action may count as cancelled. */
    bool may_be_cancelled;
} request_function;

extern const request_function request_functions[];
extern const size_t request_function_count;

/** Makes what the function needs: a purchase of the game, or a message that the game has received. */
request_subject request_prepare(game *game, const request_function *function);
/** Prepares, makes the request, and waits for its end; NULL, reported as a failure, if it does not come. */
const heard *request_and_wait(game *game, const request_function *function);

/** Waits for the next event; NULL if none comes. To be released. */
iap_event *poll_event(game *game);
/** The next event that ends this request; releases the events before it. NULL, reported as a failure, if it does not come. */
iap_event *poll_response(game *game, uint64_t request_id);

#endif
