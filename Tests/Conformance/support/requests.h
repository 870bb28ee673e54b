/*
 * requests.h: every function that asks for something and ends in a completion, so that a test can go through all of
 * them.
 */
#ifndef CONFORMANCE_REQUESTS_H
#define CONFORMANCE_REQUESTS_H

#include "intents_and_messages.h"

/** What the requests of a game are about. */
typedef struct request_subject {
    game *game;
    uint64_t transaction_id;    /**< for what asks about one */
    const iap_message *message; /**< for what shows one; each can be shown once */
} request_subject;

typedef struct request_function {
    const char *name;
    /** Makes the request, with a completion that logs or, for hosts that poll, without one. */
    iap_status (*make)(const request_subject *subject, bool polls, uint64_t *request_id);
    iap_event_type_t ends_as;
    iap_event_type_t fails_as; /**< 0 if it fails as the same event */
    iap_feature feature;       /**< what it needs; IAP_FEATURE_NONE if every system has it */
    iap_store_api api;         /**< by which it can be made to fail; 0 if it cannot */
    iap_store_sheet sheet;     /**< what it shows; 0 if nothing */
    /** What it is about has to be made first. */
    bool needs_transaction, needs_message;
    /** Closing what it shows without doing anything may count as cancelled. */
    bool may_be_cancelled;
} request_function;

extern const request_function request_functions[];
extern const size_t request_function_count;

/** Makes what the function needs: a purchase of the game, or a message that it has heard. */
request_subject request_prepare(game *game, const request_function *function);
/** Prepares, asks, and waits for the answer; NULL, reported as a failure, if it does not come. */
const heard *request_and_wait(game *game, const request_function *function);

/** The next event, waiting for it; NULL if none comes. To be released. */
iap_event *poll_event(game *game);
/** The next event that ends this request; what comes before is let go. NULL, reported as a failure, if it does not come. */
iap_event *poll_answer(game *game, uint64_t request_id);

#endif
