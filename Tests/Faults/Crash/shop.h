/*
 * shop.h: the products of the crash tests' stores, as the text of a .storekit file. It is short, because each launch reads it.
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
