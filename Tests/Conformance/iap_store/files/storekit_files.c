/* Reading .storekit files: what cannot be read, and how the error names the place. */

#include "files.h"
#include "game.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static iap_status_t open_file(const char *path, iap_error *error) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.storekit_path = path;
    iap_store *store = (iap_store *)&options;
    iap_error_init(error);
    const iap_status_t status = iap_store_open(&options, &store, error);
    CHECK((status == IAP_OK) == (store != NULL));
    CHECK_STATUS(error->status, status);
    if (store != NULL) CHECK_STATUS(iap_store_close(store, NULL), IAP_OK);
    return status;
}

static iap_status_t open_text(const char *text, size_t length, iap_error *error) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.storekit_text = text;
    options.storekit_length = length;
    iap_store *store = NULL;
    iap_error_init(error);
    const iap_status_t status = iap_store_open(&options, &store, error);
    CHECK((status == IAP_OK) == (store != NULL));
    if (store != NULL) CHECK_STATUS(iap_store_close(store, NULL), IAP_OK);
    return status;
}

TEST(a_file_and_a_bundle_are_read) {
    iap_error error;
    const char *file = temporary_path("Products.storekit"), *bundle = temporary_path("Bundle.storekit");
    file_write_text(file, catalogue_text);
    CHECK_STATUS(open_file(file, &error), IAP_OK);
    REQUIRE(mkdir(bundle, 0700) == 0);
    file_write_text(temporary_path("Bundle.storekit/Configuration.storekit"), catalogue_text);
    CHECK_STATUS(open_file(bundle, &error), IAP_OK);
    CHECK_TEXT(error.message, "");
}

TEST(a_missing_file_is_named) {
    iap_error error;
    const char *path = temporary_path("Missing.storekit");
    CHECK_STATUS(open_file(path, &error), IAP_ERROR_INVALID_STORE_FILE);
    CHECK_CONTAINS(error.message, path);
}

TEST(a_bundle_without_its_file_is_named) {
    iap_error error;
    const char *path = temporary_path("Hollow.storekit");
    REQUIRE(mkdir(path, 0700) == 0);
    CHECK_STATUS(open_file(path, &error), IAP_ERROR_INVALID_STORE_FILE);
    CHECK_CONTAINS(error.message, path);
}

TEST(an_empty_file_is_named) {
    iap_error error;
    const char *path = temporary_path("Empty.storekit");
    file_write(path, "", 0);
    CHECK_STATUS(open_file(path, &error), IAP_ERROR_INVALID_STORE_FILE);
    CHECK_CONTAINS(error.message, path);
}

typedef struct broken_case {
    const char *name;
    const char *text;
    const char *place; /**< the message must contain this beside the path; NULL for files without places */
} broken_case;

static const broken_case broken_cases[] = {
    {"text", "This is not JSON.\n", NULL},
    {"only space", " \n\t\n", NULL},
    {"an array", "[]", NULL},
    {"a string", "\"products\"", NULL},
    {"null", "null", NULL},
    {"two values", "{\"products\":[]} {}", NULL},
    {"not UTF-8", "{\"products\":[{\"productID\":\"\xff\"}]}", NULL},
    {"products of another type", "{\"products\": {}}", "products"},
    {"products as text", "{\"products\": \"coins\"}", "products"},
    {"a product of another type", "{\"products\": [\"coins\"]}", "products[0]"},
    {"an id that is a number",
     "{\"products\": [{\"productID\":\"a\",\"type\":\"Consumable\",\"displayPrice\":\"1\"},"
     "{\"productID\":5,\"type\":\"Consumable\",\"displayPrice\":\"1\"}]}",
     "products[1].productID"},
    {"a type that is a number", "{\"products\": [{\"productID\":\"a\",\"type\":7,\"displayPrice\":\"1\"}]}",
     "products[0].type"},
    {"localizations of another type",
     "{\"products\": [{\"productID\":\"a\",\"type\":\"Consumable\",\"displayPrice\":\"1\",\"localizations\":7}]}",
     "products[0].localizations"},
    {"groups of another type", "{\"subscriptionGroups\": 3}", "subscriptionGroups"},
    {"subscriptions of another type", "{\"subscriptionGroups\": [{\"id\":\"1\",\"subscriptions\":true}]}",
     "subscriptionGroups[0].subscriptions"},
    {"settings of another type", "{\"settings\": []}", "settings"},
};

