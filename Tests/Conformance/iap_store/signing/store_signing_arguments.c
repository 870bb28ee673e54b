/* Signing requests and renewals that the store refuses. */

#include "intents_and_messages.h"

#include <string.h>

static const int32_t no_numbers[] = {-1, 1000, INT32_MAX, INT32_MIN};
enum { NO_NUMBERS = sizeof no_numbers / sizeof no_numbers[0] };

static iap_store_signing_request signing(iap_store_signature_t kind) {
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = kind;
    request.product_id = PASS_GOLD;
    request.offer_id = OFFER_LOYAL;
    request.nonce = "00000000-0000-4000-8000-000000000002";
    request.timestamp_ms = INT64_C(1767225600000);
    request.allows_introductory_offer = 1;
    request.transaction_id = 7;
    request.request_json = "{\"operation\":\"CREATE_ONE_TIME_CHARGE\",\"version\":\"1\"}";
    return request;
}

static const iap_store_signature_t kinds[] = {
    IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER, IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS,
    IAP_STORE_SIGNATURE_INTRODUCTORY_OFFER_JWS, IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void check_refused(iap_store *store, const iap_store_signing_request *request, iap_status_t status) {
    char buffer[8192] = "untouched";
    size_t length = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_sign(store, request, buffer, sizeof buffer, &length, &error), status);
    CHECK_STATUS(error.status, status);
    CHECK(error.message[0] != 0);
    CHECK_TEXT(buffer, "untouched");
}

TEST(a_buffer_for_a_signature_has_room_for_it_or_stays_as_it_is) {
    iap_store *store = offers_store();
    for (size_t i = 0; i < KINDS; i++) {
        test_case("kind %d", (int)kinds[i]);
        const iap_store_signing_request request = signing(kinds[i]);
        size_t length = 0, written = 0;
        REQUIRE_OK(iap_store_sign(store, &request, NULL, 0, &length, NULL));
        REQUIRE(length > 1 && length < 8192);
        char buffer[8192];
        memset(buffer, 'u', sizeof buffer);
        const size_t small[] = {0, 1, length / 2};
        for (size_t k = 0; k < sizeof small / sizeof small[0]; k++) {
            written = 0;
            CHECK_STATUS(iap_store_sign(store, &request, buffer, small[k], &written, NULL), IAP_ERROR_TOO_LARGE);
            CHECK(written > small[k]);
            for (size_t n = 0; n < sizeof buffer; n++) {
                if (buffer[n] != 'u') {
                    CHECK(!"written into a buffer that is too small");
                    break;
                }
            }
        }
        REQUIRE_OK(iap_store_sign(store, &request, buffer, sizeof buffer, &written, NULL));
        CHECK_INT(strlen(buffer) + 1, written);
        CHECK(buffer[written] == 'u');
        /* A compact JWS has one length; the length of the older form may differ because of DER. */
        if (kinds[i] != IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER) {
            CHECK_INT(written, length);
            CHECK_STATUS(iap_store_sign(store, &request, buffer, length, &written, NULL), IAP_OK);
            CHECK_STATUS(iap_store_sign(store, &request, buffer, length - 1, &written, NULL), IAP_ERROR_TOO_LARGE);
        }
    }
}

TEST(signing_requests_that_make_no_sense_are_refused) {
    iap_store *store = offers_store();
    check_refused(store, NULL, IAP_ERROR_INVALID_ARGUMENT);
    for (size_t i = 0; i < NO_NUMBERS; i++) {
        test_case("kind %d", (int)no_numbers[i]);
        const iap_store_signing_request request = signing(no_numbers[i]);
        check_refused(store, &request, IAP_ERROR_INVALID_ARGUMENT);
    }
    const iap_store_signing_request none = signing(0), beyond = signing(5);
    check_refused(store, &none, IAP_ERROR_INVALID_ARGUMENT);
    check_refused(store, &beyond, IAP_ERROR_INVALID_ARGUMENT);
    for (size_t i = 0; i < KINDS; i++) {
        test_case("kind %d", (int)kinds[i]);
        iap_store_signing_request request = signing(kinds[i]);
        const uint32_t sizes[] = {0, 4, sizeof request - 1, sizeof request + 8, UINT32_MAX};
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            request.struct_size = sizes[k];
            check_refused(store, &request, IAP_ERROR_INVALID_STRUCT_SIZE);
        }
        request = signing(kinds[i]);
        char buffer[8192];
        CHECK_STATUS(iap_store_sign(store, &request, buffer, sizeof buffer, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
        request.nonce = "no uuid";
        size_t length = 0;
        CHECK_CATEGORY(iap_store_sign(store, &request, buffer, sizeof buffer, &length, NULL),
                       IAP_CATEGORY_INVALID_ARGUMENT);
    }
}

TEST(what_belongs_to_a_signature_has_to_be_there) {
    iap_store *store = offers_store();
    for (size_t i = 0; i < KINDS; i++) {
        test_case("kind %d", (int)kinds[i]);
        const bool is_commerce = kinds[i] == IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS;
        const bool is_offer = !is_commerce && kinds[i] != IAP_STORE_SIGNATURE_INTRODUCTORY_OFFER_JWS;
        const char *const bad[] = {NULL, "", "\xff"};
        for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
            const iap_status_t status = bad[k] == NULL ? IAP_ERROR_INVALID_ARGUMENT : IAP_ERROR_INVALID_TEXT;
            iap_store_signing_request request = signing(kinds[i]);
            request.product_id = bad[k];
            if (!is_commerce) check_refused(store, &request, status);
            request = signing(kinds[i]);
            request.offer_id = bad[k];
            if (is_offer) check_refused(store, &request, status);
            request = signing(kinds[i]);
            request.request_json = bad[k];
            if (is_commerce) check_refused(store, &request, status);
        }
    }
}

