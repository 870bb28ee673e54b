#include "shop.h"

/* clang-format off */
const char shop_text[] =
    "{\"identifier\":\"7C0FFEE2\",\"nonRenewingSubscriptions\":[],\"products\":["
    "{\"displayPrice\":\"0.99\",\"internalID\":\"C0100001\",\"localizations\":[],\"productID\":\"coins.100\",\"type\":\"Consumable\"},"
    "{\"displayPrice\":\"29\",\"internalID\":\"6E350001\",\"localizations\":[],\"productID\":\"gems.20\",\"type\":\"Consumable\"},"
    "{\"displayPrice\":\"4.99\",\"internalID\":\"50030001\",\"localizations\":[],\"productID\":\"sword.golden\",\"type\":\"NonConsumable\"}],"
    "\"settings\":{\"_locale\":\"en_US\",\"_storefront\":\"USA\"},"
    "\"subscriptionGroups\":[{\"id\":\"21500001\",\"localizations\":[],\"name\":\"Club\",\"subscriptions\":["
    "{\"displayPrice\":\"4.99\",\"groupNumber\":1,\"internalID\":\"C10B0001\",\"localizations\":[],\"productID\":\"club.month\","
    "\"recurringSubscriptionPeriod\":\"P1M\",\"subscriptionGroupID\":\"21500001\",\"type\":\"RecurringSubscription\"}]}],"
    "\"version\":{\"major\":4,\"minor\":0}}";
/* clang-format on */
