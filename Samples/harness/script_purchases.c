/* Buying, being killed in the middle of it, and restoring. */
#include "step_list.h"

const struct step script_purchases[] = {
    {"May this player pay?", "yes", step_may_pay},
    {"The products", "each one with its price, and the id that the store does not know", step_products},
    {"A consumable, three at once", "purchased, granted, finished", step_consumable},
    {"A non-consumable", "purchased, granted, finished", step_non_consumable},
    {"An auto-renewable subscription", "purchased, granted, finished", step_subscription},
    {"The player changes their mind", "failed with IAP_ERROR_CANCELLED, nothing charged", step_cancel},
    {"The network fails", "failed with IAP_ERROR_NETWORK, nothing charged", step_failure},
    {"Ask to Buy", "deferred; approved by a parent; then purchased, granted, finished", step_ask_to_buy},
    {"Killed when purchased, before the grant", "the next launch gets it as delivery 2, grants it, finishes it",
     step_killed_before_grant},
    {"Killed after the grant, before the finish", "the next launch gets it as delivery 2, grants nothing, finishes it",
     step_killed_after_grant},
    {"One more launch", "what was finished does not come back", step_nothing_returns},
    {"A second device of the same player restores", "everything owned comes as restored, once", step_second_device},
    {"Somebody else restores", "nothing comes, and the restore is finished all the same", step_nothing_to_restore},
    {"The books", "the store charged exactly what the game granted, and nothing is unfinished", step_ledger},
    {NULL, NULL, NULL},
};
