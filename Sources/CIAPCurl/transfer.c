#include "CIAPCurl.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

/* The parts of libcurl's ABI that this file needs. They are unchanged since libcurl.so.4: the numbers of curl/curl.h.
 * */
enum {
    CURLE_FAILED_INIT = 2,
    CURLE_OUT_OF_MEMORY = 27,
    CURLE_ABORTED_BY_CALLBACK = 42,

    CURLOPT_POST = 47,
    CURLOPT_NETRC = 51,
    CURLOPT_FOLLOWLOCATION = 52,
    CURLOPT_POSTFIELDSIZE = 60,
    CURLOPT_SSL_VERIFYPEER = 64,
    CURLOPT_FORBID_REUSE = 75,
    CURLOPT_SSL_VERIFYHOST = 81,
    CURLOPT_HTTP_VERSION = 84,
    CURLOPT_NOSIGNAL = 99,
    CURLOPT_TIMEOUT_MS = 155,
    CURLOPT_CONNECTTIMEOUT_MS = 156,
    CURLOPT_PROTOCOLS = 181,
    CURLOPT_HEADEROPT = 229,
    CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
    CURLOPT_HTTP09_ALLOWED = 285,
    CURLOPT_WRITEDATA = 10001,
    CURLOPT_URL = 10002,
    CURLOPT_PROXY = 10004,
    CURLOPT_HTTPHEADER = 10023,
    CURLOPT_HEADERDATA = 10029,
    CURLOPT_ACCEPT_ENCODING = 10102,
    CURLOPT_CUSTOMREQUEST = 10036,
    CURLOPT_COPYPOSTFIELDS = 10165,
    CURLOPT_WRITEFUNCTION = 20011,
    CURLOPT_HEADERFUNCTION = 20079,

    CURL_GLOBAL_DEFAULT = 3,
    CURL_HTTP_VERSION_1_1 = 2,
    CURLHEADER_SEPARATE = 1,
    CURLPROTO_HTTP = 1,
    CURLPROTO_HTTPS = 2,
    CURLMSG_DONE = 1,
};

typedef struct message {
    int kind;
    void *easy;
    union {
        void *other;
        int result;
    } data;
} message;

#define FUNCTIONS(USE)                                                                                                 \
    USE(int, global_init, (long flags))                                                                                \
    USE(void *, easy_init, (void))                                                                                     \
    USE(int, easy_setopt, (void *easy, int option, ...))                                                               \
    USE(void, easy_cleanup, (void *easy))                                                                              \
    USE(void *, multi_init, (void))                                                                                    \
    USE(int, multi_add_handle, (void *multi, void *easy))                                                              \
    USE(int, multi_perform, (void *multi, int *running))                                                               \
    USE(message *, multi_info_read, (void *multi, int *left))                                                          \
    USE(int, multi_poll, (void *multi, void *others, unsigned count, int timeout_ms, int *ready))                      \
    USE(int, multi_wakeup, (void *multi))                                                                              \
    USE(int, multi_remove_handle, (void *multi, void *easy))                                                           \
    USE(int, multi_cleanup, (void *multi))                                                                             \
    USE(void *, slist_append, (void *list, const char *text))                                                          \
    USE(void, slist_free_all, (void *list))

static struct {
#define MEMBER(result, name, parameters) result(*name) parameters;
    FUNCTIONS(MEMBER)
} curl;

static int is_possible;

