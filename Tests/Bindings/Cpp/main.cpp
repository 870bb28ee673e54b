// Tests of iap.hpp and iap_store.hpp. Run by Tests/Bindings/Cpp/run.

#include "check.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace {

// Checks may be made on any thread.
std::atomic<bool> holds_so_far;
const char *current;
int aborts_of_test; // how often the test has called check::aborts()

} // namespace

std::vector<check::Test> &check::tests() {
    static std::vector<Test> all;
    return all;
}

bool check::that(bool holds, const char *text, const char *file, int line) {
    if (!holds) {
        holds_so_far = false;
        std::printf("%s:%d: %s: failed: %s\n", file, line, current, text);
    }
    return holds;
}

// Runs a new program, because the child of fork() may use the library only after exec(). The program plays the test up to this
// call.
bool check::aborts(const std::function<void()> &function) {
    const int aborted = 42;
    const std::string call = std::string(current) + " " + std::to_string(++aborts_of_test);
    const char *wanted = std::getenv("CHECK_ABORTS");
    if (wanted != nullptr && call == wanted) {
        std::signal(SIGABRT, [](int) { _exit(aborted); });
        function();
        _exit(0);
    }
    // This is an earlier call of the test, which another program plays.
    if (wanted != nullptr) {
        return true;
    }
    const pid_t child = fork();
    if (child == 0) {
        setenv("CHECK_ABORTS", call.c_str(), 1);
        // This process checks failures of the test itself. The output before the abort does not matter.
        if (std::freopen("/dev/null", "w", stdout) == nullptr || std::freopen("/dev/null", "w", stderr) == nullptr) {
            _exit(1);
        }
        execl("/proc/self/exe", "tests", static_cast<char *>(nullptr));
        _exit(1);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == aborted;
}

int main() {
    int passed = 0;
    int failed = 0;
    const char *wanted = std::getenv("CHECK_ABORTS");
    for (const check::Test &test : check::tests()) {
        holds_so_far = true;
        current = test.name;
        aborts_of_test = 0;
        if (wanted != nullptr && std::string(wanted).rfind(std::string(current) + " ", 0) != 0) {
            continue;
        }
        test.run();
        ++(holds_so_far ? passed : failed);
        std::fflush(stdout);
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
