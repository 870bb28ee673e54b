/*
 * two_devices.h: two devices of one account, one of which hears of what the other one does.
 */
#ifndef CONFORMANCE_TWO_DEVICES_H
#define CONFORMANCE_TWO_DEVICES_H

#include "game.h"

typedef struct two_devices {
    game *phone, *tablet;
} two_devices;

/** Two running games of one account on a store with these options; NULL for those of store_open(). */
two_devices two_devices_launch(const iap_store_options *options);

/** The id of the n-th transaction, from 0, that the game was handed as purchased; 0 if there is none. */
uint64_t updated_id(const game *game, size_t n);

#define BATCH 6

/** The phone buys so many times, and the tablet, whose updates were held, hears of all of it together in this order. */
bool tell_together(const two_devices *devices, iap_store_updates order, uint64_t *ids);

#endif
