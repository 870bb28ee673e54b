// Tests of iap.hpp and iap_store.hpp. Run by Tests/Cpp/run.

#include "check.hpp"
#include "tests.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <initializer_list>
#include <sys/wait.h>
#include <unistd.h>

namespace {

// Checks may be made on any thread.
std::atomic<bool> holds_so_far;
const char *current;

} // namespace

bool check::that(bool holds, const char *text, const char *file, int line) {
    if (!holds) {
        holds_so_far = false;
        std::printf("%s:%d: %s: not so: %s\n", file, line, current, text);
    }
    return holds;
}

bool check::aborts(const std::function<void()> &function) {
    const int aborted = 42;
    const pid_t child = fork();
    if (child == 0) {
        std::fclose(stderr);
        std::signal(SIGABRT, [](int) { _exit(aborted); });
        function();
        _exit(0);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == aborted;
}

int main() {
    int passed = 0;
    int failed = 0;
    for (const auto *tests : {
             &result_tests, &argument_tests, &call_tests, &request_tests, &lifetime_tests, &thread_tests, &store_tests,
                 &settings_tests, &ledger_tests, &device_tests, &inventory_tests, &verify_tests, &receipt_tests,
                 &server_key_tests
#if TESTS_CPP_COROUTINES
                 ,
                 &coroutine_tests
#endif
         }) {
        for (const check::Test &test : *tests) {
            holds_so_far = true;
            current = test.name;
            test.run();
            ++(holds_so_far ? passed : failed);
            std::fflush(stdout);
        }
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
