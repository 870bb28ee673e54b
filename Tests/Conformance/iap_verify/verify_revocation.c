/* iap_verify.h: verifiers that ask whether certificates were revoked, and the order of the checks. */
#define _GNU_SOURCE /* RTLD_NEXT */

#include "ocsp_server.h"
#include "post.h"
#include "verify.h"

#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define MINUTE_MS 60000
#define THREADS 6

typedef struct bench {
    ocsp_server server;
    iap_store *store;
    const iap_verifier *verifier;
    _Atomic(int64_t) now_ms;
    atomic_int clock_calls;
    char text[16384];
} bench;

static int64_t bench_now(void *user_data) {
    bench *bench = user_data;
    atomic_fetch_add(&bench->clock_calls, 1);
    return atomic_load(&bench->now_ms);
}

static bool sign(bench *bench, const char *bundle_id) {
    char payload[256];
    size_t length = 0;
    snprintf(payload, sizeof payload,
             "{\"bundleId\":\"%s\",\"environment\":\"Sandbox\",\"transactionId\":\"7\",\"signedDate\":%lld}", bundle_id,
             (long long)iap_store_now_ms(bench->store));
    return CHECK_STATUS(iap_store_sign_payload(bench->store, (const uint8_t *)payload, strlen(payload), bench->text,
                                               sizeof bench->text, &length, NULL),
                        IAP_OK);
}

/* A store whose certificates name a server, a verifier that asks this server, and a transaction. */
static bool bench_open(bench *bench, const char *url, uint32_t timeout_ms) {
    iap_store_options store = store_options();
    store.ocsp_url = url;
    bench->store = store_open_with(&store);
    atomic_store(&bench->server.store, bench->store);
    atomic_store(&bench->now_ms, iap_store_now_ms(bench->store));
    iap_verifier_options options = verify_options(bench->store);
    options.check_revocation = 1;
    options.ocsp_timeout_ms = timeout_ms;
    options.clock = bench_now;
    options.clock_user_data = bench;
    bench->verifier = verify_open(&options);
    return bench->verifier != NULL && sign(bench, VERIFY_BUNDLE_ID);
}

static bool bench_start(bench *bench, iap_store_ocsp_t answer) {
    memset(bench, 0, sizeof *bench);
    if (!ocsp_server_start(&bench->server)) return false;
    atomic_store(&bench->server.answer, answer);
    return bench_open(bench, bench->server.url, 0);
}

static iap_verify_result check(bench *bench) {
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    const iap_signed_data *data = NULL;
    CHECK_STATUS(iap_verifier_check(bench->verifier, IAP_SIGNED_TRANSACTION, bench->text, strlen(bench->text), &data,
                                    &result, NULL),
                 IAP_OK);
    CHECK((data != NULL) == (result.verdict == IAP_VERDICT_VALID));
    CHECK_ID(iap_signed_id(data, IAP_SIGNED_TRANSACTION_ID), data != NULL ? 7 : 0);
    iap_signed_data_release(data);
    return result;
}

