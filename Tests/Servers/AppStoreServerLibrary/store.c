/* The reference store, controlled through a pipe. */

#include "store.h"

#include "player.h"

#include <string.h>

static iap_store *the_store;

iap_store *store(void) {
    if (the_store == NULL) command_fail("the store is not open");
    return the_store;
}

static void open_store(const command *command) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.clock = (iap_store_clock_t)command_number(command, "clock");
    options.storekit_path = command_text(command, "storekit");
    options.bundle_id = command_text(command, "bundle");
    options.ocsp_url = command_text(command, "ocsp");
    options.seed = command_id(command, "seed");
    options.start_ms = command_number(command, "start");
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_store_open(&options, &the_store, &error);
    response_status(status, &error);
    if (status != IAP_OK) return;
    uint8_t root[4096];
    size_t length = 0;
    if (iap_store_root_certificate(the_store, root, sizeof root, &length, NULL) != IAP_OK)
        command_fail("there is no root");
    response_bytes("root", root, length);
    response_text("issuer", iap_store_issuer_id(the_store));
    response_text("key", iap_store_signing_key_id(the_store));
    response_number("warnings", (int64_t)iap_store_warning_count(the_store));
}

static void now(const command *command) {
    (void)command;
    response_status(IAP_OK, NULL);
    response_number("now", iap_store_now_ms(store()));
}

static void forge(const command *command) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    response_status(iap_store_set_forgery(store(), (iap_store_forgery_t)command_number(command, "forgery"), &error),
                    &error);
}

/* ----------------------------------------------------------------------------------------------------- purchases */

/* Buys outside of the game. */
static void buy(const command *command) {
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = command_text(command, "product");
    purchase.app_account_token = command_text(command, "token");
    purchase.offer_id = command_text(command, "offer");
    purchase.offer_type = (iap_offer_type_t)command_number(command, "offer_type");
    purchase.billing_plan = (iap_billing_plan_type_t)command_number(command, "plan");
    if (command_text(command, "quantity") != NULL) purchase.quantity = (int32_t)command_number(command, "quantity");
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    response_status(iap_store_buy(store(), command_text(command, "account"), &purchase, &id, &error), &error);
    response_id("id", id);
}

/* Buys in the game. */
static void pay(const command *command) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = command_text(command, "product");
    payment.app_account_token = command_text(command, "token");
    payment.offer.id = command_text(command, "offer");
    payment.offer.jws = command_text(command, "offer_jws");
    payment.offer.key_id = command_text(command, "offer_key");
    payment.offer.nonce = command_text(command, "offer_nonce");
    payment.offer.signature = command_text(command, "offer_signature");
    payment.offer.timestamp_ms = command_number(command, "offer_timestamp");
    payment.offer.introductory_jws = command_text(command, "introductory_offer_jws");
    payment.advanced_commerce_jws = command_text(command, "advanced_commerce_jws");
    iap_client *client = player_game(store(), command_text(command, "account"));
    uint64_t payment_id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status = iap_add_payment(client, &payment, &payment_id, &error);
    if (status != IAP_OK) {
        response_status(status, &error);
        return;
    }
    iap_event *event = player_outcome(client, payment_id);
    const iap_transaction *transaction = iap_event_transaction(event);
    status = iap_transaction_error(transaction, &error);
    response_status(status, &error);
    response_number("state", iap_transaction_state(transaction));
    response_id("id", iap_transaction_id(transaction));
    response_text("text", iap_transaction_signed_text(transaction));
    iap_event_release(event);
}

/* ---------------------------------------------------------------------------------------------- what a game reads */

static iap_event *answered(iap_client *client, iap_status_t status, uint64_t request_id, iap_error *error) {
    if (status != IAP_OK) command_fail(error->message);
    iap_event *event = player_answer(client, request_id);
    if (iap_event_error(event, error) != IAP_OK) command_fail(error->message);
    response_status(IAP_OK, NULL);
    return event;
}

static void transactions(const command *command) {
    iap_client *client = player_game(store(), command_text(command, "account"));
    uint64_t request = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status =
        iap_request_transactions(client, IAP_QUERY_ALL, command_text(command, "product"), NULL, NULL, &request, &error);
    iap_event *event = answered(client, status, request, &error);
    const iap_transactions *all = iap_event_transactions(event);
    response_open("transactions", '[');
    for (size_t i = 0; i < iap_transactions_count(all); i++) {
        const iap_transaction *transaction = iap_transactions_at(all, i);
        response_open(NULL, '{');
        response_id("id", iap_transaction_id(transaction));
        response_text("text", iap_transaction_signed_text(transaction));
        response_close('}');
    }
    response_close(']');
    iap_event_release(event);
}

static void statuses(const command *command) {
    iap_client *client = player_game(store(), command_text(command, "account"));
    uint64_t request = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_request_subscription_statuses(client, NULL, NULL, NULL, &request, &error);
    iap_event *event = answered(client, status, request, &error);
    const iap_subscription_statuses *all = iap_event_subscription_statuses(event);
    response_open("statuses", '[');
    for (size_t i = 0; i < iap_subscription_statuses_count(all); i++) {
        const iap_subscription_status *each = iap_subscription_statuses_at(all, i);
        response_open(NULL, '{');
        response_number("state", iap_subscription_status_state(each));
        response_text("transaction", iap_transaction_signed_text(iap_subscription_status_transaction(each)));
        response_text("renewal_info", iap_renewal_info_signed_text(iap_subscription_status_renewal_info(each)));
        response_close('}');
    }
    response_close(']');
    iap_event_release(event);
}

static void app_transaction(const command *command) {
    iap_client *client = player_game(store(), command_text(command, "account"));
    uint64_t request = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_request_app_transaction(client, 1, NULL, NULL, &request, &error);
    iap_event *event = answered(client, status, request, &error);
    response_text("text", iap_app_transaction_signed_text(iap_event_app_transaction(event)));
    iap_event_release(event);
}

static void app_receipt(const command *command) {
    iap_client *client = player_game(store(), command_text(command, "account"));
    uint64_t request = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_request_app_receipt(client, 1, NULL, NULL, &request, &error);
    iap_event *event = answered(client, status, request, &error);
    response_text("text", iap_event_text(event));
    iap_event_release(event);
}

static const command_function functions[] = {
    {"open", open_store},
    {"now", now},
    {"forge", forge},
    {"buy", buy},
    {"pay", pay},
    {"transactions", transactions},
    {"statuses", statuses},
    {"app_transaction", app_transaction},
    {"app_receipt", app_receipt},
    /* store_controls.c */
    {"advance", store_advance},
    {"set_auto_renew", store_set_auto_renew},
    {"change_subscription", store_change_subscription},
    {"set_renewal", store_set_renewal},
    {"set_billing_retry", store_set_billing_retry},
    {"set_billing_grace_period", store_set_billing_grace_period},
    {"request_price_increase", store_request_price_increase},
    {"revoke", store_revoke},
    {"set_family", store_set_family},
    /* store_signing.c */
    {"sign_payload", store_sign_payload},
    {"sign_notification", store_sign_notification},
    {"ocsp_response", store_ocsp_response},
    {"add_server_key", store_add_server_key},
};

int main(void) { return command_serve(functions, sizeof functions / sizeof *functions); }
