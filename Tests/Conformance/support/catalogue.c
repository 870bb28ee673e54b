#include "catalogue.h"

/* Makes JSON a text of C; line breaks become spaces. */
#define JSON(...) #__VA_ARGS__

/* The format is Xcode's. The two auto-renewable subscriptions are in one group, therefore no test has both at the same time. */
/* clang-format off */
const char catalogue_text[] = JSON(
{
    "identifier": "7C0FFEE1",
    "nonRenewingSubscriptions": [
        {
            "displayPrice": "9.99", "familyShareable": false, "internalID": "5EA50001",
            "localizations": [
                {"description": "All arenas for one summer", "displayName": "Summer Season", "locale": "en_US"},
                {"description": "Alle Arenen einen Sommer lang", "displayName": "Sommersaison", "locale": "de_DE"}
            ],
            "productID": "season.summer", "referenceName": "Summer", "type": "NonRenewingSubscription"
        }
    ],
    "products": [
        {
            "displayPrice": "0.99", "familyShareable": false, "internalID": "C0100001",
            "localizations": [
                {"description": "A small bag", "displayName": "100 Coins", "locale": "en_US"},
                {"description": "Ein Beutel für den Anfang", "displayName": "100 Münzen", "locale": "de_DE"},
                {"description": "小さな袋", "displayName": "コイン100枚", "locale": "ja"}
            ],
            "productID": "coins.100", "referenceName": "100 Coins", "type": "Consumable"
        },
        {
            "displayPrice": "1999.95", "familyShareable": false, "internalID": "C0100002",
            "localizations": [{"description": "A chest", "displayName": "5000 Coins", "locale": "en_US"}],
            "productID": "coins.5000", "referenceName": "5000 Coins", "type": "Consumable"
        },
        {
            "displayPrice": "29", "familyShareable": false, "internalID": "6E350001", "localizations": [],
            "productID": "gems.20", "referenceName": null, "type": "Consumable"
        },
        {
            "displayPrice": "4.99", "familyShareable": true, "internalID": "50030001",
            "localizations": [
                {"description": "Never gets blunt", "displayName": "Golden Sword", "locale": "en_US"},
                {"description": "Wird nie stumpf", "displayName": "Goldenes Schwert", "locale": "de_DE"}
            ],
            "productID": "sword.golden", "referenceName": "Sword", "type": "NonConsumable"
        },
        {
            "displayPrice": "2.5", "familyShareable": false, "internalID": "1E3E1001",
            "localizations": [{"description": "Ten more levels", "displayName": "Extra Levels", "locale": "en_US"}],
            "productID": "levels.extra", "referenceName": "Levels", "type": "NonConsumable"
        }
    ],
    "settings": {"_locale": "en_US", "_storefront": "USA", "_storeKitErrors": [], "_timeRate": 0},
    "subscriptionGroups": [
        {
            "id": "21500001", "localizations": [], "name": "Club",
            "subscriptions": [
                {
                    "adHocOffers": [], "codeOffers": [], "displayPrice": "4.99", "familyShareable": false,
                    "groupNumber": 1, "internalID": "C10B0001", "introductoryOffer": null,
                    "localizations": [
                        {"description": "Each month", "displayName": "Club, monthly", "locale": "en_US"},
                        {"description": "Jeden Monat", "displayName": "Klub, monatlich", "locale": "de_DE"}
                    ],
                    "productID": "club.month", "recurringSubscriptionPeriod": "P1M", "referenceName": "Club monthly",
                    "subscriptionGroupID": "21500001", "type": "RecurringSubscription"
                },
                {
                    "adHocOffers": [], "codeOffers": [], "displayPrice": "39.99", "familyShareable": true,
                    "groupNumber": 2, "internalID": "C10B0002", "introductoryOffer": null,
                    "localizations": [{"description": "Each year", "displayName": "Club, yearly", "locale": "en_US"}],
                    "productID": "club.year", "recurringSubscriptionPeriod": "P1Y", "referenceName": "Club yearly",
                    "subscriptionGroupID": "21500001", "type": "RecurringSubscription"
                }
            ]
        }
    ],
    "version": {"major": 4, "minor": 0}
}
) "\n";
/* clang-format on */
