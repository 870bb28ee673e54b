/*
 * calls.h: calls with structs of any content, for the targets "options" and "interface". Each takes what it needs from the
 * input.
 */
#ifndef FUZZ_OPTIONS_CALLS_H
#define FUZZ_OPTIONS_CALLS_H

#include "../structs.h"

/** The handles on which the calls are made. */
typedef struct calls_world {
    iap_store *store;
    iap_device *device;
    iap_client *client;
    const iap_verifier *verifier; /**< trusts the store */
    uint8_t root[4096];           /**< the store's root certificate */
    size_t root_length;
} calls_world;

extern calls_world world;

/* How a struct is made. */

#define OFFSETS(...)                                                                                                   \
    ((const struct_pointer[]){__VA_ARGS__}), sizeof((const struct_pointer[]){__VA_ARGS__}) / sizeof(struct_pointer)
#define TEXT(type, member)                                                                                             \
    { offsetof(type, member), POINTEE_TEXT }
#define PATH(type, member)                                                                                             \
    { offsetof(type, member), POINTEE_PATH }
#define URL(type, member)                                                                                              \
    { offsetof(type, member), POINTEE_URL }
#define GIVEN(type, member)                                                                                            \
    { offsetof(type, member), POINTEE_GIVEN }
#define FILL(input, start, ...) struct_fill((input), &(start), sizeof(start), OFFSETS(__VA_ARGS__))
#define FILL_NUMBERS(input, start) struct_fill((input), &(start), sizeof(start), NULL, 0)

/* The library never accepts a struct of another size. */
#define REFUSED_UNLESS_WHOLE(filled, status) PROMISED(struct_is_whole((filled), sizeof *(filled)) || (status) != IAP_OK)

/** The number of entries of a list, or a number above the limit. The library must check it before it reads the list. */
size_t calls_list_count(fuzz_input *input, size_t count, size_t limit);
/** Every call gets its own error, which may be NULL. */
iap_error *calls_error(fuzz_input *input);
/** Checks the result of the call. */
void calls_answered(const iap_error *error, iap_status status);

/** Writes the files that the paths in structs.c name. */
void calls_write_files(const uint8_t *root, size_t root_length);

/** Opens a client with usual options. */
void call_open_plain_client(void);

/* Structs of the client. */
void call_open_client(fuzz_input *input);
void call_add_observer(fuzz_input *input);
void call_add_payment(fuzz_input *input);
void call_request_list(fuzz_input *input);
void call_process(fuzz_input *input);

/* Structs of the store. */
void call_buy(fuzz_input *input);
void call_set_renewal(fuzz_input *input);
void call_set_network(fuzz_input *input);
void call_sign_offer(fuzz_input *input);
void call_sign_notification(fuzz_input *input);
void call_answer_receipt(fuzz_input *input);
void call_read_store(fuzz_input *input);
void call_open_store(fuzz_input *input);

/* Structs of the server. */
void call_open_verifier(fuzz_input *input);
void call_check(fuzz_input *input);
void call_open_key(fuzz_input *input);
void call_sign_request(fuzz_input *input);

#endif
