#include "offer_catalogue.h"

#include <stdlib.h>
#include <string.h>

iap_store *offers_store(void) {
    iap_store_options options = store_options();
    options.storekit_text = offers_text;
    options.storekit_length = strlen(offers_text);
    return store_open_with(&options);
}

game *offers_game(void) {
    game *game = game_install(offers_store(), "player", "phone");
    game_launch(game);
    return game;
}

const char *offers_sign(iap_store *store, const iap_store_signing_request *request) {
    static _Thread_local char text[8192];
    size_t length = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (CHECK_STATUS(iap_store_sign(store, request, text, sizeof text, &length, &error), IAP_OK)) return text;
    test_fail(__FILE__, __LINE__, "the store does not sign: %s", error.message);
    return NULL;
}

const char *offers_jws(iap_store *store, const char *product_id, const char *offer_id) {
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS;
    request.product_id = product_id;
    request.offer_id = offer_id;
    return offers_sign(store, &request);
}

/* Makes JSON a text of C; line breaks become spaces. */
#define JSON(...) #__VA_ARGS__

/* In Xcode's format; the key was made for these tests. */
/* clang-format off */
const char offers_text[] = JSON(
{
    "identifier": "0FFE2501", "nonRenewingSubscriptions": [],
    "products": [
        {
            "displayPrice": "1.99", "familyShareable": false, "internalID": "COINS.BA",
            "localizations": [{"description": "Bag of Coins for you", "displayName": "Bag of Coins", "locale": "en_US"}],
            "productID": "coins.bag", "referenceName": "Bag of Coins", "type": "Consumable"
        },
        {
            "displayPrice": "2.99", "familyShareable": true, "internalID": "HAT.RED",
            "localizations": [{"description": "Red Hat for you", "displayName": "Red Hat", "locale": "en_US"}],
            "productID": "hat.red", "referenceName": "Red Hat", "type": "NonConsumable"
        }
    ],
    "settings": {"_locale": "en_US", "_storefront": "USA", "_timeRate": 0},
    "subscriptionGroups": [
        {
            "id": "21600001", "localizations": [], "name": "Pass",
            "subscriptions": [
                {
                    "adHocOffers": [
                        {
                            "internalID": "LOYAL", "numberOfPeriods": 1, "offerID": "LOYAL", "paymentMode": "free",
                            "referenceName": "LOYAL", "subscriptionPeriod": "P1M"
                        },
                        {
                            "displayPrice": "59.99", "internalID": "LOYAL_YE", "numberOfPeriods": 1,
                            "offerID": "LOYAL_YEAR", "paymentMode": "payUpFront", "referenceName": "LOYAL_YEAR",
                            "subscriptionPeriod": "P1Y"
                        },
                        {
                            "displayPrice": "19.99", "internalID": "DEAR", "numberOfPeriods": 1, "offerID": "DEAR",
                            "paymentMode": "payAsYouGo", "referenceName": "DEAR", "subscriptionPeriod": "P1M"
                        }
                    ],
                    "codeOffers": [
                        {
                            "eligibility": ["new"], "internalID": "W", "isStackable": false, "numberOfPeriods": 1,
                            "paymentMode": "free", "referenceName": "WELCOME", "subscriptionPeriod": "P2W"
                        }
                    ],
                    "displayPrice": "9.99", "familyShareable": false, "groupNumber": 1, "internalID": "PASS.GOL",
                    "introductoryOffer": {
                        "internalID": "INTRO", "numberOfPeriods": 1, "paymentMode": "free",
                        "subscriptionPeriod": "P1W"
                    },
                    "localizations": [{"description": "Gold Pass for you", "displayName": "Gold Pass", "locale": "en_US"}],
                    "productID": "pass.gold", "recurringSubscriptionPeriod": "P1M", "referenceName": "Gold Pass",
                    "subscriptionGroupID": "21600001", "type": "RecurringSubscription",
                    "winbackOffers": [
                        {
                            "displayPrice": "2.99", "internalID": "RETURN", "isEligible": true, "numberOfPeriods": 3,
                            "offerID": "RETURN", "paymentMode": "payAsYouGo", "referenceName": "RETURN",
                            "subscriptionPeriod": "P1M"
                        }
                    ]
                },
                {
                    "adHocOffers": [
                        {
                            "displayPrice": "1.99", "internalID": "SILVER_L", "numberOfPeriods": 2,
                            "offerID": "SILVER_LOYAL", "paymentMode": "payAsYouGo", "referenceName": "SILVER_LOYAL",
                            "subscriptionPeriod": "P1M"
                        }
                    ],
                    "codeOffers": [], "displayPrice": "4.99", "familyShareable": false, "groupNumber": 2,
                    "internalID": "PASS.SIL",
                    "introductoryOffer": {
                        "displayPrice": "0.99", "internalID": "INTRO", "numberOfPeriods": 3,
                        "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M"
                    },
                    "localizations": [{"description": "Silver Pass for you", "displayName": "Silver Pass", "locale": "en_US"}],
                    "productID": "pass.silver", "recurringSubscriptionPeriod": "P1M", "referenceName": "Silver Pass",
                    "subscriptionGroupID": "21600001", "type": "RecurringSubscription", "winbackOffers": []
                },
                {
                    "adHocOffers": [],
                    "billingPlans": [
                        {
                            "billingPlanType": "BILLED_UPFRONT", "commitmentDisplayPrice": "39.99",
                            "displayPrice": "39.99", "internalID": "PLAN0001", "isEnabled": true
                        },
                        {
                            "billingPlanType": "MONTHLY", "commitmentDisplayPrice": "47.88", "displayPrice": "3.99",
                            "internalID": "PLAN0002", "isEnabled": true
                        }
                    ],
                    "codeOffers": [], "displayPrice": "39.99", "familyShareable": false, "groupNumber": 2,
                    "internalID": "PASS.YEA",
                    "introductoryOffer": {
                        "displayPrice": "9.99", "internalID": "INTRO", "numberOfPeriods": 1,
                        "paymentMode": "payUpFront", "subscriptionPeriod": "P6M"
                    },
                    "localizations": [{"description": "Year Pass for you", "displayName": "Year Pass", "locale": "en_US"}],
                    "productID": "pass.year", "recurringSubscriptionPeriod": "P1Y", "referenceName": "Year Pass",
                    "subscriptionGroupID": "21600001", "type": "RecurringSubscription", "winbackOffers": []
                }
            ]
        },
        {
            "id": "21600002", "localizations": [], "name": "News",
            "subscriptions": [
                {
                    "adHocOffers": [], "codeOffers": [], "displayPrice": "0.99", "familyShareable": false,
                    "groupNumber": 1, "internalID": "NEWS.WEE", "introductoryOffer": null,
                    "localizations": [{"description": "Weekly News for you", "displayName": "Weekly News", "locale": "en_US"}],
                    "productID": "news.weekly", "recurringSubscriptionPeriod": "P1W", "referenceName": "Weekly News",
                    "subscriptionGroupID": "21600002", "type": "RecurringSubscription", "winbackOffers": []
                }
            ]
        }
    ],
    "subscriptionOffersKeyPair": {
        "id": "0FFE25AB",
        "privateKey": "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggwT3p+HSGrICo9d7FN+K/RrEoaUbpdgou9HqN3h/slWhRANCAAS8aJ4u+oOsiY1j2olYB8pCC5hL+TaGB1rJou2jeknSouEw3ZhqpFn2ovWqEBFJaFxngJmKfFK4QRKNxOMHkruO"
    },
    "version": {"major": 5, "minor": 0}
}
) "\n";
/* clang-format on */
