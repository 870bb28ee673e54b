/* The connection between a device and the store: late responses, and lost responses. */

#include "network_conditions.h"

#include "files.h"
#include "two_devices.h"

#include <string.h>

static uint64_t ask(game *game) {
    static const char *const ids[] = {COINS};
    return game_request_products(game, ids, 1);
}

static bool check_response(game *game, uint64_t request_id, iap_status_t status) {
    const heard *answer = game_wait_response(game, request_id);
    return answer != NULL && CHECK_STATUS(answer->error.status, status) &&
           CHECK_INT(iap_products_count(answer->products), status == IAP_OK ? 1 : 0);
}

TEST(a_network_begins_as_a_perfect_one) {
    iap_device_network initial = IAP_DEVICE_NETWORK_INIT, filled;
    memset(&filled, 0xA5, sizeof filled);
    iap_device_network_init(&filled);
    CHECK_INT(filled.struct_size, sizeof filled);
    CHECK_INT(memcmp(&initial, &filled, sizeof filled), 0);
    iap_device_network_init(NULL);
    game *game = game_start();
    REQUIRE(network_is_perfect(game));
    CHECK(check_response(game, ask(game), IAP_OK));
}

TEST(a_network_that_is_down_fails_requests_at_once) {
    game *game = game_start();
    REQUIRE(network_is_down(game));
    const uint64_t id = ask(game);
    REQUIRE(check_response(game, id, IAP_ERROR_NETWORK));
    const heard *answer = game_response(game, id);
    CHECK_INT(answer->error.retryable, 1);
    CHECK_TEXT(answer->error.store_domain, "NSURLErrorDomain");
    CHECK_INT(answer->error.store_code, -1009);
    REQUIRE(network_is_perfect(game));
    CHECK(check_response(game, ask(game), IAP_OK));
}

TEST(a_response_takes_its_time_in_the_stores_time) {
    game *game = game_start();
    REQUIRE(network_is_slow(game, 5000, 0));
    const uint64_t id = ask(game);
    check_unanswered(game, id);
    REQUIRE(advance_clock(game, 4999));
    check_unanswered(game, id);
    REQUIRE(advance_clock(game, 1));
    CHECK(check_response(game, id, IAP_OK));
}

TEST(each_response_takes_its_own_time) {
    game *game = game_start();
    REQUIRE(network_is_slow(game, 5000, 0));
    const uint64_t first = ask(game);
    game_settle(game);
    REQUIRE(advance_clock(game, 2000));
    const uint64_t second = ask(game);
    game_settle(game);
    REQUIRE(advance_clock(game, 3000));
    CHECK(check_response(game, first, IAP_OK));
    check_unanswered(game, second);
    REQUIRE(advance_clock(game, 2000));
    CHECK(check_response(game, second, IAP_OK));
}

TEST(a_clock_that_is_set_back_lets_a_response_wait_for_longer) {
    game *game = game_start();
    REQUIRE(network_is_slow(game, 5000, 0));
    const uint64_t id = ask(game);
    game_settle(game);
    const int64_t now = iap_store_now_ms(game->store);
    REQUIRE_OK(iap_store_set_clock(game->store, now - 10000, NULL));
    REQUIRE(advance_clock(game, 14999));
    check_unanswered(game, id);
    REQUIRE(advance_clock(game, 1));
    CHECK(check_response(game, id, IAP_OK));
}

TEST(a_response_is_there_after_a_while_by_a_clock_that_runs) {
    iap_store_options options = store_options();
    options.clock = IAP_STORE_CLOCK_REAL;
    game *game = game_install(store_open_with(&options), "player", "phone");
    REQUIRE(game_launch(game));
    REQUIRE(network_is_slow(game, 200, 0));
    const int64_t before = iap_store_now_ms(game->store);
    const uint64_t id = ask(game);
    while (game_response(game, id) == NULL && iap_store_now_ms(game->store) < before + TIMEOUT_MS) {
        if (game_process(game, 0) == 0) iap_client_wait_events(game->client, 1000);
    }
    CHECK(check_response(game, id, IAP_OK));
    CHECK(iap_store_now_ms(game->store) >= before + 200);
}

TEST(what_takes_longer_than_the_timeout_fails_then) {
    game *game = game_start();
    REQUIRE(network_is_slow(game, 5001, 5000));
    const uint64_t id = ask(game);
    game_settle(game);
    REQUIRE(advance_clock(game, 4999));
    check_unanswered(game, id);
    REQUIRE(advance_clock(game, 1));
    REQUIRE(check_response(game, id, IAP_ERROR_NETWORK));
    CHECK_TEXT(game_response(game, id)->error.store_domain, "NSURLErrorDomain");
    CHECK_INT(game_response(game, id)->error.store_code, -1001);
}

TEST(what_takes_as_long_as_the_timeout_is_answered) {
    game *game = game_start();
    REQUIRE(network_is_slow(game, 5000, 5000));
    const uint64_t id = ask(game);
    game_settle(game);
    REQUIRE(advance_clock(game, 100000));
    CHECK(check_response(game, id, IAP_OK));
}

TEST(a_network_that_never_answers_does_so_until_it_changes) {
    game *game = game_start();
    REQUIRE(network_never_answers(game));
    const uint64_t id = ask(game);
    check_unanswered(game, id);
    REQUIRE(advance_clock(game, INT64_C(1000) * 86400000));
    check_unanswered(game, id);
    REQUIRE(network_is_perfect(game));
    CHECK(check_response(game, id, IAP_OK));
}

