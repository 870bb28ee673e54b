/*
 * An HTTP server with the system's libmicrohttpd. It is in C because libmicrohttpd's options have variable arguments. It is
 * independent of the store.
 *
 * An exchange is one request with its response. The server reads the whole request, within its limits, and then calls `respond`
 * on one of its threads. The exchange ends when the response was sent or the connection is closed.
 */
#ifndef CIAPHTTPSERVER_H
#define CIAPHTTPSERVER_H

#include <stddef.h>
#include <stdint.h>

typedef struct http_server http_server;
typedef struct http_exchange http_exchange;
typedef struct http_stream http_stream;

typedef struct http_server_options {
    /* A numeric IPv4 or IPv6 address. */
    const char *address;
    /* 0 chooses a free port. */
    uint16_t port;
    uint32_t threads;
    uint32_t connection_limit;
    /* The limits for the head and the body of a request, in bytes. */
    size_t head_limit;
    size_t body_limit;
    /* The server closes a connection without traffic after the idle time. It ends a request or a response that takes longer
       than the exchange time. */
    uint32_t idle_seconds;
    uint32_t exchange_seconds;
    /* In PEM, for TLS; NULL for plain HTTP. */
    const char *private_key;
    const char *certificate;
    /* Called on any of the server's threads, also on several at a time. It must call one of the functions that respond. */
    void (*respond)(void *context, http_exchange *exchange);
    void *context;
} http_server_options;

/* Starts the server. It accepts connections when the call returns. Returns NULL on failure, with the reason in the message. */
http_server *http_server_start(const http_server_options *options, char message[static 256]);
uint16_t http_server_port(const http_server *server);
/* Accepts no new connections, waits up to `timeout_ms` for responses that have started, closes all connections and frees the
 * server. */
void http_server_stop(http_server *server, uint32_t timeout_ms);
size_t http_server_connection_count(http_server *server);

/* The parts of the request. The texts are valid during `respond`. */
const char *http_exchange_method(const http_exchange *exchange);
/* The percent-decoded path, without the query. */
const char *http_exchange_path(const http_exchange *exchange);
/* Returns the first header with this name; NULL if there is none. */
const char *http_exchange_header(const http_exchange *exchange, const char *name);
/* Writes the numeric address of the client; empty if it is not known. */
void http_exchange_address(const http_exchange *exchange, char address[static 64]);
const uint8_t *http_exchange_body(const http_exchange *exchange, size_t *length);
/* Calls the visitor for each argument of the query in its order, percent-decoded. The value is NULL without "=". */
void http_exchange_visit_query(const http_exchange *exchange, void *context,
                               void (*visitor)(void *context, const char *name, size_t name_length, const char *value,
                                               size_t value_length));

/* Adds a header to the response. */
void http_exchange_add_header(http_exchange *exchange, const char *name, const char *value);
/* Sends the response. Copies the bytes. The delay blocks no thread. The server sends at most `length_sent` bytes and then
 * closes the connection; SIZE_MAX sends all bytes. */
void http_exchange_respond(http_exchange *exchange, uint32_t status, const uint8_t *bytes, size_t length,
                           uint32_t delay_ms, size_t length_sent);
/* Closes the connection without a response, after the delay. */
void http_exchange_drop(http_exchange *exchange, uint32_t delay_ms);
/* Responds with status 200 and bytes that come later. The caller owns the stream and releases it with http_stream_release. */
http_stream *http_exchange_stream(http_exchange *exchange);

/* Writes to the stream from any thread. Returns 0 if the reader has disconnected or is too slow; the stream has then ended. */
int http_stream_write(http_stream *stream, const uint8_t *bytes, size_t length);
/* Returns the number of bytes that the reader has not taken yet. */
size_t http_stream_unread(http_stream *stream);
/* Ends the response after all bytes were sent. */
void http_stream_release(http_stream *stream);

#endif
