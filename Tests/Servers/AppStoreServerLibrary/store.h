/*
 * store.h: the commands of the program with the reference store, by the files that contain them.
 */
#ifndef APP_STORE_SERVER_LIBRARY_STORE_H
#define APP_STORE_SERVER_LIBRARY_STORE_H

#include "command.h"

#include <iap/iap_store.h>

/** The open store. */
iap_store *store(void);

/* store_controls.c: what happens to accounts and subscriptions. */
void store_advance(const command *command);
void store_set_auto_renew(const command *command);
void store_change_subscription(const command *command);
void store_set_renewal(const command *command);
void store_set_billing_retry(const command *command);
void store_set_billing_grace_period(const command *command);
void store_request_price_increase(const command *command);
void store_revoke(const command *command);
void store_set_family(const command *command);

/* store_signing.c: what the store signs for servers, and what it accepts from them. */
void store_sign_payload(const command *command);
void store_sign_notification(const command *command);
void store_ocsp_response(const command *command);
void store_add_server_key(const command *command);

#endif
