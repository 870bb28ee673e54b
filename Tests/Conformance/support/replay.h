/*
 * replay.h: after each test the log of its store is played back, and has to give the same state, byte for byte.
 */
#ifndef CONFORMANCE_REPLAY_H
#define CONFORMANCE_REPLAY_H

#include <iap/iap_store.h>

/** What a store was opened with, as far as a replay needs it; a copy. */
iap_store_options replay_options(const iap_store_options *options);
void replay_free(iap_store_options *options);
/** Fails the test if a replay comes to something else. */
void replay_check(iap_store *store, const iap_store_options *options);

#endif
