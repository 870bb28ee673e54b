#ifndef CIAPOPENSSL_EXCHANGE_H
#define CIAPOPENSSL_EXCHANGE_H

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <time.h>

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/http.h>
#include <openssl/ocsp.h>

#include "lookup.h"

/** Milliseconds of a clock that only goes forward. */
static inline int64_t openssl_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/** Waits until the connection can continue. Returns 1; 0: it cannot continue before the end, or not at all. */
static inline int openssl_wait(BIO *connection, int64_t end_ms) {
    struct pollfd place = {-1, 0, 0};
    if (!BIO_should_retry(connection) || BIO_get_fd(connection, &place.fd) < 0) return 0;
    place.events = BIO_should_read(connection) ? POLLIN : POLLOUT;
    for (;;) {
        const int64_t left = end_ms - openssl_now_ms();
        if (left <= 0) return 0;
        const int count = poll(&place, 1, left < INT_MAX ? (int)left : INT_MAX);
        if (count > 0) return 1;
        if (count < 0 && errno != EINTR) return 0;
    }
}

/** The connection's callback, with the end as its argument. It also stops a server that sends without a pause,
    because no wait stops it then. */
static inline long openssl_stop_at_end(BIO *connection, int operation, const char *bytes, size_t count, int number,
                                       long other_number, int result, size_t *processed) {
    (void)bytes, (void)count, (void)number, (void)other_number, (void)processed;
    const int64_t *end_ms = (const int64_t *)BIO_get_callback_arg(connection);
    return operation == BIO_CB_READ && openssl_now_ms() >= *end_ms ? -1 : result;
}

/** A connection to an address. NULL if there is none before the end. The caller owns the result: BIO_free. */
static inline BIO *openssl_connect_to(const char *address, const char *port, int64_t *end_ms) {
    BIO *connection = BIO_new(BIO_s_connect());
    int is_connected = 0;
    if (connection && BIO_set_conn_hostname(connection, address) == 1 && BIO_set_conn_port(connection, port) == 1) {
        BIO_set_nbio(connection, 1);
        BIO_set_callback_ex(connection, openssl_stop_at_end);
        BIO_set_callback_arg(connection, (char *)end_ms);
        do is_connected = BIO_do_connect(connection) == 1;
        while (!is_connected && openssl_wait(connection, *end_ms));
    }
    if (is_connected) return connection;
    BIO_free(connection);
    return NULL;
}

/** Connects to the server, or to the proxy that http_proxy and no_proxy of the environment name for it. NULL: there is
    no connection before the end, or none is possible. The caller owns the result: BIO_free. */
static inline BIO *openssl_connect(const char *host, const char *port, int64_t *end_ms, int *is_proxy) {
    char *proxy_host = NULL, *proxy_port = NULL;
    const char *proxy = OSSL_HTTP_adapt_proxy(NULL, NULL, host, 0);
    *is_proxy = proxy != NULL;
    if (proxy && !OSSL_HTTP_parse_url(proxy, NULL, NULL, &proxy_host, &proxy_port, NULL, NULL, NULL, NULL)) return NULL;
    openssl_addresses found;
    openssl_look_up(proxy ? proxy_host : host, *end_ms, &found);
    BIO *connection = NULL;
    for (int i = 0; i < found.count && !connection; i++)
        connection = openssl_connect_to(found.texts[i], proxy ? proxy_port : port, end_ms);
    OPENSSL_free(proxy_host);
    OPENSSL_free(proxy_port);
    return connection;
}

static inline OCSP_RESPONSE *openssl_ocsp_exchange_by(BIO *connection, int is_proxy, const char *host, const char *port,
                                                      const char *path, OCSP_REQUEST *request, int64_t end_ms) {
    enum { LONGEST_ANSWER = 65536 };
    ASN1_VALUE *response = NULL;
    OSSL_HTTP_REQ_CTX *exchange = OSSL_HTTP_REQ_CTX_new(connection, connection, 0);
    if (exchange &&
        OSSL_HTTP_REQ_CTX_set_request_line(exchange, 1, is_proxy ? host : NULL, is_proxy ? port : NULL, path) &&
        OSSL_HTTP_REQ_CTX_add1_header(exchange, "Host", host) &&
        OSSL_HTTP_REQ_CTX_set_expected(exchange, NULL, 1, 0, 0) &&
        OSSL_HTTP_REQ_CTX_set1_req(exchange, "application/ocsp-request", ASN1_ITEM_rptr(OCSP_REQUEST),
                                   (const ASN1_VALUE *)request)) {
        OSSL_HTTP_REQ_CTX_set_max_response_length(exchange, LONGEST_ANSWER);
        int state;
        do state = OSSL_HTTP_REQ_CTX_nbio_d2i(exchange, &response, ASN1_ITEM_rptr(OCSP_RESPONSE));
        while (state == -1 && openssl_wait(connection, end_ms));
    }
    OSSL_HTTP_REQ_CTX_free(exchange);
    return (OCSP_RESPONSE *)response;
}

/** Posts the request and reads the response within the time, which includes the name lookup. NULL: there is no
    response. The caller owns the result: OCSP_RESPONSE_free. */
static inline OCSP_RESPONSE *openssl_ocsp_exchange(const char *host, const char *port, const char *path,
                                                   OCSP_REQUEST *request, int64_t timeout_ms) {
    /* OpenSSL writes to sockets without blocking SIGPIPE, which would end the whole process. */
    sigset_t pipe, before, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    const int was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);

    int64_t end_ms = openssl_now_ms() + timeout_ms;
    int is_proxy = 0;
    BIO *connection = openssl_connect(host, port, &end_ms, &is_proxy);
    OCSP_RESPONSE *response =
        connection ? openssl_ocsp_exchange_by(connection, is_proxy, host, port, path, request, end_ms) : NULL;
    BIO_free(connection);

    if (!was_pending) {
        const struct timespec now = {0, 0};
        while (sigtimedwait(&pipe, NULL, &now) == SIGPIPE) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return response;
}

#endif
