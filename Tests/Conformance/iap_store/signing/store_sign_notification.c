/* iap_store_sign_notification(): the notifications of the App Store for the game server. */

#include "forgeries.h"
#include "game.h"
#include "signed_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UUID "3f2504e0-4f89-41d3-9a0c-0305e82c3301"

static iap_store_notification notification_of(const char *type) {
    iap_store_notification notification = IAP_STORE_NOTIFICATION_INIT;
    notification.type = type;
    return notification;
}

/* The text, to be freed. */
static char *sign(iap_store *store, const iap_store_notification *notification) {
    static char buffer[65536];
    size_t length = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!CHECK_STATUS(iap_store_sign_notification(store, notification, buffer, sizeof buffer, &length, &error), IAP_OK))
        return strdup("");
    CHECK_INT(strlen(buffer) + 1, length);
    return strdup(buffer);
}

/* Its payload, to be freed; checks that the store signed it. */
static char *payload(iap_store *store, const iap_store_notification *notification) {
    char *text = sign(store, notification);
    signed_parts parts = signed_text_read(text);
    char *json = strdup(parts.payload != NULL ? parts.payload : "");
    CHECK_SIGNED_JSON(text, json);
    signed_parts_free(parts);
    free(text);
    return json;
}

/* The payload of a signed text in a field, to be freed. */
static char *inner(const char *json, const char *field) {
    char name[64];
    snprintf(name, sizeof name, "\"%s\":\"", field);
    const char *start = strstr(json, name);
    if (!CHECK(start != NULL)) return strdup("");
    start += strlen(name);
    char *text = strndup(start, strcspn(start, "\""));
    signed_parts parts = signed_text_read(text);
    char *content = strdup(parts.payload != NULL ? parts.payload : "");
    CHECK_SIGNED_JSON(text, content);
    signed_parts_free(parts);
    free(text);
    return content;
}

TEST(a_test_notification_has_data_without_a_transaction) {
    iap_store *store = store_open();
    iap_store_notification notification = notification_of("TEST");
    notification.uuid = "3F2504E0-4F89-41D3-9A0C-0305E82C3301";
    char *json = payload(store, &notification);
    CHECK(json_has_text(json, "notificationType", "TEST") && json_has_text(json, "version", "2.0"));
    CHECK(json_has_text(json, "notificationUUID", UUID));
    CHECK(json_has_number(json, "signedDate", iap_store_now_ms(store)));
    CHECK(json_has_text(json, "environment", "Sandbox") && json_has_text(json, "bundleId", "com.example.game"));
    CHECK(json_names(json, "data") && json_names(json, "bundleVersion") && !json_names(json, "subtype"));
    CHECK(!json_names(json, "signedTransactionInfo") && !json_names(json, "appAppleId"));
    free(json);
}

TEST(notifications_have_ids_of_their_own) {
    iap_store *store = store_open();
    const iap_store_notification notification = notification_of("TEST");
    char *one = payload(store, &notification), *other = payload(store, &notification);
    CHECK(strcmp(one, other) != 0);
    free(one);
    free(other);
}

TEST(a_notification_about_a_purchase_has_the_signed_transaction_without_a_device) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD);
    REQUIRE(sword != 0);
    iap_store_notification notification = notification_of("ONE_TIME_CHARGE");
    notification.transaction_id = sword;
    notification.consumption_request_reason = "OTHER";
    char *json = payload(game->store, &notification);
    CHECK(!json_names(json, "signedRenewalInfo") && !json_names(json, "status"));
    CHECK(json_has_text(json, "consumptionRequestReason", "OTHER"));
    char *transaction = inner(json, "signedTransactionInfo");
    CHECK(json_has_id(transaction, "transactionId", sword) && json_has_text(transaction, "productId", SWORD));
    CHECK(json_has_text(transaction, "bundleId", "com.example.game"));
    CHECK(!json_names(transaction, "deviceVerification") && !json_names(transaction, "deviceVerificationNonce"));
    free(transaction);
    free(json);
}

TEST(a_notification_about_a_subscription_has_renewal_info_and_status) {
    game *game = game_start();
    const uint64_t club = game_own(game, CLUB_MONTH);
    REQUIRE(club != 0);
    iap_store_notification notification = notification_of("SUBSCRIBED");
    notification.subtype = "INITIAL_BUY";
    notification.transaction_id = club;
    char *json = payload(game->store, &notification);
    CHECK(json_has_text(json, "subtype", "INITIAL_BUY") && json_has_number(json, "status", 1));
    char *renewal = inner(json, "signedRenewalInfo");
    CHECK(json_has_id(renewal, "originalTransactionId", club) && json_has_number(renewal, "autoRenewStatus", 1));
    CHECK(!json_names(renewal, "deviceVerification"));
    free(renewal);
    free(json);
    REQUIRE_OK(iap_store_refund(game->store, club, NULL));
    notification.type = "REFUND";
    notification.subtype = NULL;
    json = payload(game->store, &notification);
    CHECK(json_has_number(json, "status", 5));
    char *transaction = inner(json, "signedTransactionInfo");
    CHECK(json_names(transaction, "revocationDate"));
    free(transaction);
    free(json);
}

