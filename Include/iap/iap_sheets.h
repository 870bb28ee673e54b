/*
 * iap_sheets.h: sheets of the system (refunds, subscriptions, offer codes, bundles, reviews) and
 * messages of the App Store. The rules of <iap/iap.h> apply.
 *
 * ui_anchor is where the system shows the sheet, see iap_payment; NULL for the front window.
 */
#ifndef IAP_IAP_SHEETS_H
#define IAP_IAP_SHEETS_H

#include <iap/iap.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------------------- sheets */

/**
 * Shows the sheet in which the player requests a refund. Success means that the request was sent.
 * If the store grants the refund, the observers receive entitlement_revoked later. If it does not,
 * they receive nothing. The request fails with IAP_ERROR_DUPLICATE_REQUEST if a refund was
 * requested before.
 * \param transaction_id the id that iap_transaction_id() returns.
 */
iap_status_t iap_request_refund(iap_client *client, uint64_t transaction_id, void *ui_anchor,
                                iap_completion_function completion, void *user_data, uint64_t *request_id,
                                iap_error *error);

/**
 * Shows the sheet in which the player changes and cancels subscriptions. The request completes when
 * the sheet is closed. The observers receive events about what changed.
 * \param group_id only this group (from iOS 17); NULL for all.
 * \returns IAP_OK, IAP_ERROR_TOO_LARGE (above 1024 bytes).
 */
iap_status_t iap_show_manage_subscriptions(iap_client *client, const char *group_id, void *ui_anchor,
                                           iap_completion_function completion, void *user_data, uint64_t *request_id,
                                           iap_error *error);

/** Shows the sheet in which the player enters an offer code. The observers receive what the player
 *  redeemed, as a transaction. */
iap_status_t iap_present_offer_code_redemption(iap_client *client, void *ui_anchor, iap_completion_function completion,
                                               void *user_data, uint64_t *request_id, iap_error *error);

/**
 * Shows the sheet in which the App Store offers the subscription bundles of a group. A purchase in
 * the sheet belongs to no payment: the observers receive it as IAP_TRANSACTION_PURCHASED, and the
 * game finishes it. The request also succeeds if the player closes the sheet without a purchase, or
 * if the purchase waits for approval: the transaction then comes later. It fails with
 * IAP_ERROR_CANCELLED if the player cancels the purchase.
 * \param group_id the id that iap_product_subscription_group_id() returns.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (NULL), IAP_ERROR_TOO_LARGE (above 1024 bytes).
 */
iap_status_t iap_present_merchandising(iap_client *client, const char *group_id, void *ui_anchor,
                                       iap_completion_function completion, void *user_data, uint64_t *request_id,
                                       iap_error *error);

/** Requests that the system asks the player for a review. The system decides whether it asks. It
 *  does not report what the player did. */
iap_status_t iap_request_review(iap_client *client, void *ui_anchor, iap_completion_function completion,
                                void *user_data, uint64_t *request_id, iap_error *error);

/* ------------------------------------------------------------------------------------- messages */

/**
 * Shows a message of the App Store. The system shows each message once, and only if the message
 * still applies. A message that could not be shown can be shown again. A message that the player
 * dismissed (IAP_ERROR_CANCELLED) counts as shown.
 * \param message borrows it: the message of message_received, either inside this callback, or later
 *        if the game has retained it.
 * \returns IAP_OK, IAP_ERROR_NOT_FOUND (the message was shown before, or belongs to another
 *          client).
 */
iap_status_t iap_display_message(iap_client *client, const iap_message *message, void *ui_anchor,
                                 iap_completion_function completion, void *user_data, uint64_t *request_id,
                                 iap_error *error);

typedef int32_t iap_message_reason_t;
#define IAP_MESSAGE_REASON_UNKNOWN 0
#define IAP_MESSAGE_REASON_GENERIC 1
#define IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT 2
#define IAP_MESSAGE_REASON_BILLING_ISSUE 3
#define IAP_MESSAGE_REASON_WIN_BACK_OFFER 4

/** Returns what the message is about; IAP_MESSAGE_REASON_UNKNOWN if this version does not know the
 *  reason. */
iap_message_reason_t iap_message_reason(const iap_message *message);
const iap_message *iap_message_retain(const iap_message *message);
void iap_message_release(const iap_message *message);

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_SHEETS_H */
