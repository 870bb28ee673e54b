#include "check.hpp"
#include "shop.hpp"

#include <iap/iap_store.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace {

template <class Handle>
constexpr bool has_one_owner =
    std::is_nothrow_move_constructible_v<Handle> &&std::is_nothrow_move_assignable_v<Handle> &&
    !std::is_copy_constructible_v<Handle> && !std::is_copy_assignable_v<Handle>;
static_assert(has_one_owner<iap::Client> && has_one_owner<iap::Store> && has_one_owner<iap::Device>);
static_assert(!std::is_copy_constructible_v<iap::Client> && std::is_nothrow_move_constructible_v<iap::Client>);
static_assert(std::is_copy_constructible_v<iap::Product> && std::is_nothrow_move_constructible_v<iap::Product>);
static_assert(std::is_copy_constructible_v<iap::Transaction>);

// "if (result)" has two meanings: there is a value, or the value is true.
static_assert(!std::is_constructible_v<bool, iap::Result<bool>>);
static_assert(std::is_constructible_v<bool, iap::Result<int>> && !std::is_convertible_v<iap::Result<int>, bool>);

TEST(result_of_yes_or_no_says_which) {
    const iap::Result<bool> no(false);
    CHECK(no.has_value() && !*no && !no.value_or(true));
    const iap::Result<bool> unknown(iap::Error::of_status(IAP_ERROR_CLOSED));
    CHECK(!unknown.has_value() && unknown.value_or(true) && !unknown.value_or(false));
    CHECK(iap::Result<std::string>(iap::Error::of_status(IAP_ERROR_CLOSED)).value_or("none") == "none");
    CHECK(*iap::Result<std::unique_ptr<int>>(std::make_unique<int>(3)).value_or(nullptr) == 3);
}

TEST(error_and_its_texts_can_be_kept) {
    auto call = [] { return iap::Result<void>(iap::Error::with_message(IAP_ERROR_STORE, "the text of an error")); };
    auto told = [] { return std::optional<iap::Error>(iap::Error::with_message(IAP_ERROR_STORE, "another text")); };
    const iap::Error &error = call().error();
    const auto message = call().error().message();
    const auto other = told()->message();
    const auto domain = told()->store_domain();
    const iap::Error &of_value = iap::Result<int>(iap::Error::of_status(IAP_ERROR_CLOSED)).error();
    CHECK(error.status() == IAP_ERROR_STORE && error.message() == "the text of an error" && domain.empty());
    CHECK(message == "the text of an error" && other == "another text" && of_value.status() == IAP_ERROR_CLOSED);
}

TEST(result_holds_a_value_or_an_error) {
    iap::Result<int> seven(7);
    CHECK(seven && *seven == 7 && seven.value() == 7);
    iap::Result<int> wrong(iap::Error::of_status(IAP_ERROR_NETWORK));
    CHECK(!wrong && wrong.error().status() == IAP_ERROR_NETWORK);
    iap::Result<void> done;
    CHECK(done);
    iap::Result<void> undone(iap::Error::of_status(IAP_ERROR_CLOSED));
    CHECK(!undone && undone.error().status() == IAP_ERROR_CLOSED);
}

TEST(result_gives_away_what_can_only_be_moved) {
    iap::Result<std::unique_ptr<int>> result(std::make_unique<int>(3));
    std::unique_ptr<int> taken = *std::move(result);
    CHECK(taken != nullptr && *taken == 3);
}

TEST(result_of_a_call_can_be_looped_over) {
    auto call = [] { return iap::Result<std::vector<std::string>>(std::vector<std::string>{"a", "b"}); };
    std::string all;
    for (const std::string &text : *call()) {
        all += text;
    }
    CHECK(all == "ab");
}

TEST(error_of_a_status_has_its_class_and_name) {
    iap::Error error = iap::Error::of_status(IAP_ERROR_INVALID_QUANTITY);
    CHECK(error.status() == IAP_ERROR_INVALID_QUANTITY);
    CHECK(error.category() == iap::Category::invalid_argument);
    CHECK(error.name() == "IAP_ERROR_INVALID_QUANTITY");
    CHECK(error.message() == "IAP_ERROR_INVALID_QUANTITY");
    CHECK(!error.retryable() && error.store_domain().empty() && error.store_code() == 0);
    CHECK(iap::Error().status() == IAP_OK && iap::Error().category() == iap::Category::none);
    CHECK(iap::Error::of_status(IAP_ERROR_CANCELLED).is_cancelled());
}

TEST(error_message_that_does_not_fit_is_cut) {
    std::string text(10000, 'x');
    iap::Error error = iap::Error::with_message(IAP_ERROR_STORE, text.c_str());
    CHECK(error.message() == text.substr(0, sizeof(iap_error::message) - 1));
}

TEST(error_of_a_later_library_is_copied_in_the_size_of_this_header) {
    iap_error later = IAP_ERROR_VALUE_INIT;
    later.struct_size += 64;
    later.status = IAP_ERROR_NETWORK;
    iap::Error error(later);
    CHECK(error.raw().struct_size == sizeof(iap_error) && error.status() == IAP_ERROR_NETWORK);
    CHECK(iap::Error().raw().struct_size == sizeof(iap_error));
}

TEST(empty_values_return_nothing) {
    iap::Product product;
    CHECK(!product && product.id().empty() && product.id().data() != nullptr && product.price_milliunits() == 0);
    iap::Transaction transaction;
    CHECK(!transaction && transaction.id() == 0 && transaction.state() == iap::TransactionState::unknown);
    CHECK(!transaction.original() && !transaction.error());
}

// The output of a program that reads the value of a failed result.
std::string last_words(const std::function<void()> &function) {
    // The program that plays this test again writes to the same file.
    static int number;
    const std::string name = "last-words-" + std::to_string(++number);
    const char *known = std::getenv("CHECK_LAST_WORDS");
    const std::string path = (known != nullptr ? std::string(known) : temporary_file("last-words")) + name;
    setenv("CHECK_LAST_WORDS", path.substr(0, path.size() - name.size()).c_str(), 1);
    CHECK(check::aborts([&] {
        if (std::freopen(path.c_str(), "w", stderr) != nullptr && std::setvbuf(stderr, nullptr, _IONBF, 0) == 0) {
            function();
        }
    }));
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(asking_for_what_is_not_there_tells_the_error) {
    const iap::Result<int> failed = iap::Error::with_message(IAP_ERROR_NETWORK, "no network");
    CHECK(last_words([&] { static_cast<void>(*failed); }) ==
          "iap::Result: the value was asked for, but the call failed: no network (IAP_ERROR_NETWORK)\n");
    const iap::Result<int> fine = 1;
    CHECK(last_words([&] { static_cast<void>(fine.error()); }) ==
          "iap::Result: the error was asked for, and there is none\n");
    CHECK(last_words([&] { static_cast<void>(iap::Result<void>().error()); }) ==
          "iap::Result: the error was asked for, and there is none\n");
}

} // namespace
