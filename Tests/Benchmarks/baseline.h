/*
 * The code that is compared with the library. It is a separate shared library: calls of both then have the same overhead.
 */
#ifndef BASELINE_H
#define BASELINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The minimum work of a pump that threads share: one atomic load, and nothing more while the word is 0. */
int32_t baseline_process(const uint32_t *word, uint32_t max_events);

/* Adds past transactions to the account in a store's file, which no process has open: count copies of its consumable purchase.
   With another product type, as the store writes it, every second copy is one of its purchase of that type; a subscription's period has
   ended. Returns count; -1 on failure. */
int64_t baseline_copy_rows(const char *path, int64_t count, int is_finished, const char *other_type);

/* Opens a store's file and reads all columns of the unfinished transactions, with one query. Returns the number of rows; -1 on
   failure. */
int64_t baseline_read_unfinished(const char *path);

/* Decodes Base64 with its padding. Returns the number of bytes; the bytes for the padding are included and are 0. -1 on
   failure. */
int baseline_decode(const char *text, size_t length, uint8_t *bytes);

/* A signed text, split into its parts. */
typedef struct baseline_text {
    const uint8_t *leaf, *intermediate; /* DER */
    size_t leaf_length, intermediate_length;
    const uint8_t *content; /* what is signed */
    size_t content_length;
    const uint8_t *signature; /* DER */
    size_t signature_length;
    int64_t seconds; /* when the certificates must be valid */
} baseline_text;

typedef struct baseline_chain baseline_chain;

/* Trusts one root. Returns NULL on failure. */
baseline_chain *baseline_open_chain(const uint8_t *root, size_t length);
void baseline_close_chain(baseline_chain *chain);

/* Reads leaf and intermediate, validates the chain with OpenSSL's strict rules, and checks the signature. Returns 1 if
   everything is valid. */
int baseline_verify(const baseline_chain *chain, const baseline_text *text);

typedef struct baseline_files baseline_files;

/* Makes two databases, each with a WAL and synchronous=FULL. Returns NULL on failure. */
baseline_files *baseline_open_files(const char *first_path, const char *second_path);

/* Makes this many commits in each database, alternating. Each commit has one small row, and is on the disk before the next one
   starts. Returns how many. */
int64_t baseline_commit(baseline_files *files, int64_t in_first, int64_t in_second);

void baseline_close_files(baseline_files *files);

#ifdef __cplusplus
}
#endif

#endif
