/*
 * fuzz.h: what the fuzzed programs share. Each program gives unusual inputs to one part of the library. It checks what the
 * headers promise for every result: a status, a verdict that matches the handle, texts in UTF-8.
 *
 * Memory that the library borrows has exactly its length. The address sanitizer then sees each access beyond the end.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <iap/iap.h>
#include <iap/iap_app.h>
#include <iap/iap_commerce.h>
#include <iap/iap_inventory.h>
#include <iap/iap_log.h>
#include <iap/iap_offers.h>
#include <iap/iap_payments.h>
#include <iap/iap_polling.h>
#include <iap/iap_products.h>
#include <iap/iap_promotions.h>
#include <iap/iap_receipt.h>
#include <iap/iap_server_key.h>
#include <iap/iap_sheets.h>
#include <iap/iap_store.h>
#include <iap/iap_subscriptions.h>
#include <iap/iap_system.h>
#include <iap/iap_transactions.h>
#include <iap/iap_verification.h>
#include <iap/iap_verify.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* read_iap_signed_data() and similar functions, for each kind of handle: they call all of its getters. */
#include "getters.h"

/** Ends the program if a promise of the headers is broken; libFuzzer reports this with the input. */
#define PROMISED(condition)                                                                                            \
    do {                                                                                                               \
        if (!(condition)) fuzz_broken(__FILE__, __LINE__, #condition);                                                 \
    } while (0)
_Noreturn void fuzz_broken(const char *file, int line, const char *promise);

/* ------------------------------------------------------------------------------------------------------- memory */

/** Memory until fuzz_forget() on the same thread. */
void *fuzz_memory(size_t size);
/** A copy of exactly these bytes. */
void *fuzz_copy(const void *bytes, size_t size);
/** A copy with a NUL behind it. */
char *fuzz_copy_text(const void *bytes, size_t size);
/** Frees all of it; called at the end of each input. */
void fuzz_forget(void);

/* -------------------------------------------------------------------------------------------------------- input */

/** The rest of an input. Reading past its end gives zeros. */
typedef struct fuzz_input {
    const uint8_t *bytes;
    size_t left;
} fuzz_input;

uint8_t fuzz_byte(fuzz_input *input);
/** A number with this many bytes, the lowest first. */
uint64_t fuzz_number(fuzz_input *input, size_t bytes);
/** Up to this many bytes of the input; returns how many there were. */
const uint8_t *fuzz_take(fuzz_input *input, size_t size, size_t *taken);

/* ------------------------------------------------------------------------------------------------------ results */

/** Reads a text that a getter returned. NULL is allowed. */
void fuzz_read_text(const char *text);
/** Reads a number that a getter returned. */
void fuzz_read_number(int64_t number);
/** Checks an error that a call has filled. */
void fuzz_read_error(const iap_error *error, iap_status_t status);
/** Checks a verdict; `is_there` says whether the call returned a handle. */
void fuzz_read_result(const iap_verify_result *result, iap_status_t status, bool is_there);

/* -------------------------------------------------------------------------------------------------------- world */

#define FUZZ_SEED 7
#define FUZZ_BUNDLE_ID "com.example.game"
#define FUZZ_APP_APPLE_ID 1234567890

/* The products of the stores. The catalogue is that of the harness, FUZZ_STOREKIT. */
#define FUZZ_COINS "com.example.caves.coins.small"
#define FUZZ_EDITOR "com.example.caves.editor"
#define FUZZ_CLUB "com.example.caves.club.monthly"
#define FUZZ_OFFER "LOYAL"

/** The text of the catalogue. */
const char *fuzz_catalogue(void);
/** A store in memory with a virtual clock. With this seed its signatures are the same in each run, therefore the kept inputs
 *  stay valid. */
iap_store *fuzz_open_store(void);
/** A verifier that trusts the signatures of fuzz_open_store(), for these environments. */
const iap_verifier *fuzz_open_verifier(iap_environment_t environments);
/** Enters a folder of this process in which it may write files. */
void fuzz_enter_folder(void);
/** Removes all files of that folder. */
void fuzz_empty_folder(void);
/** Writes a file in the current folder. */
void fuzz_write_file(const char *name, const void *bytes, size_t size);

/* --------------------------------------------------------------------------------------------- texts of signed data */

/** Base64 in its plain form or, with `for_url`, in the form for URLs without padding. Returns the length without the NUL. */
char *fuzz_base64(const void *bytes, size_t size, bool for_url, size_t *length);
/** Reads both forms, and skips other characters. */
uint8_t *fuzz_bytes_of_base64(const char *text, size_t length, size_t *size);

#endif
