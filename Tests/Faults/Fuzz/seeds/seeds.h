/*
 * seeds.h: the parts of the program that writes the initial inputs for fuzzing.
 */
#ifndef FUZZ_SEEDS_H
#define FUZZ_SEEDS_H

#include "../fuzz.h"

/** The store that signs everything. */
extern iap_store *seeds_store;

/** Writes an input with two parts for a target. */
void seed_parts(const char *target, const char *name, const void *first, size_t first_size, const void *rest,
                size_t rest_size);
/** Writes an input of a first byte and a text. */
void seed_text(const char *target, const char *name, char first, const char *text);
void seed_bytes(const char *target, const char *name, char first, const void *bytes, size_t size);
/** "name-07" */
const char *seed_numbered(const char *name, size_t number);

/** Signs a payload as the store signs. */
const char *seeds_sign(const char *payload);
/** The certificates in the header of a signed text; returns how many there are. */
size_t seeds_certificates(const char *text, iap_bytes *certificates, size_t most);

void seeds_signed_data(const uint64_t *transaction_ids, size_t count);
void seeds_certificates_and_ocsp(void);
void seeds_receipts(void);
void seeds_server_keys(void);
void seeds_inventory(void);

#endif
