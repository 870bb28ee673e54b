/*
 * shop.h: what the stores of the crash tests sell, as the text of a .storekit file. It is short, as each launch reads it.
 */
#ifndef CRASH_SHOP_H
#define CRASH_SHOP_H

#define COINS "coins.100"       /* consumable */
#define GEMS "gems.20"          /* consumable */
#define SWORD "sword.golden"    /* non-consumable */
#define CLUB_MONTH "club.month" /* auto-renewable, P1M */
#define UNKNOWN_PRODUCT "coins.unknown"

extern const char shop_text[];

#endif
