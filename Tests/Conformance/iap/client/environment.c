/* iap_client_environment() and iap_struct_size(). */

#include "game.h"

#include <iap/iap_inventory.h>
#include <iap/iap_server_key.h>
#include <iap/iap_verify.h>

TEST(the_environment_is_known_at_once) {
    game *game = game_install(store_open(), "player", "phone");
    REQUIRE(game_launch_without_observer(game));
    CHECK_INT(iap_client_environment(game->client), IAP_ENVIRONMENT_REFERENCE_STORE);
}

#define SIZE(type)                                                                                                     \
    { #type, sizeof(type) }

TEST(struct_sizes_can_be_asked_for_by_name) {
    static const struct {
        const char *name;
        size_t size;
    } structs[] = {
        SIZE(iap_error),
        SIZE(iap_client_options),
        SIZE(iap_product_list_options),
        SIZE(iap_observer),
        SIZE(iap_payment),
        SIZE(iap_verification_options),
        SIZE(iap_grant),
        SIZE(iap_inventory_options),
        SIZE(iap_verifier_options),
        SIZE(iap_verify_result),
        SIZE(iap_server_key_options),
        SIZE(iap_server_request),
        SIZE(iap_store_options),
        SIZE(iap_store_renewal),
        SIZE(iap_store_signing_request),
        SIZE(iap_store_notification),
        SIZE(iap_store_settings),
        SIZE(iap_store_purchase),
        SIZE(iap_device_network),
        SIZE(iap_store_receipt_request),
        SIZE(iap_store_transaction),
        SIZE(iap_store_totals),
    };
    for (size_t i = 0; i < sizeof structs / sizeof *structs; i++) {
        test_case("%s", structs[i].name);
        CHECK_INT(iap_struct_size(structs[i].name), structs[i].size);
    }
    test_case(NULL);
    CHECK_INT(iap_struct_size("iap_client"), 0);
    CHECK_INT(iap_struct_size(""), 0);
    CHECK_INT(iap_struct_size(NULL), 0);
}
