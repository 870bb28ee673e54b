/* "OWNERSHIP": the handles of clients, devices and stores after the close. */

#include "game.h"

#include <stdlib.h>

#define MOST_OPEN 16384

static iap_device *open_device(iap_store *store) {
    iap_device *device = NULL;
    CHECK_STATUS(iap_store_open_device(store, "player", "phone", &device, NULL), IAP_OK);
    return device;
}

static iap_client *open_client(iap_device *device) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = test_execution;
    options.device = device;
    iap_client *client = NULL;
    CHECK_STATUS(iap_client_open(&options, &client, NULL), IAP_OK);
    return client;
}

static void client_is_closed(iap_client *client) {
    CHECK_STATUS(iap_client_process_events(client, 0), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_client_wait_events(client, 0), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_restore_completed_transactions(client, NULL, NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_client_close(client), IAP_ERROR_CLOSED);
}

TEST(a_closed_client_is_never_the_next_one) {
    iap_store *store = store_open();
    iap_device *device = open_device(store);
    iap_client *clients[20];
    for (size_t i = 0; i < 20; i++) {
        clients[i] = open_client(device);
        CHECK(iap_client_process_events(clients[i], 0) >= 0);
        for (size_t j = 0; j < i; j++) {
            CHECK(clients[j] != clients[i]);
            client_is_closed(clients[j]);
        }
        CHECK_STATUS(iap_client_close(clients[i]), IAP_OK);
        client_is_closed(clients[i]);
    }
    CHECK_STATUS(iap_device_close(device, NULL), IAP_OK);
}

TEST(a_closed_device_or_store_is_never_the_next_one) {
    iap_device *devices[20];
    iap_store *stores[20];
    for (size_t i = 0; i < 20; i++) {
        const iap_store_options options = store_options();
        REQUIRE_OK(iap_store_open(&options, &stores[i], NULL));
        devices[i] = open_device(stores[i]);
        for (size_t j = 0; j < i; j++) {
            iap_device *device = NULL;
            CHECK_STATUS(iap_store_open_device(stores[j], "player", "phone", &device, NULL), IAP_ERROR_CLOSED);
            CHECK_STATUS(iap_store_close(stores[j], NULL), IAP_ERROR_CLOSED);
            CHECK_INT(iap_store_product_count(stores[j]), 0);
            CHECK_STATUS(iap_device_close(devices[j], NULL), IAP_ERROR_CLOSED);
        }
        REQUIRE_OK(iap_device_close(devices[i], NULL));
        REQUIRE_OK(iap_store_close(stores[i], NULL));
    }
}

TEST(an_address_or_a_handle_of_another_type_is_refused) {
    game *game = game_start();
    game_settle(game);
    uint64_t number = 0;
    void *memory = malloc(64);
    void *const pointers[] = {&number,      memory,    game,      game->store,
                              game->device, (void *)1, (void *)2, (void *)UINTPTR_MAX};
    for (size_t i = 0; i < sizeof pointers / sizeof pointers[0]; i++) {
        test_case("pointer %zu", i);
        CHECK_STATUS(iap_client_process_events(pointers[i], 0), IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(iap_client_close(pointers[i]), IAP_ERROR_INVALID_ARGUMENT);
        if (pointers[i] != game->store) CHECK_STATUS(iap_store_close(pointers[i], NULL), IAP_ERROR_INVALID_ARGUMENT);
        if (pointers[i] != game->device) CHECK_STATUS(iap_device_close(pointers[i], NULL), IAP_ERROR_INVALID_ARGUMENT);
    }
    CHECK_STATUS(iap_client_process_events(NULL, 0), IAP_ERROR_INVALID_ARGUMENT);
    free(memory);
}

/* The store is in memory here. */

TEST(more_than_the_most_handles_are_refused_until_one_is_closed) {
    iap_store *store = store_open();
    iap_device **devices = calloc(MOST_OPEN, sizeof *devices);
    size_t count = 0;
    iap_status_t status = IAP_OK;
    while (count < MOST_OPEN && status == IAP_OK) {
        status = iap_store_open_device(store, "player", "phone", &devices[count], NULL);
        if (status == IAP_OK) count++;
    }
    CHECK_STATUS(status, IAP_ERROR_BUSY);
    /* The store has a handle, too. */
    CHECK_INT(count, MOST_OPEN - 1);
    const iap_store_options options = store_options();
    iap_store *another = NULL;
    CHECK_STATUS(iap_store_open(&options, &another, NULL), IAP_ERROR_BUSY);
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_client_options client_options = IAP_CLIENT_OPTIONS_INIT;
    client_options.execution = test_execution;
    client_options.device = devices[0];
    iap_client *client = NULL;
    CHECK_STATUS(iap_client_open(&client_options, &client, &error), IAP_ERROR_BUSY);
    CHECK_CONTAINS(error.message, "close one of them first");
    CHECK_STATUS(iap_device_close(devices[--count], NULL), IAP_OK);
    CHECK_STATUS(iap_client_close(open_client(devices[0])), IAP_OK);
    while (count > 0) CHECK_STATUS(iap_device_close(devices[--count], NULL), IAP_OK);
    free(devices);
}
