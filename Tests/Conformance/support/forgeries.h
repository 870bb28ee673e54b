/*
 * forgeries.h: stores that forge what they sign, and a look at what is wrong with it.
 */
#ifndef CONFORMANCE_FORGERIES_H
#define CONFORMANCE_FORGERIES_H

#include "test.h"

#include <iap/iap_verify.h>

typedef struct forgery_case {
    iap_store_forgery forgery;
    iap_verification verification; /**< of transactions and the app transaction */
    iap_verification of_renewal_info;
    iap_verify_reason reason;            /**< what a server's verifier says of texts, except of renewal info */
    iap_verify_reason reason_of_receipt; /**< what it says of a receipt */
} forgery_case;

#define FORGERY_COUNT 21
/** All kinds, in the order of their numbers. */
extern const forgery_case forgeries[FORGERY_COUNT];

/** What a server's verifier says of a signed text of this kind. */
iap_verify_reason forgery_reason(const forgery_case *forgery, iap_signed_kind_t kind);

/** From now on everything is signed so; IAP_STORE_FORGERY_NONE signs properly again. */
bool forge(iap_store *store, iap_store_forgery forgery);

/** Checks that a signed text is wrong in the way of the forgery, as far as one sees without keys, and in no other. */
void check_forged_text(const char *file, int line, iap_store *store, iap_store_forgery forgery, const char *text);
#define CHECK_FORGED_TEXT(store, forgery, text) check_forged_text(__FILE__, __LINE__, (store), (forgery), (text))

#endif