TEST(a_device_gives_up_on_a_network_that_never_answers) {
    game *game = game_start();
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    network.never_answers = 1;
    network.timeout_ms = 60000;
    REQUIRE(set_network(game, network));
    const uint64_t id = ask(game);
    check_unanswered(game, id);
    REQUIRE(advance_clock(game, 60000));
    CHECK(check_response(game, id, IAP_ERROR_NETWORK));
}

TEST(what_waits_for_a_response_fares_as_the_new_network_says) {
    game *game = game_start();
    REQUIRE(network_is_slow(game, 5000, 0));
    uint64_t id = ask(game);
    game_settle(game);
    REQUIRE(network_is_down(game));
    CHECK(check_response(game, id, IAP_ERROR_NETWORK));

    REQUIRE(network_is_slow(game, 5000, 0));
    id = ask(game);
    game_settle(game);
    REQUIRE(network_is_perfect(game));
    CHECK(check_response(game, id, IAP_OK));

    REQUIRE(network_is_slow(game, 5000, 0));
    id = ask(game);
    game_settle(game);
    REQUIRE(advance_clock(game, 3000));
    REQUIRE(network_is_slow(game, 4000, 0));
    check_unanswered(game, id);
    REQUIRE(advance_clock(game, 1000));
    CHECK(check_response(game, id, IAP_OK));
}

TEST(only_so_many_requests_are_answered_in_a_minute) {
    game *game = game_start();
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    network.requests_per_minute = 2;
    REQUIRE(set_network(game, network));
    CHECK(check_response(game, ask(game), IAP_OK));
    REQUIRE(advance_clock(game, 30000));
    CHECK(check_response(game, ask(game), IAP_OK));
    const uint64_t refused = ask(game);
    REQUIRE(check_response(game, refused, IAP_ERROR_STORE));
    CHECK_INT(game_response(game, refused)->error.retryable, 1);
    REQUIRE(advance_clock(game, 29999));
    CHECK(check_response(game, ask(game), IAP_ERROR_STORE));
    /* The first one is a minute old; the second one is not, and failed purchases do not count. */
    REQUIRE(advance_clock(game, 1));
    CHECK(check_response(game, ask(game), IAP_OK));
    CHECK(check_response(game, ask(game), IAP_ERROR_STORE));
    network.requests_per_minute = 0;
    REQUIRE(set_network(game, network));
    for (int i = 0; i < 5; i++) CHECK(check_response(game, ask(game), IAP_OK));
}

TEST(a_purchase_beyond_the_limit_is_not_charged) {
    game *game = game_start();
    REQUIRE(load_products(game));
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    network.requests_per_minute = 1;
    REQUIRE(set_network(game, network));
    REQUIRE(game_buy(game, COINS) != NULL);
    CHECK(check_payment_failed(game, game_pay(game, GEMS, 1), IAP_ERROR_STORE));
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(each_device_has_its_own_network) {
    const two_devices devices = two_devices_launch(NULL);
    REQUIRE(network_is_down(devices.phone));
    CHECK(check_response(devices.phone, ask(devices.phone), IAP_ERROR_NETWORK));
    CHECK(check_response(devices.tablet, ask(devices.tablet), IAP_OK));
    /* Another handle with the same names is the same device; the same name under another account is not. */
    game *same = game_install(devices.phone->store, "player", "phone");
    struct game *other = game_install(devices.phone->store, "other", "phone");
    game_quit(devices.phone);
    REQUIRE(game_launch(same) && game_launch(other));
    CHECK(check_response(same, ask(same), IAP_ERROR_NETWORK));
    CHECK(check_response(other, ask(other), IAP_OK));
}

TEST(a_network_is_kept_in_the_state_file) {
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    two_devices devices = two_devices_launch(&options);
    REQUIRE(network_is_down(devices.phone));
    game_uninstall(devices.tablet);
    game_uninstall(devices.phone);
    store_close(devices.phone->store);
    game *game = game_install(store_open_with(&options), "player", "phone");
    REQUIRE(game_launch(game));
    CHECK(check_response(game, ask(game), IAP_ERROR_NETWORK));
}

TEST(a_network_is_one_that_can_be) {
    game *game = game_start();
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    CHECK_STATUS(iap_device_set_network(NULL, &network, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_device_set_network(game->device, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    network.latency_ms = -1;
    CHECK_STATUS(iap_device_set_network(game->device, &network, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK(error.message[0] != 0);
    network.latency_ms = 0;
    network.timeout_ms = -1;
    CHECK_STATUS(iap_device_set_network(game->device, &network, NULL), IAP_ERROR_INVALID_ARGUMENT);
    network.timeout_ms = 0;
    network.struct_size = 3;
    CHECK_STATUS(iap_device_set_network(game->device, &network, NULL), IAP_ERROR_INVALID_STRUCT_SIZE);
    CHECK(check_response(game, ask(game), IAP_OK));
    iap_device *device = game->device;
    game_uninstall(game);
    network = (iap_device_network)IAP_DEVICE_NETWORK_INIT;
    CHECK_STATUS(iap_device_set_network(device, &network, NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_device_set_updates(device, IAP_STORE_UPDATES_HELD, NULL), IAP_ERROR_CLOSED);
}

TEST(a_network_as_slow_as_can_be_answers_never_and_breaks_nothing) {
    game *game = game_start();
    REQUIRE(network_is_slow(game, INT64_MAX, INT64_MAX));
    const uint64_t id = ask(game);
    check_unanswered(game, id);
    REQUIRE(advance_clock(game, INT64_C(1000) * 86400000));
    check_unanswered(game, id);
}