static void load(void) {
    /* Debian has two variants with different TLS libraries. */
    void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) library = dlopen("libcurl-gnutls.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) return;
#define FIND(result, name, parameters)                                                                                 \
    *(void **)&curl.name = dlsym(library, "curl_" #name);                                                              \
    if (curl.name == NULL) return;
    FUNCTIONS(FIND)
    is_possible = curl.global_init(CURL_GLOBAL_DEFAULT) == 0;
}

int http_transfer_is_possible(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_possible;
}

struct http_transfer {
    void *easy, *multi, *headers;
    int failure; /* the first CURLcode of the preparation that is not 0 */
    int is_cancelled;
    http_transfer_sink *head, *body;
    void *context;
};

/* libcurl must accept every option. A missing one would change the transfer. */
#define SET(transfer, option, value)                                                                                   \
    do {                                                                                                               \
        const int code = curl.easy_setopt((transfer)->easy, option, value);                                            \
        if ((transfer)->failure == 0) (transfer)->failure = code;                                                      \
    } while (0)

static size_t take(http_transfer *transfer, http_transfer_sink *sink, const char *bytes, size_t length) {
    /* A different number than `length` cancels the transfer. */
    return sink(transfer->context, bytes, length) != 0 ? length : length + 1;
}

static size_t take_head(char *bytes, size_t size, size_t count, void *transfer) {
    return take(transfer, ((http_transfer *)transfer)->head, bytes, size * count);
}

static size_t take_body(char *bytes, size_t size, size_t count, void *transfer) {
    return take(transfer, ((http_transfer *)transfer)->body, bytes, size * count);
}

http_transfer *http_transfer_open(const char *url, uint32_t timeout_ms) {
    /* 0 would mean no limit. */
    const long timeout = timeout_ms == 0 ? 1 : (unsigned long)timeout_ms > LONG_MAX ? LONG_MAX : (long)timeout_ms;
    if (!http_transfer_is_possible()) return NULL;
    http_transfer *transfer = calloc(1, sizeof *transfer);
    if (transfer == NULL) return NULL;
    transfer->easy = curl.easy_init();
    transfer->multi = curl.multi_init();
    if (transfer->easy == NULL || transfer->multi == NULL) {
        http_transfer_close(transfer);
        return NULL;
    }
    SET(transfer, CURLOPT_URL, url);
    SET(transfer, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    SET(transfer, CURLOPT_TIMEOUT_MS, timeout);
    SET(transfer, CURLOPT_CONNECTTIMEOUT_MS, timeout);
    /* The process and its signals belong to the game. */
    SET(transfer, CURLOPT_NOSIGNAL, 1L);
    SET(transfer, CURLOPT_SSL_VERIFYPEER, 1L);
    SET(transfer, CURLOPT_SSL_VERIFYHOST, 2L);
    SET(transfer, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    SET(transfer, CURLOPT_HTTP09_ALLOWED, 0L);
    SET(transfer, CURLOPT_FOLLOWLOCATION, 0L);
    SET(transfer, CURLOPT_NETRC, 0L);
    SET(transfer, CURLOPT_FORBID_REUSE, 1L);
    /* All encodings that libcurl supports. It decodes them and refuses others. */
    SET(transfer, CURLOPT_ACCEPT_ENCODING, "");
    /* The server's headers are not for a proxy, and the proxy's headers are not a part of the server's response. */
    SET(transfer, CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE);
    SET(transfer, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    SET(transfer, CURLOPT_HEADERFUNCTION, take_head);
    SET(transfer, CURLOPT_HEADERDATA, (void *)transfer);
    SET(transfer, CURLOPT_WRITEFUNCTION, take_body);
    SET(transfer, CURLOPT_WRITEDATA, (void *)transfer);
    http_transfer_add_header(transfer, "Expect:");
    return transfer;
}

void http_transfer_avoid_proxies(http_transfer *transfer) { SET(transfer, CURLOPT_PROXY, ""); }

void http_transfer_add_header(http_transfer *transfer, const char *line) {
    void *longer = curl.slist_append(transfer->headers, line);
    if (longer != NULL) transfer->headers = longer;
    else if (transfer->failure == 0) transfer->failure = CURLE_OUT_OF_MEMORY;
}

void http_transfer_set_body(http_transfer *transfer, const uint8_t *bytes, size_t length) {
    SET(transfer, CURLOPT_POST, 1L);
    SET(transfer, CURLOPT_POSTFIELDSIZE, (long)length);
    SET(transfer, CURLOPT_COPYPOSTFIELDS, (const char *)bytes);
}

void http_transfer_set_method(http_transfer *transfer, const char *method) {
    SET(transfer, CURLOPT_CUSTOMREQUEST, method);
}

int http_transfer_perform(http_transfer *transfer, http_transfer_sink *head, http_transfer_sink *body, void *context) {
    sigset_t pipes;
    int running = 1, left;
    transfer->head = head;
    transfer->body = body;
    transfer->context = context;
    /* TLS may write to a connection that the server has closed. */
    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipes, NULL);
    SET(transfer, CURLOPT_HTTPHEADER, transfer->headers);
    if (transfer->failure != 0) return transfer->failure;
    if (curl.multi_add_handle(transfer->multi, transfer->easy) != 0) return CURLE_FAILED_INIT;
    for (;;) {
        if (__atomic_load_n(&transfer->is_cancelled, __ATOMIC_ACQUIRE)) return CURLE_ABORTED_BY_CALLBACK;
        if (curl.multi_perform(transfer->multi, &running) != 0) return CURLE_FAILED_INIT;
        const message *message = curl.multi_info_read(transfer->multi, &left);
        if (message != NULL && message->kind == CURLMSG_DONE) return message->data.result;
        /* libcurl waits no longer than its own timers allow. A cancel wakes it, even if it comes before this call. */
        if (running == 0 || curl.multi_poll(transfer->multi, NULL, 0, INT_MAX, NULL) != 0) return CURLE_FAILED_INIT;
    }
}

void http_transfer_cancel(http_transfer *transfer) {
    __atomic_store_n(&transfer->is_cancelled, 1, __ATOMIC_RELEASE);
    curl.multi_wakeup(transfer->multi);
}

void http_transfer_disconnect(http_transfer *transfer) {
    if (transfer->easy == NULL) return;
    if (transfer->multi != NULL) curl.multi_remove_handle(transfer->multi, transfer->easy);
    curl.easy_cleanup(transfer->easy);
    transfer->easy = NULL;
}

void http_transfer_close(http_transfer *transfer) {
    http_transfer_disconnect(transfer);
    if (transfer->multi != NULL) curl.multi_cleanup(transfer->multi);
    curl.slist_free_all(transfer->headers);
    free(transfer);
}
