#include "network_conditions.h"

bool set_network(const game *game, iap_device_network network) {
    return CHECK_STATUS(iap_device_set_network(game->device, &network, NULL), IAP_OK);
}

bool network_is_down(const game *game) {
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    network.is_down = 1;
    return set_network(game, network);
}

bool network_never_answers(const game *game) {
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    network.never_answers = 1;
    return set_network(game, network);
}

bool network_is_slow(const game *game, int64_t latency_ms, int64_t timeout_ms) {
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    network.latency_ms = latency_ms;
    network.timeout_ms = timeout_ms;
    return set_network(game, network);
}

bool network_is_perfect(const game *game) {
    const iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    return set_network(game, network);
}

bool load_products(game *game) {
    static const char *const ids[] = {COINS, GEMS, SWORD, LEVELS, CLUB_MONTH};
    return CHECK_INT(iap_products_count(game_products(game, ids, 5)), 5);
}

void check_unanswered(game *game, uint64_t request_id) {
    game_settle(game);
    CHECK_INT(game_response_count(game, request_id), 0);
}

void check_purchasing(game *game) {
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 1);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASING), 1);
}

bool check_payment_failed(game *game, uint64_t payment_id, iap_status_t status) {
    const heard *outcome = game_outcome(game, payment_id);
    if (outcome == NULL) return false;
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_FAILED);
    iap_error error = IAP_ERROR_VALUE_INIT;
    return CHECK_STATUS(iap_transaction_error(outcome->transaction, &error), status);
}

bool advance_clock(const game *game, int64_t milliseconds) {
    return CHECK_STATUS(iap_store_advance_clock(game->store, milliseconds, NULL), IAP_OK);
}
