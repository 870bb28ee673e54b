/*
 * play.cpp: plays the scenarios of README.md over the C++ interface and prints their log.
 *
 *   play STOREKIT SCENARIOS FOLDER
 */
#include "command.hpp"
#include "line.hpp"

#include <iap/iap_inventory.hpp>
#include <iap/iap_store.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

namespace {

const Names queries{"none", "unfinished", "all", "current_entitlements", "latest"};
const Names verdicts{"none", "valid", "invalid", "undecided"};
const Names grant_kinds{"none", "counter", "unlock"};

/* What an observer does in transaction_updated. */
enum class Action { none, finish, pump, close };
const Names actions{"none", "finish", "pump", "close"};

enum class Network { none, up, down, silent };
const Names networks{"none", "up", "down", "silent"};

class Scenario {
  public:
    Scenario(const std::string &storekit, const std::filesystem::path &folder, const std::string &name)
        : folder_(folder / name), store_(open_store(storekit)), device_(open_device(store_)) {
        if (!std::filesystem::create_directory(folder_)) {
            fail("two scenarios have this name", name);
        }
        std::cout << "scenario " << name << '\n';
    }

    void run(const Words &words) {
        const Command command(words, ids_, request_);
        std::cout << '>';
        for (const std::string &word : words) {
            std::cout << ' ' << escaped(word);
        }
        std::cout << '\n';
        if (!run_for_client(command) && !run_request(command) && !run_for_store(command)) {
            fail("no such command", words.front());
        }
    }

    void end() {
        client_.reset();
        const iap::Result<void> closed = device_.close();
        std::cout << "end " << name_of(closed ? store_.close() : closed) << '\n';
    }

  private:
    static iap::Store open_store(const std::string &storekit) {
        iap::StoreOptions options;
        options.clock = iap::StoreClock::virtual_time;
        options.storekit_path = storekit;
        options.seed = 1;
        return must(iap::Store::open(options));
    }
    static iap::Device open_device(iap::Store &store) { return must(store.open_device("player", "phone")); }

    template <class Value> static Value must(iap::Result<Value> result) {
        if (!result.has_value()) {
            fail("the store refuses", result.error().message());
        }
        return std::move(*result);
    }

    /* ------------------------------------------------------------------------------------------------- the results */

    template <class Value> static std::string name_of(const iap::Result<Value> &result) {
        return result.has_value() ? "IAP_OK" : std::string(result.error().name());
    }
    Line line(std::string text) { return Line(ids_, std::move(text)); }
    template <class Value> Line result_line(const iap::Result<Value> &result) { return line("= " + name_of(result)); }

    void print(const iap::Result<void> &result) { result_line(result).print(); }
    template <class Number> void print_number(const iap::Result<Number> &result) {
        if (result.has_value()) {
            std::cout << "= " << std::to_string(*result) << '\n';
        } else {
            result_line(result).print();
        }
    }
    /* For a function that returns 0 or false if it failed. */
    template <class Value> void print_value(Value value, const iap::Error &error) {
        print_number(error.status() == IAP_OK ? iap::Result<Value>(value) : iap::Result<Value>(error));
    }
    void print_request(const iap::Result<Id> &request) {
        request_ = request ? *request : request_;
        result_line(request).number("request", request ? *request : 0).print();
    }
    void print_payment(const iap::Result<Id> &payment) {
        result_line(payment).number("payment", payment ? *payment : 0).print();
    }

    /* -------------------------------------------------------------------------------------- what the game receives */

