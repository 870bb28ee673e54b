/* The quirks of real systems: how they are listed, named, set and kept. Other files of this folder test the effect of each
   quirk in the store. */

#include "catalogue.h"
#include "files.h"
#include "game.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const iap_quirk_t no_quirks[] = {IAP_QUIRK_NONE, -1, 1000, INT32_MAX, INT32_MIN};
#define NO_QUIRK_COUNT (sizeof no_quirks / sizeof *no_quirks)
static const iap_profile_t no_profiles[] = {IAP_PROFILE_NONE, -1, 1000, INT32_MAX, INT32_MIN};
#define NO_PROFILE_COUNT (sizeof no_profiles / sizeof *no_profiles)

static int64_t quirk_of(iap_store *store, iap_quirk_t quirk) {
    int64_t value = -1;
    CHECK_STATUS(iap_store_get_quirk(store, quirk, &value, NULL), IAP_OK);
    return value;
}

static iap_profile_t profile_of(iap_store *store) {
    iap_profile_t profile = -1;
    CHECK_STATUS(iap_store_get_profile(store, &profile, NULL), IAP_OK);
    return profile;
}

/* Checks that every quirk of the store has the value of the profile. */
static void check_profile(iap_store *store, iap_profile_t profile) {
    for (size_t i = 0; i < iap_quirk_count(); i++) {
        test_case("profile %d, %s", (int)profile, iap_quirk_name(iap_quirk_at(i)));
        CHECK_INT(quirk_of(store, iap_quirk_at(i)), iap_quirk_value_in(iap_quirk_at(i), profile));
    }
    test_case(NULL);
    CHECK_INT(profile_of(store), profile);
}

/* ----------------------------------------------------------------------------------------------------- the listing */

TEST(quirks_are_listed_in_the_order_of_their_numbers_and_found_by_their_names) {
    REQUIRE(iap_quirk_count() > 0);
    for (size_t i = 0; i < iap_quirk_count(); i++) {
        const iap_quirk_t quirk = iap_quirk_at(i);
        test_case("quirk %d", (int)quirk);
        CHECK_INT(quirk, i + 1);
        CHECK_INT(iap_quirk_named(iap_quirk_name(quirk)), quirk);
    }
    test_case(NULL);
    CHECK_TEXT(iap_quirk_name(IAP_QUIRK_LISTING_LAG_MS), "listing_lag_ms");
    CHECK_TEXT(iap_quirk_name(IAP_QUIRK_STOREFRONT_ON_SUBSCRIBING), "storefront_on_subscribing");
    CHECK_INT(iap_quirk_at(iap_quirk_count()), IAP_QUIRK_NONE);
    CHECK_INT(iap_quirk_at(SIZE_MAX), IAP_QUIRK_NONE);
}

TEST(profiles_are_listed_in_the_order_of_their_numbers_and_found_by_their_names) {
    REQUIRE(iap_profile_count() > 0);
    for (size_t i = 0; i < iap_profile_count(); i++) {
        const iap_profile_t profile = iap_profile_at(i);
        test_case("profile %d", (int)profile);
        CHECK_INT(profile, i + 1);
        CHECK_INT(iap_profile_named(iap_profile_name(profile)), profile);
    }
    test_case(NULL);
    CHECK_TEXT(iap_profile_name(IAP_PROFILE_IOS_27_SIMULATOR), "ios-27-simulator");
    CHECK_TEXT(iap_profile_name(IAP_PROFILE_REPORTED), "reported");
    CHECK_INT(iap_profile_at(iap_profile_count()), IAP_PROFILE_NONE);
    CHECK_INT(iap_profile_at(SIZE_MAX), IAP_PROFILE_NONE);
}

