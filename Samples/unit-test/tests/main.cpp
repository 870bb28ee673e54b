// Runs the test that the command line names, or all tests.

#include "check.hpp"

int main(int argc, char **argv) {
    const std::string wanted = argc > 1 ? argv[1] : "";
    bool found = false;
    for (const auto &[name, run] : tests()) {
        if (wanted.empty() || wanted == name) {
            run();
            std::printf("passed: %s\n", name.c_str());
            found = true;
        }
    }
    if (!found) {
        std::fprintf(stderr, "there is no test %s\n", wanted.c_str());
    }
    return found ? 0 : 1;
}
