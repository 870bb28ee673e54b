#ifndef CIAPCURL_SHIM_H
#define CIAPCURL_SHIM_H

#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "IAPBridge needs libcurl 7.87 or newer."
#endif

/* Swift cannot call functions with variable arguments. */

static inline CURLcode curl_set_number(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}

/** For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION. */
static inline CURLcode curl_set_receiver(CURL *easy, CURLoption option,
                                         size_t (*receive)(const char *bytes, size_t size, size_t count, void *data)) {
    return curl_easy_setopt(easy, option, receive);
}

static inline CURLcode curl_set_progress(CURL *easy, curl_xferinfo_callback progress) {
    return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, progress);
}

/** The status of the last response, also of an interim one; 0 if there is none yet. */
static inline long curl_status(CURL *easy) {
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

#endif
