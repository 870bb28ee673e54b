/*
 * A game compiled against the first header, Tests/ABI/first. It buys and quits without finishing. At the next launch the
 * library delivers the purchase again, and the game finishes it. It restores on a second device, and receives a refund. It
 * knows no later fields or functions.
 */

#include <iap/iap_store.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COINS "com.example.caves.coins.small"
#define EDITOR "com.example.caves.editor"

static int checks, failures;

static void check(int holds, const char *what) {
    checks++;
    if (holds) return;
    failures++;
    printf("FAIL %s\n", what);
}

/* What the observer has received since the last check. */
static struct {
    uint64_t purchased_id;
    int32_t delivery_count;
    int purchased, restored, failed, removed, revoked, restore_finished;
    iap_status status;
} heard;

static void transaction_updated(void *user_data, iap_client *client, const iap_transaction *transaction) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    (void)client;
    check(user_data == &heard, "the user data comes with each event");
    switch (iap_transaction_state(transaction)) {
    case IAP_TRANSACTION_PURCHASED:
        heard.purchased++;
        heard.purchased_id = iap_transaction_id(transaction);
        heard.delivery_count = iap_transaction_delivery_count(transaction);
        break;
    case IAP_TRANSACTION_RESTORED: heard.restored++; break;
    case IAP_TRANSACTION_FAILED:
        heard.failed++;
        iap_transaction_error(transaction, &error);
        heard.status = error.status;
        break;
    default: break;
    }
}

static void transaction_removed(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)user_data, (void)client, (void)transaction;
    heard.removed++;
}

static void restore_finished(void *user_data, iap_client *client, uint64_t request_id) {
    (void)user_data, (void)client, (void)request_id;
    heard.restore_finished++;
}

static void entitlement_revoked(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)user_data, (void)client, (void)transaction;
    heard.revoked++;
}

static iap_client *launch(iap_device *device, const char *journal) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_observer observer = IAP_OBSERVER_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_client *client = NULL;
    memset(&heard, 0, sizeof heard);
    options.device = device;
    options.journal_path = journal;
    observer.user_data = &heard;
    observer.transaction_updated = transaction_updated;
    observer.transaction_removed = transaction_removed;
    observer.restore_finished = restore_finished;
    observer.entitlement_revoked = entitlement_revoked;
    if (iap_client_open(&options, &client, &error) != IAP_OK ||
        iap_add_observer(client, &observer, NULL, &error) != IAP_OK) {
        printf("FAIL the client cannot be opened: %s\n", iap_status_name(error.status));
        exit(1);
    }
    return client;
}

/* Processes events until the count is there. */
static void await(iap_client *client, const int *count, const char *what) {
    while (*count == 0 && iap_client_wait_events(client, 30000) == 1) iap_client_process_events(client, 0);
    check(*count == 1, what);
}

static void buy(iap_client *client, const char *product_id) {
    iap_payment payment = IAP_PAYMENT_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    payment.product_id = product_id;
    check(iap_add_payment(client, &payment, NULL, &error) == IAP_OK && error.status == IAP_OK, "a payment is taken");
}

static void play(iap_store *store, iap_device *phone, const char *journal) {
    iap_payment nonsense = IAP_PAYMENT_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    uint64_t id;
    iap_device *tablet = NULL;
    iap_client *client = launch(phone, journal);
    check(iap_add_payment(client, &nonsense, NULL, &error) == IAP_ERROR_INVALID_ARGUMENT && error.status < 0 &&
              error.category == IAP_CATEGORY_INVALID_ARGUMENT,
          "a mistake has a status");
    buy(client, COINS);
    await(client, &heard.purchased, "the purchase is handed out");
    id = heard.purchased_id;
    check(iap_client_close(client) == IAP_OK, "the client is closed");

    client = launch(phone, journal);
    await(client, &heard.purchased, "the purchase is handed out again");
    check(heard.purchased_id == id && heard.delivery_count == 2, "under the same id, the second time");
    check(iap_finish_transaction_id(client, id, &error) == IAP_OK, "it is finished");
    await(client, &heard.removed, "and leaves the queue");
    iap_store_cancel_next_purchase(store, NULL);
    buy(client, COINS);
    await(client, &heard.failed, "a payment that the player cancels has failed");
    check(heard.status == IAP_ERROR_CANCELLED, "with the status of it");
    heard.purchased = 0;
    buy(client, EDITOR);
    await(client, &heard.purchased, "the editor is bought");
    id = heard.purchased_id;
    heard.removed = 0;
    check(iap_finish_transaction_id(client, id, &error) == IAP_OK, "and finished");
    await(client, &heard.removed, "and leaves the queue, too");
    check(iap_client_close(client) == IAP_OK, "the client is closed again");

    check(iap_store_open_device(store, "player", "tablet", &tablet, &error) == IAP_OK, "there is a second device");
    client = launch(tablet, NULL);
    check(iap_restore_completed_transactions(client, NULL, &error) == IAP_OK, "a restore begins");
    await(client, &heard.restore_finished, "it ends");
    check(heard.restored == 1, "with the editor");
    check(iap_store_refund(store, id, &error) == IAP_OK, "the editor is refunded");
    await(client, &heard.revoked, "of which the game hears");
    check(iap_store_get_totals(store, &totals, NULL) == IAP_OK && totals.transactions == 2 && totals.refunded == 1,
          "the ledger has it all");
    check(iap_client_close(client) == IAP_OK, "the last client is closed");
    check(iap_device_close(tablet, NULL) == IAP_OK, "and so is its device");
}

int main(int count, char **arguments) {
    char folder[] = "/tmp/iap-first-XXXXXX", journal[64], path[96];
    const char *const suffixes[] = {"", "-wal", "-shm", "-lock"};
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_store *store = NULL;
    iap_device *phone = NULL;
    size_t i;
    if (count != 2 || mkdtemp(folder) == NULL) return 2;
    snprintf(journal, sizeof journal, "%s/journal", folder);
    options.storekit_path = arguments[1];
    if (iap_store_open(&options, &store, &error) != IAP_OK ||
        iap_store_open_device(store, "player", "phone", &phone, &error) != IAP_OK) {
        printf("FAIL the store cannot be opened: %s\n", iap_status_name(error.status));
        return 1;
    }
    check(iap_version() >= IAP_HEADER_VERSION, "the library is as new as the header");
    play(store, phone, journal);
    check(iap_device_close(phone, NULL) == IAP_OK && iap_store_close(store, NULL) == IAP_OK, "everything is closed");
    for (i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        snprintf(path, sizeof path, "%s%s", journal, suffixes[i]);
        unlink(path);
    }
    check(rmdir(folder) == 0, "no other file is left");
    printf("%d passed, %d failed\n", checks - failures, failures);
    return failures == 0 ? 0 : 1;
}
