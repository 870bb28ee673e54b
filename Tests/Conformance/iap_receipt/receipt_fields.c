/* The fields of an app receipt. */

#include "offer_catalogue.h"
#include "receipt_check.h"

#include <string.h>

TEST(a_receipt_says_what_the_store_knows) {
    game *game = offers_game();
    const int64_t now = iap_store_now_ms(game->store);
    const iap_transaction *pass = game_buy(game, PASS_GOLD);
    REQUIRE(pass != NULL);
    const iap_transaction *bag = game_buy(game, BAG);
    REQUIRE(bag != NULL);
    static receipt given;
    REQUIRE(receipt_get(game, 1, &given));
    const iap_app_receipt *read = receipt_checked(verify_store(game->store), given.bytes, given.length, NULL);
    REQUIRE(read != NULL);
    CHECK_INT(iap_app_receipt_int64(read, IAP_APP_RECEIPT_ENVIRONMENT), IAP_ENVIRONMENT_SANDBOX);
    CHECK_TEXT(iap_app_receipt_text(read, IAP_APP_RECEIPT_RECEIPT_TYPE), "ProductionSandbox");
    CHECK_TEXT(iap_app_receipt_text(read, IAP_APP_RECEIPT_BUNDLE_ID), VERIFY_BUNDLE_ID);
    CHECK_TEXT(iap_app_receipt_text(read, IAP_APP_RECEIPT_APP_VERSION), "1.0");
    CHECK_TEXT(iap_app_receipt_text(read, IAP_APP_RECEIPT_ORIGINAL_APP_VERSION), "1.0");
    CHECK_INT(iap_app_receipt_int64(read, IAP_APP_RECEIPT_CREATION_DATE_MS), now / 1000 * 1000);
    CHECK_INT(iap_app_receipt_int64(read, IAP_APP_RECEIPT_ORIGINAL_PURCHASE_DATE_MS), INT64_C(1375340400000));
    CHECK_INT(iap_app_receipt_int64(read, IAP_APP_RECEIPT_EXPIRATION_DATE_MS), 0);
    CHECK_ID(iap_app_receipt_id(read, IAP_APP_RECEIPT_APP_APPLE_ID), 0);
    REQUIRE(CHECK_INT(iap_app_receipt_purchase_count(read), 2));
    CHECK(iap_app_receipt_purchase_at(read, 2) == NULL);
    CHECK(iap_app_receipt_purchase_at(read, SIZE_MAX) == NULL);
    const iap_receipt_purchase *found[2] = {NULL, NULL};
    for (size_t i = 0; i < 2; i++) {
        const iap_receipt_purchase *purchase = iap_app_receipt_purchase_at(read, i);
        const uint64_t id = iap_receipt_purchase_id(purchase, IAP_RECEIPT_PURCHASE_TRANSACTION_ID);
        if (id == iap_transaction_id(pass)) found[0] = purchase;
        if (id == iap_transaction_id(bag)) found[1] = purchase;
    }
    REQUIRE(found[0] != NULL && found[1] != NULL);
    for (size_t i = 0; i < 2; i++) {
        const iap_transaction *transaction = i == 0 ? pass : bag;
        test_case("%s", iap_transaction_product_id(transaction));
        CHECK_TEXT(iap_receipt_purchase_text(found[i], IAP_RECEIPT_PURCHASE_PRODUCT_ID),
                   iap_transaction_product_id(transaction));
        CHECK_INT(iap_receipt_purchase_int64(found[i], IAP_RECEIPT_PURCHASE_PRODUCT_TYPE),
                  iap_transaction_product_type(transaction));
        CHECK_ID(iap_receipt_purchase_id(found[i], IAP_RECEIPT_PURCHASE_ORIGINAL_TRANSACTION_ID),
                 iap_transaction_original_id(transaction));
        CHECK_INT(iap_receipt_purchase_int64(found[i], IAP_RECEIPT_PURCHASE_QUANTITY), 1);
        CHECK_INT(iap_receipt_purchase_int64(found[i], IAP_RECEIPT_PURCHASE_PURCHASE_DATE_MS), now / 1000 * 1000);
        CHECK_INT(iap_receipt_purchase_int64(found[i], IAP_RECEIPT_PURCHASE_ORIGINAL_PURCHASE_DATE_MS),
                  now / 1000 * 1000);
        CHECK_INT(iap_receipt_purchase_int64(found[i], IAP_RECEIPT_PURCHASE_EXPIRATION_DATE_MS),
                  iap_transaction_expiration_date_ms(transaction) / 1000 * 1000);
        CHECK_INT(iap_receipt_purchase_int64(found[i], IAP_RECEIPT_PURCHASE_CANCELLATION_DATE_MS), 0);
        CHECK((iap_receipt_purchase_id(found[i], IAP_RECEIPT_PURCHASE_WEB_ORDER_LINE_ITEM_ID) != 0) == (i == 0));
        /* The week is free. */
        CHECK_INT(iap_receipt_purchase_int64(found[i], IAP_RECEIPT_PURCHASE_IS_TRIAL_PERIOD), i == 0);
        CHECK_INT(iap_receipt_purchase_int64(found[i], IAP_RECEIPT_PURCHASE_IS_INTRODUCTORY_OFFER_PERIOD), 0);
        CHECK(iap_receipt_purchase_text(found[i], IAP_RECEIPT_PURCHASE_PROMOTIONAL_OFFER_ID) == NULL);
    }
}

