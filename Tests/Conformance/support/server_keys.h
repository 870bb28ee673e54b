/*
 * server_keys.h: keys of a game's server, and what they sign.
 */
#ifndef CONFORMANCE_SERVER_KEYS_H
#define CONFORMANCE_SERVER_KEYS_H

#include "test.h"

#include <iap/iap_server_key.h>

/** 2026-01-01T00:00:00Z, the time of the keys of these tests and of the stores'. */
#define SERVER_NOW_MS INT64_C(1767225600000)
#define SERVER_NONCE "20fba8a0-2b80-4a7d-a17f-85c1854727f8"

/** PEM of a PKCS #8 key that everybody knows: that of RFC 6979, section A.2.5. */
#define SERVER_PRIVATE_KEY_LENGTH 241
extern const char server_private_key[SERVER_PRIVATE_KEY_LENGTH + 1];

/** Options of that key, called "KEY", of the issuer "team" for the bundle of the stores, with a clock that stands still. */
iap_server_key_options server_key_options(void);
/** Released after the test by the one who opened it; NULL, reported as a failure, if it cannot be opened. */
const iap_server_key *server_key_open(const iap_server_key_options *options);

#define SERVER_KINDS 5
/** A request of each kind, with all that it can have. */
iap_server_request server_key_request(iap_server_signature_kind_t kind);
/** What is signed; NULL, reported as a failure, if it cannot be. */
const iap_server_signature *server_key_signed(const iap_server_key *key, const iap_server_request *request);

/** The reason of the verdict; IAP_VERIFY_REASON_NONE if it is valid. Checks that result and handle say the same. */
iap_verify_reason server_key_verdict(const iap_server_key *key, const iap_server_request *expected, const char *text);

#endif
