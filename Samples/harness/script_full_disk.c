/* Purchases and a restore that the game cannot save, and a purchase with two transaction ids. */
#include "step_list.h"

const struct step script_full_disk[] = {
    {"The products", "each product with its price, and the id that the store does not know", step_products},
    {"One purchase, two transaction ids", "granted once; the game finds the original id in its save file",
     step_two_ids},
    {"Two taps and one more while the disk is full",
     "under every profile: nothing is granted; the next launch grants each charged purchase once", step_full_disk},
    {"A restore while the disk is full", "nothing is finished; another restore grants and finishes it",
     step_restore_with_full_disk},
    {"The ledger", "the store charged exactly what the game granted, and nothing is unfinished", step_ledger},
    {NULL, NULL, NULL},
};
