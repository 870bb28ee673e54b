/*
 * forgeries.h: stores that forge what they sign, and checks of the forged texts.
 */
#ifndef CONFORMANCE_FORGERIES_H
#define CONFORMANCE_FORGERIES_H

#include "test.h"

#include <iap/iap_verify.h>

typedef struct forgery_case {
    iap_store_forgery_t forgery;
    iap_signature_check_t verification; /**< of transactions and the app transaction */
    iap_signature_check_t of_renewal_info;
    iap_verify_reason_t reason;            /**< a server's verdict on texts, except renewal info */
    iap_verify_reason_t reason_of_receipt; /**< its verdict on a receipt */
} forgery_case;

#define FORGERY_COUNT 21
/** All kinds, in the order of their numbers. */
extern const forgery_case forgeries[FORGERY_COUNT];

/** The reason of a server's verifier for a signed text of this kind. */
iap_verify_reason_t forgery_reason(const forgery_case *forgery, iap_signed_kind_t kind);

/** From now on, the store forges everything in this way; IAP_STORE_FORGERY_NONE signs properly again. */
bool forge(iap_store *store, iap_store_forgery_t forgery);

/** Checks, as far as it is possible without keys, that a signed text has the fault of the forgery, and no other fault. */
void check_forged_text(const char *file, int line, iap_store *store, iap_store_forgery_t forgery, const char *text);
#define CHECK_FORGED_TEXT(store, forgery, text) check_forged_text(__FILE__, __LINE__, (store), (forgery), (text))

#endif
