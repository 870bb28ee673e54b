// Games with less care than the printed ones: they save late, and finish what they do not understand.
#include "games.hpp"
#include "world.hpp"

#include <iap/iap.h>
#include <iap/iap_inventory.h>

#include <vector>

namespace {
/** How many frames a late game waits before it saves. */
constexpr unsigned frames_before_save = 3;

const iap_grant grants[] = {{sizeof(iap_grant), IAP_GRANT_COUNTER, "com.example.caves.coins.small", "coins", coins_each,
                             IAP_REVOCATION_KEEP, 0}};
const iap_inventory_options inventory = {sizeof(iap_inventory_options), 0, grants, 1, nullptr};

class OwnGame : public Game {
  public:
    OwnGame(World &world, GameKind kind) : world_(world), kind_(kind), coins_(world.saved()) {}
    ~OwnGame() override {
        if (client_ != nullptr) iap_client_close(client_);
        for (const iap_transaction *transaction : waiting_) iap_transaction_release(transaction);
    }

    bool open() override {
        iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
        options.execution = IAP_EXECUTION_MANUAL;
        options.journal_path = world_.journal();
        options.device = world_.device();
        if (kind_ == GameKind::inventory) options.inventory = &inventory;
        if (iap_client_open(&options, &client_, nullptr) != IAP_OK) return false;
        iap_observer observer = IAP_OBSERVER_INIT;
        observer.user_data = this;
        observer.transaction_updated = [](void *self, iap_client *, const iap_transaction *transaction) {
            static_cast<OwnGame *>(self)->updated(transaction);
        };
        return iap_add_observer(client_, &observer, nullptr, nullptr) == IAP_OK;
    }

    void buy(const std::string &product) override {
        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = product.c_str();
        iap_add_payment(client_, &payment, nullptr, nullptr);
    }

    void frame() override {
        iap_client_process_events(client_, 0);
        if (kind_ == GameKind::tidy) tidy();
        if (waiting_.empty() || ++frames_ < frames_before_save) return;
        frames_ = 0;
        if (!world_.write(coins_)) return;
        for (const iap_transaction *transaction : waiting_) {
            iap_finish_transaction(client_, transaction, nullptr);
            iap_transaction_release(transaction);
        }
        waiting_.clear();
    }

    long long coins() override {
        if (kind_ == GameKind::inventory)
            return client_ == nullptr ? 0 : iap_inventory_balance(client_, "coins", nullptr);
        long long sum = 0;
        for (const auto &grant : coins_) sum += grant.second;
        return sum;
    }

  private:
    void updated(const iap_transaction *transaction) {
        switch (iap_transaction_state(transaction)) {
        case IAP_TRANSACTION_PURCHASED: purchased(transaction); break;
        case IAP_TRANSACTION_RESTORED:
            /* Some games keep only the id. */
            if (kind_ == GameKind::tidy) iap_finish_transaction_id(client_, iap_transaction_id(transaction), nullptr);
            else iap_finish_transaction(client_, transaction, nullptr);
            break;
        case IAP_TRANSACTION_FAILED: iap_finish_transaction(client_, transaction, nullptr); break;
        default: break;
        }
    }

    void purchased(const iap_transaction *transaction) {
        if (kind_ != GameKind::inventory && iap_transaction_product_id(transaction) == coins_product)
            coins_.emplace(iap_transaction_original_id(transaction),
                           coins_each * iap_transaction_quantity(transaction));
        if (kind_ == GameKind::late) {
            waiting_.push_back(iap_transaction_retain(transaction));
        } else if (kind_ == GameKind::inventory || world_.write(coins_)) {
            iap_finish_transaction(client_, transaction, nullptr);
        } else {
            coins_ = world_.saved();
        }
    }

    void tidy() {
        const iap_transactions *queue = nullptr;
        if (iap_queue_transactions(client_, &queue, nullptr) != IAP_OK) return;
        for (std::size_t i = 0; i < iap_transactions_count(queue); i++) {
            const iap_transaction *transaction = iap_transactions_at(queue, i);
            if (iap_transaction_state(transaction) != IAP_TRANSACTION_PURCHASED)
                iap_finish_transaction(client_, transaction, nullptr);
        }
        iap_transactions_release(queue);
    }

    World &world_;
    GameKind kind_;
    iap_client *client_ = nullptr;
    std::map<std::uint64_t, int> coins_; /**< by original id */
    std::vector<const iap_transaction *> waiting_;
    unsigned frames_ = 0;
};
} // namespace

std::unique_ptr<Game> own_game(World &world, GameKind kind) { return std::make_unique<OwnGame>(world, kind); }
