/* The verdict when OpenSSL has no memory: undecided, if OpenSSL reports the failure. Also the verdict afterwards. OpenSSL does
   not report a few of its failures. */

/* For MAP_ANONYMOUS. */
#define _DEFAULT_SOURCE

#include "receipt_check.h"
#include "verify.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* ------------------------------------------------------------------------------------------------------ OpenSSL */

/* How many allocations still succeed on this thread; -1: all. */
static _Thread_local long countdown = -1;
/* Whether all later allocations fail, or one. */
static _Thread_local bool fails_for_good;
static _Thread_local long allocation_count;

static bool fails(void) {
    allocation_count++;
    if (countdown < 0) return false;
    if (countdown > 0) {
        countdown--;
        return false;
    }
    if (!fails_for_good) countdown = -1;
    return true;
}

static void *allocate(size_t length, const char *file, int line) {
    (void)file, (void)line;
    return fails() ? NULL : malloc(length);
}

static void *reallocate(void *bytes, size_t length, const char *file, int line) {
    (void)file, (void)line;
    return fails() ? NULL : realloc(bytes, length);
}

static void let_go(void *bytes, const char *file, int line) {
    (void)file, (void)line;
    free(bytes);
}

typedef int set_functions(void *(*)(size_t, const char *, int), void *(*)(void *, size_t, const char *, int),
                          void (*)(void *, const char *, int));

/* OpenSSL accepts them only before its first use. The tests are not linked with OpenSSL, but the library is. */
static bool replace_allocations(void) {
    void *const program = dlopen(NULL, RTLD_NOW);
    set_functions *set = NULL;
    if (program != NULL) *(void **)&set = dlsym(program, "CRYPTO_set_mem_functions");
    return set != NULL && set(allocate, reallocate, let_go) == 1;
}

static void fail_from(long allocation, bool for_good) {
    allocation_count = 0;
    fails_for_good = for_good;
    countdown = allocation;
}

static void fail_no_more(void) { countdown = -1; }

/* ---------------------------------------------------------------------------------------------------- processes */

/* What a store has made, and the verdict of a verifier in another process. */
typedef struct shared {
    uint8_t root[4096];
    iap_bytes root_bytes;
    char text[16384], receipt[65536];
    long allocation; /* the one that fails */
    long allocation_count;
    bool has_functions;
    iap_status_t statuses[2]; /* the results of opening a verifier: while memory is lacking, and later with memory */
    iap_verdict_t verdicts[2][2]; /* for the text and the receipt */
    bool is_over;
} shared;

