// check.hpp: a very small test framework. Remove this file if you use GoogleTest, Catch2 or doctest.
#ifndef TESTS_CHECK_HPP
#define TESTS_CHECK_HPP

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

using Tests = std::map<std::string, void (*)()>;

inline Tests &tests() {
    static Tests all;
    return all;
}

#define TEST(name)                                                                                                     \
    static void name();                                                                                                \
    [[maybe_unused]] static const bool name##_is_listed = tests().emplace(#name, name).second;                         \
    static void name()

#define CHECK(condition) ((condition) ? void() : fail(__FILE__, __LINE__, #condition))

// The shop's last message. It often says why a check fails, so fail() prints it. Phone sets it.
inline std::string last_message;

[[noreturn]] inline void fail(const char *file, int line, const char *what) {
    std::fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
    if (!last_message.empty()) {
        std::fprintf(stderr, "the shop says: %s\n", last_message.c_str());
    }
    std::exit(1);
}

#endif
