/*
 * verify.h: verifiers for what the tests' stores sign, and unsigned texts.
 */
#ifndef CONFORMANCE_VERIFY_H
#define CONFORMANCE_VERIFY_H

#include "game.h"

#include <iap/iap_verify.h>

#define VERIFY_BUNDLE_ID "com.example.game"
#define VERIFY_APP_APPLE_ID 1234567890

/** Options for the sandbox that trust a store, which must stay open; the next call replaces them with another store's root. */
iap_verifier_options verify_options(iap_store *store);
/** A verifier with these options, released after the test; NULL, reported as a failure, if it cannot be opened. */
const iap_verifier *verify_open(const iap_verifier_options *options);
/** A verifier for the sandbox that trusts this store. */
const iap_verifier *verify_store(iap_store *store);
/** A verifier that accepts unsigned texts. */
const iap_verifier *verify_nothing(void);

/** A compact JWS without a signature, for IAP_ENVIRONMENT_LOCAL_TESTING. Freed after the test. */
const char *verify_unsigned_text(const char *payload);

/** The data of a text, released after the test; NULL if the text is not valid. */
const iap_signed_data *verify_check(const iap_verifier *verifier, iap_signed_kind_t kind, const char *text,
                                    iap_verify_result *result);
/** The fields of an unsigned payload; it must contain the environment. */
const iap_signed_data *verify_read(iap_signed_kind_t kind, const char *payload);

/** The same for the app, with these additional fields: JSON without braces; empty for none. */
const iap_signed_data *verify_read_fields(iap_signed_kind_t kind, const char *fields);

/** A running game whose player has subscribed and bought a BAG. The BAG is not finished. */
game *verify_game(void);

/** The signed texts of a store for a game. The texts stay valid during the test. */
typedef struct signed_things {
    const iap_transaction *transaction;
    const iap_renewal_info *renewal_info;
    const iap_app_transaction *app_transaction;
    const char *texts[4]; /**< by IAP_SIGNED_… value; there is no kind 0 */
} signed_things;

/** Requests the signed texts of the BAG and the rest, for a game of verify_game(). False, reported as a failure, if one is
 *  missing. */
bool verify_sign(game *game, signed_things *things);

#endif
