#include "two_devices.h"

two_devices two_devices_launch(const iap_store_options *options) {
    iap_store *store = options != NULL ? store_open_with(options) : store_open();
    const two_devices devices = {game_install(store, "player", "phone"), game_install(store, "player", "tablet")};
    game_launch(devices.phone);
    game_launch(devices.tablet);
    /* Later events are new. */
    game_settle(devices.phone);
    game_settle(devices.tablet);
    return devices;
}

uint64_t updated_id(const game *game, size_t n) {
    const heard *entry = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, n);
    return entry != NULL ? iap_transaction_id(entry->transaction) : 0;
}

bool tell_together(const two_devices *devices, iap_store_updates_t order, uint64_t *ids) {
    iap_device *tablet = devices->tablet->device;
    if (!CHECK_STATUS(iap_device_set_updates(tablet, IAP_STORE_UPDATES_HELD, NULL), IAP_OK)) return false;
    for (size_t i = 0; i < BATCH; i++) {
        const iap_transaction *bought = game_buy(devices->phone, COINS);
        if (!CHECK(bought != NULL)) return false;
        ids[i] = iap_transaction_id(bought);
        /* The account's other devices do not receive a consumable automatically. */
        if (!CHECK_STATUS(iap_store_repeat_update(devices->phone->store, ids[i], NULL), IAP_OK)) return false;
    }
    return CHECK_STATUS(iap_device_set_updates(tablet, order, NULL), IAP_OK) &&
           AWAIT_STATE(devices->tablet, IAP_TRANSACTION_PURCHASED, BATCH);
}
