// app_store.hpp: the App Store on a Linux machine, and the controls of that store. On Apple's systems the system provides all
// of this, and the game opens its client without a device.
#ifndef SDL2_SAMPLE_APP_STORE_HPP
#define SDL2_SAMPLE_APP_STORE_HPP

#include <iap/iap.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

// The choice of the player in the purchase sheet.
enum class SheetAnswer { confirm, cancel, ask_permission };

class AppStore {
  public:
    // Opens the reference App Store with the products of the .storekit file. Returns nullptr if it fails; the log has the
    // reason. The state file keeps the accounts and the ledger between runs. With is_scripted, random values and the time are
    // fixed.
    static std::unique_ptr<AppStore> open(const char *storekit_path, const std::string &state_path, bool is_scripted);
    virtual ~AppStore() = default;

    virtual iap_device *device() const = 0;

    // The reference store has no sheet. So the game tells it the choice of the player before it adds the payment.
    virtual void answer_sheet(SheetAnswer answer) = 0;

    // Controls of the store.
    virtual void approve() = 0;
    virtual void fail_next_purchase() = 0;
    virtual void refund_last() = 0;
    virtual void set_offline(bool is_offline) = 0;
    virtual void set_slow(bool is_slow) = 0;
    // In a scripted run only this call moves the time of the store.
    virtual void advance_clock(std::int64_t milliseconds) = 0;
    virtual void next_storefront() = 0;

    virtual bool is_offline() const = 0;
    virtual bool is_slow() const = 0;
    virtual bool will_fail() const = 0;
    virtual std::size_t waiting_count() const = 0;
    virtual std::string country_name() const = 0;
};

#endif
