// app_store.hpp: the App Store of a Linux machine, and what stands behind its counter. On Apple's systems all of this is the
// system's; there, and where the library has no store, the game opens its client without a device.
#ifndef SDL2_SAMPLE_APP_STORE_HPP
#define SDL2_SAMPLE_APP_STORE_HPP

#include <iap/iap.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

// What the player answers in the purchase sheet.
enum class SheetAnswer { confirm, cancel, ask_permission };

class AppStore {
  public:
    // Opens the reference App Store with what the .storekit file lists; nullptr if it fails, the log says why. The state file
    // keeps accounts and the ledger across runs. With is_scripted everything random and the time are fixed.
    static std::unique_ptr<AppStore> open(const char *storekit_path, const std::string &state_path, bool is_scripted);
    virtual ~AppStore() = default;

    virtual iap_device *device() const = 0;

    // The reference store has no sheet of its own: it is told what the player would do in it, before the payment is added.
    virtual void answer_sheet(SheetAnswer answer) = 0;

    // Behind the counter.
    virtual void approve() = 0;
    virtual void fail_next_purchase() = 0;
    virtual void refund_last() = 0;
    virtual void set_offline(bool is_offline) = 0;
    virtual void set_slow(bool is_slow) = 0;
    // Scripted, the store's time moves only so.
    virtual void advance_clock(std::int64_t milliseconds) = 0;
    virtual void next_storefront() = 0;

    virtual bool is_offline() const = 0;
    virtual bool is_slow() const = 0;
    virtual bool will_fail() const = 0;
    virtual std::size_t waiting_count() const = 0;
    virtual std::string country_name() const = 0;
};

#endif