static shared *shared_memory(void) {
    void *memory = mmap(NULL, sizeof(shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* Runs a part in a process that has not used the library yet. */
static bool run_apart(void *(*part)(void *), shared *shared) {
    shared->is_over = false;
    fflush(stdout);
    const pid_t process = fork();
    if (process == 0) {
        alarm(60);
        part(shared);
        _exit(0);
    }
    int status = 0;
    if (!CHECK(process > 0 && waitpid(process, &status, 0) == process)) return false;
    return CHECK(WIFEXITED(status)) && CHECK(shared->is_over);
}

static void *make(void *argument) {
    shared *shared = argument;
    game *game = verify_game();
    signed_things things;
    const char *receipt = game != NULL ? receipt_text(game) : NULL;
    if (receipt != NULL && verify_sign(game, &things)) {
        const iap_verifier_options options = verify_options(game->store);
        shared->root_bytes = (iap_bytes){shared->root, options.roots[0].length};
        memcpy(shared->root, options.roots[0].bytes, options.roots[0].length);
        snprintf(shared->text, sizeof shared->text, "%s", things.texts[IAP_SIGNED_TRANSACTION]);
        snprintf(shared->receipt, sizeof shared->receipt, "%s", receipt);
        shared->is_over = true;
    }
    return NULL;
}

/* ------------------------------------------------------------------------------------------------------ verdicts */

static const iap_verifier *open_verifier(const shared *shared, iap_status_t *status) {
    iap_verifier_options options = IAP_VERIFIER_OPTIONS_INIT;
    options.environments = IAP_ENVIRONMENT_SANDBOX;
    options.roots = &shared->root_bytes;
    options.root_count = 1;
    options.bundle_id = VERIFY_BUNDLE_ID;
    const iap_verifier *verifier = NULL;
    *status = iap_verifier_open(&options, &verifier, NULL);
    return verifier;
}

static iap_verdict_t verdict_of_text(const iap_verifier *verifier, const shared *shared) {
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    const iap_signed_data *data = NULL;
    iap_verifier_check(verifier, IAP_SIGNED_TRANSACTION, shared->text, strlen(shared->text), &data, &result, NULL);
    iap_signed_data_release(data);
    return result.verdict;
}

static iap_verdict_t verdict_of_receipt(const iap_verifier *verifier, const shared *shared) {
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    const iap_app_receipt *receipt = NULL;
    iap_verifier_check_receipt(verifier, shared->receipt, strlen(shared->receipt), &receipt, &result, NULL);
    iap_app_receipt_release(receipt);
    return result.verdict;
}

static void *verify_twice(void *argument) {
    shared *shared = argument;
    shared->has_functions = replace_allocations();
    fail_from(shared->allocation, false);
    for (int i = 0; i < 2; i++) {
        const iap_verifier *verifier = open_verifier(shared, &shared->statuses[i]);
        shared->verdicts[i][0] = shared->verdicts[i][1] = IAP_VERDICT_UNDECIDED;
        if (verifier != NULL) {
            shared->verdicts[i][0] = verdict_of_text(verifier, shared);
            shared->verdicts[i][1] = verdict_of_receipt(verifier, shared);
        }
        iap_verifier_release(verifier);
        if (i == 0) shared->allocation_count = allocation_count;
        fail_no_more();
    }
    shared->is_over = true;
    return NULL;
}

/* Sanitizers have their own allocations and threads. */
static bool is_possible(void) {
#ifdef EACH_TEST_IS_A_PROGRAM
    printf("  skipped: neither a sanitizer nor macOS survives fork()\n");
    CHECK(true);
    return false;
#else
    return true;
#endif
}

TEST_OF_FIRST_USE(no_memory_at_the_first_use_of_openssl_is_reported_as_far_as_openssl_tells) {
    if (!is_possible()) return;
    shared *shared = shared_memory();
    REQUIRE(shared != NULL && run_apart(make, shared));
    shared->allocation = -1;
    REQUIRE(run_apart(verify_twice, shared));
    const long all = shared->allocation_count;
    int count = 0, valid = 0, invalid = 0;
    for (shared->allocation = 0; shared->allocation < all; shared->allocation += 41) {
        count++;
        test_case("allocation %ld", shared->allocation);
        REQUIRE(run_apart(verify_twice, shared) && CHECK(shared->has_functions));
        for (int i = 0; i < 2; i++) {
            const iap_status_t status = shared->statuses[i];
            CHECK(status == IAP_OK || status == IAP_ERROR_INTERNAL || status == IAP_ERROR_INVALID_FILE);
        }
        invalid += shared->verdicts[0][0] == IAP_VERDICT_INVALID || shared->verdicts[0][1] == IAP_VERDICT_INVALID;
        if (shared->verdicts[1][0] == IAP_VERDICT_VALID && shared->verdicts[1][1] == IAP_VERDICT_VALID) valid++;
    }
    /* OpenSSL initialises itself only once, and does not recover from every failure of this. */
    CHECK(count > 100 && valid > count * 9 / 10 && invalid < count / 5);
}

static void *verify_often(void *argument) {
    shared *shared = argument;
    shared->has_functions = replace_allocations();
    iap_status_t status;
    const iap_verifier *verifier = open_verifier(shared, &status);
    if (verifier == NULL || verdict_of_receipt(verifier, shared) != IAP_VERDICT_VALID) return NULL;
    for (int for_good = 0; for_good < 2; for_good++) {
        long undecided = 0, invalid = 0, count = 0;
        for (long allocation = 0; allocation == 0 || allocation < allocation_count; allocation += 5) {
            test_case("receipt, allocation %ld%s", allocation, for_good ? " and all after it" : "");
            fail_from(allocation, for_good);
            const iap_verdict_t verdict = verdict_of_receipt(verifier, shared);
            fail_no_more();
            undecided += verdict == IAP_VERDICT_UNDECIDED;
            invalid += verdict == IAP_VERDICT_INVALID;
            count++;
        }
        /* OpenSSL reports a lasting lack of memory; it may not report a single failed allocation. */
        CHECK(undecided > 0);
        if (for_good) CHECK_INT(undecided, count);
        undecided = invalid = count = 0;
        for (long allocation = 0; allocation == 0 || allocation < allocation_count; allocation++) {
            test_case("text, allocation %ld%s", allocation, for_good ? " and all after it" : "");
            const iap_verifier *another = open_verifier(shared, &status);
            fail_from(allocation, for_good);
            const iap_verdict_t verdict = verdict_of_text(another, shared);
            fail_no_more();
            undecided += verdict == IAP_VERDICT_UNDECIDED;
            invalid += verdict == IAP_VERDICT_INVALID;
            count++;
            iap_verifier_release(another);
        }
        CHECK(undecided > 0);
        if (for_good) CHECK(invalid <= count / 50);
    }
    CHECK_INT(verdict_of_text(verifier, shared), IAP_VERDICT_VALID);
    CHECK_INT(verdict_of_receipt(verifier, shared), IAP_VERDICT_VALID);
    iap_verifier_release(verifier);
    shared->is_over = true;
    return NULL;
}

TEST_OF_FIRST_USE(a_verifier_that_has_no_memory_is_undecided) {
    if (!is_possible()) return;
    shared *shared = shared_memory();
    REQUIRE(shared != NULL && run_apart(make, shared));
    verify_often(shared);
    CHECK(shared->has_functions && shared->is_over);
}
