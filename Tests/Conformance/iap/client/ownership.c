/* "OWNERSHIP": handles, snapshots and copied text. */

#include "exported_functions.h"
#include "intents_and_messages.h"

#include <iap/iap_commerce.h>
#include <iap/iap_products.h>

#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------------------------------------- NULL */

typedef uint64_t any_getter(const void *handle, uintptr_t, uintptr_t);

static bool starts_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

/* The functions whose first argument is an immutable handle: getters, and those that retain and release. */
TEST(no_handle_tells_nothing) {
    static const char *const wide[] = {"const ", "uint64_t", "int64_t", "size_t"};
    size_t count = 0;
    for (size_t i = 0; i < exported_function_count; i++) {
        const exported_function *function = &exported_functions[i];
        const char *arguments = strchr(function->declaration, '(');
        const char *rest = arguments != NULL ? strchr(arguments, '*') : NULL;
        if (rest == NULL || !starts_with(arguments, "(const iap_")) continue;
        const char *field = strstr(rest, "_field");
        if (!starts_with(rest, "*) ") && !starts_with(rest, "*, size_t) ") && !starts_with(rest, "*, const char *) ") &&
            (field == NULL || !starts_with(rest, "*, iap_")))
            continue;
        test_case("%s", function->name);
        any_getter *const get = (any_getter *)function->call;
        const uint64_t value = get(NULL, 0, 0);
        bool is_wide = false;
        for (size_t k = 0; k < 4; k++) is_wide |= starts_with(function->declaration, wide[k]);
        if (is_wide) CHECK_ID(value, 0);
        else if (!starts_with(function->declaration, "void")) CHECK_INT((int32_t)value, 0);
        count++;
    }
    test_case(NULL);
    CHECK(count > 200);
    CHECK_STATUS(iap_transaction_error(NULL, NULL), IAP_OK);
    CHECK_STATUS(iap_event_error(NULL, NULL), IAP_OK);
}

/* ---------------------------------------------------------------------------------------------------- lifetimes */

static size_t length_of(const char *text) { return text != NULL ? strlen(text) : 0; }

/* These functions read what is in a handle, to let a sanitizer see an access to each byte. They retain it meanwhile. */
static size_t read_transaction(const iap_transaction *transaction) {
    CHECK(iap_transaction_retain(transaction) == transaction);
    const size_t length =
        length_of(iap_transaction_product_id(transaction)) + length_of(iap_transaction_app_account_token(transaction)) +
        length_of(iap_transaction_subscription_group_id(transaction)) +
        length_of(iap_transaction_environment(transaction)) + length_of(iap_transaction_signed_text(transaction)) +
        length_of(iap_transaction_product_id(iap_transaction_original(transaction)));
    iap_transaction_release(transaction);
    return length;
}

static size_t read_product(const iap_product *product) {
    CHECK(iap_product_retain(product) == product);
    size_t length = length_of(iap_product_id(product)) + length_of(iap_product_type_text(product)) +
                    length_of(iap_product_display_name(product)) + length_of(iap_product_description(product)) +
                    length_of(iap_product_display_price(product)) + length_of(iap_product_json(product));
    for (size_t i = 0; i < iap_product_offer_count(product); i++)
        length += length_of(iap_offer_display_price(iap_product_offer_at(product, i)));
    for (size_t i = 0; i < iap_product_billing_plan_count(product); i++)
        length += length_of(iap_billing_plan_display_price(iap_product_billing_plan_at(product, i)));
    iap_product_release(product);
    return length;
}

static size_t read_status(const iap_subscription_status *status) {
    CHECK(iap_subscription_status_retain(status) == status);
    const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
    const size_t length = length_of(iap_subscription_status_group_id(status)) +
                          length_of(iap_renewal_info_product_id(info)) + length_of(iap_renewal_info_signed_text(info));
    CHECK(read_transaction(iap_subscription_status_transaction(status)) > 0);
    iap_subscription_status_release(status);
    return length;
}

