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

[[noreturn]] inline void fail(const char *file, int line, const char *what) {
    std::fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
    std::exit(1);
}

#endif