    template <class Answer>
    void tell_request(const std::string &who, const char *what, Id request, const iap::Result<Answer> &answer) {
        line(who + ": " + what)
            .number("request", request)
            .error(answer.has_value() ? std::nullopt : std::optional(answer.error()))
            .print();
    }
    void tell(const std::string &who, Id request, const iap::Result<iap::Products> &answer) {
        tell_request(who, "products", request, answer);
        if (!answer) {
            return;
        }
        for (const iap::Product &product : answer->products) {
            line("  product").product(product).print();
        }
        for (const std::string &id : answer->invalid_ids) {
            line("  invalid").text("product", id).print();
        }
    }
    void print_list(const std::vector<iap::Transaction> &transactions) {
        for (const iap::Transaction &transaction : transactions) {
            line("  transaction").transaction(transaction).print();
        }
    }
    void tell(const std::string &who, Id request, const iap::Result<std::vector<iap::Transaction>> &answer) {
        tell_request(who, "transactions", request, answer);
        if (answer) {
            print_list(*answer);
        }
    }
    void tell(const std::string &who, Id request, const iap::Result<std::vector<iap::SubscriptionStatus>> &answer) {
        tell_request(who, "statuses", request, answer);
        if (!answer) {
            return;
        }
        for (const iap::SubscriptionStatus &status : *answer) {
            line("  status").status(status).print();
        }
    }
    void tell(const std::string &who, Id request, const iap::Result<iap::Storefront> &answer) {
        tell_storefront(who, "storefront", request, answer);
    }
    void tell(const std::string &who, Id request, const iap::Result<void> &answer) {
        tell_request(who, "completed", request, answer);
    }
    void tell_storefront(const std::string &who, const char *what, Id request,
                         const iap::Result<iap::Storefront> &answer) {
        const iap::Storefront storefront = answer ? *answer : iap::Storefront();
        line(who + ": " + what)
            .number("request", request)
            .text("country", storefront.country_code)
            .text("identifier", storefront.identifier)
            .error(answer ? std::nullopt : std::optional(answer.error()))
            .print();
    }
    void tell(const std::string &who, const char *what, const iap::Transaction &transaction) {
        line(who + ": " + what).transaction(transaction).print();
        last_transaction_ = transaction;
    }
    void tell_entitlement(const std::string &who, std::string_view product_id, bool is_owned) {
        line(who + ": entitlement").text("product", product_id).flag("owned", is_owned).print();
    }
    void tell(const std::string &who, const iap::SubscriptionStatus &status) {
        line(who + ": status").status(status).print();
    }
    void tell(const std::string &who, const iap::PurchaseIntent &intent) {
        line(who + ": intent")
            .text("product", intent.product_id())
            .word("offer", intent.offer_type(), offer_types)
            .text("offer_id", intent.offer_id())
            .print();
        last_intent_ = intent;
    }

    /* --------------------------------------------------------------------------------------------------- observers */

    void observe(const Command &command) {
        const std::string &name = command.word(1);
        const Action action = command.size() > 2 ? command.choice<Action>(2, actions) : Action::none;
        iap::Observer observer;
        observer.transaction_updated = [this, name, action](const iap::Transaction &transaction) {
            tell(name, "updated", transaction);
            act(name, action, transaction);
        };
        observer.transaction_removed = [this, name](const iap::Transaction &transaction) {
            tell(name, "removed", transaction);
        };
        observer.restore_finished = [this, name](Id request) {
            tell_request(name, "restore_finished", request, iap::Result<void>());
        };
        observer.restore_failed = [this, name](Id request, const iap::Error &error) {
            tell_request(name, "restore_failed", request, iap::Result<void>(error));
        };
        observer.entitlement_revoked = [this, name](const iap::Transaction &transaction) {
            tell(name, "revoked", transaction);
        };
        observer.entitlement_changed = [this, name](const std::string &product_id, bool is_owned) {
            tell_entitlement(name, product_id, is_owned);
        };
        observer.storefront_changed = [this, name](const iap::Storefront &storefront) {
            tell_storefront(name, "storefront_changed", 0, storefront);
        };
        observer.problem_reported = [this, name](const iap::Error &error) {
            tell_request(name, "problem", 0, iap::Result<void>(error));
        };
        observer.subscription_status_changed = [this, name](const iap::SubscriptionStatus &status) {
            tell(name, status);
        };
        observer.purchase_intent_received = [this, name](const iap::PurchaseIntent &intent) { tell(name, intent); };
        observer.verification_requested = [this, name](const iap::Transaction &transaction) {
            tell(name, "verify", transaction);
        };
        const iap::Result<Id> added = client_->add_observer(std::move(observer));
        if (added) {
            observers_[name] = *added;
        }
        result_line(added).print();
    }