TEST(a_refund_stands_in_the_next_receipt) {
    game *game = offers_game();
    const uint64_t id = game_own(game, HAT);
    REQUIRE(id != 0);
    CHECK_STATUS(iap_store_refund(game->store, id, NULL), IAP_OK);
    static receipt given;
    REQUIRE(receipt_get(game, 1, &given));
    const iap_app_receipt *read = receipt_checked(verify_store(game->store), given.bytes, given.length, NULL);
    const iap_receipt_purchase *hat = iap_app_receipt_purchase_at(read, 0);
    CHECK_ID(iap_receipt_purchase_id(hat, IAP_RECEIPT_PURCHASE_TRANSACTION_ID), id);
    CHECK_INT(iap_receipt_purchase_int64(hat, IAP_RECEIPT_PURCHASE_CANCELLATION_DATE_MS),
              iap_store_now_ms(game->store) / 1000 * 1000);
}

TEST(every_attribute_of_a_receipt_is_read) {
    der attributes = {{0}, 0}, purchase = {{0}, 0};
    der_add_text(&purchase, 1703, "18446744073709551615");
    der_add_text(&purchase, 1705, "7");
    der_add_text(&purchase, 1702, "gold");
    der_add_number(&purchase, 1701, 3);
    der_add_number(&purchase, 1707, 2);
    der_add_date(&purchase, 1704, "1970-01-01T00:00:01Z");
    der_add_date(&purchase, 1706, "1970-01-01T00:00:02Z");
    der_add_date(&purchase, 1708, "1970-01-01T00:00:03Z");
    der_add_date(&purchase, 1712, "1970-01-01T00:00:04Z");
    der_add_number(&purchase, 1711, 5);
    der_add_number(&purchase, 1713, 1);
    der_add_number(&purchase, 1719, 1);
    der_add_text(&purchase, 1721, "spring");
    der_add_raw(&purchase, 1799, "\x01\x02", 2);
    der_add_text(&attributes, 0, "ProductionVPP");
    der_add_number(&attributes, 1, 9);
    der_add_text(&attributes, 2, "com.example.caves");
    der_add_text(&attributes, 3, "1.2");
    der_add_date(&attributes, 12, "1970-01-01T00:00:05Z");
    der_add_set(&attributes, 17, &purchase);
    der_add_date(&attributes, 18, "1970-01-01T00:00:06Z");
    der_add_text(&attributes, 19, "1.1");
    der_add_date(&attributes, 21, "4001-01-01T00:00:00Z");
    der_add_raw(&attributes, 1000, "raw", 3);
    const der receipt = der_receipt(&attributes);
    const iap_app_receipt *read = receipt_read(receipt.bytes, receipt.length);
    REQUIRE(read != NULL);
    CHECK_INT(iap_app_receipt_is_signature_checked(read), 0);
    CHECK_INT(iap_app_receipt_int64(read, IAP_APP_RECEIPT_ENVIRONMENT), IAP_ENVIRONMENT_PRODUCTION);
    CHECK_TEXT(iap_app_receipt_text(read, IAP_APP_RECEIPT_RECEIPT_TYPE), "ProductionVPP");
    CHECK_ID(iap_app_receipt_id(read, IAP_APP_RECEIPT_APP_APPLE_ID), 9);
    CHECK_TEXT(iap_app_receipt_text(read, IAP_APP_RECEIPT_BUNDLE_ID), "com.example.caves");
    CHECK_TEXT(iap_app_receipt_text(read, IAP_APP_RECEIPT_APP_VERSION), "1.2");
    CHECK_INT(iap_app_receipt_int64(read, IAP_APP_RECEIPT_CREATION_DATE_MS), 5000);
    CHECK_INT(iap_app_receipt_int64(read, IAP_APP_RECEIPT_ORIGINAL_PURCHASE_DATE_MS), 6000);
    CHECK_TEXT(iap_app_receipt_text(read, IAP_APP_RECEIPT_ORIGINAL_APP_VERSION), "1.1");
    CHECK_INT(iap_app_receipt_int64(read, IAP_APP_RECEIPT_EXPIRATION_DATE_MS), INT64_C(64092211200000));
    const iap_receipt_purchase *gold = iap_app_receipt_purchase_at(read, 0);
    CHECK_ID(iap_receipt_purchase_id(gold, IAP_RECEIPT_PURCHASE_TRANSACTION_ID), UINT64_MAX);
    CHECK_ID(iap_receipt_purchase_id(gold, IAP_RECEIPT_PURCHASE_ORIGINAL_TRANSACTION_ID), 7);
    CHECK_TEXT(iap_receipt_purchase_text(gold, IAP_RECEIPT_PURCHASE_PRODUCT_ID), "gold");
    CHECK_INT(iap_receipt_purchase_int64(gold, IAP_RECEIPT_PURCHASE_QUANTITY), 3);
    CHECK_INT(iap_receipt_purchase_int64(gold, IAP_RECEIPT_PURCHASE_PRODUCT_TYPE),
              IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION);
    CHECK_INT(iap_receipt_purchase_int64(gold, IAP_RECEIPT_PURCHASE_PURCHASE_DATE_MS), 1000);
    CHECK_INT(iap_receipt_purchase_int64(gold, IAP_RECEIPT_PURCHASE_ORIGINAL_PURCHASE_DATE_MS), 2000);
    CHECK_INT(iap_receipt_purchase_int64(gold, IAP_RECEIPT_PURCHASE_EXPIRATION_DATE_MS), 3000);
    CHECK_INT(iap_receipt_purchase_int64(gold, IAP_RECEIPT_PURCHASE_CANCELLATION_DATE_MS), 4000);
    CHECK_ID(iap_receipt_purchase_id(gold, IAP_RECEIPT_PURCHASE_WEB_ORDER_LINE_ITEM_ID), 5);
    CHECK_INT(iap_receipt_purchase_int64(gold, IAP_RECEIPT_PURCHASE_IS_TRIAL_PERIOD), 1);
    CHECK_INT(iap_receipt_purchase_int64(gold, IAP_RECEIPT_PURCHASE_IS_INTRODUCTORY_OFFER_PERIOD), 1);
    CHECK_TEXT(iap_receipt_purchase_text(gold, IAP_RECEIPT_PURCHASE_PROMOTIONAL_OFFER_ID), "spring");

    /* All attributes by their numbers, in their order; the attributes of purchases by the purchase. */
    const int32_t types[] = {0, 1, 2, 3, 12, 18, 19, 21, 1000};
    REQUIRE(CHECK_INT(iap_app_receipt_attribute_count(read), 9));
    int32_t type = -1;
    iap_bytes value = {NULL, 0};
    for (size_t i = 0; i < 9; i++) {
        CHECK_INT(iap_app_receipt_attribute_at(read, i, &type, &value), 1);
        CHECK_INT(type, types[i]);
        CHECK_INT(iap_app_receipt_attribute_at(read, i, NULL, NULL), 1);
    }
    CHECK(value.length == 3 && memcmp(value.bytes, "raw", 3) == 0);
    CHECK_INT(iap_app_receipt_attribute_at(read, 9, &type, &value), 0);
    CHECK_INT(iap_app_receipt_attribute_at(read, SIZE_MAX, &type, &value), 0);
    CHECK(type == 1000 && value.length == 3);
    REQUIRE(CHECK_INT(iap_receipt_purchase_attribute_count(gold), 14));
    CHECK_INT(iap_receipt_purchase_attribute_at(gold, 13, &type, &value), 1);
    CHECK(type == 1799 && value.length == 2 && value.bytes[1] == 2);
    CHECK_INT(iap_receipt_purchase_attribute_at(gold, 14, &type, &value), 0);
}

