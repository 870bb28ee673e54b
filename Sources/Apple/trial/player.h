/*
 * player.h: plays a list of situations in front of a store, and keeps the audit log of each.
 */
#ifndef TRIAL_PLAYER_H
#define TRIAL_PLAYER_H

#include <iap/iap.h>

/** The store that a list is played in front of. */
typedef struct stage {
    iap_execution execution;
    /** A player who owns nothing. Gives the device to play on; NULL for the App Store's. */
    iap_device *(*begin)(void);
    /** Does what a step says that is the store's part. Gives whether it could. */
    int (*act)(const char *step, const char *product_id, uint64_t transaction_id);
    /** Lets the store work for so long. */
    void (*pause)(int milliseconds);
    /** The time for measures, in milliseconds since any time. */
    int64_t (*now)(void);
} stage;

/**
 * Plays each situation of the list. FOLDER gets one audit log for each, NUMBER.jsonl.
 * Gives how many situations could not be played to their end.
 */
int play(const char *list, const char *folder, const stage *stage);

#endif
