#include "app_store.hpp"

#include <iap/iap_store.hpp>

#include <SDL.h>

#include <string>
#include <utility>

namespace {

struct Country {
    const char *code;
    const char *locale;
    const char *name;
};

constexpr Country countries[] = {{"USA", "en_US", "USA"}, {"DEU", "de_DE", "Germany"}, {"GBR", "en_GB", "UK"}};

constexpr std::int64_t slow_ms = 3000;

bool check(const char *what, const iap::Result<void> &result) {
    if (!result) {
        SDL_Log("%s: %s", what, result.error().message().data());
    }
    return result.has_value();
}

std::size_t country_index(const iap::Store &store) {
    if (const auto settings = store.settings()) {
        for (std::size_t i = 0; i < std::size(countries); i++) {
            if (settings->storefront == countries[i].code) {
                return i;
            }
        }
    }
    return 0;
}

class ReferenceStore final : public AppStore {
  public:
    ReferenceStore(iap::Store store, iap::Device device) : store_(std::move(store)), device_(std::move(device)) {}

    iap_device *device() const override { return device_.handle(); }
    void answer_sheet(SheetAnswer answer) override;
    void approve() override;
    void fail_next_purchase() override { will_fail_ = !will_fail_; }
    void refund_last() override;
    void set_offline(bool is_offline) override;
    void set_slow(bool is_slow) override;
    void advance_clock(std::int64_t milliseconds) override { check("clock", store_.advance_clock(milliseconds)); }
    void next_storefront() override;
    bool is_offline() const override { return network_.is_down; }
    bool is_slow() const override { return network_.latency_ms > 0; }
    bool will_fail() const override { return will_fail_; }
    std::size_t waiting_count() const override;
    std::string country_name() const override { return countries[country_index(store_)].name; }

  private:
    iap::Store store_;
    iap::Device device_; // declared after the store, because it must be closed first
    iap::DeviceNetwork network_;
    bool will_fail_ = false;
};

void ReferenceStore::answer_sheet(SheetAnswer answer) {
    // Only for this purchase. Each choice in the sheet sets it again.
    check("ask to buy", store_.set_ask_to_buy(answer == SheetAnswer::ask_permission));
    if (answer == SheetAnswer::cancel) {
        check("cancel", store_.cancel_next_purchase());
    } else if (std::exchange(will_fail_, false)) {
        check("fail", store_.fail_next_purchase(iap::StoreFailure::system));
    }
}

void ReferenceStore::approve() {
    if (const auto approvals = store_.approvals(); approvals && !approvals->empty()) {
        check("approve", store_.approve(approvals->front()));
    }
}

void ReferenceStore::refund_last() {
    const auto ids = store_.transaction_ids();
    if (!ids) {
        return;
    }
    for (auto id = ids->rbegin(); id != ids->rend(); ++id) {
        const auto transaction = store_.transaction(*id);
        if (transaction && transaction->state == iap::TransactionState::purchased) {
            check("refund", store_.refund(*id));
            return;
        }
    }
}

void ReferenceStore::set_offline(bool is_offline) {
    network_.is_down = is_offline;
    check("network", device_.set_network(network_));
}

void ReferenceStore::set_slow(bool is_slow) {
    network_.latency_ms = is_slow ? slow_ms : 0;
    check("network", device_.set_network(network_));
}

void ReferenceStore::next_storefront() {
    const Country &next = countries[(country_index(store_) + 1) % std::size(countries)];
    check("storefront", store_.set_storefront(next.code, next.locale));
}

std::size_t ReferenceStore::waiting_count() const {
    const auto approvals = store_.approvals();
    return approvals ? approvals->size() : 0;
}

} // namespace

std::unique_ptr<AppStore> AppStore::open(const char *storekit_path, const std::string &state_path, bool is_scripted) {
    iap::StoreOptions options;
    options.storekit_path = storekit_path;
    options.state_path = state_path;
    options.bundle_id = "com.example.caves";
    if (is_scripted) {
        options.clock = iap::StoreClock::virtual_time;
        options.seed = 1;
    }
    auto store = iap::Store::open(options);
    if (!store) {
        SDL_Log("the store: %s", store.error().message().data());
        return nullptr;
    }
    for (const std::string &warning : store->warnings()) {
        SDL_Log("the store: %s", warning.c_str());
    }
    auto device = store->open_device("player@example.com", "computer");
    if (!device) {
        SDL_Log("the device: %s", device.error().message().data());
        return nullptr;
    }
    return std::make_unique<ReferenceStore>(std::move(*store), std::move(*device));
}
