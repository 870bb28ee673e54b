// A coroutine resumes once after each await, inside process_events() or close(). Whichever object is destroyed first, nothing
// leaks.
//
// This file is compiled as C++20; the other tests are C++17.

#include "check.hpp"
#include "shop.hpp"

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

// Pumps until the answer comes; empty if it does not come.
template <class Answer> std::optional<Answer> awaited(iap::Client &client, iap::Awaitable<Answer> awaitable) {
    std::optional<Answer> answer;
    const Play play = keep(std::move(awaitable), answer);
    pump_until(client, [&] { return answer.has_value(); });
    return answer;
}

// Counts its copies: a frame that was not destroyed keeps one.
using Thing = std::shared_ptr<int>;

template <class Answer> Detached hold(iap::Awaitable<Answer> awaitable, Thing thing, std::optional<Answer> &answer) {
    answer.emplace(co_await awaitable);
    ++*thing;
}

TEST(requests_that_are_begun_first_run_side_by_side) {
    Game game;
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

TEST(awaited_purchase_is_granted_and_finished_by_the_coroutine) {
    Game game;
    auto purchase = awaited(game.client, game.client.buy(coins_id));
    REQUIRE(purchase);
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

TEST(failed_and_cancelled_purchases_say_so_and_can_be_finished) {
    Game game;
    CHECK(game.store.cancel_next_purchase());
    auto purchase = awaited(game.client, game.client.buy(coins_id));
    REQUIRE(purchase);
    CHECK(!*purchase && purchase->is_cancelled() && purchase->state() == iap::TransactionState::failed);
    CHECK(game.client.finish(purchase->transaction));
    auto unknown = awaited(game.client, game.client.buy("com.example.none"));
    REQUIRE(unknown);
    CHECK(!*unknown && !unknown->is_cancelled() && unknown->error.status() == IAP_ERROR_PRODUCT_UNAVAILABLE);
}

TEST(deferred_purchase_is_a_response_of_its_own) {
    Game game;
    CHECK(game.store.set_ask_to_buy(true));
    std::optional<iap::Purchase> purchase;
    Play play = keep(game.client.buy(coins_id), purchase);
    REQUIRE(pump_until(game.client, [&] { return purchase.has_value(); }));
    CHECK(!*purchase && purchase->is_deferred() && !purchase->is_cancelled() && play.is_done());
    auto approvals = game.store.approvals();
    REQUIRE(approvals && approvals->size() == 1);
    CHECK(game.store.approve(approvals->front()));
    // The observer receives the parent's decision; the coroutine has ended.
    REQUIRE(pump_until(game.client, [&] { return game.notes.last(iap::TransactionState::purchased) != nullptr; }));
    CHECK(purchase->is_deferred());
}

TEST(purchase_without_an_observer_is_refused_and_buys_nothing) {
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

TEST(purchase_waits_for_the_next_observer_when_the_first_is_removed) {
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

TEST(restore_ends_when_all_has_come) {
    Game game;
    CHECK(game.store.buy("anna", {editor_id}));
    std::optional<iap::Result<void>> restored;
    std::size_t heard = 0;
    auto wait = [](Game &opened, auto &result, std::size_t &count) -> Play {
        result.emplace(co_await opened.client.restore());
        count = opened.notes.updated.size();
    };
    Play play = wait(game, restored, heard);
    REQUIRE(pump_until(game.client, [&] { return restored.has_value(); }));
    CHECK(*restored && heard >= 1 && game.notes.restores == 1);
    CHECK(game.store.set_simulated_error(iap::StoreApi::sync, iap::StoreFailure::network));
    auto failed = awaited(game.client, game.client.restore());
    REQUIRE(failed);
    CHECK(fails_with(*failed, IAP_ERROR_NETWORK));
}

TEST(texts_of_char8_t_are_texts) {
    const std::u8string text = u8"n\u00e9";
    CHECK(std::string(iap::Text(text).c_str()) == "n\xC3\xA9" && !iap::Text(std::u8string(u8"a\0b", 3)).is_valid());
    CHECK(std::string(iap::Text(u8"x").c_str()) == "x");
    CHECK(iap::Text(nullptr).or_null() == nullptr && iap::Text(NULL).or_null() == nullptr);
    const iap::TextList list(std::vector<std::u8string>{text, u8"b"});
    CHECK(list.size() == 2 && std::string(list.data()[0]) == "n\xC3\xA9" && std::string(list.data()[1]) == "b");
}

TEST(closing_resumes_everything_with_cancelled) {
    Game game;
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

Detached drop(std::unique_ptr<iap::Client> &client, Thing thing, bool buys) {
    if (buys) {
        CHECK((co_await client->buy(coins_id)).is_cancelled());
    } else {
        CHECK(fails_with(co_await client->storefront(), IAP_ERROR_CANCELLED));
    }
    client.reset();
    ++*thing;
}

TEST(coroutine_that_goes_on_as_the_client_is_closed_may_destroy_it) {
    for (bool first_buys : {false, true}) {
        Shop shop;
        Notes notes;
        Thing thing = std::make_shared<int>(0);
        auto client = std::make_unique<iap::Client>(std::move(*shop.launch()));
        CHECK(client->add_observer(notes.observer()));
        drop(client, thing, first_buys);
        drop(client, thing, true);
        drop(client, thing, false);
        CHECK(client->close());
        CHECK(client == nullptr && *thing == 3 && thing.use_count() == 1);
    }
}

TEST(awaiting_what_was_moved_away_ends_the_program) {
    Game game;
    auto first = game.client.storefront();
    auto second = std::move(first);
    CHECK(check::aborts([&] { static_cast<void>(first.await_ready()); }));
    CHECK(!second.await_ready());
}

TEST(frame_that_is_destroyed_is_not_resumed) {
    Game game;
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

TEST(frame_may_outlive_its_client) {
    std::optional<iap::Purchase> purchase;
    std::optional<Play> play;
    {
        Game game;
        iap::Awaitable<iap::Purchase> awaitable = game.client.buy(coins_id);
        CHECK(game.client.close());
        play.emplace(keep(std::move(awaitable), purchase));
    }
    CHECK(play->is_done() && purchase && purchase->is_cancelled());
}

TEST(awaitable_that_nobody_awaits_lets_go) {
    Game game;
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

TEST(coroutine_may_destroy_its_client) {
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

TEST(coroutine_goes_on_from_response_to_response) {
    Game game;
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
    answers.push_back((co_await client.app_transaction())->bundle_id() == "com.example.game");
    answers.push_back(!(co_await client.app_receipt())->empty());
    answers.push_back((co_await client.set_promotion_order({editor_id, coins_id})).has_value());
    answers.push_back(
        (co_await client.set_promotion_visibility(editor_id, iap::PromotionVisibility::hidden)).has_value());
    const std::vector<iap::Promotion> promotions = *(co_await client.promotions());
    answers.push_back(promotions.size() == 2 && promotions[0].product_id == editor_id &&
                      promotions[0].visibility == iap::PromotionVisibility::hidden);
    answers.push_back((co_await client.show_manage_subscriptions()).has_value());
    answers.push_back((co_await client.refund(id)).has_value());
    answers.push_back((co_await client.present_merchandising("2001")).has_value());
    answers.push_back((co_await client.review()).has_value());
    answers.push_back((co_await client.external_purchase_eligibility(iap::ExternalPurchaseKind::link)).value());
    answers.push_back(fails_with(co_await client.present_offer_code_redemption(), IAP_ERROR_CANCELLED));
    answers.push_back((co_await client.show_external_purchase_notice()).has_value());
    answers.push_back((co_await client.external_purchase_token(iap::ExternalPurchaseToken::acquisition)).has_value());
    answers.push_back(
        (co_await client.show_external_purchase_custom_link_notice(iap::ExternalPurchaseNotice::browser)).has_value());
    static_cast<void>(co_await client.open_external_purchase_link(""));
    static_cast<void>(co_await client.open_external_link_account());
    static_cast<void>(co_await client.bind_payment_method("pinning"));
    answers.push_back((co_await client.refund(id + 1000)).has_value());
}

TEST(everything_else_can_be_awaited) {
    Game game;
    auto bought = game.store.buy("anna", {club_id});
    REQUIRE(bought);
    CHECK(game.store.answer_next_sheet(iap::StoreSheet::offer_code, iap::StoreAnswer::cancel));
    std::vector<bool> answers;
    ask_the_rest(game.client, *bought, answers);
    REQUIRE(pump_until(game.client, [&] { return answers.size() == 20; }));
    std::vector<bool> expected(20, true);
    expected.back() = false; // there is no such transaction
    CHECK(answers == expected);
    CHECK(game.store.sheet_count(iap::StoreSheet::refund) == 1);
    CHECK(game.store.sheet_count(iap::StoreSheet::offer_code) == 1);
}

TEST(intent_is_bought_and_inventory_spent) {
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
    auto purchase = awaited(*client, client->buy(*intent));
    REQUIRE(purchase);
    CHECK(*purchase && inventory.balance("coins") == 100);
    std::optional<iap::Result<void>> spent;
    Play spend = keep(inventory.spend("coins", 30, "sword"), spent);
    REQUIRE(pump_until(*client, [&] { return spent.has_value(); }));
    CHECK(*spent && inventory.balance("coins") == 70);
    auto refused = awaited(*client, inventory.spend("coins", 3000, "castle"));
    REQUIRE(refused);
    CHECK(fails_with(*refused, IAP_ERROR_INSUFFICIENT_BALANCE));
}

TEST(texts_that_hold_a_nul_are_refused_at_once) {
    Game game;
    const std::string text("com.example\0coins", 17);
    std::optional<iap::Purchase> purchase;
    Play play = keep(game.client.buy(text), purchase);
    CHECK(purchase && purchase->error.status() == IAP_ERROR_INVALID_TEXT);
    std::optional<iap::Result<iap::Products>> products;
    Play other = keep(game.client.products({coins_id, text}), products);
    CHECK(products && fails_with(*products, IAP_ERROR_INVALID_TEXT));
}

} // namespace
