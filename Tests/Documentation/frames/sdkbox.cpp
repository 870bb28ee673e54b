#include <iap/iap.hpp>

#include <cstdint>
#include <string_view>
#include <utility>

class Listener {
  public:
    explicit Listener(iap::Client opened) : client(std::move(opened)) {}
    virtual ~Listener() = default;
    virtual void on_success(const iap::Transaction &) = 0;
    virtual void on_restored(const iap::Transaction &) = 0;
    virtual void on_canceled(const iap::Transaction &) = 0;
    virtual void on_deferred(const iap::Transaction &) = 0;
    virtual void on_failure(const iap::Transaction &, std::string_view) = 0;
    virtual void on_restore_complete(bool) = 0;
    virtual void log(const iap::Error &) = 0;
    bool listen() {
        // BLOCK
        return client.add_observer(std::move(observer)).has_value();
    }

  private:
    iap::Client client;
};