TEST(what_the_ocsp_server_says_decides) {
    static const struct {
        iap_store_ocsp_t answer;
        iap_verdict_t verdict;
        iap_verify_reason_t reason;
    } cases[] = {
        {IAP_STORE_OCSP_GOOD, IAP_VERDICT_VALID, IAP_VERIFY_REASON_NONE},
        {IAP_STORE_OCSP_DELEGATE, IAP_VERDICT_VALID, IAP_VERIFY_REASON_NONE},
        {IAP_STORE_OCSP_REVOKED, IAP_VERDICT_INVALID, IAP_VERIFY_REASON_REVOKED_CERTIFICATE},
        {IAP_STORE_OCSP_UNKNOWN, IAP_VERDICT_INVALID, IAP_VERIFY_REASON_REVOCATION_UNPROVEN},
        {IAP_STORE_OCSP_STALE, IAP_VERDICT_INVALID, IAP_VERIFY_REASON_REVOCATION_UNPROVEN},
        {IAP_STORE_OCSP_FOREIGN_SIGNER, IAP_VERDICT_INVALID, IAP_VERIFY_REASON_REVOCATION_UNPROVEN},
        {IAP_STORE_OCSP_GARBAGE, IAP_VERDICT_UNDECIDED, IAP_VERIFY_REASON_OCSP_UNREACHABLE},
        {IAP_STORE_OCSP_TRY_LATER, IAP_VERDICT_UNDECIDED, IAP_VERIFY_REASON_OCSP_UNREACHABLE},
        {0, IAP_VERDICT_UNDECIDED, IAP_VERIFY_REASON_OCSP_UNREACHABLE},
    };
    static bench bench;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_case("answer %d", (int)cases[i].answer);
        REQUIRE(bench_start(&bench, cases[i].answer));
        const iap_verify_result result = check(&bench);
        CHECK_INT(result.verdict, cases[i].verdict);
        CHECK_INT(result.reason, cases[i].reason);
        CHECK_INT(IAP_VERIFY_REASON_CLASS(result.reason) == IAP_VERIFY_CLASS_RETRYABLE,
                  result.verdict == IAP_VERDICT_UNDECIDED);
        CHECK_INT(result.message[0] == 0, result.verdict == IAP_VERDICT_VALID);
        ocsp_server_stop(&bench.server);
    }
}

TEST(a_response_holds_for_fifteen_minutes) {
    static bench bench;
    REQUIRE(bench_start(&bench, IAP_STORE_OCSP_GOOD));
    for (int i = 0; i < 3; i++) CHECK_INT(check(&bench).verdict, IAP_VERDICT_VALID);
    /* One request for each of the two certificates. */
    CHECK_INT(atomic_load(&bench.server.count), 2);
    atomic_store(&bench.server.answer, IAP_STORE_OCSP_REVOKED);
    atomic_fetch_add(&bench.now_ms, 15 * MINUTE_MS);
    CHECK_INT(check(&bench).verdict, IAP_VERDICT_VALID);
    atomic_fetch_add(&bench.now_ms, 1000);
    CHECK_INT(check(&bench).reason, IAP_VERIFY_REASON_REVOKED_CERTIFICATE);
    ocsp_server_stop(&bench.server);
}

TEST(what_is_undecided_may_be_asked_again) {
    static bench bench;
    REQUIRE(bench_start(&bench, 0));
    CHECK_INT(check(&bench).verdict, IAP_VERDICT_UNDECIDED);
    /* The verifier sends no request to a failing server for 30 seconds. */
    atomic_store(&bench.server.answer, IAP_STORE_OCSP_GOOD);
    atomic_fetch_add(&bench.now_ms, 29000);
    CHECK_INT(check(&bench).verdict, IAP_VERDICT_UNDECIDED);
    CHECK_INT(atomic_load(&bench.server.count), 1);
    atomic_fetch_add(&bench.now_ms, 1000);
    CHECK_INT(check(&bench).verdict, IAP_VERDICT_VALID);
    ocsp_server_stop(&bench.server);
}

