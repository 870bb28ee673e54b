/* The log: its levels, its function, and what it never contains. */

#include "exported_functions.h"
#include "game.h"
#include "log_lines.h"
#include "post.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

TEST(a_log_level_that_does_not_exist_is_refused) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_set_log_function(-1, NULL, NULL, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_set_log_function(5, NULL, NULL, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_CONTAINS(error.message, "5");
}

TEST(a_level_brings_the_lines_that_are_more_important_and_no_others) {
    static const iap_log_level_t levels[] = {IAP_LOG_NONE, IAP_LOG_WARNING, IAP_LOG_INFO, IAP_LOG_DEBUG};
    game *game = game_start();
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        test_case("level %d", (int)levels[i]);
        const size_t warnings = log_count(IAP_LOG_WARNING, "");
        const size_t received = log_count(IAP_LOG_INFO, "transaction_received");
        const size_t answers = log_count(IAP_LOG_DEBUG, "goes to the store");
        log_begin(levels[i]);
        CHECK_STATUS(iap_client_close(NULL), IAP_ERROR_INVALID_ARGUMENT);
        REQUIRE(game_own(game, COINS) != 0);
        CHECK((log_count(IAP_LOG_WARNING, "") > warnings) == (levels[i] >= IAP_LOG_WARNING));
        CHECK((log_count(IAP_LOG_INFO, "transaction_received") > received) == (levels[i] >= IAP_LOG_INFO));
        CHECK((log_count(IAP_LOG_DEBUG, "goes to the store") > answers) == (levels[i] >= IAP_LOG_DEBUG));
    }
}

static const char token[] = "0f8fad5b-d9cb-469f-a165-70867728950e";

static void has_nothing_personal(iap_log_level_t level, const char *message) {
    (void)level;
    /* Every signed text begins like this. */
    CHECK(strstr(message, "eyJ") == NULL);
    CHECK(strstr(message, token) == NULL);
    CHECK(strstr(message, "player") == NULL);
}

TEST(the_log_names_no_player_and_has_no_signed_text) {
    log_begin(IAP_LOG_DEBUG);
    game *game = game_start();
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = COINS;
    payment.app_account_token = token;
    const heard *bought = game_buy_with(game, &payment);
    REQUIRE(bought != NULL);
    CHECK(game_finish(game, bought->transaction));
    game_app_transaction(game, 1);
    game_restore(game);
    AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1);
    game_settle(game);
    game_quit(game);
    CHECK(log_count(IAP_LOG_INFO, COINS) > 0);
    log_each(has_nothing_personal);
}

TEST(the_log_tells_no_account_token_that_is_refused) {
    log_begin(IAP_LOG_DEBUG);
    game *game = game_start();
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = COINS;
    payment.app_account_token = "player@example.com";
    CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK(log_count(IAP_LOG_WARNING, "iap_add_payment: payment.app_account_token is not a UUID") == 1);
    log_each(has_nothing_personal);
}

TEST(the_log_tells_no_reason_that_the_game_gives_with_its_verdict) {
    static const iap_verdict_t verdicts[] = {IAP_VERDICT_UNDECIDED, IAP_VERDICT_INVALID};
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        test_case("verdict %d", (int)verdicts[i]);
        log_begin(IAP_LOG_DEBUG);
        iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
        verification.mode = IAP_VERIFY_BY_GAME;
        game *game = game_install(store_open(), "anna", "phone");
        game->verification = &verification;
        REQUIRE(game_launch(game));
        game_pay(game, COINS, 1);
        REQUIRE(AWAIT(game, IAP_EVENT_VERIFICATION_REQUESTED, 1));
        const uint64_t id =
            iap_transaction_id(game_nth(game, IAP_EVENT_VERIFICATION_REQUESTED, ANY_STATE, 0)->transaction);
        REQUIRE_OK(iap_give_verdict(game->client, id, verdicts[i], "player Anna is blocked", 0, NULL));
        /* The game reads it. */
        iap_error error = IAP_ERROR_VALUE_INIT;
        if (verdicts[i] == IAP_VERDICT_UNDECIDED) {
            REQUIRE(AWAIT(game, IAP_EVENT_PROBLEM_REPORTED, 1));
            error = game_nth(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE, 0)->error;
            CHECK_INT(log_count(IAP_LOG_ERROR, "the game could not verify a purchase now"), 1);
        } else {
            REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_REJECTED, 1));
            iap_transaction_error(game_update(game, IAP_TRANSACTION_REJECTED, 0), &error);
        }
        CHECK_CONTAINS(error.message, ": player Anna is blocked");
        game_quit(game);
        log_each(has_nothing_personal);
    }
}

