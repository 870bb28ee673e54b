// test.hpp: what the tests of Sources/Documentation/Testing.md need of a test framework; yours has it too.
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

// Each test runs in a process of its own.
#define TEST(name) static void name()

#define CHECK(condition) ((condition) ? void() : fail(__FILE__, __LINE__, #condition))

[[noreturn]] inline void fail(const char *file, int line, const std::string &what) {
    std::cerr << file << ":" << line << ": not so: " << what << "\n";
    std::exit(1);
}

// The value, or the end of the test with the library's own words.
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

// Processes events until nothing more comes. Without threads and on a virtual clock nothing comes by itself after that.
inline void pump_until_idle(iap::Client &client) {
    while (client.process_events().value_or(0) > 0 || client.wait_events(0).value_or(false)) {
    }
}

// A folder for the files of one test. It stays behind, for a look at it; TMPDIR says where.
inline std::string new_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "game-XXXXXX").string();
    CHECK(mkdtemp(name.data()) != nullptr);
    return name;
}

// Plays in a process of its own and tells whether that was killed. To be called while nothing of the library is open.
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
