/* iap_verify.h: how much stack a thread needs to check a text, including texts of an attacker. */

#include "verify.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The header's value; the sanitizers need more. */
#ifdef RELEASE_LIBRARY
#define STACK (128 * 1024)
#else
#define STACK (320 * 1024)
#endif

typedef struct errand {
    const iap_verifier *verifier;
    const char *text;
    iap_verify_result result;
} errand;

static void *check(void *argument) {
    errand *errand = argument;
    const iap_signed_data *data = NULL;
    CHECK_STATUS(iap_verifier_check(errand->verifier, IAP_SIGNED_TRANSACTION, errand->text, strlen(errand->text), &data,
                                    &errand->result, NULL),
                 IAP_OK);
    iap_signed_data_release(data);
    return NULL;
}

static size_t stack_size(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return 8 * STACK;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return 8 * STACK;
#endif
#endif
    return STACK;
}

/* A payload whose member "a" is nested this deep, together with the payload's own object. */
static const char *nested(unsigned depth, bool has_objects) {
    const char *opening = has_objects ? "{\"a\":" : "[";
    char *payload = malloc(8 * (size_t)depth + 256), *end = payload;
    if (payload == NULL) abort();
    end = stpcpy(end, "{\"bundleId\":\"com.example.game\",\"environment\":\"LocalTesting\",\"a\":");
    for (unsigned i = 1; i < depth; i++) end = stpcpy(end, opening);
    end = stpcpy(end, "0");
    for (unsigned i = 1; i < depth; i++) end = stpcpy(end, has_objects ? "}" : "]");
    stpcpy(end, "}");
    const char *text = verify_unsigned_text(payload);
    free(payload);
    return text;
}

static void on_a_small_stack(errand *errand) {
    pthread_attr_t attributes;
    pthread_t thread;
    REQUIRE(pthread_attr_init(&attributes) == 0);
    REQUIRE(pthread_attr_setstacksize(&attributes, stack_size()) == 0);
    REQUIRE(pthread_create(&thread, &attributes, check, errand) == 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
}

TEST(no_text_needs_a_large_stack) {
    for (int has_objects = 0; has_objects < 2; has_objects++) {
        for (unsigned depth = IAP_SIGNED_NESTING_MAX; depth <= 400 * IAP_SIGNED_NESTING_MAX; depth *= 20) {
            test_case("%s, %u deep", has_objects ? "objects" : "lists", depth);
            errand errand = {verify_nothing(), nested(depth, has_objects), IAP_VERIFY_RESULT_INIT};
            on_a_small_stack(&errand);
            CHECK_INT(errand.result.reason,
                      depth <= IAP_SIGNED_NESTING_MAX ? IAP_VERIFY_REASON_NONE : IAP_VERIFY_REASON_TOO_DEEP);
        }
    }
}

TEST(a_purchase_is_checked_on_a_small_stack) {
    signed_things things;
    game *game = verify_game();
    REQUIRE(verify_sign(game, &things));
    errand errand = {verify_store(game->store), things.texts[IAP_SIGNED_TRANSACTION], IAP_VERIFY_RESULT_INIT};
    on_a_small_stack(&errand);
    CHECK_INT(errand.result.verdict, IAP_VERDICT_VALID);
}