TEST(each_further_failure_doubles_the_wait_up_to_fifteen_minutes) {
    static bench bench;
    REQUIRE(bench_start(&bench, 0));
    CHECK_INT(check(&bench).verdict, IAP_VERDICT_UNDECIDED);
    static const int64_t waits_s[] = {30, 60, 120, 240, 480, 900, 900};
    int count = 1;
    for (size_t i = 0; i < sizeof waits_s / sizeof *waits_s; i++) {
        test_case("wait %zu", i);
        atomic_fetch_add(&bench.now_ms, waits_s[i] * 1000 - 1000);
        CHECK_INT(check(&bench).reason, IAP_VERIFY_REASON_OCSP_UNREACHABLE);
        CHECK_INT(atomic_load(&bench.server.count), count);
        atomic_fetch_add(&bench.now_ms, 1000);
        CHECK_INT(check(&bench).reason, IAP_VERIFY_REASON_OCSP_UNREACHABLE);
        CHECK_INT(atomic_load(&bench.server.count), ++count);
    }
    test_case("a good answer");
    atomic_store(&bench.server.answer, IAP_STORE_OCSP_GOOD);
    atomic_fetch_add(&bench.now_ms, 15 * MINUTE_MS);
    CHECK_INT(check(&bench).verdict, IAP_VERDICT_VALID);
    atomic_store(&bench.server.answer, 0);
    atomic_fetch_add(&bench.now_ms, 15 * MINUTE_MS + 1000);
    CHECK_INT(check(&bench).verdict, IAP_VERDICT_UNDECIDED);
    atomic_store(&bench.server.answer, IAP_STORE_OCSP_GOOD);
    atomic_fetch_add(&bench.now_ms, 30000);
    CHECK_INT(check(&bench).verdict, IAP_VERDICT_VALID);
    ocsp_server_stop(&bench.server);
}

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The limits leave a busy machine some time. */
TEST(a_refused_connection_ends_the_question_at_once) {
    static bench bench;
    REQUIRE(bench_start(&bench, IAP_STORE_OCSP_GOOD));
    ocsp_server_stop(&bench.server);
    const int64_t start = milliseconds();
    CHECK_INT(check(&bench).reason, IAP_VERIFY_REASON_OCSP_UNREACHABLE);
    CHECK(milliseconds() - start < 2900);
}

TEST(a_request_without_a_response_takes_three_seconds) {
    static bench bench;
    REQUIRE(bench_start(&bench, IAP_STORE_OCSP_GOOD));
    /* The server accepts connections and does not respond. */
    pthread_mutex_lock(&bench.server.pause);
    const int64_t start = milliseconds();
    CHECK_INT(check(&bench).reason, IAP_VERIFY_REASON_OCSP_UNREACHABLE);
    const int64_t first = milliseconds();
    CHECK(first - start >= 2900);
    CHECK(first - start < 30000);
    /* The outcome is cached: a request would take three seconds again. */
    for (int i = 0; i < 10; i++) CHECK_INT(check(&bench).reason, IAP_VERIFY_REASON_OCSP_UNREACHABLE);
    CHECK(milliseconds() - first < 2900);
    /* There is no server any more. */
    atomic_store(&bench.server.answer, 0);
    pthread_mutex_unlock(&bench.server.pause);
    ocsp_server_stop(&bench.server);
}

TEST(what_was_not_proven_may_be_proven_later) {
    static bench bench;
    REQUIRE(bench_start(&bench, IAP_STORE_OCSP_STALE));
    CHECK_INT(check(&bench).reason, IAP_VERIFY_REASON_REVOCATION_UNPROVEN);
    atomic_store(&bench.server.answer, IAP_STORE_OCSP_GOOD);
    atomic_fetch_add(&bench.now_ms, 30000);
    CHECK_INT(check(&bench).verdict, IAP_VERDICT_VALID);
    ocsp_server_stop(&bench.server);
}

static void *check_on_a_thread(void *argument) {
    CHECK_INT(check(argument).verdict, IAP_VERDICT_VALID);
    return NULL;
}

TEST(threads_that_want_the_same_response_wait_for_one_request) {
    static bench bench;
    REQUIRE(bench_start(&bench, IAP_STORE_OCSP_GOOD));
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) REQUIRE(pthread_create(&threads[i], NULL, check_on_a_thread, &bench) == 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    CHECK_INT(atomic_load(&bench.server.count), 2);
    /* These threads have called the clock. */
    CHECK(atomic_load(&bench.clock_calls) >= THREADS);
    ocsp_server_stop(&bench.server);
}

TEST(nobody_who_cannot_sign_makes_a_server_ask) {
    static bench bench;
    REQUIRE(bench_start(&bench, IAP_STORE_OCSP_GOOD));
    char *signature = strrchr(bench.text, '.') + 1;
    signature[10] = signature[10] == 'A' ? 'B' : 'A';
    CHECK_INT(check(&bench).reason, IAP_VERIFY_REASON_INVALID_SIGNATURE);
    CHECK_INT(atomic_load(&bench.server.count), 0);
    ocsp_server_stop(&bench.server);
}