TEST(words_for_environments_have_their_numbers) {
    const struct {
        const char *word;
        iap_environment_t environment;
    } cases[] = {
        {"Production", IAP_ENVIRONMENT_PRODUCTION},
        {"ProductionVPP", IAP_ENVIRONMENT_PRODUCTION},
        {"ProductionSandbox", IAP_ENVIRONMENT_SANDBOX},
        {"ProductionVPPSandbox", IAP_ENVIRONMENT_SANDBOX},
        {"Xcode", IAP_ENVIRONMENT_XCODE},
        {"Sandbox", IAP_ENVIRONMENT_UNKNOWN},
        {"", IAP_ENVIRONMENT_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s", cases[i].word);
        der attributes = {{0}, 0};
        der_add_text(&attributes, 0, cases[i].word);
        const der receipt = der_receipt(&attributes);
        const iap_app_receipt *read = receipt_read(receipt.bytes, receipt.length);
        CHECK_INT(iap_app_receipt_int64(read, IAP_APP_RECEIPT_ENVIRONMENT), cases[i].environment);
        CHECK_TEXT(iap_app_receipt_text(read, IAP_APP_RECEIPT_RECEIPT_TYPE), cases[i].word);
    }
}

TEST(what_a_receipt_lacks_is_zero_or_null) {
    der attributes = {{0}, 0}, purchase = {{0}, 0};
    der_add_set(&attributes, 17, &purchase);
    const der receipt = der_receipt(&attributes);
    const iap_app_receipt *read = receipt_read(receipt.bytes, receipt.length);
    REQUIRE(read != NULL);
    CHECK(iap_app_receipt_text(read, IAP_APP_RECEIPT_BUNDLE_ID) == NULL &&
          iap_app_receipt_text(read, IAP_APP_RECEIPT_RECEIPT_TYPE) == NULL);
    CHECK_INT(iap_app_receipt_int64(read, IAP_APP_RECEIPT_ENVIRONMENT), IAP_ENVIRONMENT_UNKNOWN);
    CHECK_INT(iap_app_receipt_int64(read, IAP_APP_RECEIPT_CREATION_DATE_MS), 0);
    const iap_receipt_purchase *found = iap_app_receipt_purchase_at(read, 0);
    REQUIRE(found != NULL);
    CHECK_ID(iap_receipt_purchase_id(found, IAP_RECEIPT_PURCHASE_TRANSACTION_ID), 0);
    CHECK(iap_receipt_purchase_text(found, IAP_RECEIPT_PURCHASE_PRODUCT_ID) == NULL);
    CHECK_INT(iap_receipt_purchase_int64(found, IAP_RECEIPT_PURCHASE_PRODUCT_TYPE), IAP_PRODUCT_TYPE_UNKNOWN);
    CHECK_INT(iap_receipt_purchase_int64(found, IAP_RECEIPT_PURCHASE_QUANTITY), 0);
}

TEST(a_field_that_is_unknown_or_has_another_type_is_zero_or_null) {
    der attributes = {{0}, 0}, purchase = {{0}, 0};
    der_add_text(&purchase, 1703, "7");
    der_add_text(&purchase, 1702, "gold");
    der_add_number(&purchase, 1701, 3);
    der_add_set(&attributes, 17, &purchase);
    const der receipt = der_receipt(&attributes);
    const iap_receipt_purchase *gold = iap_app_receipt_purchase_at(receipt_read(receipt.bytes, receipt.length), 0);
    REQUIRE(gold != NULL);
    static const iap_receipt_purchase_field_t fields[] = {0, -1, IAP_APP_RECEIPT_BUNDLE_ID, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        CHECK_TEXT(iap_receipt_purchase_text(gold, fields[i]), NULL);
        CHECK_INT(iap_receipt_purchase_int64(gold, fields[i]), 0);
        CHECK_ID(iap_receipt_purchase_id(gold, fields[i]), 0);
    }
    CHECK_TEXT(iap_receipt_purchase_text(gold, IAP_RECEIPT_PURCHASE_TRANSACTION_ID), NULL);
    CHECK_INT(iap_receipt_purchase_int64(gold, IAP_RECEIPT_PURCHASE_TRANSACTION_ID), 0);
    CHECK_INT(iap_receipt_purchase_int64(gold, IAP_RECEIPT_PURCHASE_PRODUCT_ID), 0);
    CHECK_ID(iap_receipt_purchase_id(gold, IAP_RECEIPT_PURCHASE_QUANTITY), 0);
    CHECK_TEXT(iap_receipt_purchase_text(gold, IAP_RECEIPT_PURCHASE_QUANTITY), NULL);
}

TEST(a_receipt_says_for_which_device_it_was_made) {
    static const uint8_t device[] = {0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77,
                                     0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF};
    /* From sha1sum: the device id, 01 02 03, and the bundle id in DER. */
    static const uint8_t hash[] = {0x95, 0x32, 0x4D, 0x69, 0x47, 0xEC, 0x13, 0xC4, 0xFA, 0x7C,
                                   0x93, 0x0E, 0x40, 0x4C, 0x17, 0xA7, 0xEC, 0x2D, 0x67, 0x8A};
    static const uint8_t bundle[] = "\x0C\x11"
                                    "com.example.caves";
    der attributes = {{0}, 0};
    der_add_raw(&attributes, 2, bundle, sizeof bundle - 1);
    der_add_raw(&attributes, 4, "\x01\x02\x03", 3);
    der_add_raw(&attributes, 5, hash, sizeof hash);
    const der receipt = der_receipt(&attributes);
    const iap_app_receipt *read = receipt_read(receipt.bytes, receipt.length);
    REQUIRE(read != NULL);
    CHECK_INT(iap_app_receipt_is_for_device(read, device, sizeof device), 1);
    CHECK_INT(iap_app_receipt_is_for_device(read, device, sizeof device - 1), 0);
    CHECK_INT(iap_app_receipt_is_for_device(read, hash, sizeof hash), 0);
    CHECK_INT(iap_app_receipt_is_for_device(read, NULL, 16), 0);
    CHECK_INT(iap_app_receipt_is_for_device(read, device, 0), 0);
    CHECK_INT(iap_app_receipt_is_for_device(read, device, SIZE_MAX), 0);
}
