/*
 * iap_products.h: product lists from a file or a server, cached products, and further values of a
 * product. The rules of <iap/iap.h> apply.
 */
#ifndef IAP_IAP_PRODUCTS_H
#define IAP_IAP_PRODUCTS_H

#include <iap/iap.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The structs keep this packing, even if the including file uses another one. */
#pragma pack(push, 8)

/* -------------------------------------------------------------------------------- product lists */

/** The source of a product list. */
typedef int32_t iap_product_list_source_t;
#define IAP_PRODUCT_LIST_NONE 0      /**< the game passed the ids in its call */
#define IAP_PRODUCT_LIST_FILE 1      /**< the file at path */
#define IAP_PRODUCT_LIST_SERVER 2    /**< the server, in a response to this request */
#define IAP_PRODUCT_LIST_LAST_GOOD 3 /**< the server, in an earlier response */

/** Returns the source of the requested ids. */
iap_product_list_source_t iap_products_list_source(const iap_products *products);

/** Initialize it with IAP_PRODUCT_LIST_OPTIONS_INIT. Set a path, a URL or both. */
typedef struct iap_product_list_options {
    uint32_t struct_size;
    uint32_t timeout_ms; /**< for the whole response of the server; 0: 10 seconds */
    /** A file in the game's bundle (copies the path): JSON, or a property list (XML or binary).
     *  The file contains either an array of ids, or an object with the array "products". This array
     *  has ids, or objects with an "id". The library ignores other keys, so it also accepts a
     *  grants file of <iap/iap_inventory.h>. The file can have at most 1,000 ids and 16 MiB. */
    const char *path;
    /** The URL of such a file on the game's server (copies it): an https URL, or an http URL on
     *  this machine. The file has no byte order mark. The library contacts this machine without a
     *  proxy. The journal keeps the last good response. If the server returns no list, the library
     *  uses the last good response. If there is none, it uses the file at path. */
    const char *url;
    const char *const *headers; /**< request headers of the form "Name: value" (copies them) */
    size_t header_count;        /**< at most 32 */
} iap_product_list_options;

/* clang-format off */
#define IAP_PRODUCT_LIST_OPTIONS_INIT {IAP_STRUCT_SIZE(iap_product_list_options), 0, NULL, NULL, NULL, 0}
/* clang-format on */
void iap_product_list_options_init(iap_product_list_options *options);

/**
 * Reads the list of products that the game sells, from a file or from the game's server, and
 * requests these products from the store.
 * \param completion The request fails as iap_request_products() does. It also fails with
 *        IAP_ERROR_INVALID_FILE (the message names the place), and with IAP_ERROR_NETWORK or
 *        IAP_ERROR_SERVER if there is no other list to use.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (neither path nor URL, or a URL that is not allowed).
 */
iap_status_t iap_request_product_list(iap_client *client, const iap_product_list_options *options,
                                      iap_products_function completion, void *user_data, uint64_t *request_id,
                                      iap_error *error);

/* ------------------------------------------------------------------------------ cached products */

/**
 * Requests the products as the store last described them on this device, for a shop that must show
 * something immediately. The journal keeps these descriptions. The library deletes them when the
 * client receives a change of the account's storefront. The prices may be out of date:
 * request the products from the store as well.
 * \param product_ids NULL with a count of 0 for all that the journal keeps.
 * \param count at most IAP_PRODUCT_IDS_MAX.
 * \param completion Products that the journal does not keep are among the invalid ids. For each
 *        product iap_product_is_cached() returns 1.
 */
iap_status_t iap_request_cached_products(iap_client *client, const char *const *product_ids, size_t count,
                                         iap_products_function completion, void *user_data, uint64_t *request_id,
                                         iap_error *error);

/** Returns whether the product comes from the cache. \returns 1 if it comes from
 *  iap_request_cached_products(), else 0. */
int32_t iap_product_is_cached(const iap_product *product);

/* ------------------------------------------------------------------ further values of a product */

/** Returns the store's own word for the type of the product, for example "Non-Consumable". */
const char *iap_product_type_text(const iap_product *product);
/** Returns whether the buyer can share the product with the family. */
int32_t iap_product_is_family_shareable(const iap_product *product);
/** Returns the product as the store describes it: JSON in a form that Apple does not document;
 *  empty where the system gives none. */
const char *iap_product_json(const iap_product *product);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_PRODUCTS_H */