static const char *called;

static void begins_with_what_was_called(iap_log_level_t level, const char *message) {
    (void)level;
    const size_t length = strlen(called);
    CHECK(strncmp(message, called, length) == 0 && strncmp(message + length, ": ", 2) == 0);
}

typedef uint64_t any_function(void *first, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                              uintptr_t, uintptr_t, uintptr_t, uintptr_t);

/* This memory contains no valid handle; it has room for every struct that a function fills. */
static uint64_t memory[1024];

/* Whether the function fills a struct with initial values, or returns a constant. */
static bool cannot_fail(const char *name) {
    static const char *const constants[] = {"iap_version", "iap_status_name", "iap_struct_size",
                                            "iap_verify_reason_name"};
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        if (strcmp(name, constants[i]) == 0) return true;
    }
    if (strncmp(name, "iap_quirk_", 10) == 0 || strncmp(name, "iap_profile_", 12) == 0) return true;
    const size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, "_init") == 0;
}

TEST_OF_FIRST_USE(each_line_about_a_call_begins_with_the_name_of_the_function) {
    iap_check_handles();
    log_begin(IAP_LOG_DEBUG);
    for (size_t i = 0; i < exported_function_count; i++) {
        const exported_function *function = &exported_functions[i];
        called = function->name;
        /* These calls would switch off the log and the checks. */
        if (strcmp(called, "iap_set_log_function") == 0 || strcmp(called, "iap_check_handles") == 0) continue;
        test_case("%s", called);
        log_forget();
        any_function *const call = (any_function *)function->call;
        call(NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        memset(memory, 0, sizeof memory);
        call(memory, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        CHECK((log_count(IAP_LOG_NONE, "") == 0) == cannot_fail(called));
        log_each(begins_with_what_was_called);
    }
}

static pthread_mutex_t lock_of_game = PTHREAD_MUTEX_INITIALIZER;

static void takes_the_lock_of_the_game(void *user_data, iap_log_level_t level, const char *message) {
    (void)level;
    (void)message;
    pthread_mutex_lock(&lock_of_game);
    ++*(int *)user_data;
    pthread_mutex_unlock(&lock_of_game);
}

TEST_IN(IN_BACKGROUND_ONLY, the_log_function_is_called_with_no_lock_held, "in manual mode there is one thread") {
    game *game = game_start();
    int lines = 0;
    REQUIRE_OK(iap_set_log_function(IAP_LOG_DEBUG, takes_the_lock_of_the_game, &lines, NULL));
    for (int round = 0; round < 50; round++) {
        /* The game holds its lock only around calls that log nothing on this thread. */
        const iap_transactions *queue = NULL;
        const uint64_t payment = game_pay(game, COINS, 1);
        pthread_mutex_lock(&lock_of_game);
        CHECK_STATUS(iap_queue_transactions(game->client, &queue, NULL), IAP_OK);
        CHECK_INT(iap_can_make_payments(game->client, NULL), 1);
        pthread_mutex_unlock(&lock_of_game);
        iap_transactions_release(queue);
        const heard *outcome = game_outcome(game, payment);
        REQUIRE(outcome != NULL);
        CHECK(game_finish(game, outcome->transaction));
    }
    CHECK_STATUS(iap_set_log_function(IAP_LOG_NONE, NULL, NULL, NULL), IAP_OK);
    CHECK(lines > 50);
}

static void counts(void *user_data, iap_log_level_t level, const char *message) {
    (void)level;
    (void)message;
    atomic_fetch_add((atomic_int *)user_data, 1);
}

TEST(a_log_function_that_was_replaced_is_not_called_any_more) {
    game *game = game_start();
    for (int round = 0; round < 20; round++) {
        atomic_int before = 0, after = 0;
        REQUIRE_OK(iap_set_log_function(IAP_LOG_DEBUG, counts, &before, NULL));
        const uint64_t payment = game_pay(game, COINS, 1);
        REQUIRE_OK(iap_set_log_function(IAP_LOG_DEBUG, counts, &after, NULL));
        const int lines = atomic_load(&before);
        const heard *outcome = game_outcome(game, payment);
        REQUIRE(outcome != NULL);
        CHECK(game_finish(game, outcome->transaction));
        CHECK_INT(atomic_load(&before), lines);
        CHECK(atomic_load(&after) > 0);
        REQUIRE_OK(iap_set_log_function(IAP_LOG_NONE, NULL, NULL, NULL));
    }
}

typedef struct exchange {
    post old_is_called;
    atomic_int old_calls;
    atomic_bool new_is_called, is_replaced, is_over;
} exchange;

static bool waits_for(const atomic_bool *flag) {
    const time_t end = time(NULL) + TIMEOUT_MS / 1000;
    while (!atomic_load(flag)) {
        if (time(NULL) > end) return false;
    }
    return true;
}

/* The first call returns only after the other function has been called. */
static void old_function(void *user_data, iap_log_level_t level, const char *message) {
    (void)level;
    (void)message;
    exchange *exchange = user_data;
    if (atomic_fetch_add(&exchange->old_calls, 1) > 0) return;
    post_send(&exchange->old_is_called);
    CHECK(waits_for(&exchange->new_is_called));
}

/* Returns only after iap_set_log_function() has returned. */
static void new_function(void *user_data, iap_log_level_t level, const char *message) {
    (void)level;
    (void)message;
    exchange *exchange = user_data;
    atomic_store(&exchange->new_is_called, true);
    CHECK(waits_for(&exchange->is_replaced));
}

static void *log_once(void *context) {
    (void)context;
    CHECK_STATUS(iap_client_close(NULL), IAP_ERROR_INVALID_ARGUMENT);
    return NULL;
}

static void *log_until_the_new_function_is_called(void *context) {
    exchange *exchange = context;
    const time_t end = time(NULL) + TIMEOUT_MS / 1000;
    while (!atomic_load(&exchange->new_is_called) && time(NULL) < end) {
        CHECK_STATUS(iap_client_wait_events(NULL, 0), IAP_ERROR_INVALID_ARGUMENT);
    }
    return NULL;
}

TEST(setting_a_log_function_waits_for_calls_of_the_one_before_only) {
    exchange exchange = {.old_is_called = POST_INIT};
    REQUIRE_OK(iap_set_log_function(IAP_LOG_WARNING, old_function, &exchange, NULL));
    pthread_t first, second;
    pthread_create(&first, NULL, log_once, NULL);
    post_take(&exchange.old_is_called);
    pthread_create(&second, NULL, log_until_the_new_function_is_called, &exchange);
    CHECK_STATUS(iap_set_log_function(IAP_LOG_WARNING, new_function, &exchange, NULL), IAP_OK);
    atomic_store(&exchange.is_replaced, true);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    CHECK_STATUS(iap_set_log_function(IAP_LOG_NONE, NULL, NULL, NULL), IAP_OK);
}

/* Makes a mistake with IAP_LOG set, and returns what was written to standard error. The caller frees it. */
static char *errors_with(const char *setting) {
    char path[] = "/tmp/iap-log-XXXXXX";
    const int file = mkstemp(path);
    const int kept = dup(STDERR_FILENO);
    if (file < 0 || kept < 0) return NULL;
    setenv("IAP_LOG", setting, 1);
    fflush(stderr);
    dup2(file, STDERR_FILENO);
    iap_client_close(NULL);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    char *text = calloc(1, 4096);
    const ssize_t length = pread(file, text, 4095, 0);
    CHECK(length >= 0);
    close(file);
    unlink(path);
    return text;
}

TEST_OF_FIRST_USE(the_environment_sends_the_log_to_standard_error) {
    char *text = errors_with("warning");
    REQUIRE(text != NULL);
    CHECK_TEXT(text, "iap warning: iap_client_close: the client is NULL (IAP_ERROR_INVALID_ARGUMENT)\n");
    free(text);
}

TEST_OF_FIRST_USE(a_wrong_word_in_the_environment_is_named) {
    char *text = errors_with("verbose");
    REQUIRE(text != NULL);
    CHECK_CONTAINS(text, "IAP_LOG is verbose, which is not one of error, warning, info and debug");
    CHECK(strstr(text, "iap_client_close") == NULL);
    free(text);
}

TEST_OF_FIRST_USE(nothing_is_logged_unless_it_is_asked_for) {
    char *text = errors_with("");
    REQUIRE(text != NULL);
    CHECK_TEXT(text, "");
    free(text);
}
