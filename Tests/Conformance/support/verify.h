/*
 * verify.h: verifiers for what the stores of the tests sign, and texts that nobody has signed.
 */
#ifndef CONFORMANCE_VERIFY_H
#define CONFORMANCE_VERIFY_H

#include "game.h"

#include <iap/iap_verify.h>

#define VERIFY_BUNDLE_ID "com.example.game"
#define VERIFY_APP_APPLE_ID 1234567890

/** Options for the sandbox that trust a store, which must stay open; another store's root replaces them at the next call. */
iap_verifier_options verify_options(iap_store *store);
/** A verifier of these options, released after the test; NULL, reported as a failure, if it cannot be opened. */
const iap_verifier *verify_open(const iap_verifier_options *options);
/** A verifier for the sandbox that trusts this store. */
const iap_verifier *verify_store(iap_store *store);
/** A verifier that takes texts which nobody has signed. */
const iap_verifier *verify_nothing(void);

/** A compact JWS without a signature, for IAP_ENVIRONMENT_LOCAL_TESTING. Freed after the test. */
const char *verify_unsigned_text(const char *payload);

/** The data of a text, released after the test; NULL unless it is valid. */
const iap_signed_data *verify_check(const iap_verifier *verifier, iap_signed_kind_t kind, const char *text,
                                    iap_verify_result *result);
/** The fields of a payload that nobody has signed; the environment has to be in it. */
const iap_signed_data *verify_read(iap_signed_kind_t kind, const char *payload);

/** The same, of the app, with these fields besides: JSON without braces; empty for none. */
const iap_signed_data *verify_read_fields(iap_signed_kind_t kind, const char *fields);

/** A running game whose player has subscribed, and bought a BAG that is not finished. */
game *verify_game(void);

/** What a store has signed for a game. The texts live as long as the test. */
typedef struct signed_things {
    const iap_transaction *transaction;
    const iap_renewal_info *renewal_info;
    const iap_app_transaction *app_transaction;
    const char *texts[4]; /**< by IAP_SIGNED_… value; there is no kind 0 */
} signed_things;

/** Asks for the BAG and the rest, for a game of verify_game(). False, reported as a failure, if something is missing. */
bool verify_sign(game *game, signed_things *things);

#endif