TEST(other_types_have_objects_of_their_own) {
    iap_store *store = store_open();
    iap_store_notification summary = notification_of("RENEWAL_EXTENSION");
    summary.subtype = "SUMMARY";
    summary.product_id = CLUB_MONTH;
    summary.request_id = "request 1";
    summary.succeeded_count = 7;
    char *json = payload(store, &summary);
    CHECK(json_names(json, "summary") && !json_names(json, "data"));
    CHECK(json_has_text(json, "productId", CLUB_MONTH) && json_has_text(json, "requestIdentifier", "request 1"));
    CHECK(json_has_number(json, "succeededCount", 7) && json_has_number(json, "failedCount", 0));
    free(json);
    iap_store_notification token = notification_of("EXTERNAL_PURCHASE_TOKEN");
    token.external_purchase_id = "SANDBOX_1";
    json = payload(store, &token);
    CHECK(json_names(json, "externalPurchaseToken") && !json_names(json, "data"));
    CHECK(json_has_number(json, "tokenCreationDate", iap_store_now_ms(store)));
    free(json);
    iap_store_notification app = notification_of("RESCIND_CONSENT");
    app.account = "player";
    json = payload(store, &app);
    CHECK(json_names(json, "appData") && !json_names(json, "data"));
    char *record = inner(json, "signedAppTransactionInfo");
    CHECK(json_has_text(record, "receiptType", "Sandbox") && !json_names(record, "deviceVerification"));
    free(record);
    free(json);
}

TEST(a_forgery_counts_for_notifications_and_what_is_in_them) {
    game *game = game_start();
    const uint64_t club = game_own(game, CLUB_MONTH);
    REQUIRE(club != 0);
    iap_store_notification notification = notification_of("DID_RENEW");
    notification.transaction_id = club;
    notification.uuid = UUID;
    char *proper = sign(game->store, &notification);
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        const iap_store_forgery_t forgery = forgeries[i].forgery;
        test_case("forgery %d", (int)forgery);
        REQUIRE(forge(game->store, forgery));
        char *forged = sign(game->store, &notification);
        CHECK_INT(strcmp(forged, proper) == 0, forgery == IAP_STORE_FORGERY_OTHER_DEVICE);
        CHECK_FORGED_TEXT(game->store, forgery, forged);
        /* Only Base64url with r and s can be read here. */
        if (forgery < IAP_STORE_FORGERY_DER_SIGNATURE ||
            (forgery > IAP_STORE_FORGERY_HMAC && forgery != IAP_STORE_FORGERY_ENCODING)) {
            signed_parts parts = signed_text_read(forged);
            const char *start = parts.payload != NULL ? strstr(parts.payload, "\"signedTransactionInfo\":\"") : NULL;
            if (CHECK(start != NULL)) {
                start += strlen("\"signedTransactionInfo\":\"");
                char *text = strndup(start, strcspn(start, "\""));
                CHECK_FORGED_TEXT(game->store, forgery, text);
                free(text);
            }
            signed_parts_free(parts);
        }
        free(forged);
    }
    free(proper);
}

/* ------------------------------------------------------------------------------------------------------ refused */

static void check_refused(iap_store *store, const iap_store_notification *notification, iap_status_t status) {
    char buffer[8192] = "untouched";
    size_t length = 7;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_sign_notification(store, notification, buffer, sizeof buffer, &length, &error), status);
    CHECK_STATUS(error.status, status);
    CHECK(error.message[0] != 0);
    CHECK_INT(length, 0);
    CHECK_TEXT(buffer, "untouched");
}