TEST(a_name_counts_letter_for_letter) {
    const char *const none[] = {NULL,   "",    "LISTING_LAG_MS", "listing_lag", "listing_lag_ms ", "listing-lag-ms",
                                "none", "\xff"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        test_case("%s", none[i] == NULL ? "NULL" : none[i]);
        CHECK_INT(iap_quirk_named(none[i]), IAP_QUIRK_NONE);
    }
    const char *const no_profile[] = {NULL, "", "MACOS-26", "macos_26", "macos-26 ", "macos", "none", "\xff"};
    for (size_t i = 0; i < sizeof no_profile / sizeof *no_profile; i++) {
        test_case("%s", no_profile[i] == NULL ? "NULL" : no_profile[i]);
        CHECK_INT(iap_profile_named(no_profile[i]), IAP_PROFILE_NONE);
    }
}

TEST(each_quirk_has_a_sentence_of_its_own_and_a_source) {
    for (size_t i = 0; i < iap_quirk_count(); i++) {
        test_case("%s", iap_quirk_name(iap_quirk_at(i)));
        const char *sentence = iap_quirk_sentence(iap_quirk_at(i)), *source = iap_quirk_source(iap_quirk_at(i));
        REQUIRE(sentence != NULL && source != NULL);
        CHECK(isupper((unsigned char)sentence[0]) && sentence[strlen(sentence) - 1] == '.');
        CHECK(strlen(source) >= 10 && strchr(source, '\n') == NULL && strchr(sentence, '\n') == NULL);
        for (size_t other = 0; other < i; other++) {
            CHECK(strcmp(sentence, iap_quirk_sentence(iap_quirk_at(other))) != 0);
        }
    }
}

TEST(a_number_of_no_quirk_has_no_text_and_no_value) {
    for (size_t i = 0; i < NO_QUIRK_COUNT; i++) {
        test_case("quirk %d", (int)no_quirks[i]);
        CHECK(iap_quirk_name(no_quirks[i]) == NULL);
        CHECK(iap_quirk_sentence(no_quirks[i]) == NULL);
        CHECK(iap_quirk_source(no_quirks[i]) == NULL);
        CHECK_INT(iap_quirk_largest(no_quirks[i]), -1);
        CHECK(iap_quirk_value_name(no_quirks[i], 0) == NULL);
        CHECK_INT(iap_quirk_value_in(no_quirks[i], IAP_PROFILE_DOCUMENTED), -1);
    }
    for (size_t i = 0; i < NO_PROFILE_COUNT; i++) {
        test_case("profile %d", (int)no_profiles[i]);
        CHECK(iap_profile_name(no_profiles[i]) == NULL);
        CHECK_INT(iap_quirk_value_in(IAP_QUIRK_MISSED_ORDER, no_profiles[i]), -1);
    }
}

TEST(the_texts_are_static) {
    const char *name = iap_quirk_name(IAP_QUIRK_TWO_IDS), *sentence = iap_quirk_sentence(IAP_QUIRK_TWO_IDS);
    const char *source = iap_quirk_source(IAP_QUIRK_TWO_IDS), *profile = iap_profile_name(IAP_PROFILE_WORST);
    const char *value = iap_quirk_value_name(IAP_QUIRK_CANCEL_FORM, 1);
    store_close(store_open());
    CHECK(iap_quirk_name(IAP_QUIRK_TWO_IDS) == name && iap_quirk_sentence(IAP_QUIRK_TWO_IDS) == sentence);
    CHECK(iap_quirk_source(IAP_QUIRK_TWO_IDS) == source && iap_profile_name(IAP_PROFILE_WORST) == profile);
    CHECK(iap_quirk_value_name(IAP_QUIRK_CANCEL_FORM, 1) == value);
    CHECK_TEXT(name, "two_ids");
    CHECK_TEXT(profile, "worst");
    CHECK_TEXT(value, "thrown");
}

/* ------------------------------------------------------------------------------------------------------- the values */

