/*
 * two_devices.h: two devices of one account. One of them receives what the other one buys.
 */
#ifndef CONFORMANCE_TWO_DEVICES_H
#define CONFORMANCE_TWO_DEVICES_H

#include "game.h"

typedef struct two_devices {
    game *phone, *tablet;
} two_devices;

/** Two running games of one account on a store with these options; NULL for those of store_open(). */
two_devices two_devices_launch(const iap_store_options *options);

/** The id of the n-th transaction, from 0, that the game received as purchased; 0 if there is none. */
uint64_t updated_id(const game *game, size_t n);

#define BATCH 6

/** The phone buys this many times. The tablet's updates were held, and it receives all of them in one batch in this order. */
bool tell_together(const two_devices *devices, iap_store_updates_t order, uint64_t *ids);

#endif
