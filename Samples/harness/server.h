/*
 * server.h: the signatures of the game's server. Only the server has the key from App Store Connect, never the game: with the
 * key an attacker could grant every offer. In this sample the store signs instead, with the key of the .storekit file.
 */
#ifndef HARNESS_SERVER_H
#define HARNESS_SERVER_H

#include <iap/iap_store.h>
#include <stdbool.h>

/* Each function returns a text that the caller frees. If that fails, it prints the reason and returns NULL. */

/** For iap_payment.offer.jws: this player may buy the product with this offer. */
char *server_sign_offer(iap_store *store, const char *product_id, const char *offer_id);

/** For iap_payment.offer.signature: the same in the older form. Signs the fields of the payment, and sets its key id and
 *  time. The payment must have a nonce and an account token. */
char *server_sign_offer_older(iap_store *store, iap_payment *payment);

/** For iap_payment.offer.introductory_jws: whether this player is eligible for the introductory offer. */
char *server_sign_introductory_offer(iap_store *store, const char *product_id, bool allows);

/** For iap_payment.advanced_commerce_jws: the item of the server, as JSON. */
char *server_sign_request(iap_store *store, const char *json);

#endif
