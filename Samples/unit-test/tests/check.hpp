// check.hpp: a very small test framework. Remove this file if you use GoogleTest, Catch2 or doctest.
#ifndef TESTS_CHECK_HPP
#define TESTS_CHECK_HPP

#include <cstdio>
#include <iomanip>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>

using Tests = std::map<std::string, void (*)()>;

inline Tests &tests() {
    static Tests all;
    return all;
}

#define TEST(name)                                                                                                     \
    static void name();                                                                                                \
    [[maybe_unused]] static const bool name##_is_listed = tests().emplace(#name, name).second;                         \
    static void name()

#define CHECK(condition) ((condition) ? void() : fail("not so: " #condition, __FILE__, __LINE__))
#define CHECK_EQUAL(found, expected) check_equal(found, expected, #found, __FILE__, __LINE__)

// The shop's last message. It often says why a check fails, so fail() prints it. Phone sets it.
inline std::string last_message;

// Ends a test. main() catches it. Do not let it leave a function that the library calls.
struct Failure {};

[[noreturn]] inline void fail(const std::string &what, const char *file, int line) {
    std::fprintf(stderr, "%s:%d: %s\n", file, line, what.c_str());
    if (!last_message.empty()) {
        std::fprintf(stderr, "the shop says: %s\n", last_message.c_str());
    }
    throw Failure();
}

// The expected value has the type of the found value, so 1 may stand for an unsigned 1.
template <class T>
void check_equal(const T &found, const std::decay_t<T> &expected, const char *what, const char *file, int line) {
    if (!(found == expected)) {
        std::ostringstream text;
        if constexpr (std::is_convertible_v<T, std::string_view>) {
            text << what << " is " << std::quoted(found) << ", not " << std::quoted(expected);
        } else {
            text << what << " is " << found << ", not " << expected;
        }
        fail(text.str(), file, line);
    }
}

#endif