TEST(notifications_that_make_no_sense_are_refused) {
    iap_store *store = store_open();
    check_refused(store, NULL, IAP_ERROR_INVALID_ARGUMENT);
    iap_store_notification notification = notification_of(NULL);
    check_refused(store, &notification, IAP_ERROR_INVALID_ARGUMENT);
    notification = notification_of("");
    check_refused(store, &notification, IAP_ERROR_INVALID_TEXT);
    notification = notification_of("DID_RENEW");
    check_refused(store, &notification, IAP_ERROR_INVALID_ARGUMENT);
    notification.transaction_id = 7;
    check_refused(store, &notification, IAP_ERROR_NOT_FOUND);
    const uint32_t sizes[] = {0, 4, sizeof notification - 8, sizeof notification + 8, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        notification = notification_of("TEST");
        notification.struct_size = sizes[i];
        check_refused(store, &notification, IAP_ERROR_INVALID_STRUCT_SIZE);
    }
    notification = notification_of("TEST");
    notification.uuid = "no uuid";
    check_refused(store, &notification, IAP_ERROR_INVALID_TEXT);
    static char large[1026];
    memset(large, 'a', sizeof large - 1);
    notification = notification_of(large);
    check_refused(store, &notification, IAP_ERROR_TOO_LARGE);
    notification = notification_of("TEST");
    check_refused(NULL, &notification, IAP_ERROR_INVALID_ARGUMENT);
    store_close(store);
    check_refused(store, &notification, IAP_ERROR_CLOSED);
}

TEST(a_notification_has_what_belongs_to_its_type_and_nothing_else) {
    iap_store *store = store_open();
    static const struct {
        const char *type, *subtype;
        int shape;
    } types[] = {{"TEST", NULL, 0},
                 {"RENEWAL_EXTENSION", "FAILURE", 1},
                 {"REFUND", NULL, 1},
                 {"RENEWAL_EXTENSION", "SUMMARY", 2},
                 {"EXTERNAL_PURCHASE_TOKEN", "UNREPORTED", 3},
                 {"RESCIND_CONSENT", NULL, 4}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        for (int field = 0; field < 9; field++) {
            static const int shapes[] = {1, 1, 2, 2, 2, 2, 3, 3, 4};
            if (shapes[field] == types[i].shape) continue;
            test_case("type %s, field %d", types[i].type, field);
            iap_store_notification notification = notification_of(types[i].type);
            notification.subtype = types[i].subtype;
            switch (field) {
            case 0: notification.transaction_id = 7; break;
            case 1: notification.consumption_request_reason = "OTHER"; break;
            case 2: notification.product_id = SWORD; break;
            case 3: notification.request_id = "r"; break;
            case 4: notification.succeeded_count = 1; break;
            case 5: notification.failed_count = 1; break;
            case 6: notification.external_purchase_id = "x"; break;
            case 7: notification.token_creation_date_ms = 1; break;
            default: notification.account = "player";
            }
            check_refused(store, &notification, IAP_ERROR_INVALID_ARGUMENT);
        }
    }
    iap_store_notification summary = notification_of("RENEWAL_EXTENSION");
    summary.subtype = "SUMMARY";
    check_refused(store, &summary, IAP_ERROR_INVALID_ARGUMENT);
    summary.product_id = CLUB_MONTH;
    check_refused(store, &summary, IAP_ERROR_INVALID_ARGUMENT);
    summary.request_id = "r";
    summary.failed_count = -1;
    check_refused(store, &summary, IAP_ERROR_INVALID_ARGUMENT);
    iap_store_notification token = notification_of("EXTERNAL_PURCHASE_TOKEN");
    check_refused(store, &token, IAP_ERROR_INVALID_ARGUMENT);
    token.external_purchase_id = "x";
    token.token_creation_date_ms = -1;
    check_refused(store, &token, IAP_ERROR_INVALID_ARGUMENT);
    const iap_store_notification app = notification_of("RESCIND_CONSENT");
    check_refused(store, &app, IAP_ERROR_INVALID_ARGUMENT);
}

TEST(a_buffer_for_a_notification_has_room_for_it_or_stays_as_it_is) {
    iap_store *store = store_open();
    iap_store_notification notification = notification_of("TEST");
    size_t length = 0, written = 0;
    REQUIRE_OK(iap_store_sign_notification(store, &notification, NULL, 0, &length, NULL));
    char *buffer = malloc(length);
    memset(buffer, 'u', length);
    CHECK_STATUS(iap_store_sign_notification(store, &notification, buffer, length - 1, &written, NULL),
                 IAP_ERROR_TOO_LARGE);
    CHECK_INT(written, length);
    CHECK(buffer[0] == 'u');
    CHECK_STATUS(iap_store_sign_notification(store, &notification, buffer, length, &written, NULL), IAP_OK);
    CHECK(buffer[length - 1] == 0);
    CHECK_STATUS(iap_store_sign_notification(store, &notification, buffer, length, NULL, NULL),
                 IAP_ERROR_INVALID_ARGUMENT);
    free(buffer);
}
