/* The game's own values in a payment. */

#include "offer_payments.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static iap_custom_value text_value(const char *key, const char *text) {
    return (iap_custom_value){.key = key, .type = IAP_CUSTOM_VALUE_TEXT, .bytes = text, .length = strlen(text)};
}

static iap_payment payment_with(const iap_custom_value *values, size_t count) {
    iap_payment payment = payment_for(BAG);
    payment.custom_values = values;
    payment.custom_value_count = count;
    return payment;
}

TEST(values_of_each_type_go_with_a_payment) {
    static const uint8_t data[] = {0, 255, 0, 128};
    static char longest[IAP_PAYMENT_TEXT_LENGTH_MAX + 1];
    memset(longest, 'x', IAP_PAYMENT_TEXT_LENGTH_MAX);
    const iap_custom_value values[] = {
        text_value("text", "gr\u00fc\u00dfe"),
        text_value("empty text", ""),
        {.key = "no text", .type = IAP_CUSTOM_VALUE_TEXT},
        {.key = "number", .type = IAP_CUSTOM_VALUE_NUMBER, .number = -0.5},
        {.key = "large", .type = IAP_CUSTOM_VALUE_NUMBER, .number = 1e308},
        {.key = "yes", .type = IAP_CUSTOM_VALUE_FLAG, .flag = 1},
        {.key = "no", .type = IAP_CUSTOM_VALUE_FLAG, .flag = 0},
        {.key = "data", .type = IAP_CUSTOM_VALUE_DATA, .bytes = data, .length = sizeof data},
        {.key = "no data", .type = IAP_CUSTOM_VALUE_DATA},
        {.key = "schl\u00fcssel", .type = IAP_CUSTOM_VALUE_FLAG, .flag = 1},
        text_value(longest, longest),
        /* What is not of the type is not read. */
        {.key = "flag", .type = IAP_CUSTOM_VALUE_FLAG, .flag = 1, .bytes = (const void *)(uintptr_t)16, .length = 9},
    };
    enum { COUNT = sizeof values / sizeof values[0] };
    game *game = offers_game();
    for (size_t i = 0; i < COUNT; i++) {
        test_case("%.32s", values[i].key);
        const iap_payment payment = payment_with(&values[i], 1);
        CHECK(offers_buy(game, &payment) != NULL);
    }
    test_case("all");
    const iap_payment payment = payment_with(values, COUNT);
    CHECK(offers_buy(game, &payment) != NULL);
}

TEST(a_payment_has_at_most_100_values) {
    static iap_custom_value values[IAP_CUSTOM_VALUES_MAX + 1];
    static char keys[IAP_CUSTOM_VALUES_MAX + 1][16];
    for (size_t i = 0; i < IAP_CUSTOM_VALUES_MAX + 1; i++) {
        snprintf(keys[i], sizeof keys[i], "key %zu", i);
        values[i] = (iap_custom_value){.key = keys[i], .type = IAP_CUSTOM_VALUE_FLAG, .flag = 1};
    }
    game *game = offers_game();
    iap_payment payment = payment_with(values, IAP_CUSTOM_VALUES_MAX);
    CHECK(offers_buy(game, &payment) != NULL);
    static const size_t counts[] = {IAP_CUSTOM_VALUES_MAX + 1, 100000, SIZE_MAX / 2 + 1, SIZE_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        test_case("%zu", counts[i]);
        payment.custom_value_count = counts[i];
        CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, NULL), IAP_ERROR_TOO_LARGE);
    }
    test_case(NULL);
    CHECK_INT(store_totals(game->store).transactions, 1);
    payment = payment_with(values, 0);
    CHECK(offers_buy(game, &payment) != NULL);
    payment = payment_with(NULL, 1);
    CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

