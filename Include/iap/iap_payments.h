/*
 * iap_payments.h: payments with options: a quantity, an offer, seats, the place of the sheet.
 * iap_buy() needs none of them. The rules of <iap/iap.h> apply.
 */
#ifndef IAP_IAP_PAYMENTS_H
#define IAP_IAP_PAYMENTS_H

#include <iap/iap.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The structs keep this packing, even if the including file uses another one. */
#pragma pack(push, 8)

typedef int32_t iap_billing_plan_type_t;
#define IAP_BILLING_PLAN_UNKNOWN (-1) /**< a value that this version does not know */
#define IAP_BILLING_PLAN_NONE 0
#define IAP_BILLING_PLAN_UP_FRONT 1 /**< the player pays for the period at its beginning */
#define IAP_BILLING_PLAN_MONTHLY 2  /**< the player commits to twelve months and pays each month */

/** A value that the game sends with a payment (StoreKit's custom purchase options). */
typedef struct iap_custom_value {
    const char *key; /**< copies it */
    /** An IAP_CUSTOM_VALUE_… constant: which of the following fields has the value. */
    int32_t type;
    int32_t flag;
    double number;
    const void *bytes; /**< copies it: the text or the data */
    size_t length;     /**< of bytes */
} iap_custom_value;
#define IAP_CUSTOM_VALUE_TEXT 1 /**< UTF-8 */
#define IAP_CUSTOM_VALUE_NUMBER 2
#define IAP_CUSTOM_VALUE_FLAG 3
#define IAP_CUSTOM_VALUE_DATA 4

/** The maximum number of custom values in one payment, and of bytes in one text of a payment. */
#define IAP_CUSTOM_VALUES_MAX 100
#define IAP_PAYMENT_TEXT_LENGTH_MAX 65536

/** The offer of a payment. If there is no offer, all fields are zero. The field id names a
 *  promotional offer. Its proof is either jws or the older signature: key_id, nonce, signature and
 *  timestamp_ms. The field win_back_id names a win-back offer. A payment can use one of these two
 *  offers. The store applies an introductory offer automatically. */
typedef struct iap_payment_offer {
    const char *id;     /**< the promotional offer */
    const char *jws;    /**< its proof: a compact JWS that the game's server has signed */
    const char *key_id; /**< part of the older proof: the id of the key */
    const char *nonce;  /**< a UUID; use each UUID once */
    /** Base64 of the ECDSA signature (DER) over bundle id, key id, product id, offer id, account
     *  token, nonce and timestamp. */
    const char *signature;
    /** When the server signed the offer; the signature is valid for 24 hours. */
    int64_t timestamp_ms;
    const char *win_back_id; /**< an id from iap_renewal_info_eligible_win_back_offer_at() */
    /** A compact JWS with which the game's server allows or forbids the introductory offer. */
    const char *introductory_jws;
} iap_payment_offer;

/**
 * What the player buys. Initialize it with IAP_PAYMENT_INIT. All pointers except product_id may be
 * NULL; their content is copied.
 *
 * If an offer is not valid, the store refuses the payment. Then the transaction has one of these
 * errors: IAP_ERROR_INVALID_OFFER_IDENTIFIER, IAP_ERROR_INVALID_OFFER_SIGNATURE,
 * IAP_ERROR_MISSING_OFFER_PARAMETERS, IAP_ERROR_INELIGIBLE_FOR_OFFER or
 * IAP_ERROR_INVALID_OFFER_PRICE.
 */
