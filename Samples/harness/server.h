/*
 * server.h: the game's server, as far as it signs. It holds the key that App Store Connect gave to the studio; a game never
 * does: whoever has the key can give everything away. Here the store signs in its place, with the key of the .storekit
 * file.
 */
#ifndef HARNESS_SERVER_H
#define HARNESS_SERVER_H

#include <iap/iap_store.h>
#include <stdbool.h>

/* Each of these gives a text to be freed; NULL, and a line that says why, if there is none. */

/** For iap_payment.offer.jws: this player may buy the product with this offer. */
char *server_sign_offer(iap_store *store, const char *product_id, const char *offer_id);

/** For iap_payment.offer.signature: the same in the older form. Signs what the payment says, and sets the key's id and the
 *  time in it; nonce and account token have to stand there. */
char *server_sign_offer_older(iap_store *store, iap_payment *payment);

/** For iap_payment.offer.introductory_jws: this player may or may not have the introductory offer. */
char *server_sign_introductory_offer(iap_store *store, const char *product_id, bool allows);

/** For iap_payment.advanced_commerce_jws: what the server sells, as JSON. */
char *server_sign_request(iap_store *store, const char *json);

#endif
