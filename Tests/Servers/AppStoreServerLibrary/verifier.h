/*
 * verifier.h: the commands of the program with the verifiers, by the files that contain them.
 */
#ifndef APP_STORE_SERVER_LIBRARY_VERIFIER_H
#define APP_STORE_SERVER_LIBRARY_VERIFIER_H

#include "command.h"

#include <iap/iap_verify.h>

/** One of the open verifiers. */
const iap_verifier *verifier_at(const command *command);
void response_result(const iap_verify_result *result);

/* verifier_fields.c: the result of every getter. */
void response_fields(const iap_signed_data *data);

/* verifier_keys.c: what servers sign. */
void verifier_open_key(const command *command);
void verifier_check_signature(const command *command);
void verifier_sign(const command *command);

/* verifier_receipts.c */
void verifier_check_receipt(const command *command);
void verifier_read_transaction_receipt(const command *command);

#endif
