/*
 * server_keys.h: keys of a game server, and what they sign.
 */
#ifndef CONFORMANCE_SERVER_KEYS_H
#define CONFORMANCE_SERVER_KEYS_H

#include "test.h"

#include <iap/iap_server_key.h>

/** 2026-01-01T00:00:00Z, the time of the keys in these tests and of the tests' stores. */
#define SERVER_NOW_MS INT64_C(1767225600000)
#define SERVER_NONCE "20fba8a0-2b80-4a7d-a17f-85c1854727f8"

/** A public example of a private key, as PEM of PKCS #8: the key of RFC 6979, section A.2.5. */
#define SERVER_PRIVATE_KEY_LENGTH 241
extern const char server_private_key[SERVER_PRIVATE_KEY_LENGTH + 1];

/** Options of that key, with the id "KEY", the issuer "team", the bundle id of the stores, and a clock that does not move. */
iap_server_key_options server_key_options(void);
/** Opens a key; the function that opened it releases it after the test. NULL, reported as a failure, if it cannot be opened. */
const iap_server_key *server_key_open(const iap_server_key_options *options);

#define SERVER_KINDS 5
/** A request of each kind, with all fields that it can have. */
iap_server_request server_key_request(iap_server_signature_kind_t kind);
/** The signature; NULL, reported as a failure, if the key cannot sign. */
const iap_server_signature *server_key_signed(const iap_server_key *key, const iap_server_request *request);

/** The reason of the verdict; IAP_VERIFY_REASON_NONE if the signature is valid. Checks that result and handle report the same.
 */
iap_verify_reason_t server_key_verdict(const iap_server_key *key, const iap_server_request *expected, const char *text);

#endif
