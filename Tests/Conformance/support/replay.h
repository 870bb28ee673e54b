/*
 * replay.h: after each test, the log of its store is replayed, and must give the same state, byte for byte.
 */
#ifndef CONFORMANCE_REPLAY_H
#define CONFORMANCE_REPLAY_H

#include <iap/iap_store.h>

/** The options of a store, as far as a replay needs them; a copy. */
iap_store_options replay_options(const iap_store_options *options);
void replay_free(iap_store_options *options);
/** Fails the test if a replay gives another state. */
void replay_check(iap_store *store, const iap_store_options *options);

#endif
