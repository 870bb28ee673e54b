/*
 * Responses of OCSP servers about the certificates of the App Store.
 */
#include "../fuzz.h"

/* Tests the part of the library that reads responses directly, because the library itself gets them over the network only. */
#include "../../../../Sources/Shared/CIAPOpenSSL/shim.h"

static X509 *leaf, *intermediate;
static int64_t seconds;

/* The certificates come from a signed text. */
static X509 *certificate_of(const char *header, int number) {
    const char *start = strstr(header, "\"x5c\"");
    for (int i = 0; start != NULL && i <= number; i++) start = strstr(start + 1, "\"MI");
    PROMISED(start != NULL);
    size_t size;
    const uint8_t *der = fuzz_bytes_of_base64(start + 1, strcspn(start + 1, "\""), &size);
    X509 *certificate = d2i_X509(NULL, &der, (long)size);
    PROMISED(certificate != NULL);
    return certificate;
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    iap_store *store = fuzz_open_store();
    size_t needed = 0;
    static const uint8_t payload[] = "{}";
    PROMISED(iap_store_sign_payload(store, payload, 2, NULL, 0, &needed, NULL) == IAP_OK);
    char *text = fuzz_memory(needed);
    PROMISED(iap_store_sign_payload(store, payload, 2, text, needed, &needed, NULL) == IAP_OK);
    size_t size;
    const uint8_t *bytes = fuzz_bytes_of_base64(text, strcspn(text, "."), &size);
    const char *header = fuzz_copy_text(bytes, size);
    leaf = certificate_of(header, 0);
    intermediate = certificate_of(header, 1);
    seconds = iap_store_now_ms(store) / 1000;
    PROMISED(iap_store_close(store, NULL) == IAP_OK);
    fuzz_forget();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const uint8_t *copy = fuzz_copy(bytes, size);
    const int found = openssl_ocsp_check(copy, (long)size, leaf, intermediate, seconds, 60);
    PROMISED(found >= OPENSSL_OCSP_GOOD && found <= OPENSSL_OCSP_NO_MEMORY);
    /* The call leaves no error behind for the next user of OpenSSL on this thread. */
    ERR_clear_error();
    fuzz_forget();
    return 0;
}
