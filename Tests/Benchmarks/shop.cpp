#include "shop.hpp"

#include "report.hpp"

#include <ctime>
#include <string>
#include <thread>

namespace {

void require_ok(iap_status_t status, const iap_error &error, const char *function) {
    if (status != IAP_OK) fail(std::string(function) + ": " + iap_status_name(status) + ": " + error.message);
}

iap_store_options options_of_file(const char *storekit_path, const char *state_path) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.storekit_path = storekit_path;
    options.state_path = state_path;
    options.seed = 1;
    return options;
}

} // namespace

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Shop::Shop(const char *storekit_path, const char *state_path) : Shop(options_of_file(storekit_path, state_path)) {}

Shop::Shop(const iap_store_options &options) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    require_ok(iap_store_open(&options, &store_, &error), error, "iap_store_open");
    require_ok(iap_store_open_device(store_, "player", "phone", &device_, &error), error, "iap_store_open_device");
}

Shop::~Shop() {
    require(iap_device_close(device_, nullptr) == IAP_OK, "the device does not close");
    require(iap_store_close(store_, nullptr) == IAP_OK, "the store does not close");
}

Game::Game(const Shop &shop, const char *journal_path) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.journal_path = journal_path;
    options.device = shop.device();
    open(options);
}

Game::Game(iap_device *device, iap_execution_t execution) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = execution;
    options.device = device;
    open(options);
}

void Game::open(const iap_client_options &options) {
    require_ok(iap_client_open(&options, &client_, &error), "iap_client_open");
}

Game::~Game() { require(iap_client_close(client_) == IAP_OK, "the client does not close"); }

void Game::observe(void (*transaction_updated)(void *, iap_client *, const iap_transaction *), void *user_data) {
    iap_observer observer;
    iap_observer_init(&observer);
    observer.user_data = user_data;
    observer.transaction_updated = transaction_updated;
    observe(observer);
}

void Game::observe(const iap_observer &observer) {
    require_ok(iap_add_observer(client_, &observer, nullptr, &error), "iap_add_observer");
}

void Game::require_ok(iap_status_t status, const char *function) { ::require_ok(status, error, function); }

void Game::wait_until_quiet() {
    // The library does not report that it is idle. A process that has used almost no processor time for a tenth of a second is
    // idle.
    double used = processor_seconds();
    for (int quiet = 0; quiet < 5;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        const double now = processor_seconds();
        quiet = now - used < 0.002 ? quiet + 1 : 0;
        used = now;
    }
}

void Game::settle() {
    do wait_until_quiet();
    while (iap_client_process_events(client_, 0) > 0);
}