typedef struct iap_payment {
    uint32_t struct_size;
    int32_t quantity; /**< 1 to 10 */
    /** Copies it. The game does not have to request the product before. */
    const char *product_id;
    /** Copies it: a UUID that names the player's account in the game. The transaction has the same
     *  UUID. NULL for none. */
    const char *app_account_token;
    /** 1: in the sandbox or the reference store, a parent must approve (simulated). */
    int32_t simulates_ask_to_buy;
    /** The total number of seats of an auto-renewable subscription (IAP_FEATURE_MULTI_SEAT); 0: not
     *  specified. The reference store charges the price for each seat. */
    int32_t seats;
    /** Where the system shows the confirmation of the payment (copies it, and keeps the object
     *  alive until the purchase has ended): a UIScene, UIViewController, UIWindow, NSWindow or
     *  NSViewController. NULL for the window in front. An object of any other type causes undefined
     *  behaviour. The sheet appears above everything that the object already presents. The library
     *  releases the object on the main thread. On Linux the library ignores this field. */
    void *ui_anchor;
    iap_payment_offer offer;
    /** The storefronts in which the purchase is allowed to continue if the storefront changes
     *  during the purchase: country codes (ISO 3166-1 alpha-3) separated by commas. An empty text
     *  allows no other storefront; NULL: all are allowed. In a storefront that is not allowed, the
     *  purchase fails with IAP_ERROR_NOT_IN_STOREFRONT. */
    const char *storefronts;
    const iap_custom_value *custom_values;
    size_t custom_value_count; /**< at most IAP_CUSTOM_VALUES_MAX */
    /** IAP_BILLING_PLAN_NONE: not specified (IAP_FEATURE_BILLING_PLANS). */
    iap_billing_plan_type_t billing_plan;
    /** 1: the system shows no sheet to invite people to the seats. */
    int32_t suppresses_seat_invitation;
    /** The request that the game's server has signed for Advanced Commerce
     *  (IAP_FEATURE_ADVANCED_COMMERCE); product_id then names the generic product. The signed
     *  request contains the items, the quantity, the account and the price. Besides these two
     *  fields the game can set only storefronts and ui_anchor, and quantity must be 1. Otherwise
     *  the call returns IAP_ERROR_INVALID_ARGUMENT. */
    const char *advanced_commerce_jws;
} iap_payment;

/* clang-format off */
#define IAP_PAYMENT_INIT \
    {IAP_STRUCT_SIZE(iap_payment), 1, NULL, NULL, 0, 0, NULL, {NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL}, \
     NULL, NULL, 0, 0, 0, NULL}
/* clang-format on */
void iap_payment_init(iap_payment *payment);

/**
 * Adds a payment to the queue. Observers receive it as a transaction; see rule 7 at the top of
 * <iap/iap.h>. If the game adds a payment twice, the player buys twice. There is one exception:
 * while a purchase of the same consumable is unfinished, some systems return that purchase and sell
 * nothing. The second payment then fails with IAP_ERROR_UNFINISHED_PURCHASE. A payment has no time
 * limit: the player can leave the system's sheet open. After ten minutes it no longer blocks the
 * next payment.
 *
 * For a product id that the store does not know, the call returns IAP_OK, and the transaction fails
 * later with IAP_ERROR_PRODUCT_UNAVAILABLE.
 * \param payment_id gives the id that iap_transaction_payment_id() returns; may be NULL.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also: two offers, two proofs of one offer, a proof
 *          without its offer, a custom value without a type, the same key twice),
 *          IAP_ERROR_INVALID_QUANTITY, IAP_ERROR_OTHER_PLAYER (another token than that of the
 *          client).
 */
iap_status_t iap_add_payment(iap_client *client, const iap_payment *payment, uint64_t *payment_id, iap_error *error);

/**
 * Cancels a payment that waits for its turn. The payment is then reported as FAILED with
 * IAP_ERROR_CANCELLED when the game processes events, and the store never receives it. When the
 * store has received a payment, only the player can cancel it.
 * \param payment_id the id that iap_add_payment() gave.
 * \returns IAP_OK, IAP_ERROR_INVALID_STATE (the store has received the payment),
 *          IAP_ERROR_NOT_FOUND (the payment has ended, or it is no payment of this client),
 *          IAP_ERROR_WRONG_THREAD.
 */
iap_status_t iap_cancel_payment(iap_client *client, uint64_t payment_id, iap_error *error);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_PAYMENTS_H */
