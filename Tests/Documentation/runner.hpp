// runner.hpp: a program with all game tests of the documentation, which runs the one that its command line names.
#ifndef DOCUMENTATION_RUNNER_HPP
#define DOCUMENTATION_RUNNER_HPP

#include <iostream>
#include <map>
#include <string>

inline int run_test(int count, char **words, const std::map<std::string, void (*)()> &tests) {
    const auto test = tests.find(count == 2 ? words[1] : "");
    if (test == tests.end()) {
        std::cerr << "there is no such test\n";
        return 2;
    }
    test->second();
    return 0;
}

#endif
