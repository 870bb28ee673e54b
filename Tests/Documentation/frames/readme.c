#include <iap/iap.h>

#include <stdint.h>

typedef struct save_game save_game;
int save_once(save_game *save, uint64_t id, const char *product_id);
int play(save_game *save);

static iap_client *client;
static iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
static iap_observer observer = IAP_OBSERVER_INIT;

/* BLOCK */

int play(save_game *save) {
    observer.user_data = save;
    observer.transaction_updated = transaction_updated;
    if (!launch()) return 0;
    tap_buy();
    frame();
    return iap_client_close(client) == IAP_OK;
}
