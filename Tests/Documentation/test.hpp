// test.hpp: what the tests of Sources/Documentation/Testing.md and quirk_tests.cpp need from a test framework. Yours has it too.
#ifndef DOCUMENTATION_TEST_HPP
#define DOCUMENTATION_TEST_HPP

#include <iap/iap_store.hpp>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

// Each test runs in its own process.
#define TEST(name) static void name()

#define CHECK(condition) ((condition) ? void() : fail(__FILE__, __LINE__, #condition))

[[noreturn]] inline void fail(const char *file, int line, const std::string &what) {
    std::cerr << file << ":" << line << ": not so: " << what << "\n";
    std::exit(1);
}

// Returns the value, or fails the test with the library's message.
template <class T> T must(iap::Result<T> result) {
    if (!result) {
        fail(__FILE__, __LINE__, std::string(result.error().message()));
    }
    return std::move(*result);
}
inline void must(const iap::Result<void> &result) {
    if (!result) {
        fail(__FILE__, __LINE__, std::string(result.error().message()));
    }
}

// Processes events until there are no more. Without threads and with a virtual clock no event can follow.
inline void pump_until_idle(iap::Client &client) {
    while (client.process_events().value_or(0) > 0 || client.wait_events(0).value_or(false)) {
    }
}

// Returns a folder for the files of one test, in TMPDIR. The folder is not removed, so you can look at it later.
inline std::string new_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "game-XXXXXX").string();
    CHECK(mkdtemp(name.data()) != nullptr);
    return name;
}

// Runs `play` in a child process and returns whether it was killed. Call it while nothing of the library is open.
// The tests have one thread and play in manual mode. Any other program calls exec() after fork().
inline bool was_killed(const std::function<void()> &play) {
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        play();
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

#endif