    void act(const std::string &name, Action action, const iap::Transaction &transaction) {
        using State = iap::TransactionState;
        const State state = transaction.state();
        const bool can_be_finished = state == State::purchased || state == State::restored || state == State::failed;
        if (action == Action::none || (action == Action::finish && !can_be_finished)) {
            return;
        }
        std::cout << name << "> " << actions[static_cast<std::size_t>(action)] << '\n';
        if (action == Action::finish) {
            print(client_->finish(transaction));
        } else if (action == Action::pump) {
            print_number(client_->process_events());
        } else {
            print(client_->close());
        }
    }

    /* ---------------------------------------------------------------------------------------------------- commands */

    /* Each of these three returns whether it knows the command. */

    bool run_for_client(const Command &command) {
        const std::string &verb = command.word(0);
        iap::Error error;
        if (verb == "grant") grant(command);
        else if (verb == "open") open(command);
        else if (verb == "close") print(client_->close());
        else if (verb == "observe") observe(command);
        else if (verb == "unobserve") unobserve(command.word(1));
        else if (verb == "pump") pump();
        else if (verb == "poll") poll();
        else if (verb == "can_pay") print_value(client_->can_make_payments(&error), error);
        else if (verb == "buy") buy(command);
        else if (verb == "finish" && command.has(1, "last")) print(client_->finish(last_transaction_));
        else if (verb == "finish") print(client_->finish(command.id(1)));
        else if (verb == "record") print(client_->record_grant(last_transaction_));
        else if (verb == "queue") queue();
        else if (verb == "owns") print_value(client_->owns(command.text(1), &error), error);
        else if (verb == "cancel") print(client_->cancel_request(command.id(1)));
        else if (verb == "cancel_payment") print(client_->cancel_payment(command.id(1)));
        else if (verb == "balance") print_value(inventory().balance(command.text(1), &error), error);
        else if (verb == "unlocked") print_value(inventory().is_unlocked(command.text(1), &error), error);
        else if (verb == "inventory") print_inventory();
        else if (verb == "answer") answer(command);
        else if (verb == "intent") intent(command);
        else return false;
        return true;
    }

    bool run_request(const Command &command) {
        const std::string &verb = command.word(0);
        if (verb == "restore") {
            print_request(client_->restore_completed_transactions());
        } else if (verb == "products") {
            request<iap::Products>([&](auto told) { return client_->request_products(command.texts(1), told); });
        } else if (verb == "cached") {
            request<iap::Products>([&](auto told) { return client_->request_cached_products(command.texts(1), told); });
        } else if (verb == "query") {
            const auto query = command.choice<iap::Query>(1, queries);
            request<std::vector<iap::Transaction>>(
                [&](auto told) { return client_->request_transactions(query, command.text(2), told); });
        } else if (verb == "statuses") {
            request<std::vector<iap::SubscriptionStatus>>(
                [&](auto told) { return client_->request_subscription_statuses(command.text(1), told); });
        } else if (verb == "storefront") {
            request<iap::Storefront>([&](auto told) { return client_->request_storefront(told); });
        } else if (verb == "spend") {
            request<void>([&](auto told) {
                return inventory().spend(command.text(1), command.number(2), command.text(3), told);
            });
        } else if (verb == "add") {
            request<void>(
                [&](auto told) { return inventory().add(command.text(1), command.number(2), command.text(3), told); });
        } else if (verb == "take_back") {
            request<void>([&](auto told) { return inventory().take_back(command.id(1), told); });
        } else {
            return false;
        }
        return true;
    }

    bool run_for_store(const Command &command) {
        const std::string &verb = command.word(0);
        if (verb == "approvals") approvals();
        else if (verb == "ledger") ledger();
        else if (verb == "store" && command.has(1, "buy")) store_buy(command);
        else if (verb == "store" && command.has(1, "copy_transaction"))
            print_id(store_.copy_transaction(command.id(2)));
        else if (verb == "store") print(store_control(command));
        else if (verb == "device") print(device_control(command));
        else return false;
        return true;
    }

