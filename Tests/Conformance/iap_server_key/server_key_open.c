/* iap_server_key_open(): options, ownership and threads. */

#include "files.h"
#include "server_keys.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void check_refused(const iap_server_key_options *options, iap_status_t status) {
    const iap_server_key *key = (const iap_server_key *)options;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_server_key_open(options, &key, &error), status);
    CHECK_STATUS(error.status, status);
    CHECK(error.message[0] != 0);
    CHECK(key == NULL);
    /* A part of the key that is long enough to identify it. */
    CHECK(strstr(error.message, "MIGHAgEA") == NULL && strstr(error.message, "ya+p2EW6") == NULL);
    CHECK_STATUS(iap_server_key_open(options, &key, NULL), status);
}

TEST(a_server_key_is_read_of_a_file_of_a_text_or_of_a_public_key) {
    iap_server_key_options options = server_key_options();
    const iap_server_key *by_text = server_key_open(&options);
    REQUIRE(by_text != NULL);
    CHECK_TEXT(iap_server_key_id(by_text), "KEY");
    const char *public_key = iap_server_key_public_key(by_text);
    CHECK_CONTAINS(public_key, "-----BEGIN PUBLIC KEY-----\n");

    options.key_text = NULL;
    options.key_path = temporary_path("AuthKey_KEY.p8");
    file_write_text(options.key_path, server_private_key);
    const iap_server_key *by_path = server_key_open(&options);
    REQUIRE(by_path != NULL);
    CHECK_TEXT(iap_server_key_public_key(by_path), public_key);

    options.key_path = NULL;
    options.public_key_text = public_key;
    const iap_server_key *by_public_key = server_key_open(&options);
    REQUIRE(by_public_key != NULL);
    CHECK_TEXT(iap_server_key_public_key(by_public_key), public_key);
    iap_server_key_release(by_text);
    iap_server_key_release(by_path);
    iap_server_key_release(by_public_key);
}

TEST(a_key_text_may_be_the_base64_alone_and_have_any_line_ends) {
    char lines[512], digits[512];
    size_t count = 0, line_count = 0;
    for (const char *place = server_private_key; *place != 0; place++) {
        if (*place == '\n') lines[line_count++] = '\r';
        lines[line_count++] = *place;
    }
    lines[line_count] = 0;
    const char *place = strchr(server_private_key, '\n') + 1;
    for (; *place != '-'; place++) {
        if (*place != '\n') digits[count++] = *place;
    }
    digits[count] = 0;
    const char *const texts[] = {lines, digits};
    for (size_t i = 0; i < 2; i++) {
        test_case("text %zu", i);
        iap_server_key_options options = server_key_options();
        options.key_text = texts[i];
        iap_server_key_release(server_key_open(&options));
    }
}

TEST(server_key_options_that_make_no_sense_are_refused) {
    check_refused(NULL, IAP_ERROR_INVALID_ARGUMENT);
    iap_server_key_options options = server_key_options();
    CHECK_STATUS(iap_server_key_open(&options, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    options.key_text = NULL;
    check_refused(&options, IAP_ERROR_INVALID_ARGUMENT);
    options.key_text = options.key_path = server_private_key;
    check_refused(&options, IAP_ERROR_INVALID_ARGUMENT);
    options.key_path = NULL;
    options.public_key_text = server_private_key;
    check_refused(&options, IAP_ERROR_INVALID_ARGUMENT);
    const size_t needed[] = {offsetof(iap_server_key_options, key_id), offsetof(iap_server_key_options, bundle_id)};
    const size_t ids[] = {offsetof(iap_server_key_options, key_id), offsetof(iap_server_key_options, issuer_id),
                          offsetof(iap_server_key_options, bundle_id)};
    char *long_id = malloc(IAP_SERVER_ID_LENGTH_MAX + 2);
    memset(long_id, 'a', IAP_SERVER_ID_LENGTH_MAX + 1);
    long_id[IAP_SERVER_ID_LENGTH_MAX + 1] = 0;
    for (size_t i = 0; i < 2; i++) {
        options = server_key_options();
        *(const char **)((char *)&options + needed[i]) = NULL;
        check_refused(&options, IAP_ERROR_INVALID_ARGUMENT);
    }
    for (size_t i = 0; i < 3; i++) {
        test_case("id %zu", i);
        options = server_key_options();
        const char **id = (const char **)((char *)&options + ids[i]);
        *id = "";
        check_refused(&options, IAP_ERROR_INVALID_TEXT);
        *id = "\xFF";
        check_refused(&options, IAP_ERROR_INVALID_TEXT);
        *id = long_id;
        check_refused(&options, IAP_ERROR_TOO_LARGE);
        *id = long_id + 1;
        iap_server_key_release(server_key_open(&options));
    }
    free(long_id);
}

TEST(what_is_no_key_is_refused_and_never_repeated) {
    char damaged[sizeof server_private_key], large[IAP_SERVER_KEY_LENGTH_MAX + 2];
    memcpy(damaged, server_private_key, sizeof damaged);
    damaged[70]++;
    memset(large, ' ', sizeof large - 1);
    large[sizeof large - 1] = 0;
    const char *const texts[] = {"", "MIGHAgEA", damaged, "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n"};
    const char *path = temporary_path("key.p8");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        test_case("text %zu", i);
        iap_server_key_options options = server_key_options();
        options.key_text = texts[i];
        check_refused(&options, IAP_ERROR_INVALID_TEXT);
        options.key_text = NULL;
        options.public_key_text = texts[i];
        check_refused(&options, IAP_ERROR_INVALID_TEXT);
        file_write_text(path, texts[i]);
        options.public_key_text = NULL;
        options.key_path = path;
        check_refused(&options, IAP_ERROR_INVALID_FILE);
    }
    test_case("large");
    iap_server_key_options options = server_key_options();
    options.key_text = large;
    check_refused(&options, IAP_ERROR_TOO_LARGE);
    options.key_text = NULL;
    file_write_text(path, large);
    options.key_path = path;
    check_refused(&options, IAP_ERROR_INVALID_FILE);
}

TEST(a_key_file_that_cannot_be_read_is_named) {
    const char *folder = temporary_path("folder"), *pipe = temporary_path("pipe");
    CHECK(mkdir(folder, 0700) == 0 && mkfifo(pipe, 0600) == 0);
    const char *const paths[] = {temporary_path("missing.p8"), folder, pipe};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        test_case("%s", paths[i]);
        iap_server_key_options options = server_key_options();
        options.key_text = NULL;
        options.key_path = paths[i];
        const iap_server_key *key = NULL;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_server_key_open(&options, &key, &error), IAP_ERROR_INVALID_FILE);
        CHECK_CONTAINS(error.message, strrchr(paths[i], '/'));
    }
}

