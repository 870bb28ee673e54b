/*
 * One transfer over HTTP by the system's libcurl. It is a target of its own because only Linux needs it, and in C because
 * libcurl's options have variable arguments.
 *
 * libcurl is opened when the first server is asked, and not linked: it brings almost thirty libraries into the process, most
 * games ask no server, and so the library builds without libcurl's headers and runs without libcurl.
 */
#ifndef CIAPCURL_H
#define CIAPCURL_H

#include <stddef.h>
#include <stdint.h>

/* Whether there is a libcurl, 7.68 or newer. The first call opens it. */
int http_transfer_is_possible(void);

typedef struct http_transfer http_transfer;

/* Takes a line of the head of an answer, with its end, or bytes of the body. Returns 0 to give the transfer up. */
typedef int http_transfer_sink(void *context, const char *bytes, size_t length);

/* A GET of http or https; NULL if there is no memory or no libcurl. Redirects are answers. */
http_transfer *http_transfer_open(const char *url, uint32_t timeout_ms);
/* Ignores the proxies that the environment names. */
void http_transfer_avoid_proxies(http_transfer *transfer);
/* A header, "Name: value". "Name:" leaves out what libcurl would write. */
void http_transfer_add_header(http_transfer *transfer, const char *line);
/* Makes it a POST. Copies the bytes. */
void http_transfer_set_body(http_transfer *transfer, const uint8_t *bytes, size_t length);
/* Another method than GET, or than POST with a body. Copies it. */
void http_transfer_set_method(http_transfer *transfer, const char *method);

/* Runs the transfer on this thread, which must have no other purpose. Returns a CURLcode, 0 if libcurl found no fault. That
 * does not mean that the head of the answer is complete: libcurl accepts one that breaks off. */
int http_transfer_perform(http_transfer *transfer, http_transfer_sink *head, http_transfer_sink *body, void *context);
/* Any thread, before http_transfer_close: makes http_transfer_perform return soon. */
void http_transfer_cancel(http_transfer *transfer);
/* Closes the connection. It waits for the system's name resolution, which cannot be cancelled. Same thread as perform. */
void http_transfer_disconnect(http_transfer *transfer);
void http_transfer_close(http_transfer *transfer);

#endif