TEST(values_that_make_no_sense_are_refused) {
    static char huge[IAP_PAYMENT_TEXT_LENGTH_MAX + 2];
    memset(huge, 'x', sizeof huge - 1);
    const struct {
        const char *name;
        iap_custom_value value;
        iap_status_t status;
    } cases[] = {
        {"no type", {.key = "key"}, IAP_ERROR_INVALID_ARGUMENT},
        {"type 5", {.key = "key", .type = 5}, IAP_ERROR_INVALID_ARGUMENT},
        {"type -1", {.key = "key", .type = -1}, IAP_ERROR_INVALID_ARGUMENT},
        {"type of 32 bits", {.key = "key", .type = INT32_MIN}, IAP_ERROR_INVALID_ARGUMENT},
        {"no key", {.type = IAP_CUSTOM_VALUE_FLAG}, IAP_ERROR_INVALID_ARGUMENT},
        {"empty key", {.key = "", .type = IAP_CUSTOM_VALUE_FLAG}, IAP_ERROR_INVALID_TEXT},
        {"key of no UTF-8", {.key = "k\xff", .type = IAP_CUSTOM_VALUE_FLAG}, IAP_ERROR_INVALID_TEXT},
        {"long key", {.key = huge, .type = IAP_CUSTOM_VALUE_FLAG}, IAP_ERROR_TOO_LARGE},
        {"text without bytes", {.key = "key", .type = IAP_CUSTOM_VALUE_TEXT, .length = 1}, IAP_ERROR_INVALID_ARGUMENT},
        {"data without bytes", {.key = "key", .type = IAP_CUSTOM_VALUE_DATA, .length = 1}, IAP_ERROR_INVALID_ARGUMENT},
        {"text of no UTF-8", text_value("key", "\xed\xa0\x80"), IAP_ERROR_INVALID_TEXT},
        {"text that is cut",
         {.key = "key", .type = IAP_CUSTOM_VALUE_TEXT, .bytes = "\u00e4", .length = 1},
         IAP_ERROR_INVALID_TEXT},
        {"long text", text_value("key", huge), IAP_ERROR_TOO_LARGE},
        {"endless text",
         {.key = "key", .type = IAP_CUSTOM_VALUE_TEXT, .bytes = "x", .length = SIZE_MAX},
         IAP_ERROR_TOO_LARGE},
        {"endless data",
         {.key = "key", .type = IAP_CUSTOM_VALUE_DATA, .bytes = "x", .length = SIZE_MAX},
         IAP_ERROR_TOO_LARGE},
    };
    game *game = offers_game();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        /* The same after a valid value. */
        for (size_t before = 0; before < 2; before++) {
            test_case("%s, after %zu", cases[i].name, before);
            const iap_custom_value values[] = {text_value("good", "good"), cases[i].value};
            const iap_payment payment = payment_with(before ? values : values + 1, 1 + before);
            iap_error error = IAP_ERROR_VALUE_INIT;
            uint64_t id = 7;
            CHECK_STATUS(iap_add_payment(game->client, &payment, &id, &error), cases[i].status);
            CHECK_ID(id, 0);
            CHECK(error.message[0] != 0);
        }
    }
    test_case(NULL);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(store_totals(game->store).transactions, 0);
}

TEST(keys_that_are_written_otherwise_are_other_keys) {
    /* The same letter, composed and decomposed. */
    const iap_custom_value values[] = {text_value("caf\u00e9", "one"), text_value("cafe\u0301", "two")};
    game *game = offers_game();
    iap_payment payment = payment_with(values, 2);
    CHECK(offers_buy(game, &payment) != NULL);
    const iap_custom_value twice[] = {values[1], values[1]};
    payment = payment_with(twice, 2);
    CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

/* The library either accepts or refuses a number that is no number and a repeated key; the program continues. */
TEST(odd_values_do_no_harm) {
    const iap_custom_value odd[][2] = {
        {{.key = "a", .type = IAP_CUSTOM_VALUE_NUMBER, .number = NAN}, text_value("b", "")},
        {{.key = "a", .type = IAP_CUSTOM_VALUE_NUMBER, .number = -INFINITY}, text_value("b", "")},
        {{.key = "a", .type = IAP_CUSTOM_VALUE_FLAG, .flag = 77}, text_value("b", "")},
        {text_value("same", ""), {.key = "same", .type = IAP_CUSTOM_VALUE_NUMBER, .number = 1}},
    };
    game *game = offers_game();
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        test_case("case %zu", i);
        const iap_payment payment = payment_with(odd[i], 2);
        uint64_t id = 0;
        const iap_status_t status = iap_add_payment(game->client, &payment, &id, NULL);
        if (status != IAP_OK) {
            CHECK_INT(IAP_STATUS_CATEGORY(status), IAP_CATEGORY_INVALID_ARGUMENT);
            continue;
        }
        const iap_transaction *bought = game_bought(game, id);
        REQUIRE(bought != NULL);
    }
}
