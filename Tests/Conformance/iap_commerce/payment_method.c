/* Binding the account's payment method to a purchase on the web. */

#include "intents_and_messages.h"

#include <iap/iap_commerce.h>

static const heard *bind(game *game, const char *pinning_id) {
    uint64_t id = 0;
    if (!CHECK_STATUS(iap_bind_payment_method(game->client, pinning_id, game_hears_end, game, &id, NULL), IAP_OK))
        return NULL;
    return game_wait_response(game, id);
}

static void check_ends_with(game *game, const char *pinning_id, iap_status_t status) {
    const heard *end = bind(game, pinning_id);
    if (!CHECK(end != NULL)) return;
    CHECK_INT(end->type, IAP_EVENT_REQUEST_COMPLETED);
    CHECK_STATUS(end->error.status, status);
    CHECK_INT(end->error.category, IAP_STATUS_CATEGORY(status));
    if (status != IAP_OK) CHECK(end->error.message[0] != 0);
}

#define PINNING_ID "7d3c9f0e-2b1a-4c5d-8e6f-0a1b2c3d4e5f"

TEST(a_payment_method_is_bound_to_an_id_that_the_store_knows) {
    game *game = offers_game();
    check_ends_with(game, PINNING_ID, IAP_OK);
    check_ends_with(game, "7D3C9F0E-2B1A-4C5D-8E6F-0A1B2C3D4E5F", IAP_OK);
    check_ends_with(game, PINNING_ID, IAP_OK);
}

TEST(an_id_that_the_store_does_not_know_binds_nothing) {
    game *game = offers_game();
    const char *const unknown[] = {"nonsense", "0", PINNING_ID "0", "7d3c9f0e-2b1a-4c5d-8e6f-0a1b2c3d4e5g", "äöü"};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        test_case("%s", unknown[i]);
        check_ends_with(game, unknown[i], IAP_ERROR_INVALID_ARGUMENT);
    }
}

TEST(binding_can_fail_as_storekit_says) {
    game *game = offers_game();
    static const struct {
        iap_store_failure_t failure;
        iap_status_t status;
    } cases[] = {
        {IAP_STORE_FAILURE_BINDING_NOT_ELIGIBLE, IAP_ERROR_NOT_ELIGIBLE},
        {IAP_STORE_FAILURE_BINDING_INVALID_PINNING_ID, IAP_ERROR_INVALID_ARGUMENT},
        {IAP_STORE_FAILURE_BINDING_FAILED, IAP_ERROR_STORE},
        {IAP_STORE_FAILURE_NONE, IAP_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("failure %d", (int)cases[i].failure);
        REQUIRE_OK(
            iap_store_set_simulated_error(game->store, IAP_STORE_API_PAYMENT_METHOD_BINDING, cases[i].failure, NULL));
        check_ends_with(game, PINNING_ID, cases[i].status);
    }
}