    /* ----------------------------------------------------------------------------------------- the client's commands */

    void open(const Command &command) {
        iap::ClientOptions options;
        options.execution = iap::Execution::manual;
        options.device = device_.handle();
        options.player_id = command.option("player").value_or("");
        options.app_account_token = command.option("token").value_or("");
        if (!command.has("memory")) {
            options.journal_path = (folder_ / "journal").string();
        }
        if (!grants_.empty()) {
            options.inventory = iap::InventoryOptions{grants_};
        }
        if (command.has("verify")) {
            options.verification.mode = iap::VerificationMode::by_game;
        }
        iap::Result<iap::Client> opened = iap::Client::open(std::move(options));
        result_line(opened).print();
        if (opened) {
            client_ = std::move(*opened);
            polls_ = command.has("polls");
            observers_.clear();
        }
    }

    void grant(const Command &command) {
        iap::Grant grant;
        grant.product_id = command.text(1);
        grant.kind = command.choice<iap::GrantKind>(2, grant_kinds);
        grant.name = command.text(3);
        grant.amount = command.number(4);
        grant.revocation_policy = command.number<iap::RevocationPolicy>(5);
        grants_.push_back(std::move(grant));
        print({});
    }

    void unobserve(const std::string &name) {
        const auto observer = observers_.find(name);
        if (observer == observers_.end()) {
            fail("no such observer", name);
        }
        print(client_->remove_observer(observer->second));
        observers_.erase(observer);
    }

    void pump() {
        std::uint32_t total = 0;
        iap::Result<std::uint32_t> count = client_->process_events();
        while (count && *count > 0) {
            total += *count;
            count = client_->process_events();
        }
        print_number(count ? iap::Result<std::uint32_t>(total) : count);
    }

    void poll() {
        std::uint32_t total = 0;
        iap::Result<iap::Event> event = client_->next_event();
        while (event && *event) {
            tell_event(*event);
            total++;
            event = client_->next_event();
        }
        print_number(event ? iap::Result<std::uint32_t>(total) : iap::Result<std::uint32_t>(event.error()));
    }

    void tell_event(const iap::Event &event) {
        static const std::string who = "event";
        using Type = iap::EventType;
        const Id request = event.request_id();
        switch (event.type()) {
        case Type::products_received: tell(who, request, response_of(event, event.products())); break;
        case Type::transactions_received:
            tell(who, request, response_of(event, event.transactions().transactions));
            break;
        case Type::storefront_received: tell(who, request, response_of(event, event.storefront())); break;
        case Type::transaction_updated: tell(who, "updated", event.transaction()); break;
        case Type::transaction_removed: tell(who, "removed", event.transaction()); break;
        case Type::restore_finished: tell_request(who, "restore_finished", request, iap::Result<void>()); break;
        case Type::restore_failed: tell_request(who, "restore_failed", request, done_of(event)); break;
        case Type::entitlement_revoked: tell(who, "revoked", event.transaction()); break;
        case Type::storefront_changed: tell_storefront(who, "storefront_changed", 0, event.storefront()); break;
        case Type::entitlement_changed: tell_entitlement(who, event.product_id(), event.flag()); break;
        case Type::problem_reported: tell_request(who, "problem", 0, done_of(event)); break;
        case Type::request_completed: tell(who, request, done_of(event)); break;
        case Type::subscription_statuses_received:
            tell(who, request, response_of(event, event.subscription_statuses()));
            break;
        case Type::subscription_status_changed: tell(who, event.subscription_status()); break;
        case Type::purchase_intent_received: tell(who, event.purchase_intent()); break;
        case Type::verification_requested: tell(who, "verify", event.transaction()); break;
        default: fail("an event of a kind that no scenario brings about", who);
        }
    }
    template <class Answer> static iap::Result<Answer> response_of(const iap::Event &event, Answer answer) {
        const std::optional<iap::Error> error = event.error();
        return error ? iap::Result<Answer>(*error) : iap::Result<Answer>(std::move(answer));
    }
    static iap::Result<void> done_of(const iap::Event &event) {
        const std::optional<iap::Error> error = event.error();
        return error ? iap::Result<void>(*error) : iap::Result<void>();
    }

