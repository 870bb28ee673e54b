/* Purchases, kills during a purchase, and restores. */
#include "step_list.h"

const struct step script_purchases[] = {
    {"May this player pay?", "yes", step_may_pay},
    {"The products", "each product with its price, and the id that the store does not know", step_products},
    {"A consumable with quantity three", "purchased, granted, finished", step_consumable},
    {"A non-consumable", "purchased, granted, finished", step_non_consumable},
    {"An auto-renewable subscription", "purchased, granted, finished", step_subscription},
    {"The player changes their mind", "fails with IAP_ERROR_CANCELLED, nothing charged", step_cancel},
    {"The network fails", "fails with IAP_ERROR_NETWORK, nothing charged", step_failure},
    {"Ask to Buy", "deferred; approved by a parent; then purchased, granted, finished", step_ask_to_buy},
    {"Killed after the purchase, before the grant", "the next launch gets it as delivery 2, grants it, finishes it",
     step_killed_before_grant},
    {"Killed after the grant, before the finish", "the next launch gets it as delivery 2, grants nothing, finishes it",
     step_killed_after_grant},
    {"One more launch", "finished transactions are not delivered again", step_nothing_returns},
    {"A second device of the same player restores", "every owned product arrives as restored, once",
     step_second_device},
    {"Another player restores", "nothing arrives, and the restore still finishes", step_nothing_to_restore},
    {"The ledger", "the store charged exactly what the game granted, and nothing is unfinished", step_ledger},
    {NULL, NULL, NULL},
};
