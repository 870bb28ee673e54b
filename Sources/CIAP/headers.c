/* A C target for the headers. It gives them to programs that use the library as a package. Each header compiles on its
 * own. */
#include <iap/iap.h>
#include <iap/iap_inventory.h>
#include <iap/iap_receipt.h>
#include <iap/iap_server_key.h>
#include <iap/iap_store.h>
#include <iap/iap_verify.h>
