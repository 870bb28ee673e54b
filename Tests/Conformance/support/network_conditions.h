/*
 * network_conditions.h: the networks of the games' devices.
 */
#ifndef CONFORMANCE_NETWORK_CONDITIONS_H
#define CONFORMANCE_NETWORK_CONDITIONS_H

#include "game.h"

bool set_network(const game *game, iap_device_network network);
bool network_is_down(const game *game);
bool network_never_answers(const game *game);
bool network_is_slow(const game *game, int64_t latency_ms, int64_t timeout_ms);
bool network_is_perfect(const game *game);

/** Loads the products that tests buy. Each purchase is then one request. */
bool load_products(game *game);
/** Checks that a request has no response and receives none now. */
void check_unanswered(game *game, uint64_t request_id);
/** Checks that the only payment has no outcome and receives none now. */
void check_purchasing(game *game);
/** Waits for the outcome of a payment and checks that it failed with this status. */
bool check_payment_failed(game *game, uint64_t payment_id, iap_status_t status);
bool advance_clock(const game *game, int64_t milliseconds);

#endif