TEST(revocation_is_found_before_the_wrong_app) {
    static bench bench;
    REQUIRE(bench_start(&bench, IAP_STORE_OCSP_REVOKED));
    REQUIRE(sign(&bench, "com.example.other"));
    CHECK_INT(check(&bench).reason, IAP_VERIFY_REASON_REVOKED_CERTIFICATE);
    ocsp_server_stop(&bench.server);
    REQUIRE(bench_start(&bench, IAP_STORE_OCSP_GOOD));
    REQUIRE(sign(&bench, "com.example.other"));
    CHECK_INT(check(&bench).reason, IAP_VERIFY_REASON_OTHER_APP);
    ocsp_server_stop(&bench.server);
}

/* The resolver of this program. It resolves one name when the test allows it. */
static post is_known, has_begun;
static atomic_int lookups;

int getaddrinfo(const char *name, const char *service, const struct addrinfo *wanted, struct addrinfo **found) {
    static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
    const bool is_number = wanted != NULL && (wanted->ai_flags & AI_NUMERICHOST) != 0;
    if (name == NULL || strcmp(name, "ocsp.slow.test") != 0 || is_number) return real(name, service, wanted, found);
    atomic_fetch_add(&lookups, 1);
    post_send(&has_begun);
    post_take(&is_known);
    return real("127.0.0.1", service, wanted, found);
}

TEST(looking_up_the_name_is_in_the_bound) {
#ifdef __APPLE__
    printf("  skipped: on a Mac a library does not call the getaddrinfo() of the program\n");
    CHECK(true);
    return;
#endif
    static bench bench;
    static char url[64];
    is_known = has_begun = (post)POST_INIT;
    atomic_store(&lookups, 0);
    memset(&bench, 0, sizeof bench);
    REQUIRE(ocsp_server_start(&bench.server));
    atomic_store(&bench.server.answer, IAP_STORE_OCSP_GOOD);
    snprintf(url, sizeof url, "http://ocsp.slow.test%s", strrchr(bench.server.url, ':'));
    /* Even a busy machine begins the look-up within this time limit; otherwise there would never be one. Its thread may be
       later. */
    REQUIRE(bench_open(&bench, url, 500));
    CHECK_INT(check(&bench).reason, IAP_VERIFY_REASON_OCSP_UNREACHABLE);
    post_take(&has_begun);
    CHECK_INT(atomic_load(&lookups), 1);
    CHECK_INT(atomic_load(&bench.server.count), 0);
    /* The first look-up ends, and the next two find the name immediately. */
    for (int i = 0; i < 3; i++) post_send(&is_known);
    REQUIRE(bench_open(&bench, url, 30000));
    CHECK_INT(check(&bench).verdict, IAP_VERDICT_VALID);
    CHECK_INT(atomic_load(&bench.server.count), 2);
    ocsp_server_stop(&bench.server);
}

TEST(what_was_revoked_stays_invalid_for_this_verifier) {
    static bench bench;
    REQUIRE(bench_start(&bench, IAP_STORE_OCSP_REVOKED));
    CHECK_INT(check(&bench).reason, IAP_VERIFY_REASON_REVOKED_CERTIFICATE);
    atomic_store(&bench.server.answer, IAP_STORE_OCSP_GOOD);
    atomic_fetch_add(&bench.now_ms, 3600000);
    CHECK_INT(check(&bench).reason, IAP_VERIFY_REASON_REVOKED_CERTIFICATE);
    ocsp_server_stop(&bench.server);
}

TEST(without_check_revocation_nobody_is_asked) {
    static bench bench;
    REQUIRE(bench_start(&bench, IAP_STORE_OCSP_REVOKED));
    bench.verifier = verify_store(bench.store);
    CHECK_INT(check(&bench).verdict, IAP_VERDICT_VALID);
    CHECK_INT(atomic_load(&bench.server.count), 0);
    ocsp_server_stop(&bench.server);
}
