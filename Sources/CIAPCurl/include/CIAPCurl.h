/*
 * One HTTP transfer with the system's libcurl. It is a separate target because only Linux needs it. It is in C because
 * libcurl's options have variable arguments.
 *
 * libcurl is not linked. The first request to a server opens it, for three reasons: it brings almost thirty libraries into
 * the process, most games use no server, and the library can be built without libcurl's headers and run without libcurl.
 */
#ifndef CIAPCURL_H
#define CIAPCURL_H

#include <stddef.h>
#include <stdint.h>

/* Whether libcurl 7.68 or newer is available. The first call opens it. */
int http_transfer_is_possible(void);

typedef struct http_transfer http_transfer;

/* Takes a header line of a response, with its line end, or bytes of the body. Returns 0 to cancel the transfer. */
typedef int http_transfer_sink(void *context, const char *bytes, size_t length);

/* Opens a GET request over http or https. NULL if there is no memory or no libcurl. Redirects are responses and are not
 * followed. */
http_transfer *http_transfer_open(const char *url, uint32_t timeout_ms);
/* Ignores the proxies that the environment names. */
void http_transfer_avoid_proxies(http_transfer *transfer);
/* Adds a header, "Name: value". "Name:" leaves out the header that libcurl would write. */
void http_transfer_add_header(http_transfer *transfer, const char *line);
/* Makes the request a POST. Copies the bytes. */
void http_transfer_set_body(http_transfer *transfer, const uint8_t *bytes, size_t length);
/* Sets another method than GET, or than POST with a body. Copies it. */
void http_transfer_set_method(http_transfer *transfer, const char *method);

/* Runs the transfer on this thread, which must do nothing else meanwhile. Returns a CURLcode; 0 if libcurl found no
 * error. The header of the response may still be incomplete: libcurl accepts a header that breaks off. */
int http_transfer_perform(http_transfer *transfer, http_transfer_sink *head, http_transfer_sink *body, void *context);
/* Any thread may call it before http_transfer_close(). Makes http_transfer_perform() return soon. */
void http_transfer_cancel(http_transfer *transfer);
/* Closes the connection. Waits for the system's name resolution, which cannot be cancelled. Call it on the thread of
 * http_transfer_perform(). */
void http_transfer_disconnect(http_transfer *transfer);
void http_transfer_close(http_transfer *transfer);

#endif
