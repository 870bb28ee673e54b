/* What the log reports to a game that makes a mistake. */

#include "files.h"
#include "game.h"
#include "inventory.h"
#include "log_lines.h"
#include "post.h"

#include <iap/iap_system.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Moves the clock until the warning has come. The five seconds start again each time the game processes events. */
static bool comes_in_time(iap_store *store, const char *warning) {
    const time_t end = time(NULL) + TIMEOUT_MS / 1000;
    while (log_count(IAP_LOG_WARNING, warning) == 0) {
        if (time(NULL) > end || !CHECK_STATUS(iap_store_advance_clock(store, 5000, NULL), IAP_OK)) return false;
    }
    return true;
}

TEST_IN(IN_BACKGROUND_ONLY, a_game_that_never_processes_events_is_warned_after_five_seconds,
        "in manual mode nothing happens while nobody processes events") {
    log_begin(IAP_LOG_WARNING);
    game *game = game_start();
    game_pay(game, COINS, 1);
    REQUIRE(game_has_work(game));
    CHECK(comes_in_time(game->store, "call iap_client_process_events() in each frame"));
    /* One warning is enough. */
    game_settle(game);
    game_pay(game, COINS, 1);
    REQUIRE_OK(iap_store_advance_clock(game->store, 60000, NULL));
    game_settle(game);
    CHECK_INT(log_count(IAP_LOG_NONE, "events have waited"), 1);
}

TEST_IN(IN_BACKGROUND_ONLY, a_game_that_processes_events_is_not_warned,
        "in manual mode nothing happens while nobody processes events") {
    log_begin(IAP_LOG_WARNING);
    game *game = game_start();
    for (int i = 0; i < 5; i++) {
        const iap_transaction *bought = game_buy(game, COINS);
        REQUIRE(bought != NULL);
        CHECK(game_finish(game, bought));
        REQUIRE_OK(iap_store_advance_clock(game->store, 4000, NULL));
        game_settle(game);
    }
    CHECK_INT(log_count(IAP_LOG_NONE, "have waited"), 0);
    CHECK_INT(log_count(IAP_LOG_NONE, "wait for an observer"), 0);
}

TEST_IN(IN_BACKGROUND_ONLY, a_game_without_an_observer_is_warned_that_purchases_wait,
        "in manual mode nothing happens while nobody processes events") {
    log_begin(IAP_LOG_WARNING);
    game *game = game_start_without_observer();
    game_pay(game, COINS, 1);
    game_settle(game);
    CHECK(comes_in_time(game->store, "call iap_add_observer() after iap_client_open()"));
}

TEST_IN(IN_BACKGROUND_ONLY, a_purchase_that_comes_later_and_waits_for_an_observer_is_reported_after_five_seconds,
        "in manual mode nothing happens while nobody processes events") {
    log_begin(IAP_LOG_WARNING);
    game *game = game_start_without_observer();
    game_settle(game);
    /* No event makes the library check again. */
    for (int i = 0; i < 10; i++) {
        REQUIRE_OK(iap_store_advance_clock(game->store, 5000, NULL));
        CHECK_INT(iap_client_wait_events(game->client, 20), 0);
    }
    CHECK_INT(log_count(IAP_LOG_WARNING, ""), 0);
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = COINS;
    REQUIRE_OK(iap_store_buy(game->store, "player", &purchase, NULL, NULL));
    CHECK(comes_in_time(game->store, "wait for an observer (1 now)"));
}

TEST(a_purchase_that_comes_later_and_waits_for_an_observer_is_reported_at_the_close) {
    log_begin(IAP_LOG_WARNING);
    game *game = game_start_without_observer();
    game_settle(game);
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = COINS;
    REQUIRE_OK(iap_store_buy(game->store, "player", &purchase, NULL, NULL));
    game_settle(game);
    game_quit(game);
    CHECK_INT(log_count(IAP_LOG_WARNING, "received paid transactions (1)"), 1);
}

TEST(a_client_that_never_processed_events_says_so_when_it_is_closed) {
    log_begin(IAP_LOG_WARNING);
    game *game = game_start();
    game_pay(game, COINS, 1);
    game_quit(game);
    CHECK_INT(log_count(IAP_LOG_WARNING, "it has never processed events"), 1);
}