TEST(a_broken_file_is_refused_with_its_name_and_the_place) {
    const char *path = temporary_path("Broken.storekit");
    for (size_t i = 0; i < sizeof broken_cases / sizeof broken_cases[0]; i++) {
        const broken_case *each = &broken_cases[i];
        test_case("%s", each->name);
        iap_error error;
        file_write_text(path, each->text);
        CHECK_STATUS(open_file(path, &error), IAP_ERROR_INVALID_STORE_FILE);
        CHECK_CONTAINS(error.message, path);
        if (each->place != NULL) CHECK_CONTAINS(error.message, each->place);
        CHECK(strchr(error.message, '\n') == NULL);
        CHECK_STATUS(open_text(each->text, strlen(each->text), &error), IAP_ERROR_INVALID_STORE_FILE);
        if (each->place != NULL) CHECK_CONTAINS(error.message, each->place);
    }
}

static iap_store *store_of_text(const char *text);

/* Xcode offers these words in menus and writes prices with a point. Another word was written by hand, and is a mistake. */
TEST(a_word_or_a_price_that_xcode_does_not_write_is_refused_with_the_product_the_value_and_what_is_allowed) {
    static const struct {
        const char *text, *place, *product, *value, *allowed;
    } cases[] = {
        {"{\"products\": [{\"productID\":\"coins\",\"type\":\"Consumeable\",\"displayPrice\":\"1\"}]}",
         "products[0].type", "product \"coins\"", "\"Consumeable\"",
         "\"Consumable\", \"NonConsumable\", \"NonRenewingSubscription\" or \"RecurringSubscription\""},
        {"{\"products\": [{\"productID\":\"coins\",\"type\":\"consumable\",\"displayPrice\":\"1\"}]}",
         "products[0].type", "product \"coins\"", "\"consumable\"", "\"Consumable\""},
        {"{\"products\": [{\"productID\":\"coins\",\"type\":\"Consumable\",\"displayPrice\":\"0,99\"}]}",
         "products[0].displayPrice", "product \"coins\"", "\"0,99\" has a comma", "write a decimal point"},
        {"{\"products\": [{\"productID\":\"coins\",\"type\":\"Consumable\",\"displayPrice\":\"$1\"}]}",
         "products[0].displayPrice", "product \"coins\"", "\"$1\"", "\"4.99\""},
        {"{\"subscriptionGroups\": [{\"id\":\"1\",\"subscriptions\":[{\"productID\":\"club\",\"displayPrice\":\"2\","
         "\"type\":\"RecurringSubscription\",\"recurringSubscriptionPeriod\":\"P1M\","
         "\"introductoryOffer\":{\"paymentMode\":\"payasyougo\",\"subscriptionPeriod\":\"P1M\",\"displayPrice\":\"1\"}}"
         "]}]}",
         "subscriptionGroups[0].subscriptions[0].introductoryOffer.paymentMode", "product \"club\"", "\"payasyougo\"",
         "\"free\", \"payUpFront\" or \"payAsYouGo\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s", cases[i].value);
        iap_error error;
        CHECK_STATUS(open_text(cases[i].text, strlen(cases[i].text), &error), IAP_ERROR_INVALID_STORE_FILE);
        CHECK_CONTAINS(error.message, cases[i].place);
        CHECK_CONTAINS(error.message, cases[i].product);
        CHECK_CONTAINS(error.message, cases[i].value);
        CHECK_CONTAINS(error.message, cases[i].allowed);
        CHECK_INT(error.retryable, 0);
    }
}

