// The checks of the tests: a test is a function, and it passes if every check in it passed.
#ifndef TESTS_CPP_CHECK_HPP
#define TESTS_CPP_CHECK_HPP

#include <functional>
#include <vector>

namespace check {

struct Test {
    const char *name;
    void (*run)();
};

// All tests of the program.
std::vector<Test> &tests();

// Adds a test before main() begins.
struct Added {
    Added(const char *name, void (*run)()) { tests().push_back({name, run}); }
};

// Records a check of the running test; prints its place if it fails. Returns holds.
bool that(bool holds, const char *text, const char *file, int line);

// Whether the function ends its program by abort(). It runs in a separate process.
bool aborts(const std::function<void()> &function);

} // namespace check

// A test: TEST(what_holds) { ... }
#define TEST(name)                                                                                                     \
    void name();                                                                                                       \
    const check::Added added_##name(#name, name);                                                                      \
    void name()

#define CHECK(expression) check::that(static_cast<bool>(expression), #expression, __FILE__, __LINE__)

// For conditions that the rest of the test needs.
#define REQUIRE(expression)                                                                                            \
    do {                                                                                                               \
        if (!CHECK(expression)) {                                                                                      \
            return;                                                                                                    \
        }                                                                                                              \
    } while (false)

#endif