static void hears(void *count, iap_client *client, uint64_t request, const char *country, const char *identifier,
                  const iap_error *error) {
    (void)client, (void)request, (void)country, (void)identifier;
    if (error != NULL && error->status == IAP_ERROR_CANCELLED) ++*(int *)count;
}

#define MANUAL_ALONE "in background mode the response is perhaps an event already, and a thread watches the pump"

TEST_IN(IN_MANUAL_ONLY, a_client_that_asks_and_never_processed_events_says_so_when_it_is_closed, MANUAL_ALONE) {
    log_begin(IAP_LOG_WARNING);
    game *game = game_start_without_observer();
    int cancelled = 0;
    REQUIRE_OK(iap_request_storefront(game->client, hears, &cancelled, NULL, NULL));
    game_quit(game);
    CHECK_INT(cancelled, 1);
    CHECK_INT(log_count(IAP_LOG_WARNING, "it has never processed events"), 1);
}

TEST_IN(IN_MANUAL_ONLY, a_loop_that_waits_and_never_processes_events_is_warned_once, MANUAL_ALONE) {
    log_begin(IAP_LOG_WARNING);
    game *game = game_start();
    game_pay(game, COINS, 1);
    for (int loop = 1; loop <= 3000; loop++) {
        REQUIRE(iap_client_wait_events(game->client, 1000) == 1);
        CHECK_INT(log_count(IAP_LOG_WARNING, "has found events 1000 times"), loop >= 1000);
    }
    game_settle(game);
    game_quit(game);
    CHECK_INT(log_count(IAP_LOG_WARNING, ""), 1);
}

TEST_IN(IN_MANUAL_ONLY, a_loop_that_waits_and_processes_one_event_each_time_is_not_warned, MANUAL_ALONE) {
    log_begin(IAP_LOG_WARNING);
    game *game = game_start();
    for (int payment = 0; payment < 600; payment++) {
        game_pay(game, GEMS, 1);
        for (int loop = 0; loop < 2; loop++) REQUIRE(iap_client_wait_events(game->client, 1000) == 1);
        game_process(game, 1);
    }
    CHECK_INT(log_count(IAP_LOG_WARNING, ""), 0);
}

TEST(a_journal_in_a_folder_where_it_does_not_last_is_warned_about) {
    static const struct {
        const char *folder, *warning;
        int without_inventory;
    } cases[] = {{"Library/Caches", "a folder that the system can empty", 0}, {"Shared/AppGroup", "0xdead10cc", 1}};
    log_begin(IAP_LOG_WARNING);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s", cases[i].folder);
        const char *root = temporary_path(i == 0 ? "home" : "home 2");
        char parent[512], folder[512], path[600];
        snprintf(folder, sizeof folder, "%s/%s", root, cases[i].folder);
        snprintf(parent, sizeof parent, "%.*s", (int)(strrchr(folder, '/') - folder), folder);
        REQUIRE(mkdir(root, 0700) == 0 && mkdir(parent, 0700) == 0 && mkdir(folder, 0700) == 0);
        snprintf(path, sizeof path, "%s/journal.db", folder);
        for (int has_inventory = 0; has_inventory < 2; has_inventory++) {
            game *game = game_install(store_open(), "player", "phone");
            game->journal_path = path;
            game->inventory = has_inventory ? &usual_inventory : NULL;
            REQUIRE(game_launch(game));
            CHECK_INT(log_count(IAP_LOG_WARNING, cases[i].warning), has_inventory + cases[i].without_inventory);
            game_quit(game);
        }
    }
}

TEST(a_client_without_an_event_is_not_warned) {
    log_begin(IAP_LOG_WARNING);
    game *game = game_start_without_observer();
    for (int frame = 0; frame < 10; frame++) CHECK_INT(game_process(game, 0), 0);
    game_quit(game);
    CHECK_INT(log_count(IAP_LOG_WARNING, ""), 0);
}

static void closes(game *game, const heard *entry) {
    if (entry->type != IAP_EVENT_TRANSACTION_UPDATED) return;
    game->then = NULL;
    game_quit(game);
}