TEST(a_comma_after_the_last_element_is_named_with_its_line_and_column) {
    static const struct {
        const char *text, *place;
    } cases[] = {
        {"{\n  \"products\": [\n    {\"productID\": \"coins\",}\n  ]\n}\n", "line 3, column 27: '}'"},
        {"{\n  \"products\": [\n    {},\n  ]\n}\n", "line 4, column 3: ']'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        iap_error error;
        CHECK_STATUS(open_text(cases[i].text, strlen(cases[i].text), &error), IAP_ERROR_INVALID_STORE_FILE);
        CHECK_CONTAINS(error.message, cases[i].place);
        CHECK_CONTAINS(error.message, "; remove the comma before it");
    }
}

TEST(a_period_that_is_not_sold_is_warned_about) {
    iap_store *store = store_of_text(
        "{\"subscriptionGroups\": [{\"id\":\"1\",\"subscriptions\":[{\"productID\":\"b\",\"displayPrice\":\"1\","
        "\"type\":\"RecurringSubscription\",\"recurringSubscriptionPeriod\":\"P45D\"}]}]}");
    bool is_period_reported = false;
    for (size_t i = 0; i < iap_store_warning_count(store); i++) {
        const char *warning = iap_store_warning_at(store, i);
        if (strstr(warning, "P45D") != NULL && strstr(warning, "P1W, P1M, P2M, P3M, P6M, P1Y") != NULL)
            is_period_reported = true;
    }
    CHECK(is_period_reported);
}

/* A value of the right type that makes no sense is refused or causes a warning. Both name the place. */
TEST(a_value_that_makes_no_sense_is_reported) {
    const char *const texts[] = {
        "{\"products\": [{\"productID\":\"a\",\"type\":\"Consumable\",\"displayPrice\":\"cheap\"}]}",
        "{\"subscriptionGroups\": [{\"id\":\"1\",\"subscriptions\":[{\"productID\":\"a\",\"displayPrice\":\"1\","
        "\"type\":\"RecurringSubscription\",\"recurringSubscriptionPeriod\":\"monthly\"}]}]}",
    };
    const char *const places[] = {"products[0].displayPrice",
                                  "subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod"};
    for (size_t i = 0; i < 2; i++) {
        test_case("%s", places[i]);
        iap_error error;
        if (open_text(texts[i], strlen(texts[i]), &error) != IAP_OK) {
            CHECK_STATUS(error.status, IAP_ERROR_INVALID_STORE_FILE);
            CHECK_CONTAINS(error.message, places[i]);
        } else {
            iap_store *store = store_of_text(texts[i]);
            REQUIRE(iap_store_warning_count(store) > 0);
            CHECK_CONTAINS(iap_store_warning_at(store, 0), places[i]);
        }
    }
}

TEST(a_file_cut_short_anywhere_is_refused) {
    const size_t length = strlen(catalogue_text);
    size_t refused = 0, tried = 0;
    iap_error error;
    /* Only the last line break may be missing. */
    for (size_t cut = 0; cut + 2 < length; cut += 97) {
        tried++;
        refused += open_text(catalogue_text, cut, &error) < 0;
        CHECK_INT(error.category, IAP_CATEGORY_INVALID_ARGUMENT);
    }
    CHECK_INT(refused, tried);
    const char *path = temporary_path("Cut.storekit");
    file_write(path, catalogue_text, length / 2);
    CHECK_STATUS(open_file(path, &error), IAP_ERROR_INVALID_STORE_FILE);
    CHECK_CONTAINS(error.message, path);
    CHECK_STATUS(open_text(catalogue_text, length - 1, &error), IAP_OK);
}

TEST(deeply_nested_text_is_refused) {
    const size_t depth = 200000;
    char *text = malloc(depth);
    REQUIRE(text != NULL);
    memset(text, '[', depth);
    iap_error error;
    CHECK_STATUS(open_text(text, depth, &error), IAP_ERROR_INVALID_STORE_FILE);
    for (size_t i = 0; i + 5 <= depth; i += 5) memcpy(text + i, "{\"a\":", 5);
    CHECK_STATUS(open_text(text, depth, &error), IAP_ERROR_INVALID_STORE_FILE);
    free(text);
}

TEST(either_a_path_or_a_text_is_needed) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    iap_store *store = NULL;
    CHECK_STATUS(iap_store_open(&options, &store, NULL), IAP_ERROR_INVALID_ARGUMENT);
    options = store_options();
    options.storekit_path = temporary_path("Both.storekit");
    file_write_text(options.storekit_path, catalogue_text);
    CHECK_STATUS(iap_store_open(&options, &store, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK(store == NULL);
    options = store_options();
    options.storekit_length = 0;
    CHECK_CATEGORY(iap_store_open(&options, &store, NULL), IAP_CATEGORY_INVALID_ARGUMENT);
}

TEST(paths_have_to_be_text) {
    iap_error error;
    CHECK_STATUS(open_file("", &error), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(open_file("/tmp/\xff.storekit", &error), IAP_ERROR_INVALID_TEXT);
    iap_store_options options = store_options();
    iap_store *store = NULL;
    options.bundle_id = "\xff";
    CHECK_STATUS(iap_store_open(&options, &store, NULL), IAP_ERROR_INVALID_TEXT);
    options.bundle_id = "";
    CHECK_STATUS(iap_store_open(&options, &store, NULL), IAP_ERROR_INVALID_TEXT);
}

static iap_store *store_of_text(const char *text) {
    iap_store_options options = store_options();
    options.storekit_text = text;
    options.storekit_length = strlen(text);
    return store_open_with(&options);
}

TEST(a_file_without_products_is_a_store_that_sells_nothing) {
    iap_store *store = store_of_text("{\"version\":{\"major\":3,\"minor\":0}}");
    CHECK_INT(iap_store_product_count(store), 0);
    CHECK_TEXT(iap_store_product_id_at(store, 0), NULL);
    CHECK_INT(iap_store_warning_count(store), 0);
    CHECK_INT(iap_store_product_count(store_of_text("{}")), 0);
}

TEST(what_is_odd_but_readable_becomes_a_warning) {
    iap_store *tidy = store_open();
    CHECK_INT(iap_store_warning_count(tidy), 0);
    CHECK_TEXT(iap_store_warning_at(tidy, 0), NULL);
    iap_store *odd = store_of_text("{\"somethingNew\": 1, \"products\": "
                                   "[{\"productID\":\"gift\",\"type\":\"Consumable\",\"displayPrice\":\"\"}]}");
    const size_t count = iap_store_warning_count(odd);
    REQUIRE(count >= 2);
    bool about_key = false, about_price = false;
    for (size_t i = 0; i < count; i++) {
        const char *warning = iap_store_warning_at(odd, i);
        REQUIRE(warning != NULL);
        CHECK(strchr(warning, '\n') == NULL);
        about_key |= strstr(warning, "somethingNew") != NULL;
        about_price |= strstr(warning, "displayPrice") != NULL || strstr(warning, "price") != NULL;
    }
    CHECK(about_key && about_price);
    CHECK_TEXT(iap_store_warning_at(odd, count), NULL);
    CHECK_TEXT(iap_store_warning_at(odd, SIZE_MAX), NULL);
}

TEST(a_store_lists_its_products) {
    iap_store *store = store_open();
    REQUIRE(iap_store_product_count(store) == CATALOGUE_COUNT);
    const char *const in_one_list[] = {COINS, COINS_LARGE, GEMS, SWORD, LEVELS};
    size_t next = 0;
    for (size_t i = 0; i < CATALOGUE_COUNT; i++) {
        const char *id = iap_store_product_id_at(store, i);
        REQUIRE(id != NULL);
        if (next < 5 && strcmp(id, in_one_list[next]) == 0) next++;
    }
    CHECK_INT(next, 5);
    CHECK_TEXT(iap_store_product_id_at(store, CATALOGUE_COUNT), NULL);
    CHECK_TEXT(iap_store_product_id_at(store, SIZE_MAX), NULL);
}

TEST(a_text_of_an_impossible_length_and_a_time_after_all_calendars_are_refused) {
    iap_store_options options = store_options();
    options.storekit_length = SIZE_MAX;
    iap_store *store = NULL;
    CHECK_STATUS(iap_store_open(&options, &store, NULL), IAP_ERROR_TOO_LARGE);
    options = store_options();
    options.start_ms = INT64_MAX;
    CHECK_STATUS(iap_store_open(&options, &store, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK(store == NULL);
}
