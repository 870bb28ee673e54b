// Runs the test that the command line names, or all tests.

#include "check.hpp"

int main(int argc, char **argv) {
    const std::string wanted = argc > 1 ? argv[1] : "";
    int passed = 0;
    int failed = 0;
    for (const auto &[name, run] : tests()) {
        if (!wanted.empty() && wanted != name) {
            continue;
        }
        last_message.clear();
        try {
            run();
            std::printf("passed: %s\n", name.c_str());
            passed++;
        } catch (const Failure &) {
            std::fprintf(stderr, "failed: %s\n", name.c_str());
            failed++;
        }
    }
    if (passed + failed == 0) {
        std::fprintf(stderr, "there is no test %s\n", wanted.c_str());
    }
    return passed > 0 && failed == 0 ? 0 : 1;
}
