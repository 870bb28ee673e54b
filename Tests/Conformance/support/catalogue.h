/*
 * catalogue.h: the products of the tests' stores, as the text of a .storekit file.
 */
#ifndef CONFORMANCE_CATALOGUE_H
#define CONFORMANCE_CATALOGUE_H

#define COINS "coins.100"        /* consumable, 0.99, three languages */
#define COINS_LARGE "coins.5000" /* consumable, 1999.95, English only */
#define GEMS "gems.20"           /* consumable, a price without decimals: 29 */
#define SWORD "sword.golden"     /* non-consumable, 4.99, family shareable */
#define LEVELS "levels.extra"    /* non-consumable, 2.5 */
#define SEASON "season.summer"   /* non-renewing subscription, 9.99 */
#define CLUB_MONTH "club.month"  /* auto-renewable, P1M, 4.99, upper level of CLUB_GROUP */
#define CLUB_YEAR "club.year"    /* auto-renewable, P1Y, 39.99, lower level of CLUB_GROUP */
#define CLUB_GROUP "21500001"
#define UNKNOWN_PRODUCT "coins.unknown"

/** How many products the store sells. */
#define CATALOGUE_COUNT 8

extern const char catalogue_text[];

#endif
