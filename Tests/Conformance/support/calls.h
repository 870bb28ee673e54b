/*
 * calls.h: every function of the headers that works on a client, a store or a device, each with valid arguments. A test can
 * call all of them in a loop.
 */
#ifndef CONFORMANCE_CALLS_H
#define CONFORMANCE_CALLS_H

#include "test.h"

typedef enum client_call_kind {
    ON_ANY_THREAD,
    PROCESSES_EVENTS,
    CANCELS_OR_REMOVES /**< while a thread processes events, only that thread may call it */
} client_call_kind;

typedef struct client_call {
    const char *name;
    client_call_kind kind;
    /** The status on an open, idle client; other positive values are valid too. */
    iap_status_t open_status;
    /** `transaction` is any snapshot; its id is in no queue. */
    iap_status_t (*make)(iap_client *client, const iap_transaction *transaction);
} client_call;

/** All except iap_client_close(). */
extern const client_call client_calls[];
extern const size_t client_call_count;

typedef struct store_call {
    const char *name;
    iap_status_t (*make)(iap_store *store);
} store_call;

/** All functions that return a status, except iap_store_close(). */
extern const store_call store_calls[];
extern const size_t store_call_count;

#endif
