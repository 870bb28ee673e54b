"""The products of a store if a test does not name a .storekit file."""

import json
from typing import Any, Dict


def _product(id: str, kind: str, price: str, name: str) -> Dict[str, Any]:
    return {
        "productID": id,
        "type": kind,
        "displayPrice": price,
        "referenceName": name,
        "internalID": id,
        "familyShareable": False,
        "localizations": [{"displayName": name, "description": name, "locale": "en_US"}],
    }


#: Coins, an editor and a monthly club, as the JSON text of a .storekit file.
CATALOGUE = json.dumps(
    {
        "identifier": "6B0D2C11",
        "products": [
            _product("com.example.game.coins", "Consumable", "0.99", "Coins"),
            _product("com.example.game.editor", "NonConsumable", "2.99", "Editor"),
        ],
        "settings": {"_locale": "en_US", "_storefront": "USA"},
        "subscriptionGroups": [
            {
                "id": "6B0D2C12",
                "name": "Club",
                "localizations": [],
                "subscriptions": [
                    {
                        **_product("com.example.game.club", "RecurringSubscription", "1.99", "Club"),
                        "subscriptionGroupID": "6B0D2C12",
                        "groupNumber": 1,
                        "recurringSubscriptionPeriod": "P1M",
                    }
                ],
            }
        ],
        "version": {"major": 3, "minor": 0},
    }
)
