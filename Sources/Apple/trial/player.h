/*
 * player.h: plays a list of situations with a store, and saves the audit log of each one.
 */
#ifndef TRIAL_PLAYER_H
#define TRIAL_PLAYER_H

#include <iap/iap.h>

/** The store with which a list is played. */
typedef struct stage {
    iap_execution_t execution;
    /** Starts a player who owns nothing. Returns the player's device, or NULL for the App Store's. */
    iap_device *(*begin)(void);
    /** Carries out the store's part of a step. Returns whether this succeeded. */
    int (*act)(const char *step, const char *product_id, uint64_t transaction_id);
    /** Lets the store work for this time. */
    void (*pause)(int milliseconds);
    /** Returns the time for measurements, in milliseconds since an arbitrary start. */
    int64_t (*now)(void);
} stage;

/**
 * Plays each situation of the list. Writes one audit log for each, NUMBER.jsonl in FOLDER.
 * Returns how many situations could not be played to their end.
 */
int play(const char *list, const char *folder, const stage *stage);

#endif
