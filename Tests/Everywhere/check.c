/* A game on a system without a store: the library works, and the shop has a reason to stay hidden. Prints a line for each
   check; the exit status is 1 if a check failed. */

#include <iap/iap.h>
#include <iap/iap_inventory.h>

#include <stdio.h>

struct game {
    int ends;
    iap_status status;
    int is_retryable;
    int has_products;
    int has_message;
};

static int failures;

static void check(const char *what, int holds) {
    printf("%s: %s\n", holds ? "passed" : "FAILED", what);
    failures += !holds;
}

static void products_came(void *user_data, iap_client *client, uint64_t request_id, const iap_products *products,
                          const iap_error *error) {
    struct game *game = user_data;
    (void)client;
    (void)request_id;
    game->ends++;
    game->has_products = products != NULL;
    game->status = error == NULL ? IAP_OK : error->status;
    game->is_retryable = error != NULL && error->retryable;
    game->has_message = error != NULL && error->message[0] != '\0';
}

static void request_products(iap_client *client) {
    const char *const ids[] = {"com.example.caves.coins.small", "com.example.caves.editor"};
    struct game game = {0, IAP_OK, 0, 0, 0};
    iap_error error = IAP_ERROR_VALUE_INIT;
    uint64_t request_id = 0;
    check("a product request is accepted",
          iap_request_products(client, ids, 2, products_came, &game, &request_id, &error) == IAP_OK && request_id != 0);
    check("nothing is called outside of the pump", game.ends == 0);
    check("there is something to process", iap_client_wait_events(client, 0) == 1);
    check("the pump delivers one event", iap_client_process_events(client, 0) == 1);
    check("the request fails because this system has no products",
          game.ends == 1 && game.status == IAP_ERROR_UNSUPPORTED && !game.has_products);
    check("the error has a message, and is not retryable", game.has_message && !game.is_retryable);
    check("the completion comes once", iap_client_process_events(client, 0) == 0 && game.ends == 1);
}

static void is_cancelled_by_the_close(iap_client *client) {
    const char *const ids[] = {"com.example.caves.coins.small"};
    struct game game = {0, IAP_OK, 0, 0, 0};
    check("a second product request is accepted",
          iap_request_products(client, ids, 1, products_came, &game, NULL, NULL) == IAP_OK);
    check("the client closes", iap_client_close(client) == IAP_OK);
    check("the open request has ended once, cancelled", game.ends == 1 && game.status == IAP_ERROR_CANCELLED);
    check("a closed client reports this",
          iap_client_process_events(client, 0) == IAP_ERROR_CLOSED && iap_client_close(client) == IAP_ERROR_CLOSED);
}

int main(void) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_client *client = NULL;

    check("header and library have the same version", iap_version() == IAP_HEADER_VERSION);
    check("structs have the size that the library knows",
          iap_struct_size("iap_error") == sizeof(iap_error) && iap_struct_size("iap_client_options") == sizeof options);
    check("a client opens", iap_client_open(&options, &client, &error) == IAP_OK && client != NULL);
    check("payments are not possible", iap_can_make_payments(client, NULL) == 0);
    request_products(client);
    is_cancelled_by_the_close(client);
    return failures == 0 ? 0 : 1;
}