TEST(the_key_has_the_id_of_the_file) {
    iap_store *store = offers_store();
    CHECK_TEXT(iap_store_signing_key_id(store), "0FFE25AB");
    CHECK_TEXT(iap_store_signing_key_id(NULL), NULL);
    iap_store *without = store_open();
    const char *own = iap_store_signing_key_id(without);
    CHECK(own != NULL && own[0] != 0);
    store_close(store);
    CHECK_TEXT(iap_store_signing_key_id(store), NULL);
    const iap_store_signing_request request = signing(IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER);
    check_refused(store, &request, IAP_ERROR_CLOSED);
    check_refused(NULL, &request, IAP_ERROR_INVALID_ARGUMENT);
}

/* ----------------------------------------------------------------------------------------------------- renewals */

static void check_renewal(iap_store *store, uint64_t id, const iap_store_renewal *renewal, iap_status_t status) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_set_renewal(store, id, renewal, &error), status);
    CHECK_STATUS(error.status, status);
    CHECK((error.message[0] != 0) == (status != IAP_OK));
}

TEST(renewals_that_make_no_sense_are_refused) {
    game *game = offers_game();
    const uint64_t id = game_own(game, PASS_SILVER), bag = game_own(game, BAG);
    game_settle(game);
    game_forget(game);
    check_renewal(game->store, id, NULL, IAP_ERROR_INVALID_ARGUMENT);
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    check_renewal(game->store, bag, &renewal, IAP_ERROR_INVALID_STATE);
    check_renewal(game->store, 0, &renewal, IAP_ERROR_NOT_FOUND);
    check_renewal(game->store, UINT64_MAX, &renewal, IAP_ERROR_NOT_FOUND);
    check_renewal(NULL, id, &renewal, IAP_ERROR_INVALID_ARGUMENT);
    const uint32_t sizes[] = {0, 4, sizeof renewal - 1, sizeof renewal + 8, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        renewal.struct_size = sizes[i];
        check_renewal(game->store, id, &renewal, IAP_ERROR_INVALID_STRUCT_SIZE);
    }
    const struct {
        const char *product_id;
        iap_status_t status;
    } products[] = {
        {UNKNOWN_PRODUCT, IAP_ERROR_NOT_FOUND}, {NEWS, IAP_ERROR_NOT_FOUND},      {BAG, IAP_ERROR_NOT_FOUND},
        {"", IAP_ERROR_INVALID_TEXT},           {"\xff", IAP_ERROR_INVALID_TEXT},
    };
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++) {
        test_case("product %zu", i);
        iap_store_renewal_init(&renewal);
        renewal.auto_renew_product_id = products[i].product_id;
        check_renewal(game->store, id, &renewal, products[i].status);
    }
    for (size_t i = 0; i < NO_NUMBERS; i++) {
        test_case("%d", (int)no_numbers[i]);
        iap_store_renewal_init(&renewal);
        renewal.expiration_reason = no_numbers[i];
        check_renewal(game->store, id, &renewal, IAP_ERROR_INVALID_ARGUMENT);
        iap_store_renewal_init(&renewal);
        renewal.price_increase = no_numbers[i];
        check_renewal(game->store, id, &renewal, IAP_ERROR_INVALID_ARGUMENT);
    }
    test_case(NULL);
    iap_store_renewal_init(&renewal);
    renewal.renewal_price_milliunits = -1;
    check_renewal(game->store, id, &renewal, IAP_ERROR_INVALID_ARGUMENT);
    iap_store_renewal_init(&renewal);
    renewal.grace_period_expiration_date_ms = -1;
    check_renewal(game->store, id, &renewal, IAP_ERROR_INVALID_ARGUMENT);
    /* Nothing has changed, therefore there is no event. */
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}
