// app_store.hpp: the App Store of a Linux machine, and what stands behind its counter. On Apple's systems all of this is the
// system's, and the game opens its client without a device.
#ifndef SDL2_SAMPLE_APP_STORE_HPP
#define SDL2_SAMPLE_APP_STORE_HPP

#include <iap/iap_store.hpp>

#include <cstdint>
#include <memory>
#include <string>

// What the player answers in the purchase sheet.
enum class SheetAnswer { confirm, cancel, ask_permission };

class AppStore {
  public:
    // The state file keeps accounts and the ledger across runs. With is_scripted everything random and the time are fixed.
    static std::unique_ptr<AppStore> open(const std::string &state_path, bool is_scripted);

    iap_device *device() const { return device_.handle(); }

    // The reference store has no sheet of its own: it is told what the player would do in it, before the payment is added.
    void answer_sheet(SheetAnswer answer);

    // Behind the counter.
    void approve();
    void fail_next_purchase();
    void refund_last();
    void set_offline(bool is_offline);
    void set_slow(bool is_slow);
    // Scripted, the store's time moves only so.
    void advance_clock(std::int64_t milliseconds);
    void next_storefront();

    bool is_offline() const { return network_.is_down; }
    bool is_slow() const { return network_.latency_ms > 0; }
    bool will_fail() const { return will_fail_; }
    std::size_t waiting_count() const;
    std::string country_name() const;

  private:
    AppStore(iap::Store store, iap::Device device) : store_(std::move(store)), device_(std::move(device)) {}

    iap::Store store_;
    iap::Device device_; // after the store, as it has to be closed before it
    iap::DeviceNetwork network_;
    bool will_fail_ = false;
};

#endif
