/*
 * offer_payments.h: payments with offers, eligible players, and stores with other keys.
 */
#ifndef CONFORMANCE_OFFER_PAYMENTS_H
#define CONFORMANCE_OFFER_PAYMENTS_H

#include "offer_catalogue.h"

#define DAY_MS INT64_C(86400000)

/** A payment for one unit of a product. */
iap_payment payment_for(const char *product_id);

/** Subscribes without auto-renewal and lets the period end. The clock is then one day after the end. */
bool offers_lapse(game *game, const char *product_id);
/** A running game whose player once had PASS_SILVER. */
game *offers_game_of_a_former_subscriber(void);

/** A new nonce in each call; the text is valid until the next call. */
const char *offers_nonce(void);
/** A copy of a text, freed after the test. */
char *offers_keep(const char *text);

/** Sets the offer and a JWS of this store as its signature. The texts stay valid during the test. */
void offers_prove_by_jws(iap_store *signer, iap_payment *payment, const char *offer_id);
/** The same in the older form, signed now, by the clock of the signer. */
void offers_prove_by_signature(iap_store *signer, iap_payment *payment, const char *offer_id);
/** The same with this nonce and time. */
void offers_prove_at(iap_store *signer, iap_payment *payment, const char *offer_id, const char *nonce,
                     int64_t timestamp_ms);

/** Pays, and checks that the payment fails with this status and charges nothing. */
bool offers_fails(const char *file, int line, game *game, const iap_payment *payment, iap_status_t status);
#define CHECK_REFUSED(game, payment, status) offers_fails(__FILE__, __LINE__, (game), (payment), (status))
/** Pays, and returns the purchased transaction; NULL, reported as a failure, if the payment did not succeed. */
const iap_transaction *offers_buy(game *game, const iap_payment *payment);

/** offers_text with the first `old` replaced; freed after the test. */
const char *offers_text_with(const char *old, const char *replacement);
/** A store that sells this text under a bundle id; NULL for the bundle id of the other stores. */
iap_store *offers_store_of(const char *text, const char *bundle_id);
/** A store with the same offers and key id, but another key. */
iap_store *offers_store_with_another_key(void);
/** A store with the same offers, but no key pair in its file. */
iap_store *offers_store_without_a_key(void);

#endif