TEST(a_close_inside_the_first_call_that_processes_events_is_not_warned) {
    log_begin(IAP_LOG_WARNING);
    game *game = game_start();
    game_pay(game, COINS, 1);
    game_pay(game, GEMS, 1);
    game->then = closes;
    CHECK_INT(game_process(game, 0), 1);
    CHECK(game->client == NULL);
    CHECK_INT(log_count(IAP_LOG_WARNING, "it has never processed events"), 0);
}

/* Waits, without processing, until this number of purchases is in the queue, or also waits for the game. In manual mode
   nothing happens during the wait. */
static bool are_listed(game *game, size_t count, bool were_offered) {
    const time_t end = time(NULL) + TIMEOUT_MS / 1000;
    size_t offered = 0;
    while (offered < count && time(NULL) <= end) {
        const iap_transactions *queue = NULL;
        if (!CHECK_STATUS(iap_queue_transactions(game->client, &queue, NULL), IAP_OK)) return false;
        offered = 0;
        for (size_t i = 0; i < iap_transactions_count(queue); i++) {
            if (!were_offered || iap_transaction_delivery_count(iap_transactions_at(queue, i)) > 0) offered++;
        }
        iap_transactions_release(queue);
    }
    return offered == count;
}

TEST(a_close_over_payments_and_purchases_that_nobody_heard_of_is_reported) {
    game *game = game_start();
    REQUIRE(game_buy(game, COINS) != NULL);
    game_quit(game);
    /* The purchase is unfinished. This launch has no observer, and the payment gets no response. */
    log_begin(IAP_LOG_WARNING);
    REQUIRE(game_launch_without_observer(game));
    game_settle(game);
    REQUIRE(are_listed(game, 1, false));
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    network.never_answers = 1;
    REQUIRE_OK(iap_device_set_network(game->device, &network, NULL));
    game_pay(game, GEMS, 1);
    game_quit(game);
    CHECK(log_count(IAP_LOG_WARNING, "received paid transactions (1); they come again at the next launch") == 1);
    CHECK(log_count(IAP_LOG_WARNING, "the client is closed while payments are open (1)") == 1);
}

static void closes_at_the_purchase(game *game, const heard *entry) {
    if (iap_transaction_state(entry->transaction) == IAP_TRANSACTION_PURCHASED) closes(game, entry);
}

TEST(a_close_inside_a_callback_tells_of_the_purchases_that_are_not_heard) {
    game *game = game_start();
    for (int i = 0; i < 3; i++) REQUIRE(game_buy(game, COINS) != NULL);
    game_quit(game);
    log_begin(IAP_LOG_WARNING);
    game_forget(game);
    game->then = closes_at_the_purchase;
    REQUIRE(game_launch(game));
    if (test_execution == IAP_EXECUTION_BACKGROUND) REQUIRE(are_listed(game, 3, true));
    while (game->client != NULL) game_process(game, 0);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 1);
    CHECK_INT(log_count(IAP_LOG_WARNING, "received paid transactions (2)"), 1);
}

TEST(a_close_over_restored_transactions_tells_of_no_purchase) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0 && game_own(game, CLUB_MONTH) != 0);
    game_settle(game);
    log_begin(IAP_LOG_WARNING);
    game_restore(game);
    if (test_execution == IAP_EXECUTION_BACKGROUND) {
        REQUIRE(game_has_work(game));
    } else {
        while (game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED) == 0) game_process(game, 1);
    }
    game_quit(game);
    CHECK_INT(log_count(IAP_LOG_WARNING, "received paid transactions"), 0);
}

TEST(a_transaction_that_is_never_finished_is_named_at_the_third_launch) {
    iap_store *store = store_open();
    game *game = game_install(store, "player", "phone");
    char path[] = "/tmp/iap-log-journal-XXXXXX";
    REQUIRE(mkdtemp(path) != NULL);
    char file[64];
    snprintf(file, sizeof file, "%s/journal", path);
    game->journal_path = file;
    log_begin(IAP_LOG_WARNING);
    for (int launch = 1; launch <= 3; launch++) {
        test_case("launch %d", launch);
        game_forget(game);
        REQUIRE(game_launch(game));
        if (launch == 1) game_pay(game, COINS, 1);
        AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1);
        game_quit(game);
        CHECK_INT(log_count(IAP_LOG_WARNING, "has been delivered 3 times and is not finished"), launch == 3);
    }
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", path);
    CHECK_INT(system(command), 0);
}