TEST(a_server_key_lives_until_its_last_owner_lets_it_go) {
    char id[] = "KEY", issuer[] = "team", bundle[] = "com.example.game", text[sizeof server_private_key];
    memcpy(text, server_private_key, sizeof text);
    iap_server_key_options options = server_key_options();
    options.key_id = id;
    options.issuer_id = issuer;
    options.bundle_id = bundle;
    options.key_text = text;
    const iap_server_key *key = server_key_open(&options);
    REQUIRE(key != NULL);
    /* The key has copied them. */
    memset(id, 'x', 3);
    memset(issuer, 'x', 4);
    memset(bundle, 'x', 3);
    memset(text, 'x', sizeof text - 1);
    CHECK(iap_server_key_retain(key) == key);
    iap_server_key_release(key);
    CHECK_TEXT(iap_server_key_id(key), "KEY");
    const iap_server_request request = server_key_request(IAP_SERVER_INTRODUCTORY_OFFER_JWS);
    const iap_server_signature *signature = server_key_signed(key, &request);
    CHECK(iap_server_signature_retain(signature) == signature);
    iap_server_key_release(key);
    iap_server_signature_release(signature);
    /* Its signatures stay valid. */
    CHECK_TEXT(iap_server_signature_product_id(signature), "gold");
    iap_server_signature_release(signature);
}

TEST(no_server_key_and_no_signature_give_nothing) {
    CHECK(iap_server_key_retain(NULL) == NULL);
    iap_server_key_release(NULL);
    CHECK(iap_server_key_id(NULL) == NULL && iap_server_key_public_key(NULL) == NULL);
    CHECK(iap_server_signature_retain(NULL) == NULL);
    iap_server_signature_release(NULL);
    iap_server_key_options_init(NULL);
    iap_server_request_init(NULL);
    CHECK(iap_server_signature_text(NULL) == NULL && iap_server_signature_nonce(NULL) == NULL);
    CHECK(iap_server_signature_product_id(NULL) == NULL && iap_server_signature_offer_id(NULL) == NULL);
    CHECK(iap_server_signature_transaction_id(NULL) == NULL && iap_server_signature_request_json(NULL) == NULL);
    CHECK_INT(iap_server_signature_kind(NULL), 0);
    CHECK_INT(iap_server_signature_timestamp_ms(NULL), 0);
    CHECK_INT(iap_server_signature_expiration_date_ms(NULL), 0);
    CHECK_INT(iap_server_signature_allows_introductory_offer(NULL), 0);
}

static void *sign_and_check(void *user_data) {
    const iap_server_key *key = user_data;
    for (int i = 0; i < 50; i++) {
        const iap_server_request request = server_key_request(1 + i % SERVER_KINDS);
        const iap_server_signature *signature = server_key_signed(key, &request);
        CHECK_INT(server_key_verdict(key, &request, iap_server_signature_text(signature)), IAP_VERIFY_REASON_NONE);
        iap_server_signature_release(signature);
    }
    iap_server_key_release(key);
    return NULL;
}

TEST(any_number_of_threads_may_use_one_server_key) {
    const iap_server_key_options options = server_key_options();
    const iap_server_key *key = server_key_open(&options);
    REQUIRE(key != NULL);
    pthread_t threads[4];
    for (size_t i = 0; i < 4; i++) {
        REQUIRE(pthread_create(&threads[i], NULL, sign_and_check, (void *)iap_server_key_retain(key)) == 0);
    }
    iap_server_key_release(key);
    for (size_t i = 0; i < 4; i++) CHECK(pthread_join(threads[i], NULL) == 0);
}
