#pragma once

#include <iap/iap.h>
#include <iap/iap_store.h>

#include <chrono>
#include <cstdint>

using Clock = std::chrono::steady_clock;

inline double seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

// The processor time that all threads of this process have used.
double processor_seconds();

// A reference store with one device, in memory or with a state file.
class Shop {
  public:
    explicit Shop(const char *storekit_path, const char *state_path = nullptr);
    explicit Shop(const iap_store_options &options);
    ~Shop();
    Shop(const Shop &) = delete;
    Shop &operator=(const Shop &) = delete;

    iap_store *store() const { return store_; }
    iap_device *device() const { return device_; }

  private:
    iap_store *store_ = nullptr;
    iap_device *device_ = nullptr;
};

// A client on the device of a shop, by default with the library's own thread.
class Game {
  public:
    explicit Game(const Shop &shop, const char *journal_path = nullptr);
    Game(iap_device *device, iap_execution_t execution);
    explicit Game(const iap_client_options &options) { open(options); }
    ~Game();
    Game(const Game &) = delete;
    Game &operator=(const Game &) = delete;

    iap_client *client() const { return client_; }

    void observe(void (*transaction_updated)(void *user_data, iap_client *client, const iap_transaction *transaction),
                 void *user_data);
    void observe(const iap_observer &observer);
    // On failure, names the failed function of the header.
    void require_ok(iap_status_t status, const char *function);
    // Returns when the library's thread has nothing left to do.
    void wait_until_quiet();
    // Delivers events until none comes.
    void settle();

    iap_error error = IAP_ERROR_VALUE_INIT;

  private:
    void open(const iap_client_options &options);

    iap_client *client_ = nullptr;
};
