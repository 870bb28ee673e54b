// A coroutine resumes once after each await, inside process_events() or close(). Whichever object is destroyed first, nothing
// leaks.
//
// This file is compiled as C++20; the other tests are C++17.

#include "check.hpp"
#include "shop.hpp"
#include "tests.hpp"

#include <iap/iap_coroutine.hpp>
#include <iap/iap_inventory.hpp>

#include <coroutine>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

// A coroutine that starts immediately. This object destroys its frame.
class Play {
  public:
    struct promise_type {
        Play get_return_object() { return Play(std::coroutine_handle<promise_type>::from_promise(*this)); }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };

    Play(Play &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Play &operator=(Play &&) = delete;
    ~Play() { stop(); }

    bool is_done() const { return handle_ == nullptr || handle_.done(); }
    void stop() {
        if (handle_ != nullptr) {
            std::exchange(handle_, nullptr).destroy();
        }
    }

  private:
    explicit Play(std::coroutine_handle<promise_type> handle) : handle_(handle) {}

    std::coroutine_handle<promise_type> handle_;
};

// A coroutine without an owner: its frame is destroyed at its end.
struct Detached {
    struct promise_type {
        Detached get_return_object() { return {}; }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
};

// The coroutines are functions, not lambdas: a lambda's captures would have to exist longer than the coroutine.

template <class Answer> Play keep(iap::Awaitable<Answer> awaitable, std::optional<Answer> &answer) {
    answer.emplace(co_await awaitable);
}

// Counts its copies: a frame that was not destroyed keeps one.
using Thing = std::shared_ptr<int>;

template <class Answer> Detached hold(iap::Awaitable<Answer> awaitable, Thing thing, std::optional<Answer> &answer) {
    answer.emplace(co_await awaitable);
    ++*thing;
}

struct Opened {
    Shop shop;
    Notes notes;
    iap::Client client;

    Opened() : client(launched(shop)) { CHECK(client.add_observer(notes.observer())); }

