// Arguments: functions, texts, lists of texts, bytes and times.

#include "check.hpp"

#include <iap/iap.hpp>
#include <iap/iap_store.hpp>

#include <array>
#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

static_assert(std::is_nothrow_move_constructible_v<iap::Function<void()>>);
static_assert(std::is_nothrow_copy_constructible_v<iap::Function<void()>>);
static_assert(!std::is_constructible_v<iap::Function<void(int)>, void (*)(std::string)>);
static_assert(std::is_nothrow_move_constructible_v<iap::Event> && !std::is_copy_constructible_v<iap::Event>);
static_assert(!std::is_convertible_v<int, iap::TextList> && !std::is_convertible_v<std::vector<int>, iap::TextList>);
static_assert(!std::is_convertible_v<std::vector<int>, iap::Bytes>);

int twice(int number) { return 2 * number; }

TEST(function_takes_all_that_can_be_called) {
    int calls = 0;
    iap::Function<int(int)> function = [&calls](int number) { return calls += number; };
    CHECK(function && function(3) == 3 && function(4) == 7 && calls == 7);
    function = twice;
    CHECK(function(21) == 42);
    function = [held = std::make_unique<int>(5)](int number) { return *held * number; };
    iap::Function<int(int)> moved = std::move(function);
    CHECK(moved(2) == 10 && !function);
    moved = std::function<int(int)>(twice);
    CHECK(moved(1) == 2);
}

TEST(function_of_nothing_takes_what_returns_something) {
    int calls = 0;
    iap::Function<void()> counts = [&calls] { return ++calls; };
    iap::Function<void(int)> doubles = twice;
    counts();
    doubles(1);
    CHECK(calls == 1);
    iap::ClientOptions options;
    options.wake = [&calls] { return ++calls; };
    options.wake();
    iap::Observer observer;
    observer.restore_finished = [&calls](std::uint64_t id) { return calls += static_cast<int>(id); };
    observer.restore_finished(5);
    CHECK(calls == 7);
}

TEST(no_pointer_is_no_text) {
    const char *none = nullptr;
    const iap::TextList list{"a", none};
    CHECK(list.size() == 2 && std::string_view(list.data()[1]).empty());
    CHECK(iap::TextList(nullptr).size() == 0 && iap::TextList(nullptr).is_valid());
    CHECK(iap::TextList(std::vector<const char *>{none}).size() == 1);
    CHECK(iap::Bytes(none).size() == 0 && iap::Bytes(none).data() != nullptr);
    CHECK(iap::Text(none).or_null() == nullptr);
}

TEST(moments_far_away_can_be_compared) {
    // 4001-01-01T00:00:00Z, the end of some subscriptions in the store.
    const iap::Time far = iap::time_of_ms(64092211200000);
    CHECK(far > iap::now() && iap::now() > iap::time_of_ms(1577836800000));
}

TEST(function_that_is_copied_shares_what_it_calls) {
    auto thing = std::make_shared<int>(0);
    iap::Function<int()> first = [thing, count = std::make_unique<int>(0)] { return ++*count; };
    iap::Function<int()> second = first;
    CHECK(first() == 1 && second() == 2 && thing.use_count() == 2);
    first = nullptr;
    CHECK(second() == 3 && thing.use_count() == 2);
    second = iap::Function<int()>();
    CHECK(thing.use_count() == 1);
}

TEST(function_without_anything_to_call_is_empty) {
    iap::Function<int(int)> none;
    int (*pointer)(int) = nullptr;
    CHECK(!none && !iap::Function<int(int)>(nullptr) && !iap::Function<int(int)>(pointer));
    CHECK(!iap::Function<int(int)>(std::function<int(int)>()));
    none = twice;
    none = nullptr;
    CHECK(!none);
}

TEST(function_frees_what_it_held_once) {
    auto thing = std::make_shared<int>(0);
    {
        iap::Function<void()> first = [thing] { ++*thing; };
        iap::Function<void()> second = std::move(first);
        second();
        first = std::move(second);
        first();
        iap::Function<void()> &same = first;
        first = std::move(same);
        CHECK(first && thing.use_count() == 2);
        first = [] {};
        CHECK(thing.use_count() == 1);
    }
    CHECK(*thing == 2 && thing.use_count() == 1);
}

TEST(text_ends_with_a_nul_wherever_it_came_from) {
    const std::string string = "a string";
    CHECK(iap::Text(string).c_str() == string.c_str());
    const std::string_view view = std::string_view(string).substr(2, 3);
    iap::Text part(view);
    CHECK(std::string(part.c_str()) == "str" && part.is_valid());
    CHECK(std::string(iap::Text("literal").c_str()) == "literal");
    CHECK(iap::Text("").or_null() == nullptr && iap::Text(std::string()).or_null() == nullptr);
    CHECK(*iap::Text(static_cast<const char *>(nullptr)).c_str() == '\0');
    CHECK(!iap::Text(std::string("a\0b", 3)).is_valid() && !iap::Text(std::string_view("a\0b", 3)).is_valid());
}

std::string joined(const iap::TextList &list) {
    std::string all;
    for (std::size_t i = 0; i < list.size(); i++) {
        all += std::string(list.data()[i]) + ";";
    }
    return list.is_valid() ? all : "not valid";
}

TEST(list_is_made_of_braces_and_of_ranges) {
    const std::string string = "c";
    CHECK(joined({"a", std::string_view("bcd").substr(0, 1), string, "", "d"}) == "a;b;c;;d;");
    CHECK(joined({}).empty() && iap::TextList().data() == nullptr);
    CHECK(joined("alone") == "alone;" && joined(string) == "c;");
    CHECK(joined(std::vector<std::string>{"a", "b"}) == "a;b;");
    CHECK(joined(std::list<const char *>{"a", "b"}) == "a;b;");
    CHECK(joined(std::array<std::string_view, 2>{"a", "b"}) == "a;b;");
    CHECK(joined(std::vector<std::string>()).empty());
    const char *array[] = {"a", "b", "c"};
    CHECK(joined(array) == "a;b;c;");
    CHECK(joined({"a", std::string_view("b\0c", 3)}) == "not valid");
}

TEST(bytes_are_made_of_what_holds_bytes) {
    const std::vector<std::uint8_t> vector{1, 2, 3};
    CHECK(iap::Bytes(vector).data() == vector.data() && iap::Bytes(vector).size() == 3);
    CHECK(iap::Bytes(std::array<unsigned char, 4>{}).size() == 4);
    CHECK(iap::Bytes("text").size() == 4 && iap::Bytes(std::string_view("text")).data()[0] == 't');
    CHECK(iap::Bytes(std::string_view()).data() != nullptr && iap::Bytes().size() == 0);
}

TEST(times_and_waits_are_in_milliseconds) {
    using namespace std::chrono_literals;
    CHECK(iap::ms_of_time(iap::time_of_ms(1'700'000'000'123)) == 1'700'000'000'123);
    CHECK(iap::time_of_ms(5000) - iap::time_of_ms(2000) == 3s);
    CHECK(!iap::Transaction().purchase_date() && !iap::detail::time(0) && *iap::detail::time(7) == iap::time_of_ms(7));
    CHECK(iap::detail::wait_ms(2s) == 2000 && iap::detail::wait_ms(-1ms) == 0);
    CHECK(iap::detail::wait_ms(std::chrono::hours(24 * 365)) == UINT32_MAX);
}

} // namespace