    /* Makes a request. Its function logs the completion; it is empty for a host that polls. */
    template <class Answer, class Ask> void request(Ask ask) {
        const auto id = std::make_shared<Id>(0);
        iap::Function<void(const iap::Result<Answer> &)> function;
        if (!polls_) {
            function = [this, id](const iap::Result<Answer> &answer) { tell("reply", *id, answer); };
        }
        const iap::Result<Id> asked = ask(std::move(function));
        *id = asked ? *asked : 0;
        print_request(asked);
    }

    void buy(const Command &command) {
        iap::Payment payment;
        payment.product_id = command.text(1);
        if (const auto quantity = command.option("quantity")) {
            payment.quantity = std::stoi(*quantity);
        }
        payment.app_account_token = command.option("token").value_or("");
        payment.offer.win_back_id = command.option("win_back").value_or("");
        payment.offer.id = command.option("offer").value_or("");
        payment.offer.jws = command.option("proof").value_or("");
        if (payment.offer.jws == "signed") {
            payment.offer.jws = signed_offer(payment);
        }
        print_payment(client_->add_payment(payment));
    }

    /* Signs a promotional offer like the game server. */
    std::string signed_offer(const iap::Payment &payment) {
        iap::StoreSigningRequest request;
        request.kind = iap::StoreSignature::promotional_offer_jws;
        request.product_id = payment.product_id;
        request.offer_id = payment.offer.id;
        return must(store_.sign(request));
    }

    void answer(const Command &command) {
        const auto verdict = command.choice<iap::Verdict>(2, verdicts);
        print(client_->give_verdict(command.id(1), verdict, command.text(3)));
    }

    void queue() {
        const auto transactions = client_->queue_transactions();
        result_line(transactions).print();
        if (transactions) {
            print_list(*transactions);
        }
    }

    void print_inventory() {
        const auto items = inventory().items();
        result_line(items).print();
        if (!items) {
            return;
        }
        for (const iap::InventoryItem &item : *items) {
            line(item.kind == iap::GrantKind::counter ? "  counter" : "  unlock")
                .text("name", item.name)
                .number("balance", item.balance)
                .flag("unlocked", item.is_unlocked)
                .number("expires", item.expiration_date_ms)
                .print();
        }
    }
    iap::Inventory inventory() { return iap::Inventory(*client_); }

    void intent(const Command &command) {
        if (command.has(1, "take")) {
            print_payment(client_->take_purchase_intent(last_intent_));
        } else if (command.has(1, "defer")) {
            print(client_->defer_purchase_intent(last_intent_));
        } else if (command.has(1, "decline")) {
            print(client_->decline_purchase_intent(last_intent_));
        } else {
            fail("no such answer to an intent", command.text(1));
        }
    }

    /* ------------------------------------------------------------------------------------------ the store's commands */

    void approvals() {
        const auto waiting = store_.approvals();
        result_line(waiting).print();
        for (const Id id : *waiting) {
            line("  approval").id(id).text("product", must(store_.approval_product_id(id))).print();
        }
    }

    void ledger() {
        const auto ids = store_.transaction_ids();
        result_line(ids).print();
        for (const Id id : *ids) {
            const iap::StoreTransaction entry = must(store_.transaction(id));
            line("  entry")
                .text("account", entry.account)
                .word("state", entry.state, transaction_states)
                .id(entry.id)
                .number("original", entry.original_id)
                .text("product", entry.product_id)
                .number("quantity", entry.quantity)
                .number("price", entry.price_milliunits)
                .number("refunded", entry.refunded_milliunits)
                .flag("issue", entry.has_purchase_issue)
                .flag("asks", entry.is_pending_ask_to_buy)
                .flag("finished", entry.is_finished)
                .print();
        }
    }