static void read_entry(const heard *entry) {
    if (entry->transaction != NULL) CHECK(read_transaction(entry->transaction) > 0);
    for (size_t i = 0; i < iap_transactions_count(entry->transactions); i++)
        CHECK(read_transaction(iap_transactions_at(entry->transactions, i)) > 0);
    for (size_t i = 0; i < iap_products_count(entry->products); i++)
        CHECK(read_product(iap_products_at(entry->products, i)) > 0);
    if (entry->status != NULL) CHECK(read_status(entry->status) > 0);
    for (size_t i = 0; i < iap_subscription_statuses_count(entry->statuses); i++)
        CHECK(read_status(iap_subscription_statuses_at(entry->statuses, i)) > 0);
    if (entry->app_transaction != NULL) CHECK(length_of(iap_app_transaction_json(entry->app_transaction)) > 0);
    for (size_t i = 0; i < iap_promotions_count(entry->promotions); i++)
        CHECK(length_of(iap_promotions_product_id_at(entry->promotions, i)) > 0);
    if (entry->intent != NULL) CHECK(length_of(iap_purchase_intent_product_id(entry->intent)) > 0);
    if (entry->message != NULL) CHECK_INT(iap_message_reason(entry->message), IAP_MESSAGE_REASON_GENERIC);
}

static void *read_everything(void *context) {
    const game *game = context;
    for (int round = 0; round < 50; round++) {
        for (size_t i = 0; i < game->log_count; i++) read_entry(&game->log[i]);
    }
    return NULL;
}

/* The log of the test's game retains each handle. */
TEST(what_is_retained_is_valid_after_close_and_on_any_thread) {
    game *game = messages_game();
    const char *const ids[] = {BAG, HAT, PASS_YEAR, UNKNOWN_PRODUCT};
    REQUIRE(game_products(game, ids, 4) != NULL && game_buy(game, BAG) != NULL && game_own(game, HAT) != 0);
    REQUIRE(game_own(game, PASS_GOLD) != 0 && game_query(game, IAP_QUERY_ALL, NULL) != NULL);
    REQUIRE(AWAIT(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, 1) && game_status(game, PASS_GROUP) != NULL);
    REQUIRE(game_buy(game, UNKNOWN_PRODUCT) != NULL && game_app_transaction(game, 0) != NULL);
    game_restore(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_RESTORED, 2));
    uint64_t order = 0, promotions = 0;
    REQUIRE_OK(iap_set_promotion_order(game->client, ids, 2, game_hears_end, game, &order, NULL));
    REQUIRE(game_wait_response(game, order) != NULL);
    REQUIRE_OK(iap_request_promotions(game->client, game_hears_promotions, game, &promotions, NULL));
    REQUIRE(game_wait_response(game, promotions) != NULL);
    REQUIRE(receive_intent(game, BAG, NULL) != NULL && receive_message(game, IAP_MESSAGE_REASON_GENERIC) != NULL);
    game_uninstall(game);
    store_close(game->store);
    pthread_t readers[3];
    for (int i = 0; i < 3; i++) REQUIRE(pthread_create(&readers[i], NULL, read_everything, game) == 0);
    read_everything(game);
    for (int i = 0; i < 3; i++) pthread_join(readers[i], NULL);
    CHECK_INT(iap_promotions_count(game_response(game, promotions)->promotions), 2);
}

