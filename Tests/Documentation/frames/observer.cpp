#include <iap/iap.hpp>

#include <cstdint>
#include <string_view>

class Game {
  public:
    void transaction_updated(const iap::Transaction &told);
    virtual void save_once(std::uint64_t id, std::string_view product_id, std::int32_t quantity) = 0;
    virtual void show(const iap::Error &error) = 0;
    virtual void show_waiting(std::string_view product_id) = 0;
    virtual ~Game() = default;
    iap::Client client;
};

// BLOCK