static bool ends_with(const char *text, const char *end) {
    const size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

TEST(the_largest_value_follows_from_what_the_value_is) {
    for (size_t i = 0; i < iap_quirk_count(); i++) {
        test_case("%s", iap_quirk_name(iap_quirk_at(i)));
        const int64_t largest = iap_quirk_largest(iap_quirk_at(i));
        const bool is_named = iap_quirk_value_name(iap_quirk_at(i), 0) != NULL;
        if (ends_with(iap_quirk_name(iap_quirk_at(i)), "_ms")) CHECK_INT(largest, 86400000);
        else if (ends_with(iap_quirk_name(iap_quirk_at(i)), "_percent")) CHECK_INT(largest, 100);
        else if (iap_quirk_at(i) == IAP_QUIRK_LISTING_LAG_READS || iap_quirk_at(i) == IAP_QUIRK_REPEAT_AFTER_FINISH)
            CHECK_INT(largest, 1000);
        else CHECK(is_named ? largest >= 1 && largest <= 2 : largest == 1);
        if (largest > 2) CHECK(!is_named);
    }
}

TEST(each_value_of_a_choice_has_a_name_and_no_other_value_has_one) {
    for (size_t i = 0; i < iap_quirk_count(); i++) {
        const iap_quirk_t quirk = iap_quirk_at(i);
        test_case("%s", iap_quirk_name(quirk));
        const int64_t largest = iap_quirk_largest(quirk);
        if (iap_quirk_value_name(quirk, 0) != NULL) {
            for (int64_t value = 1; value <= largest; value++) {
                REQUIRE(iap_quirk_value_name(quirk, value) != NULL);
                CHECK(strcmp(iap_quirk_value_name(quirk, value), iap_quirk_value_name(quirk, value - 1)) != 0);
            }
        } else {
            CHECK(iap_quirk_value_name(quirk, 1) == NULL && iap_quirk_value_name(quirk, largest) == NULL);
        }
        const int64_t none[] = {-1, largest + 1, INT64_MAX, INT64_MIN, INT64_C(1) << 32};
        for (size_t j = 0; j < sizeof none / sizeof *none; j++) CHECK(iap_quirk_value_name(quirk, none[j]) == NULL);
    }
    test_case(NULL);
    CHECK_TEXT(iap_quirk_value_name(IAP_QUIRK_MISSED_ORDER, 1), "newest_first");
    CHECK_TEXT(iap_quirk_value_name(IAP_QUIRK_LAPSE_RETURNS_OLD, 2), "always");
}

TEST(what_a_quirk_is_in_a_profile_can_be_set) {
    iap_store *store = store_open();
    for (size_t i = 0; i < iap_quirk_count(); i++) {
        for (size_t j = 0; j < iap_profile_count(); j++) {
            test_case("%s in %s", iap_quirk_name(iap_quirk_at(i)), iap_profile_name(iap_profile_at(j)));
            const int64_t value = iap_quirk_value_in(iap_quirk_at(i), iap_profile_at(j));
            CHECK(value >= 0 && value <= iap_quirk_largest(iap_quirk_at(i)));
            CHECK_STATUS(iap_store_set_quirk(store, iap_quirk_at(i), value, NULL), IAP_OK);
        }
    }
}

TEST(no_two_profiles_have_the_same_values) {
    for (size_t one = 0; one < iap_profile_count(); one++) {
        for (size_t other = 0; other < one; other++) {
            test_case("%s and %s", iap_profile_name(iap_profile_at(one)), iap_profile_name(iap_profile_at(other)));
            size_t different = 0;
            for (size_t i = 0; i < iap_quirk_count(); i++) {
                different += iap_quirk_value_in(iap_quirk_at(i), iap_profile_at(one)) !=
                             iap_quirk_value_in(iap_quirk_at(i), iap_profile_at(other));
            }
            CHECK(different > 0);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------ the controls */

TEST(a_store_begins_as_documented) { check_profile(store_open(), IAP_PROFILE_DOCUMENTED); }

TEST(a_profile_gives_every_quirk_its_value) {
    iap_store *store = store_open();
    for (size_t i = iap_profile_count(); i-- > 0;) {
        REQUIRE_OK(iap_store_set_profile(store, iap_profile_at(i), NULL));
        check_profile(store, iap_profile_at(i));
    }
}

TEST(one_quirk_changes_without_the_others) {
    iap_store *store = store_open();
    for (size_t i = 0; i < iap_quirk_count(); i++) {
        REQUIRE_OK(iap_store_set_profile(store, IAP_PROFILE_DOCUMENTED, NULL));
        const int64_t before = iap_quirk_value_in(iap_quirk_at(i), IAP_PROFILE_DOCUMENTED);
        const int64_t largest = iap_quirk_largest(iap_quirk_at(i));
        const int64_t values[] = {0, largest, largest / 2};
        for (size_t j = 0; j < sizeof values / sizeof *values; j++) {
            test_case("%s, %lld", iap_quirk_name(iap_quirk_at(i)), (long long)values[j]);
            CHECK_STATUS(iap_store_set_quirk(store, iap_quirk_at(i), values[j], NULL), IAP_OK);
            for (size_t k = 0; k < iap_quirk_count(); k++) {
                const iap_quirk_t quirk = iap_quirk_at(k);
                CHECK_INT(quirk_of(store, quirk),
                          k == i ? values[j] : iap_quirk_value_in(quirk, IAP_PROFILE_DOCUMENTED));
            }
            if (values[j] == before) CHECK_INT(profile_of(store), IAP_PROFILE_DOCUMENTED);
            else CHECK_INT(profile_of(store), IAP_PROFILE_NONE);
        }
    }
}

TEST(quirks_that_were_set_one_by_one_are_a_profile_when_all_fit) {
    iap_store *store = store_open();
    for (size_t i = 0; i < iap_quirk_count(); i++) {
        const int64_t value = iap_quirk_value_in(iap_quirk_at(i), IAP_PROFILE_MACOS_26);
        REQUIRE_OK(iap_store_set_quirk(store, iap_quirk_at(i), value, NULL));
    }
    CHECK_INT(profile_of(store), IAP_PROFILE_MACOS_26);
}

TEST(a_value_out_of_range_is_refused_with_the_quirk_its_range_and_the_value) {
    iap_store *store = store_open();
    for (size_t i = 0; i < iap_quirk_count(); i++) {
        const int64_t largest = iap_quirk_largest(iap_quirk_at(i)), before = quirk_of(store, iap_quirk_at(i));
        const int64_t wrong[] = {-1, largest + 1, INT64_MAX, INT64_MIN};
        for (size_t j = 0; j < sizeof wrong / sizeof *wrong; j++) {
            test_case("%s, %lld", iap_quirk_name(iap_quirk_at(i)), (long long)wrong[j]);
            iap_error error = IAP_ERROR_VALUE_INIT;
            CHECK_STATUS(iap_store_set_quirk(store, iap_quirk_at(i), wrong[j], &error), IAP_ERROR_INVALID_ARGUMENT);
            char said[128];
            snprintf(said, sizeof said, "%s takes a value from 0 to %lld, not %lld", iap_quirk_name(iap_quirk_at(i)),
                     (long long)largest, (long long)wrong[j]);
            CHECK_CONTAINS(error.message, said);
            CHECK_INT(quirk_of(store, iap_quirk_at(i)), before);
        }
    }
}

TEST(an_unknown_quirk_or_profile_is_refused_and_changes_nothing) {
    iap_store *store = store_open();
    REQUIRE_OK(iap_store_set_profile(store, IAP_PROFILE_REPORTED, NULL));
    for (size_t i = 0; i < NO_QUIRK_COUNT; i++) {
        test_case("quirk %d", (int)no_quirks[i]);
        iap_error error = IAP_ERROR_VALUE_INIT;
        char number[16];
        snprintf(number, sizeof number, "%d", (int)no_quirks[i]);
        CHECK_STATUS(iap_store_set_quirk(store, no_quirks[i], 0, &error), IAP_ERROR_INVALID_ARGUMENT);
        CHECK_CONTAINS(error.message, number);
        int64_t value = 7;
        CHECK_STATUS(iap_store_get_quirk(store, no_quirks[i], &value, NULL), IAP_ERROR_INVALID_ARGUMENT);
        CHECK_INT(value, 0);
    }
    for (size_t i = 0; i < NO_PROFILE_COUNT; i++) {
        test_case("profile %d", (int)no_profiles[i]);
        iap_error error = IAP_ERROR_VALUE_INIT;
        char number[16];
        snprintf(number, sizeof number, "%d", (int)no_profiles[i]);
        CHECK_STATUS(iap_store_set_profile(store, no_profiles[i], &error), IAP_ERROR_INVALID_ARGUMENT);
        CHECK_CONTAINS(error.message, number);
    }
    test_case(NULL);
    check_profile(store, IAP_PROFILE_REPORTED);
}

TEST(what_is_asked_of_no_store_or_into_nothing_is_refused) {
    iap_store *store = store_open();
    int64_t value = 7;
    iap_profile_t profile = 7;
    CHECK_STATUS(iap_store_get_quirk(store, IAP_QUIRK_TWO_IDS, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_get_profile(store, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_set_quirk(NULL, IAP_QUIRK_TWO_IDS, 1, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_set_profile(NULL, IAP_PROFILE_WORST, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_get_quirk(NULL, IAP_QUIRK_TWO_IDS, &value, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_get_profile(NULL, &profile, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_INT(value, 0);
    CHECK_INT(profile, IAP_PROFILE_NONE);
    store_close(store);
    value = profile = 7;
    CHECK_STATUS(iap_store_set_quirk(store, IAP_QUIRK_TWO_IDS, 1, NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_store_set_profile(store, IAP_PROFILE_WORST, NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_store_get_quirk(store, IAP_QUIRK_TWO_IDS, &value, NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_store_get_profile(store, &profile, NULL), IAP_ERROR_CLOSED);
    CHECK_INT(value, 0);
    CHECK_INT(profile, IAP_PROFILE_NONE);
}

/* ------------------------------------------------------------------------------------------------- kept, reset */

TEST(quirks_stay_in_the_state_file) {
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    iap_store *store = store_open_with(&options);
    REQUIRE_OK(iap_store_set_profile(store, IAP_PROFILE_IOS_27_SIMULATOR, NULL));
    store_close(store);
    store = store_open_with(&options);
    check_profile(store, IAP_PROFILE_IOS_27_SIMULATOR);
    REQUIRE_OK(iap_store_set_quirk(store, IAP_QUIRK_LISTING_LAG_MS, 1234, NULL));
    store_close(store);
    store = store_open_with(&options);
    CHECK_INT(quirk_of(store, IAP_QUIRK_LISTING_LAG_MS), 1234);
    CHECK_INT(quirk_of(store, IAP_QUIRK_LAPSE_RETURNS_OLD), 2);
    CHECK_INT(profile_of(store), IAP_PROFILE_NONE);
}

TEST(a_reset_sets_the_quirks_back_to_the_documented_ones) {
    iap_store *store = store_open();
    REQUIRE_OK(iap_store_set_profile(store, IAP_PROFILE_WORST, NULL));
    REQUIRE_OK(iap_store_set_quirk(store, IAP_QUIRK_PRODUCTS_EMPTY, 1, NULL));
    REQUIRE_OK(iap_store_reset_to_default_state(store, NULL));
    check_profile(store, IAP_PROFILE_DOCUMENTED);
}

TEST(quirks_are_those_of_one_store) {
    iap_store *one = store_open(), *other = store_open();
    REQUIRE_OK(iap_store_set_profile(one, IAP_PROFILE_WORST, NULL));
    check_profile(one, IAP_PROFILE_WORST);
    check_profile(other, IAP_PROFILE_DOCUMENTED);
}
