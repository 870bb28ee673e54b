/*
 * product_list.h: product lists in files and requests for them.
 */
#ifndef CONFORMANCE_PRODUCT_LIST_H
#define CONFORMANCE_PRODUCT_LIST_H

#include "files.h"
#include "game.h"

#include <iap/iap_products.h>

/** Requests the products of a list and waits for the response. */
const heard *list_response(game *game, const iap_product_list_options *options);
/** The same for the list in a file. */
const heard *list_file_response(game *game, const char *path);
/** Writes a file of the test with this text and returns its path. */
const char *list_write(const char *name, const char *text);
/** Checks which products were found and which ids the store does not know: the ids, each followed by a space. */
void list_check(const heard *answer, const char *found, const char *invalid, iap_product_list_source_t source);

#endif
