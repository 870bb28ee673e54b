/*
 * An HTTP server with the system's libmicrohttpd. It is in C because libmicrohttpd's options have variable arguments. It knows
 * nothing about stores.
 *
 * An exchange is one request with its response. The server reads the whole request, within its limits, and then calls `answer`
 * on one of its threads. The exchange ends when the response was sent or the connection is gone.
 */
#ifndef CIAPHTTPSERVER_H
#define CIAPHTTPSERVER_H

#include <stddef.h>
#include <stdint.h>

typedef struct http_server http_server;
typedef struct http_exchange http_exchange;
typedef struct http_stream http_stream;

typedef struct http_server_options {
    /* A numeric address, IPv4 or IPv6. */
    const char *address;
    /* 0 takes a free port. */
    uint16_t port;
    uint32_t threads;
    uint32_t connection_limit;
    /* The limits of the head and of the body of a request, in bytes. */
    size_t head_limit;
    size_t body_limit;
    /* A connection without any traffic is closed after this time. A request or response that takes longer is cut off.
     * */
    uint32_t idle_seconds;
    uint32_t exchange_seconds;
    /* PEM, for TLS. NULL for plain HTTP. */
    const char *private_key;
    const char *certificate;
    /* Called on any of the server's threads, also on several at the same time. It must call one of the functions that
     * answer the exchange. */
    void (*answer)(void *context, http_exchange *exchange);
    void *context;
} http_server_options;

/* Starts the server. It listens when this returns. NULL if it cannot start; then the message says why. */
http_server *http_server_start(const http_server_options *options, char message[static 256]);
uint16_t http_server_port(const http_server *server);
/* Accepts no new connections, waits up to `patience_ms` for started responses, closes everything and frees the server.
 * */
void http_server_stop(http_server *server, uint32_t patience_ms);
size_t http_server_connection_count(http_server *server);

/* The request. The texts are valid during `answer`. */
const char *http_exchange_method(const http_exchange *exchange);
/* The path with percent signs decoded, without the query. */
const char *http_exchange_path(const http_exchange *exchange);
/* The first header with this name; NULL if there is none. */
const char *http_exchange_header(const http_exchange *exchange, const char *name);
/* The numeric address of the client; empty if it is not known. */
void http_exchange_address(const http_exchange *exchange, char address[static 64]);
const uint8_t *http_exchange_body(const http_exchange *exchange, size_t *length);
/* Calls the visitor for each argument of the query, in order, with percent signs decoded. The value is NULL without
 * "=". */
void http_exchange_visit_query(const http_exchange *exchange, void *context,
                               void (*visitor)(void *context, const char *name, size_t name_length, const char *value,
                                               size_t value_length));

/* Adds a header to the response. */
void http_exchange_add_header(http_exchange *exchange, const char *name, const char *value);
/* Sends a response. Copies the bytes. The delay blocks no thread. At most `length_sent` of the bytes are sent, then the
 * connection is closed; SIZE_MAX sends them all. */
void http_exchange_answer(http_exchange *exchange, uint32_t status, const uint8_t *bytes, size_t length,
                          uint32_t delay_ms, size_t length_sent);
/* Closes the connection without a response, after the delay. */
void http_exchange_drop(http_exchange *exchange, uint32_t delay_ms);
/* Responds with 200 and bytes that come later. The caller owns the stream and releases it with http_stream_release().
 * */
http_stream *http_exchange_stream(http_exchange *exchange);

/* Any thread may call it. Returns 0 if the reader has gone or is too slow; the stream is then over. */
int http_stream_write(http_stream *stream, const uint8_t *bytes, size_t length);
/* The number of bytes that the reader has not taken yet. */
size_t http_stream_unread(http_stream *stream);
/* Ends the response when everything was sent. */
void http_stream_release(http_stream *stream);

#endif
