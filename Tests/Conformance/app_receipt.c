/* The app receipt of the original StoreKit: PKCS #7 in Base64. */

#include "base64.h"
#include "news.h"

#include <string.h>

#define RECEIPT_MAX 65536

/* The object id 1.2.840.113549.1.7.2, signedData, as DER writes it. */
static const uint8_t signed_data_id[] = {0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02};

typedef struct receipt {
    uint8_t bytes[RECEIPT_MAX];
    size_t length;
} receipt;

static bool contains(const receipt *receipt, const void *part, size_t length) {
    for (size_t i = 0; i + length <= receipt->length; i++) {
        if (memcmp(receipt->bytes + i, part, length) == 0) return true;
    }
    return false;
}

/* A text of the receipt is a value of its own: an UTF8String (tag 0x0C) or IA5String (tag 0x16) of its length. */
static bool names(const receipt *receipt, const char *text) {
    uint8_t value[64] = {0x0C, (uint8_t)strlen(text)};
    memcpy(value + 2, text, strlen(text));
    if (contains(receipt, value, strlen(text) + 2)) return true;
    value[0] = 0x16;
    return contains(receipt, value, strlen(text) + 2);
}

/* Asks for the receipt and checks that it is one whole DER value. */
static bool get_receipt(game *game, int32_t refresh, receipt *receipt) {
    uint64_t id = 0;
    if (!CHECK_STATUS(iap_request_app_receipt(game->client, refresh, game_hears_text, game, &id, NULL), IAP_OK))
        return false;
    const heard *answer = game_wait_answer(game, id);
    if (answer == NULL || !CHECK_STATUS(answer->error.status, IAP_OK)) return false;
    CHECK_INT(answer->type, IAP_EVENT_TEXT_RECEIVED);
    const char *text = answer->text;
    if (!CHECK(text != NULL && strpbrk(text, "-_\r\n ") == NULL)) return false;
    CHECK_INT(strlen(text) % 4, 0);
    const int64_t length = base64_decode(text, receipt->bytes, sizeof receipt->bytes);
    if (!CHECK(length > 64)) return false;
    receipt->length = (size_t)length;
    CHECK_INT(receipt->bytes[0], 0x30);
    /* A sequence whose length takes two bytes or three. */
    const int bytes = receipt->bytes[1] & 0x7F;
    if (!CHECK(receipt->bytes[1] > 0x80 && bytes <= 3)) return false;
    size_t content = 0;
    for (int i = 0; i < bytes; i++) content = content << 8 | receipt->bytes[2 + i];
    CHECK_INT(content + 2 + (size_t)bytes, receipt->length);
    CHECK(contains(receipt, signed_data_id, sizeof signed_data_id));
    return true;
}

TEST(a_receipt_is_pkcs_7_and_names_the_app) {
    game *game = offers_game();
    static receipt receipt;
    for (int32_t refresh = 0; refresh <= 1; refresh++) {
        test_case("refresh %d", (int)refresh);
        REQUIRE(get_receipt(game, refresh, &receipt));
        CHECK(names(&receipt, "com.example.game"));
        CHECK(!names(&receipt, HAT));
    }
}

TEST(a_new_receipt_names_what_was_bought) {
    game *game = offers_game();
    REQUIRE(game_own(game, HAT) != 0);
    REQUIRE(game_own(game, PASS_SILVER) != 0);
    /* A consumable stands in it until it is finished. */
    const iap_transaction *bag = game_buy(game, BAG);
    REQUIRE(bag != NULL);
    static receipt receipt;
    REQUIRE(get_receipt(game, 1, &receipt));
    CHECK(names(&receipt, HAT));
    CHECK(names(&receipt, PASS_SILVER));
    CHECK(names(&receipt, BAG));
    CHECK(!names(&receipt, PASS_GOLD));
    CHECK(!names(&receipt, NEWS));
    REQUIRE(game_finish(game, bag));
    REQUIRE(get_receipt(game, 1, &receipt));
    CHECK(names(&receipt, HAT));
    CHECK(!names(&receipt, BAG));
}

TEST(a_receipt_names_what_the_account_bought_on_all_its_devices) {
    game *game = offers_game();
    struct game *tablet = game_install(game->store, "player", "tablet");
    struct game *other = game_install(game->store, "other", "console");
    REQUIRE(game_launch(tablet) && game_launch(other));
    REQUIRE(game_own(game, HAT) != 0);
    static receipt receipt;
    REQUIRE(get_receipt(tablet, 1, &receipt));
    CHECK(names(&receipt, HAT));
    REQUIRE(get_receipt(other, 1, &receipt));
    CHECK(!names(&receipt, HAT));
}

TEST(a_receipt_names_the_bundle_of_the_store) {
    iap_store_options options = store_options();
    options.bundle_id = "org.example.another";
    game *game = game_install(store_open_with(&options), "player", "phone");
    REQUIRE(game_launch(game));
    static receipt receipt;
    REQUIRE(get_receipt(game, 0, &receipt));
    CHECK(names(&receipt, "org.example.another"));
}
