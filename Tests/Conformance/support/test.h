/*
 * test.h: a small test framework.
 *
 * A test is a function whose name states the rule that it checks. Each test runs in its own process. A test that crashes or
 * hangs is reported like any other failure, and no test sees the state of another one. When all tests run, the parent process
 * has used the library once before. Without this, most of a test's time would be the work of the first use.
 */
#ifndef CONFORMANCE_TEST_H
#define CONFORMANCE_TEST_H

#include <iap/iap.h>
#include <iap/iap_store.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The mode in which the tests open their clients: an IAP_EXECUTION_… value. */
extern iap_execution_t test_execution;

/** The modes in which a test makes sense. */
typedef enum { IN_BOTH_MODES, IN_BACKGROUND_ONLY, IN_MANUAL_ONLY } test_modes;

typedef struct test {
    const char *name;
    const char *file;
    int line;
    test_modes modes;
    const char *reason;   /**< why it runs in one mode only */
    bool is_of_first_use; /**< it needs a process that has not used the library */
    void (*run)(void);
    struct test *next;
} test;

void test_register(test *entry);

#define TEST_WITH(name, modes_of_test, reason_for_one_mode, first_use)                                                 \
    static void name(void);                                                                                            \
    __attribute__((constructor)) static void register_##name(void) {                                                   \
        static test entry = {#name, __FILE__, __LINE__, modes_of_test, reason_for_one_mode, first_use, name, NULL};    \
        test_register(&entry);                                                                                         \
    }                                                                                                                  \
    static void name(void)

#define TEST_IN(modes_of_test, name, reason_for_one_mode) TEST_WITH(name, modes_of_test, reason_for_one_mode, false)

/** Defines a test that runs in both modes. */
#define TEST(name) TEST_WITH(name, IN_BOTH_MODES, NULL, false)

/** The same for a test of the first use of the library in a process. */
#define TEST_OF_FIRST_USE(name) TEST_WITH(name, IN_BOTH_MODES, NULL, true)

/*
 * Checks. Each check prints one line with place, expected and actual value when it fails, may be used on any thread, and
 * returns true or false. A test continues after a failed check; REQUIRE ends the test (or the function that contains it).
 */
bool check_true(const char *file, int line, const char *what, bool holds);
bool check_int(const char *file, int line, const char *what, int64_t got, int64_t expected);
bool check_id(const char *file, int line, const char *what, uint64_t got, uint64_t expected);
bool check_text(const char *file, int line, const char *what, const char *got, const char *expected);
bool check_contains(const char *file, int line, const char *what, const char *text, const char *part);
bool check_status(const char *file, int line, const char *what, iap_status_t got, iap_status_t expected);
bool check_refusal(const char *file, int line, const char *what, const iap_error *error, iap_status_t expected);
bool check_category(const char *file, int line, const char *what, iap_status_t got, iap_category_t expected);

#define CHECK(condition) check_true(__FILE__, __LINE__, #condition, (condition))
#define CHECK_INT(got, expected) check_int(__FILE__, __LINE__, #got, (int64_t)(got), (int64_t)(expected))
#define CHECK_ID(got, expected) check_id(__FILE__, __LINE__, #got, (got), (expected))
#define CHECK_TEXT(got, expected) check_text(__FILE__, __LINE__, #got, (got), (expected))
#define CHECK_CONTAINS(text, part) check_contains(__FILE__, __LINE__, #text, (text), (part))
#define CHECK_STATUS(got, expected) check_status(__FILE__, __LINE__, #got, (got), (expected))
/** Passes if a call returned 0 and its iap_error has this status. */
#define CHECK_ZERO(call, error, status)                                                                                \
    do {                                                                                                               \
        (error) = (iap_error)IAP_ERROR_VALUE_INIT;                                                                     \
        CHECK_INT(call, 0);                                                                                            \
        check_refusal(__FILE__, __LINE__, #call, &(error), (status));                                                  \
    } while (0)
/** Passes if the call failed in this category; the header leaves open which status of the category it is. */
#define CHECK_CATEGORY(got, expected) check_category(__FILE__, __LINE__, #got, (got), (expected))

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!CHECK(condition)) return;                                                                                 \
    } while (0)
#define REQUIRE_OK(call)                                                                                               \
    do {                                                                                                               \
        if (!CHECK_STATUS(call, IAP_OK)) return;                                                                       \
    } while (0)

/** Reports a failure in the caller's words. */
void test_fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/** Names the case of a table that is being checked; failures show it. NULL for none. */
void test_case(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Called after each test: closes and checks what the test left open. */
void test_clean_up(void);

#endif
