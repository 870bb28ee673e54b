/* A game on a system without a store: the open says so, and every other call answers for NULL and for a closed client. Prints a
   line for each check; the exit status is 1 if a check failed. */

#include <iap/iap.h>
#include <iap/iap_inventory.h>
#include <iap/iap_log.h>
#include <iap/iap_polling.h>
#include <iap/iap_system.h>

#include <stdio.h>
#include <string.h>

static int failures;

static void check(const char *what, int holds) {
    printf("%s: %s\n", holds ? "passed" : "FAILED", what);
    failures += !holds;
}

static void no_products_come(void *user_data, iap_client *client, uint64_t request_id, const iap_products *products,
                             const iap_error *error) {
    (void)user_data;
    (void)client;
    (void)request_id;
    (void)products;
    (void)error;
    check("no completion is called", 0);
}

static void line_came(void *user_data, iap_log_level_t level, const char *message) {
    (void)user_data;
    (void)level;
    (void)message;
    check("no line is logged", 0);
}

/* Each call with a client that was never open: what the game can hold is NULL, or a number from another run. */
static void every_kind_of_call_is_refused(iap_client *client, iap_status_t expected, const char *name) {
    const char *const ids[] = {"com.example.caves.coins.small"};
    const iap_transactions *transactions = (const iap_transactions *)ids;
    iap_observer observer = IAP_OBSERVER_INIT;
    iap_event *event = (iap_event *)ids;
    iap_error error = IAP_ERROR_VALUE_INIT;
    uint64_t id = 7;

    printf("a client that is %s\n", name);
    check("a request is refused and has no id",
          iap_request_products(client, ids, 1, no_products_come, NULL, &id, &error) == expected && id == 0);
    check("the error has the status and its category",
          error.status == expected && error.category == IAP_STATUS_CATEGORY(expected) && error.message[0] != '\0');
    check("no error has to be given",
          iap_request_products(client, ids, 1, no_products_come, NULL, NULL, NULL) == expected);
    id = 7;
    check("a payment is refused", iap_buy(client, ids[0], &id, NULL) == expected && id == 0);
    check("an observer is refused", iap_add_observer(client, &observer, &id, NULL) == expected);
    check("a restore is refused", iap_restore_completed_transactions(client, &id, NULL) == expected);
    check("a finish is refused", iap_finish_transaction(client, NULL, NULL) == expected);
    check("a list is refused, and its handle is NULL",
          iap_queue_transactions(client, &transactions, NULL) == expected && transactions == NULL);
    check("there are no events", iap_client_process_events(client, 0) == expected &&
                                     iap_client_wait_events(client, 10000) == expected &&
                                     iap_client_next_event(client, &event) == expected && event == NULL);
    check("payments are not possible", iap_can_make_payments(client, &error) == 0 && error.status == expected &&
                                           iap_can_make_payments(client, NULL) == 0);
    check("the player owns nothing", iap_owns(client, ids[0], &error) == 0 && error.status == expected);
    check("the player has no coins", iap_inventory_balance(client, "coins", &error) == 0 && error.status == expected);
    check("there is no environment", iap_client_environment(client) == expected);
    check("there is nothing to close", iap_client_close(client) == expected);
}

int main(void) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT, initialized;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_client *client = (iap_client *)(uintptr_t)7;

    check("header and library have the same version", iap_version() == IAP_HEADER_VERSION);
    check("structs have the size that the library knows", iap_struct_size("iap_error") == sizeof(iap_error) &&
                                                              iap_struct_size("iap_client_options") == sizeof options &&
                                                              iap_struct_size("iap_store_options") == 0 &&
                                                              iap_struct_size(NULL) == 0);
    memset(&initialized, 1, sizeof initialized);
    iap_client_options_init(&initialized);
    check("the function and the macro set the same options", initialized.struct_size == options.struct_size &&
                                                                 initialized.journal_path == NULL &&
                                                                 initialized.wake == NULL);
    check("a status has its name", strcmp(iap_status_name(IAP_ERROR_UNSUPPORTED), "IAP_ERROR_UNSUPPORTED") == 0 &&
                                       strcmp(iap_status_name(12345), "IAP_ERROR_UNKNOWN") == 0);
    check("a log function is accepted",
          iap_set_log_function(IAP_LOG_DEBUG, line_came, NULL, &error) == IAP_OK &&
              iap_set_log_function(99, line_came, NULL, NULL) == IAP_ERROR_INVALID_ARGUMENT);

    options.journal_path = "folder/that/is/not/there/journal";
    check("the open says that there is no store",
          iap_client_open(&options, &client, &error) == IAP_ERROR_UNSUPPORTED && client == NULL);
    check("the error has a message, and is not retryable", error.status == IAP_ERROR_UNSUPPORTED &&
                                                               error.category == IAP_CATEGORY_UNSUPPORTED &&
                                                               error.message[0] != '\0' && !error.retryable);
    every_kind_of_call_is_refused(NULL, IAP_ERROR_INVALID_ARGUMENT, "NULL");
    every_kind_of_call_is_refused((iap_client *)(uintptr_t)17, IAP_ERROR_CLOSED, "not open");
    check("getters of NULL return 0 or NULL",
          iap_products_count(NULL) == 0 && iap_products_at(NULL, 0) == NULL && iap_transaction_original_id(NULL) == 0 &&
              iap_transaction_error(NULL, &error) == IAP_OK && error.status == IAP_OK);
    iap_transaction_release(iap_transaction_retain(NULL));
    return failures == 0 ? 0 : 1;
}