    void store_buy(const Command &command) {
        iap::StorePurchase purchase;
        purchase.product_id = command.text(3);
        purchase.quantity = command.size() > 4 ? command.number<std::int32_t>(4) : 1;
        print_id(store_.buy(command.text(2), purchase));
    }
    void print_id(const iap::Result<Id> &made) { result_line(made).id(made ? *made : 0).print(); }

    iap::Result<void> store_control(const Command &command) {
        const std::string &control = command.word(1);
        if (control == "advance_clock") return store_.advance_clock(command.number(2));
        if (control == "cancel_next_purchase") return store_.cancel_next_purchase();
        if (control == "fail_next_purchase") return store_.fail_next_purchase(command.number<iap::StoreFailure>(2));
        if (control == "lose_next_response") return store_.lose_next_response(command.number<iap::StoreLoss>(2));
        if (control == "set_simulated_error")
            return store_.set_simulated_error(command.number<iap::StoreApi>(2), command.number<iap::StoreFailure>(3));
        if (control == "set_payments_allowed") return store_.set_payments_allowed(command.flag(2));
        if (control == "set_ask_to_buy") return store_.set_ask_to_buy(command.flag(2));
        if (control == "approve") return store_.approve(command.id(2));
        if (control == "decline") return store_.decline(command.id(2));
        if (control == "set_interrupted_purchases")
            return store_.set_interrupted_purchases(command.number<iap::StoreInterruption>(2));
        if (control == "resolve_issue") return store_.resolve_issue(command.id(2));
        if (control == "refund") return store_.refund(command.id(2));
        if (control == "repeat_update") return store_.repeat_update(command.id(2));
        if (control == "set_storefront") return store_.set_storefront(command.text(2), command.text(3));
        if (control == "set_billing_retry_on_renewal") return store_.set_billing_retry_on_renewal(command.flag(2));
        if (control == "set_billing_grace_period")
            return store_.set_billing_grace_period(command.number<std::int32_t>(2));
        if (control == "set_auto_renew") return store_.set_auto_renew(command.id(2), command.flag(3));
        if (control == "set_forgery") return store_.set_forgery(command.number<iap::StoreForgery>(2));
        if (control == "set_family") return store_.set_family(command.text(2), command.text(3));
        fail("no such control of the store", control);
    }

    iap::Result<void> device_control(const Command &command) {
        const std::string &control = command.word(1);
        if (control == "set_network") return set_network(command);
        if (control == "sign_in") return device_.sign_in(command.text(2));
        if (control == "sign_out") return device_.sign_out();
        if (control == "send_purchase_intent") return device_.send_purchase_intent(command.text(2), command.text(3));
        fail("no such control of the device", control);
    }
    iap::Result<void> set_network(const Command &command) {
        iap::DeviceNetwork network;
        const auto state = command.choice<Network>(2, networks);
        network.is_down = state == Network::down;
        network.never_answers = state == Network::silent;
        return device_.set_network(network);
    }

    std::filesystem::path folder_;
    Ids ids_;
    Id request_ = 0;
    bool polls_ = false;
    std::vector<iap::Grant> grants_;
    std::map<std::string, Id> observers_;
    iap::Transaction last_transaction_;
    iap::PurchaseIntent last_intent_;
    /* Closed in the opposite order. */
    iap::Store store_;
    iap::Device device_;
    std::optional<iap::Client> client_;
};

Words split(const std::string &line) {
    std::istringstream stream(line);
    Words words;
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    return words;
}

void play(const std::string &storekit, const std::string &list, const std::string &folder) {
    std::ifstream lines(list);
    if (!lines) {
        fail("cannot read", list);
    }
    std::unique_ptr<Scenario> scenario;
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        const Words words = split(line);
        if (words.front() != "scenario") {
            scenario->run(words);
            continue;
        }
        if (scenario) {
            scenario->end();
        }
        scenario = std::make_unique<Scenario>(storekit, folder, words.at(1));
    }
    if (scenario) {
        scenario->end();
    }
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 4) {
        fail("usage", "play STOREKIT SCENARIOS FOLDER");
    }
    play(argv[1], argv[2], argv[3]);
}