    static iap::Client launched(Shop &shop) {
        iap::Result<iap::Client> client = shop.launch();
        CHECK(client);
        return std::move(*client);
    }
};

void awaited_products_come_inside_the_pump() {
    Opened game;
    std::optional<iap::Result<iap::Products>> answer;
    // Also with texts of C++20.
    Play play = keep(game.client.products({coins_id, u8"com.example.none"}), answer);
    CHECK(!answer && !play.is_done());
    REQUIRE(pump_until(game.client, [&] { return play.is_done(); }));
    REQUIRE(answer && *answer);
    CHECK((*answer)->products.size() == 1 && (*answer)->invalid_ids.size() == 1);
}

void requests_that_are_begun_first_run_side_by_side() {
    Opened game;
    int answers = 0;
    auto both = [](iap::Client &client, int &count) -> Play {
        auto products = client.products({coins_id});
        auto storefront = client.storefront();
        auto all = client.transactions(iap::Query::all);
        count += (co_await products).has_value();
        count += (co_await storefront)->country_code == "USA";
        count += (co_await all).has_value();
    };
    Play play = both(game.client, answers);
    // All of them are open. Those that are not awaited yet keep their results.
    REQUIRE(pump_until(game.client, [&] { return play.is_done(); }));
    CHECK(answers == 3);
}

void awaited_purchase_is_granted_and_finished_by_the_coroutine() {
    Opened game;
    std::optional<iap::Purchase> purchase;
    Play play = keep(game.client.buy(coins_id), purchase);
    REQUIRE(pump_until(game.client, [&] { return purchase.has_value(); }));
    CHECK(*purchase && purchase->state() == iap::TransactionState::purchased);
    CHECK(!purchase->is_deferred() && !purchase->is_cancelled() && purchase->error.status() == IAP_OK);
    CHECK(purchase->transaction.product_id() == coins_id && purchase->transaction.delivery_count() == 1);
    // The observer has received it as well, and nothing was finished.
    CHECK(game.notes.last(iap::TransactionState::purchased) != nullptr);
    for (int i = 0; i < 20; i++) {
        CHECK(game.client.process_events());
    }
    CHECK(game.notes.removed.empty() && game.client.queue_transactions()->size() == 1);
    CHECK(game.client.finish(purchase->transaction));
    REQUIRE(pump_until(game.client, [&] { return game.notes.removed.size() == 1; }));
}

void several_purchases_are_told_apart() {
    Opened game;
    std::optional<iap::Purchase> coins;
    std::optional<iap::Purchase> editor;
    iap::Payment payment;
    payment.product_id = coins_id;
    payment.quantity = 2;
    Play first = keep(game.client.buy(payment), coins);
    Play second = keep(game.client.buy(editor_id), editor);
    REQUIRE(pump_until(game.client, [&] { return coins && editor; }));
    CHECK(coins->transaction.product_id() == coins_id && coins->transaction.quantity() == 2);
    CHECK(editor->transaction.product_id() == editor_id);
}

void failed_and_cancelled_purchases_say_so_and_can_be_finished() {
    Opened game;
    CHECK(game.shop.store.cancel_next_purchase());
    std::optional<iap::Purchase> purchase;
    Play play = keep(game.client.buy(coins_id), purchase);
    REQUIRE(pump_until(game.client, [&] { return purchase.has_value(); }));
    CHECK(!*purchase && purchase->is_cancelled() && purchase->state() == iap::TransactionState::failed);
    CHECK(game.client.finish(purchase->transaction));
    std::optional<iap::Purchase> unknown;
    Play other = keep(game.client.buy("com.example.none"), unknown);
    REQUIRE(pump_until(game.client, [&] { return unknown.has_value(); }));
    CHECK(!*unknown && !unknown->is_cancelled() && unknown->error.status() == IAP_ERROR_PRODUCT_UNAVAILABLE);
}

void deferred_purchase_is_an_answer_of_its_own() {
    Opened game;
    CHECK(game.shop.store.set_ask_to_buy(true));
    std::optional<iap::Purchase> purchase;
    Play play = keep(game.client.buy(coins_id), purchase);
    REQUIRE(pump_until(game.client, [&] { return purchase.has_value(); }));
    CHECK(!*purchase && purchase->is_deferred() && !purchase->is_cancelled() && play.is_done());
    auto approvals = game.shop.store.approvals();
    REQUIRE(approvals && approvals->size() == 1);
    CHECK(game.shop.store.approve(approvals->front()));
    // The observer receives the parent's decision; the coroutine has ended.
    REQUIRE(pump_until(game.client, [&] { return game.notes.last(iap::TransactionState::purchased) != nullptr; }));
    CHECK(purchase->is_deferred());
}

void purchase_without_an_observer_is_refused_and_buys_nothing() {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    std::optional<iap::Purchase> purchase;
    Play play = keep(client->buy(coins_id), purchase);
    REQUIRE(purchase && play.is_done());
    CHECK(!*purchase && purchase->error.status() == IAP_ERROR_INVALID_STATE && !purchase->transaction);
    std::optional<iap::Result<void>> restored;
    Play other = keep(client->restore(), restored);
    CHECK(restored && fails_with(*restored, IAP_ERROR_INVALID_STATE));
    CHECK(client->queue_transactions()->empty());
}

void purchase_waits_for_the_next_observer_when_the_first_is_removed() {
    Shop shop;
    Notes notes;
    auto client = shop.launch();
    REQUIRE(client);
    auto id = client->add_observer(notes.observer());
    REQUIRE(id);
    std::optional<iap::Purchase> purchase;
    Play play = keep(client->buy(coins_id), purchase);
    CHECK(client->remove_observer(*id));
    for (int i = 0; i < 50; i++) {
        CHECK(client->process_events());
    }
    CHECK(!purchase && notes.updated.empty());
    REQUIRE(client->add_observer(notes.observer()));
    REQUIRE(pump_until(*client, [&] { return purchase.has_value(); }));
    CHECK(*purchase);
}

void restore_ends_when_all_has_come() {
    Opened game;
    CHECK(game.shop.store.buy("anna", {editor_id}));
    std::optional<iap::Result<void>> restored;
    std::size_t heard = 0;
    auto wait = [](Opened &opened, auto &result, std::size_t &count) -> Play {
        result.emplace(co_await opened.client.restore());
        count = opened.notes.updated.size();
    };
    Play play = wait(game, restored, heard);
    REQUIRE(pump_until(game.client, [&] { return restored.has_value(); }));
    CHECK(*restored && heard >= 1 && game.notes.restores == 1);
    CHECK(game.shop.store.set_simulated_error(iap::StoreApi::sync, iap::StoreFailure::network));
    std::optional<iap::Result<void>> failed;
    Play again = keep(game.client.restore(), failed);
    REQUIRE(pump_until(game.client, [&] { return failed.has_value(); }));
    CHECK(fails_with(*failed, IAP_ERROR_NETWORK));
}

void texts_of_char8_t_are_texts() {
    const std::u8string text = u8"n\u00e9";
    CHECK(std::string(iap::Text(text).c_str()) == "n\xC3\xA9" && !iap::Text(std::u8string(u8"a\0b", 3)).is_valid());
    CHECK(std::string(iap::Text(u8"x").c_str()) == "x");
    CHECK(iap::Text(nullptr).or_null() == nullptr && iap::Text(NULL).or_null() == nullptr);
    const iap::TextList list(std::vector<std::u8string>{text, u8"b"});
    CHECK(list.size() == 2 && std::string(list.data()[0]) == "n\xC3\xA9" && std::string(list.data()[1]) == "b");
}

void closing_resumes_everything_with_cancelled() {
    Opened game;
    Thing thing = std::make_shared<int>(0);
    std::optional<iap::Result<iap::Products>> products;
    std::optional<iap::Purchase> purchase;
    std::optional<iap::Purchase> other;
    std::optional<iap::Result<void>> restored;
    hold(game.client.products({coins_id}), thing, products);
    hold(game.client.buy(coins_id), thing, purchase);
    hold(game.client.buy(editor_id), thing, other);
    hold(game.client.restore(), thing, restored);
    CHECK(thing.use_count() == 5);
    CHECK(game.client.close());
    CHECK(*thing == 4 && thing.use_count() == 1);
    REQUIRE(products && purchase && other && restored);
    CHECK(fails_with(*products, IAP_ERROR_CANCELLED) && fails_with(*restored, IAP_ERROR_CANCELLED));
    CHECK(!*purchase && purchase->is_cancelled() && !purchase->transaction && other->is_cancelled());
    // The client immediately refuses calls that start from now on.
    std::optional<iap::Purchase> late;
    hold(game.client.buy(coins_id), thing, late);
    CHECK(late && late->error.status() == IAP_ERROR_CLOSED && thing.use_count() == 1);
}

void destroying_the_client_resumes_everything_with_cancelled() {
    Thing thing = std::make_shared<int>(0);
    std::optional<iap::Purchase> purchase;
    std::optional<iap::Result<iap::Storefront>> storefront;
    {
        Opened game;
        hold(game.client.buy(coins_id), thing, purchase);
        hold(game.client.storefront(), thing, storefront);
    }
    REQUIRE(purchase && storefront);
    CHECK(purchase->is_cancelled() && fails_with(*storefront, IAP_ERROR_CANCELLED) && thing.use_count() == 1);
}

Detached drop(std::unique_ptr<iap::Client> &client, Thing thing, bool buys) {
    if (buys) {
        CHECK((co_await client->buy(coins_id)).is_cancelled());
    } else {
        CHECK(fails_with(co_await client->storefront(), IAP_ERROR_CANCELLED));
    }
    client.reset();
    ++*thing;
}

void coroutine_that_goes_on_as_the_client_is_closed_may_destroy_it() {
    for (bool first_buys : {false, true}) {
        Shop shop;
        Notes notes;
        Thing thing = std::make_shared<int>(0);
        auto client = std::make_unique<iap::Client>(Opened::launched(shop));
        CHECK(client->add_observer(notes.observer()));
        drop(client, thing, first_buys);
        drop(client, thing, true);
        drop(client, thing, false);
        CHECK(client->close());
        CHECK(client == nullptr && *thing == 3 && thing.use_count() == 1);
    }
}

void awaiting_what_was_moved_away_ends_the_program() {
    Opened game;
    auto first = game.client.storefront();
    auto second = std::move(first);
    CHECK(check::aborts([&] { static_cast<void>(first.await_ready()); }));
    CHECK(!second.await_ready());
}

void frame_that_is_destroyed_is_not_resumed() {
    Opened game;
    std::optional<iap::Result<iap::Products>> products;
    std::optional<iap::Purchase> purchase;
    Play first = keep(game.client.products({coins_id}), products);
    Play second = keep(game.client.buy(coins_id), purchase);
    first.stop();
    second.stop();
    // The purchase itself continues.
    REQUIRE(pump_until(game.client, [&] { return game.notes.last(iap::TransactionState::purchased) != nullptr; }));
    CHECK(!products && !purchase);
    CHECK(game.client.close());
}

void frame_may_outlive_its_client() {
    std::optional<iap::Purchase> purchase;
    std::optional<Play> play;
    {
        Opened game;
        iap::Awaitable<iap::Purchase> awaitable = game.client.buy(coins_id);
        CHECK(game.client.close());
        play.emplace(keep(std::move(awaitable), purchase));
    }
    CHECK(play->is_done() && purchase && purchase->is_cancelled());
}

void awaitable_that_nobody_awaits_lets_go() {
    Opened game;
    { iap::Awaitable<iap::Result<iap::Products>> dropped = game.client.products({coins_id}); }
    iap::Awaitable<iap::Purchase> first = game.client.buy(coins_id);
    iap::Awaitable<iap::Purchase> second = game.client.buy(editor_id);
    first = std::move(second);
    REQUIRE(pump_until(game.client, [&] { return first.await_ready(); }));
    CHECK(first.await_resume().transaction.product_id() == editor_id);
}

Detached buy_and_end(std::unique_ptr<iap::Client> &client, Thing thing) {
    iap::Purchase purchase = co_await client->buy(coins_id);
    client.reset();
    *thing += static_cast<bool>(purchase);
}

void coroutine_may_destroy_its_client() {
    Shop shop;
    Notes notes;
    auto opened = shop.launch();
    REQUIRE(opened);
    auto client = std::make_unique<iap::Client>(std::move(*opened));
    REQUIRE(client->add_observer(notes.observer()));
    Thing thing = std::make_shared<int>(0);
    std::optional<iap::Purchase> other;
    hold(client->buy(editor_id), thing, other);
    buy_and_end(client, thing);
    iap_client *handle = client->handle();
    for (int i = 0; i < 1000 && client != nullptr; i++) {
        iap_client_process_events(handle, 0);
    }
    CHECK(client == nullptr && thing.use_count() == 1 && other.has_value());
}

Detached shop_twice(iap::Client &client, std::vector<std::string> &story) {
    iap::Result<iap::Products> products = co_await client.products({coins_id, editor_id});
    for (const iap::Product &product : products->products) {
        iap::Purchase purchase = co_await client.buy(product.id());
        story.emplace_back(purchase.transaction.product_id());
        story.emplace_back(client.finish(purchase.transaction) ? "finished" : "not finished");
    }
    iap::Result<std::vector<iap::Transaction>> owned = co_await client.transactions(iap::Query::current_entitlements);
    story.emplace_back(std::to_string(owned->size()));
}

void coroutine_goes_on_from_answer_to_answer() {
    Opened game;
    std::vector<std::string> story;
    shop_twice(game.client, story);
    REQUIRE(pump_until(game.client, [&] { return story.size() == 5; }));
    CHECK(story == (std::vector<std::string>{coins_id, "finished", editor_id, "finished", "1"}));
}

Detached ask_the_rest(iap::Client &client, std::uint64_t id, std::vector<bool> &answers) {
    answers.push_back((co_await client.cached_products({})).has_value());
    answers.push_back((co_await client.transactions_page(iap::Query::all, "", 1)).has_value());
    answers.push_back((co_await client.subscription_statuses("2001")).has_value());
    answers.push_back((co_await client.transaction_status(id)).has_value());
    answers.push_back((co_await client.introductory_offer_eligibility("2001")).has_value());
    answers.push_back((co_await client.app_transaction()).has_value());
    answers.push_back(!(co_await client.app_receipt())->empty());
    answers.push_back((co_await client.set_promotion_order({editor_id, coins_id})).has_value());
    answers.push_back(
        (co_await client.set_promotion_visibility(editor_id, iap::PromotionVisibility::hidden)).has_value());
    answers.push_back((co_await client.promotions())->size() == 2);
    answers.push_back((co_await client.show_manage_subscriptions()).has_value());
    answers.push_back((co_await client.refund(id)).has_value());
    answers.push_back((co_await client.review()).has_value());
    answers.push_back((co_await client.external_purchase_custom_link_eligibility()).has_value());
    answers.push_back((co_await client.refund(id + 1000)).has_value());
}

void everything_else_can_be_awaited() {
    Opened game;
    auto bought = game.shop.store.buy("anna", {club_id});
    REQUIRE(bought);
    std::vector<bool> answers;
    ask_the_rest(game.client, *bought, answers);
    REQUIRE(pump_until(game.client, [&] { return answers.size() == 15; }));
    std::vector<bool> expected(15, true);
    expected.back() = false; // there is no such transaction
    CHECK(answers == expected);
}

void intent_is_bought_and_inventory_spent() {
    Shop shop;
    iap::ClientOptions options;
    options.execution = iap::Execution::manual;
    options.device = shop.device.handle();
    iap::InventoryOptions grants;
    grants.grants.push_back(iap::Grant::counter(coins_id, "coins", 100));
    options.inventory = std::move(grants);
    auto client = iap::Client::open(std::move(options));
    REQUIRE(client);
    std::optional<iap::PurchaseIntent> intent;
    iap::Observer observer;
    observer.purchase_intent_received = [&](const iap::PurchaseIntent &received) { intent = received; };
    REQUIRE(client->add_observer(std::move(observer)));
    CHECK(shop.device.send_purchase_intent(coins_id));
    REQUIRE(pump_until(*client, [&] { return intent.has_value(); }));
    iap::Inventory inventory(*client);
    std::optional<iap::Purchase> purchase;
    Play play = keep(client->buy(*intent), purchase);
    REQUIRE(pump_until(*client, [&] { return purchase.has_value(); }));
    CHECK(*purchase && inventory.balance("coins") == 100);
    std::optional<iap::Result<void>> spent;
    Play spend = keep(inventory.spend("coins", 30, "sword"), spent);
    REQUIRE(pump_until(*client, [&] { return spent.has_value(); }));
    CHECK(*spent && inventory.balance("coins") == 70);
    std::optional<iap::Result<void>> refused;
    Play too_much = keep(inventory.spend("coins", 3000, "castle"), refused);
    REQUIRE(pump_until(*client, [&] { return refused.has_value(); }));
    CHECK(fails_with(*refused, IAP_ERROR_INSUFFICIENT_BALANCE));
}

void texts_that_hold_a_nul_are_refused_at_once() {
    Opened game;
    const std::string text("com.example\0coins", 17);
    std::optional<iap::Purchase> purchase;
    Play play = keep(game.client.buy(text), purchase);
    CHECK(purchase && purchase->error.status() == IAP_ERROR_INVALID_TEXT);
    std::optional<iap::Result<iap::Products>> products;
    Play other = keep(game.client.products({coins_id, text}), products);
    CHECK(products && fails_with(*products, IAP_ERROR_INVALID_TEXT));
}

} // namespace

const std::vector<check::Test> coroutine_tests = {
    {"awaited_products_come_inside_the_pump", awaited_products_come_inside_the_pump},
    {"requests_that_are_begun_first_run_side_by_side", requests_that_are_begun_first_run_side_by_side},
    {"awaited_purchase_is_granted_and_finished_by_the_coroutine",
     awaited_purchase_is_granted_and_finished_by_the_coroutine},
    {"several_purchases_are_told_apart", several_purchases_are_told_apart},
    {"failed_and_cancelled_purchases_say_so_and_can_be_finished",
     failed_and_cancelled_purchases_say_so_and_can_be_finished},
    {"deferred_purchase_is_an_answer_of_its_own", deferred_purchase_is_an_answer_of_its_own},
    {"purchase_without_an_observer_is_refused_and_buys_nothing",
     purchase_without_an_observer_is_refused_and_buys_nothing},
    {"purchase_waits_for_the_next_observer_when_the_first_is_removed",
     purchase_waits_for_the_next_observer_when_the_first_is_removed},
    {"restore_ends_when_all_has_come", restore_ends_when_all_has_come},
    {"texts_of_char8_t_are_texts", texts_of_char8_t_are_texts},
    {"closing_resumes_everything_with_cancelled", closing_resumes_everything_with_cancelled},
    {"coroutine_that_goes_on_as_the_client_is_closed_may_destroy_it",
     coroutine_that_goes_on_as_the_client_is_closed_may_destroy_it},
    {"awaiting_what_was_moved_away_ends_the_program", awaiting_what_was_moved_away_ends_the_program},
    {"destroying_the_client_resumes_everything_with_cancelled",
     destroying_the_client_resumes_everything_with_cancelled},
    {"frame_that_is_destroyed_is_not_resumed", frame_that_is_destroyed_is_not_resumed},
    {"frame_may_outlive_its_client", frame_may_outlive_its_client},
    {"awaitable_that_nobody_awaits_lets_go", awaitable_that_nobody_awaits_lets_go},
    {"coroutine_may_destroy_its_client", coroutine_may_destroy_its_client},
    {"coroutine_goes_on_from_answer_to_answer", coroutine_goes_on_from_answer_to_answer},
    {"everything_else_can_be_awaited", everything_else_can_be_awaited},
    {"intent_is_bought_and_inventory_spent", intent_is_bought_and_inventory_spent},
    {"texts_that_hold_a_nul_are_refused_at_once", texts_that_hold_a_nul_are_refused_at_once},
};
