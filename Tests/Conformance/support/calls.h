/*
 * calls.h: every function of the headers that works on a client, a store or a device, each with arguments that are
 * right, so that a test can go through all of them.
 */
#ifndef CONFORMANCE_CALLS_H
#define CONFORMANCE_CALLS_H

#include "test.h"

typedef struct client_call {
    const char *name;
    bool processes_events;
    /** What it answers on a client that is open and idle; other positive values are right too. */
    iap_status open_status;
    /** `transaction` is any snapshot; its id is in no queue. */
    iap_status (*make)(iap_client *client, const iap_transaction *transaction);
} client_call;

/** All but iap_client_close(). */
extern const client_call client_calls[];
extern const size_t client_call_count;

typedef struct store_call {
    const char *name;
    iap_status (*make)(iap_store *store);
} store_call;

/** All that return a status, but iap_store_close(). */
extern const store_call store_calls[];
extern const size_t store_call_count;

#endif
