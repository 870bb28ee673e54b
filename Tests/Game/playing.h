/*
 * playing.h: a store for a test, the time, and the loops of a game.
 */
#ifndef TESTS_GAME_PLAYING_H
#define TESTS_GAME_PLAYING_H

#include <iap/iap_store.h>

#include <stdbool.h>

/** Options of a store with a virtual clock that sells what the text of a .storekit file says. The path may be NULL. */
iap_store_options playing_store(const char *storekit_text, const char *state_path);

/** Milliseconds since an arbitrary start. */
int64_t playing_now_ms(void);

typedef bool (*playing_condition)(void *context);
/**
 * Processes events until the condition is true.
 * \param problems counts the reported problems; NULL if they do not matter. A repeated report of a problem is not progress.
 * \returns how many times it has processed, from 1; 0 if no event has come for this time.
 */
int playing_until(iap_client *client, playing_condition is_over, void *context, const int *problems,
                  int64_t timeout_ms);
/** Processes events until none has come for this time. Returns false if that takes too many rounds: there is always something
 *  to process. */
bool playing_settle(iap_client *client, uint32_t quiet_ms, int rounds);

#endif
