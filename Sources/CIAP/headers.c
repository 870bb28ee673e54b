/* The headers as a target of C: it carries them to the programs that take the library as a package. They are complete in
 * themselves, each alone. */
#include <iap/iap.h>
#include <iap/iap_inventory.h>
#include <iap/iap_receipt.h>
#include <iap/iap_server_key.h>
#include <iap/iap_store.h>
#include <iap/iap_verify.h>
