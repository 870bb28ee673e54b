#include "seeds.h"

/* The OCSP requests are those of the library. */
#include "../../../../Sources/Shared/CIAPOpenSSL/shim.h"

#include <stdio.h>

/* The certificates of a text. */
size_t seeds_certificates(const char *text, iap_bytes *certificates, size_t most) {
    size_t size, count = 0;
    const uint8_t *bytes = fuzz_bytes_of_base64(text, strcspn(text, "."), &size);
    const char *start = strstr(fuzz_copy_text(bytes, size), "\"x5c\"");
    while (start != NULL && count < most && (start = strstr(start + 1, "\"MI")) != NULL) {
        certificates[count].bytes =
            fuzz_bytes_of_base64(start + 1, strcspn(start + 1, "\""), &certificates[count].length);
        count++;
    }
    return count;
}

static void write_certificates(const char *name, char place, const iap_bytes *certificates, size_t count) {
    static uint8_t bytes[65536];
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        bytes[size++] = (uint8_t)(certificates[i].length >> 8);
        bytes[size++] = (uint8_t)certificates[i].length;
        memcpy(bytes + size, certificates[i].bytes, certificates[i].length);
        size += certificates[i].length;
    }
    seed_bytes("certificate", name, place, bytes, size);
}

static void write_pem(const iap_bytes *certificate) {
    size_t length;
    const char *encoded = fuzz_base64(certificate->bytes, certificate->length, false, &length);
    char *text = fuzz_memory(length * 2 + 256), *end = text;
    end += sprintf(end, "-----BEGIN CERTIFICATE-----\n");
    for (size_t i = 0; i < length; i += 64) end += sprintf(end, "%.64s\n", encoded + i);
    sprintf(end, "-----END CERTIFICATE-----\n");
    seed_text("certificate", "pem", 'f', text);
}

/* The certificates of an attacker, and those of each forgery. */
static void write_forgeries(void) {
    static const char payload[] =
        "{\"bundleId\":\"com.example.game\",\"environment\":\"Sandbox\",\"signedDate\":1767225600000}";
    iap_bytes certificates[5];
    for (iap_store_forgery_t forgery = IAP_STORE_FORGERY_NONE; forgery <= IAP_STORE_FORGERY_DUPLICATE_NAME; forgery++) {
        PROMISED(iap_store_set_forgery(seeds_store, forgery, NULL) == IAP_OK);
        const char *text = seeds_sign(payload);
        const size_t count = seeds_certificates(text, certificates, 5);
        const bool has_own_chain = forgery != IAP_STORE_FORGERY_OTHER_BUNDLE &&
                                   forgery != IAP_STORE_FORGERY_OTHER_ENVIRONMENT &&
                                   forgery != IAP_STORE_FORGERY_OTHER_DEVICE;
        if (!has_own_chain) continue;
        seed_text("signed-text", seed_numbered("forged", (size_t)forgery), 0, text);
        write_certificates(seed_numbered("forged", (size_t)forgery), 'x', certificates, count);
        if (forgery != IAP_STORE_FORGERY_NONE) continue;
        write_certificates("roots", 'r', certificates + 2, 1);
        seed_bytes("certificate", "der", 'f', certificates[2].bytes, certificates[2].length);
        write_pem(&certificates[2]);
    }
    PROMISED(iap_store_set_forgery(seeds_store, IAP_STORE_FORGERY_NONE, NULL) == IAP_OK);
}

static void write_ocsp(void) {
    iap_bytes certificates[3];
    PROMISED(seeds_certificates(seeds_sign("{}"), certificates, 3) == 3);
    const uint8_t *next = certificates[0].bytes;
    X509 *leaf = d2i_X509(NULL, &next, (long)certificates[0].length);
    next = certificates[1].bytes;
    X509 *issuer = d2i_X509(NULL, &next, (long)certificates[1].length);
    OCSP_REQUEST *request = openssl_ocsp_request(leaf, issuer);
    uint8_t *bytes = NULL;
    const int size = i2d_OCSP_REQUEST(request, &bytes);
    PROMISED(size > 0);
    static uint8_t answer[16384];
    for (iap_store_ocsp_t kind = IAP_STORE_OCSP_GOOD; kind <= IAP_STORE_OCSP_NO_NEXT_UPDATE; kind++) {
        size_t length = 0;
        PROMISED(iap_store_ocsp_response(seeds_store, bytes, (size_t)size, kind, answer, sizeof answer, &length,
                                         NULL) == IAP_OK);
        seed_parts("ocsp-response", seed_numbered("answer", (size_t)kind), answer, length, NULL, 0);
    }
    const uint8_t first[2] = {'o', IAP_STORE_OCSP_GOOD};
    seed_parts("server-key", "ocsp-request", first, 2, bytes, (size_t)size);
    OPENSSL_free(bytes);
    OCSP_REQUEST_free(request);
    X509_free(leaf);
    X509_free(issuer);
}

void seeds_certificates_and_ocsp(void) {
    write_forgeries();
    write_ocsp();
}