TEST(a_retained_element_lives_longer_than_its_list) {
    game *game = offers_game();
    const char *const ids[] = {BAG, HAT};
    REQUIRE(game_own(game, HAT) != 0 && game_own(game, PASS_GOLD) != 0 &&
            receive_intent(game, PASS_GOLD, OFFER_RETURN) != NULL);
    const iap_product *product = iap_product_retain(iap_products_at(game_products(game, ids, 2), 1));
    const iap_subscription_status *status = iap_subscription_status_retain(game_status(game, PASS_GROUP));
    game_restore(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_RESTORED, 2));
    const iap_transactions *queue = NULL;
    REQUIRE_OK(iap_queue_transactions(game->client, &queue, NULL));
    CHECK(iap_transactions_retain(queue) == queue);
    iap_transactions_release(queue);
    const iap_transaction *queued = iap_transaction_retain(iap_transactions_at(queue, 0));
    const iap_transaction *original = iap_transaction_retain(iap_transaction_original(queued));
    iap_transactions_release(queue);
    const iap_purchase_intents *intents = NULL;
    REQUIRE_OK(iap_queue_purchase_intents(game->client, &intents, NULL));
    CHECK(iap_purchase_intents_retain(intents) == intents);
    iap_purchase_intents_release(intents);
    const iap_purchase_intent *intent = iap_purchase_intent_retain(iap_purchase_intents_at(intents, 0));
    CHECK(iap_purchase_intents_at(intents, 1) == NULL && iap_purchase_intents_at(intents, SIZE_MAX) == NULL);
    iap_purchase_intents_release(intents);
    game_uninstall(game);
    game_forget(game);
    CHECK_TEXT(iap_product_id(product), HAT);
    CHECK_INT(iap_subscription_status_state(status), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_TEXT(iap_purchase_intent_offer_id(intent), OFFER_RETURN);
    iap_product_release(product);
    iap_subscription_status_release(status);
    iap_purchase_intent_release(intent);
    /* The original of a restored transaction also lives longer than it. */
    const uint64_t original_id = iap_transaction_original_id(queued);
    iap_transaction_release(queued);
    CHECK_ID(iap_transaction_id(original), original_id);
    iap_transaction_release(original);
}

TEST(a_snapshot_does_not_change_when_the_transaction_does) {
    game *game = game_start();
    const uint64_t payment = game_pay(game, SWORD, 1);
    REQUIRE(game_outcome(game, payment) != NULL);
    const iap_transaction *purchasing = game->log[0].transaction, *bought = game->log[1].transaction;
    const uint64_t id = iap_transaction_id(bought), club = game_own(game, CLUB_MONTH);
    const iap_subscription_status *status = game_status(game, CLUB_GROUP);
    REQUIRE_OK(iap_store_refund(game->store, club, NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    REQUIRE(game_finish(game, bought));
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 2));
    CHECK_INT(iap_subscription_status_state(status), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_INT(iap_transaction_revocation_date_ms(iap_subscription_status_transaction(status)), 0);
    CHECK_INT(iap_transaction_state(purchasing), IAP_TRANSACTION_PURCHASING);
    CHECK_ID(iap_transaction_id(purchasing), 0);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_revocation_date_ms(bought), 0);
}

/* ------------------------------------------------------------------------------------------------- copied input */

/* A copy on the heap. The test overwrites and frees it when the call has returned. */
static char *borrowed(const char *text) {
    char *copy = strdup(text);
    if (copy == NULL) abort();
    return copy;
}

static void take_back(char *text) {
    memset(text, '#', strlen(text));
    free(text);
}

/* Other tests check the texts of payments and requests. */
TEST(texts_and_options_of_a_store_are_copied) {
    char *text = borrowed(catalogue_text), *bundle = borrowed("com.example.copied");
    iap_store_options *options = malloc(sizeof *options);
    REQUIRE(options != NULL);
    *options = store_options();
    options->storekit_text = text;
    options->bundle_id = bundle;
    iap_store *store = store_open_with(options);
    take_back(text);
    take_back(bundle);
    memset(options, 0xEE, sizeof *options);
    free(options);
    REQUIRE(store != NULL);
    char *account = borrowed("player"), *device_name = borrowed("phone");
    game *game = game_install(store, account, device_name);
    take_back(account);
    take_back(device_name);
    REQUIRE(game_launch(game) && game_own(game, COINS) != 0);
    CHECK_TEXT(iap_app_transaction_bundle_id(game_app_transaction(game, 0)), "com.example.copied");
}

TEST(an_observer_is_copied) {
    game *game = game_start_without_observer();
    listener *listener = &game->observers[0];
    *listener = (struct listener){.game = game, .number = 1};
    iap_observer *observer = malloc(sizeof *observer);
    REQUIRE(observer != NULL);
    *observer = game_observer(listener);
    REQUIRE_OK(iap_add_observer(game->client, observer, NULL, NULL));
    memset(observer, 0xEE, sizeof *observer);
    free(observer);
    CHECK(game_buy(game, COINS) != NULL);
}
