/*
 * interface.h: the source of the arguments for the calls of the target "interface". Any thread may call these functions; each
 * thread reads its own input.
 */
#ifndef FUZZ_INTERFACE_H
#define FUZZ_INTERFACE_H

#include "calls.h"

#include <iap/iap_inventory.h>
#include <iap/iap_receipt.h>
#include <iap/iap_server_key.h>
#include <iap/iap_verify.h>

/** Where a function may be called. */
typedef enum interface_place {
    CALLED_ANYWHERE,
    CALLED_WAITING, /**< it may wait for a callback on another thread: not inside a callback while there are other threads */
    CALLED_ALONE /**< only while no other thread uses the library */
} interface_place;

typedef struct interface_call {
    void (*call)(fuzz_input *input);
    interface_place place;
} interface_call;

typedef struct interface_kind {
    const char *name;
    void (*release)(const void *handle); /**< NULL for a closed handle and for a handle that belongs to another one */
} interface_kind;

/* Made from the headers. */
extern const interface_call interface_calls[];
extern const size_t interface_call_count;
extern const interface_kind interface_kinds[];
extern const size_t interface_kind_count;
extern const int interface_kind_of_client, interface_kind_of_device, interface_kind_of_store;
/** Adds an observer to an open client. */
void interface_observe(fuzz_input *input, iap_client *client);

/* ------------------------------------------------------------------------------------------------------ handles */

/** A handle: mostly of this kind and valid. Otherwise it is of another kind, closed, released, borrowed for a callback that has
 *  ended, NULL, or an invalid address. */
void *interface_handle(fuzz_input *input, int kind);
/** The fuzzer now owns the handle, and closes or releases it. */
void interface_give(int kind, const void *handle);
/** A getter has returned the handle, which belongs to another one. */
void interface_show(int kind, const void *handle);
/** A callback borrows the handle. */
void interface_lend(int kind, const void *handle);

/** \returns the argument for interface_end_callback(). */
size_t interface_begin_callback(void);
/** Makes calls inside the callback. */
void interface_end_callback(size_t lent);

/* ------------------------------------------------------------------------------------------------------- values */

int32_t interface_number(fuzz_input *input);
/** Any number, or one of the returned ids. */
int64_t interface_long(fuzz_input *input);
size_t interface_index(fuzz_input *input);
iap_execution_t interface_execution(fuzz_input *input);
void *interface_pointer(fuzz_input *input);
void interface_note_id(uint64_t id);
/** A text of structs.h, or one that the library has returned. */
const char *interface_text(fuzz_input *input);
const char *interface_catalogue(fuzz_input *input);
const char *const *interface_texts(fuzz_input *input, size_t *count, bool are_paths);
/** Writes a text to a field of a struct. */
void interface_line(fuzz_input *input, char *field, size_t size);
/** Reads a text that belongs to a handle, and keeps a copy. */
void interface_read_text(const char *text);
void *interface_buffer(fuzz_input *input, size_t size_of_item, size_t *capacity);
/** A struct that may state another size; its memory then has this size, if it is smaller. */
void *interface_sized(fuzz_input *input, void *made, size_t size);

/* --------------------------------------------------------------------------------------------------------- runs */

/** One run: up to eight threads share the bytes. */
void interface_run(const uint8_t *bytes, size_t size);

#endif
