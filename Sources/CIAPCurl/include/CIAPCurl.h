/*
 * One HTTP transfer with the system's libcurl. This is a separate target because only Linux needs it. It is in C because
 * libcurl's options have variable arguments.
 *
 * libcurl is not linked. The first request opens it, because libcurl loads almost thirty libraries into the process and most
 * games send no requests. The library therefore builds without libcurl's headers and runs without libcurl.
 */
#ifndef CIAPCURL_H
#define CIAPCURL_H

#include <stddef.h>
#include <stdint.h>

/* Returns 1 if libcurl 7.68 or newer is available. The first call opens it. */
int http_transfer_is_possible(void);

typedef struct http_transfer http_transfer;

/* Receives one line of the head of a response, with its line end, or bytes of the body. Returns 0 to abort the transfer. */
typedef int http_transfer_sink(void *context, const char *bytes, size_t length);

/* Prepares a GET of http or https. Returns NULL if memory or libcurl is missing. The transfer does not follow redirects. */
http_transfer *http_transfer_open(const char *url, uint32_t timeout_ms);
/* Ignores the proxies of the environment variables. */
void http_transfer_avoid_proxies(http_transfer *transfer);
/* Adds a header, "Name: value". "Name:" removes the header that libcurl would send. */
void http_transfer_add_header(http_transfer *transfer, const char *line);
/* Changes the request to a POST. Copies the bytes. */
void http_transfer_set_body(http_transfer *transfer, const uint8_t *bytes, size_t length);
/* Sets another method than GET, or than POST with a body. Copies the text. */
void http_transfer_set_method(http_transfer *transfer, const char *method);

/* Runs the transfer on this thread, which must have no other purpose. Returns a CURLcode; 0 means that libcurl found no error.
 * The head of the response can still be incomplete, because libcurl accepts that. */
int http_transfer_perform(http_transfer *transfer, http_transfer_sink *head, http_transfer_sink *body, void *context);
/* Makes http_transfer_perform return soon. Any thread can call it before http_transfer_close. */
void http_transfer_cancel(http_transfer *transfer);
/* Closes the connection. It waits for the system's name resolution, which cannot be cancelled. Call it on the thread of
 * http_transfer_perform. */
void http_transfer_disconnect(http_transfer *transfer);
void http_transfer_close(http_transfer *transfer);

#endif
