/*
 * A server of HTTP by the system's libmicrohttpd. It is in C because libmicrohttpd's options have variable arguments. It knows
 * nothing of stores.
 *
 * An exchange is one request with its answer. The server reads the whole request, within its limits, and then calls `answer` on
 * one of its threads. The exchange ends when the answer was sent or the connection is gone.
 */
#ifndef CIAPHTTPSERVER_H
#define CIAPHTTPSERVER_H

#include <stddef.h>
#include <stdint.h>

typedef struct http_server http_server;
typedef struct http_exchange http_exchange;
typedef struct http_stream http_stream;

typedef struct http_server_options {
    /* An address in numbers, IPv4 or IPv6. */
    const char *address;
    /* 0 takes a free one. */
    uint16_t port;
    uint32_t threads;
    uint32_t connection_limit;
    /* In bytes, of the head and of the body of a request. */
    size_t head_limit;
    size_t body_limit;
    /* A connection without any traffic is closed after this time; a request or an answer that takes longer is cut off. */
    uint32_t idle_seconds;
    uint32_t exchange_seconds;
    /* PEM, for TLS; NULL for plain HTTP. */
    const char *private_key;
    const char *certificate;
    /* Called on any of the server's threads, also on several at once. It must call one of the functions that answer. */
    void (*answer)(void *context, http_exchange *exchange);
    void *context;
} http_server_options;

/* Listens when it returns. NULL if it cannot; then the message says why. */
http_server *http_server_start(const http_server_options *options, char message[static 256]);
uint16_t http_server_port(const http_server *server);
/* Accepts no new connections, waits up to `patience_ms` for the answers that have begun, closes everything and frees the server. */
void http_server_stop(http_server *server, uint32_t patience_ms);
size_t http_server_connection_count(http_server *server);

/* What was asked. The texts are valid during `answer`. */
const char *http_exchange_method(const http_exchange *exchange);
/* The path with its percent signs read, without the query. */
const char *http_exchange_path(const http_exchange *exchange);
/* The first header of this name; NULL if there is none. */
const char *http_exchange_header(const http_exchange *exchange, const char *name);
/* The address of the client in numbers; empty if it is not known. */
void http_exchange_address(const http_exchange *exchange, char address[static 64]);
const uint8_t *http_exchange_body(const http_exchange *exchange, size_t *length);
/* Calls the visitor for each argument of the query in its order, with percent signs read. The value is NULL without "=". */
void http_exchange_visit_query(const http_exchange *exchange, void *context,
                               void (*visitor)(void *context, const char *name, size_t name_length, const char *value,
                                               size_t value_length));

/* Prepares a header of the answer. */
void http_exchange_add_header(http_exchange *exchange, const char *name, const char *value);
/* Answers. Copies the bytes. The delay keeps no thread. At most `length_sent` of the bytes are sent, then the connection is
 * closed; SIZE_MAX sends them all. */
void http_exchange_answer(http_exchange *exchange, uint32_t status, const uint8_t *bytes, size_t length,
                          uint32_t delay_ms, size_t length_sent);
/* Closes the connection without an answer, after the delay. */
void http_exchange_drop(http_exchange *exchange, uint32_t delay_ms);
/* Answers 200 with bytes that come later. The caller owns the stream and releases it with http_stream_release. */
http_stream *http_exchange_stream(http_exchange *exchange);

/* Any thread. Returns 0 if the reader has gone, or is too slow; the stream is then over. */
int http_stream_write(http_stream *stream, const uint8_t *bytes, size_t length);
/* How many bytes the reader has not taken yet. */
size_t http_stream_unread(http_stream *stream);
/* Ends the answer when everything was sent. */
void http_stream_release(http_stream *stream);

#endif