TEST(a_finish_before_the_delivery_is_reported) {
    game *game = game_start();
    REQUIRE(game_buy(game, COINS) != NULL);
    game_quit(game);
    log_begin(IAP_LOG_WARNING);
    REQUIRE(game_launch_without_observer(game));
    game_settle(game);
    const iap_transactions *queue = game_queue(game);
    REQUIRE(iap_transactions_count(queue) == 1);
    REQUIRE_OK(iap_finish_transaction(game->client, iap_transactions_at(queue, 0), NULL));
    CHECK_INT(log_count(IAP_LOG_WARNING, "was finished before it was delivered"), 1);
}

TEST(a_finish_without_the_grant_that_the_game_records_elsewhere_is_reported) {
    game *game = game_start();
    log_begin(IAP_LOG_WARNING);
    const iap_transaction *first = game_buy(game, COINS);
    REQUIRE_OK(iap_record_grant(game->client, first, NULL));
    CHECK(game_finish(game, first));
    CHECK_INT(log_count(IAP_LOG_WARNING, "without iap_record_grant()"), 0);
    const iap_transaction *second = game_buy(game, COINS);
    CHECK(game_finish(game, second));
    CHECK_INT(log_count(IAP_LOG_WARNING, "without iap_record_grant()"), 1);
}

static void processes_again(game *game, const heard *entry) {
    (void)entry;
    CHECK_STATUS(iap_client_process_events(game->client, 0), IAP_ERROR_REENTRANT);
    CHECK_STATUS(iap_client_process_events(game->client, 0), IAP_ERROR_REENTRANT);
}

TEST(a_nested_call_and_a_call_after_the_close_are_reported_once) {
    log_begin(IAP_LOG_WARNING);
    game *game = game_start();
    game->then = processes_again;
    REQUIRE(game_buy(game, COINS) != NULL);
    CHECK_INT(log_count(IAP_LOG_WARNING, "further up on this thread"), 1);
    iap_client *client = game->client;
    game_quit(game);
    for (int i = 0; i < 3; i++) CHECK_STATUS(iap_client_process_events(client, 0), IAP_ERROR_CLOSED);
    CHECK_INT(log_count(IAP_LOG_WARNING, "iap_client_process_events: the client has been closed"), 1);
}

static post is_called, has_tried;

static void meets(game *game, const heard *entry) {
    (void)entry;
    game->then = NULL;
    post_send(&is_called);
    post_take(&has_tried);
}

static void *process_elsewhere(void *context) {
    post_take(&is_called);
    CHECK_STATUS(iap_client_process_events(((game *)context)->client, 0), IAP_ERROR_WRONG_THREAD);
    post_send(&has_tried);
    return NULL;
}

TEST(a_second_thread_that_processes_events_is_reported) {
    log_begin(IAP_LOG_WARNING);
    game *game = game_start();
    pthread_t thread;
    is_called = has_tried = (post)POST_INIT;
    game->then = meets;
    pthread_create(&thread, NULL, process_elsewhere, game);
    REQUIRE(game_buy(game, COINS) != NULL);
    pthread_join(thread, NULL);
    CHECK_INT(log_count(IAP_LOG_WARNING, "another thread is processing events of this client"), 1);
}

TEST(what_a_correct_game_does_twice_is_no_mistake) {
    game *game = game_start();
    log_begin(IAP_LOG_DEBUG);
    CHECK_STATUS(iap_cancel_request(game->client, UINT64_MAX, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_remove_observer(game->client, UINT64_MAX, NULL), IAP_ERROR_NOT_FOUND);
    iap_client *client = game->client;
    game_quit(game);
    CHECK_STATUS(iap_cancel_request(client, 1, NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_remove_observer(client, 1, NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_client_close(client), IAP_ERROR_CLOSED);
    CHECK_INT(log_count(IAP_LOG_DEBUG, "iap_cancel_request: "), 2);
    CHECK_INT(log_count(IAP_LOG_DEBUG, "iap_remove_observer: "), 2);
    CHECK_INT(log_count(IAP_LOG_DEBUG, "iap_client_close: "), 1);
    CHECK_INT(log_count(IAP_LOG_WARNING, ""), 0);
}
