/* A C target for the headers. It gives them to programs that use the library as a package. Each header compiles on its
 * own. */
#include <iap/iap.h>
#include <iap/iap_app.h>
#include <iap/iap_commerce.h>
#include <iap/iap_inventory.h>
#include <iap/iap_log.h>
#include <iap/iap_offers.h>
#include <iap/iap_payments.h>
#include <iap/iap_polling.h>
#include <iap/iap_products.h>
#include <iap/iap_promotions.h>
#include <iap/iap_receipt.h>
#include <iap/iap_server_key.h>
#include <iap/iap_sheets.h>
#include <iap/iap_store.h>
#include <iap/iap_subscriptions.h>
#include <iap/iap_system.h>
#include <iap/iap_transactions.h>
#include <iap/iap_verification.h>
#include <iap/iap_verify.h>
