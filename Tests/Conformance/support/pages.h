/*
 * pages.h: querying transactions page by page.
 */
#ifndef CONFORMANCE_PAGES_H
#define CONFORMANCE_PAGES_H

#include "game.h"

/** Requests a page; the completion is logged. Returns the id of the request. */
uint64_t pages_request(game *game, iap_query query, const char *product_id, uint32_t limit, const char *page);
/** One page; NULL, reported as a failure, if the request fails. */
const iap_transactions *pages_one(game *game, iap_query query, const char *product_id, uint32_t limit,
                                  const char *page);

/** How many purchases pages_rich_game() makes, and how many of them IAP_QUERY_ALL and IAP_QUERY_UNFINISHED list. */
#define RICH_ALL 10
#define RICH_UNFINISHED 6
/** A game with many purchases: of each kind, several at the same time, finished and unfinished. */
game *pages_rich_game(void);

#endif
