// The tests' own checks: a test is a function, and it passes if every check in it held.
#ifndef TESTS_CPP_CHECK_HPP
#define TESTS_CPP_CHECK_HPP

#include <functional>

namespace check {

struct Test {
    const char *name;
    void (*run)();
};

// Records a check of the test that runs; says where it is if it does not hold. Returns holds.
bool that(bool holds, const char *text, const char *file, int line);

// Whether the program ends by abort(), in a process of its own.
bool aborts(const std::function<void()> &function);

} // namespace check

#define CHECK(expression) check::that(static_cast<bool>(expression), #expression, __FILE__, __LINE__)

// For what the rest of the test cannot do without.
#define REQUIRE(expression)                                                                                            \
    do {                                                                                                               \
        if (!CHECK(expression)) {                                                                                      \
            return;                                                                                                    \
        }                                                                                                              \
    } while (false)

#endif
