// The cost of a library at the start of a game: the size of its file, and in a fresh process the time to load it and to open
// the first store, device and client.

#include "report.hpp"

#include <iap/iap_store.h>

#include <dlfcn.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

extern "C" char **environ;

namespace {

constexpr int rounds = 41;
constexpr double goal_ms = 20;

double milliseconds(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

// ------------------------------------------------------------------------------------------- in the fresh process

template <class Function> Function *find(void *library, const char *name) {
    auto function = reinterpret_cast<Function *>(dlsym(library, name));
    require(function != nullptr, name);
    return function;
}

void open_client(void *library, const char *storekit) {
    iap_store_options shop = IAP_STORE_OPTIONS_INIT;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_store *store = nullptr;
    iap_client *client = nullptr;
    shop.storekit_path = storekit;
    require(find<decltype(iap_store_open)>(library, "iap_store_open")(&shop, &store, &error) == IAP_OK &&
                find<decltype(iap_store_open_device)>(library, "iap_store_open_device")(
                    store, "player", "phone", &options.device, &error) == IAP_OK &&
                find<decltype(iap_client_open_version)>(library, "iap_client_open_version")(
                    IAP_HEADER_VERSION, &options, &client, &error) == IAP_OK,
            error.message);
}

// Prints the milliseconds until the library was loaded, and until a client was open, and the processor time of both. If the
// path of the .storekit file is empty, there is nothing to open.
void load_once(const char *path, const char *storekit) {
    const double begin = milliseconds(CLOCK_MONOTONIC), begin_processor = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
    void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    const double loaded = milliseconds(CLOCK_MONOTONIC);
    if (library == nullptr) fail(dlerror());
    if (*storekit != 0) open_client(library, storekit);
    const double open = milliseconds(CLOCK_MONOTONIC), processor = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
    std::printf("%f %f %f\n", loaded - begin, open - begin, processor - begin_processor);
    std::fflush(stdout);
    // The process ends without closing, because the close is not measured.
    _exit(0);
}

// ---------------------------------------------------------------------------------------------------- the figures

struct Times {
    std::vector<double> load, open, processor;
};

void run_once(const char *self, const char *library, const char *storekit, Times &times) {
    int ends[2];
    require(pipe(ends) == 0, "pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    std::string arguments[] = {self, "once", library, storekit};
    char *list[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(), arguments[3].data(), nullptr};
    pid_t process = 0;
    require(posix_spawn(&process, self, &actions, nullptr, list, environ) == 0, "posix_spawn");
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE *answer = fdopen(ends[0], "r");
    double load = 0, open = 0, processor = 0;
    const bool is_read = answer != nullptr && std::fscanf(answer, "%lf %lf %lf", &load, &open, &processor) == 3;
    if (answer != nullptr) std::fclose(answer);
    int status = 0;
    require(waitpid(process, &status, 0) == process && is_read && status == 0, "a process that loads the library");
    times.load.push_back(load);
    times.open.push_back(open);
    times.processor.push_back(processor);
}

double megabytes(const char *path) {
    struct stat file {};
    require(stat(path, &file) == 0, path);
    return static_cast<double>(file.st_size) / 1e6;
}

void measure(const char *self, const std::string &name, const char *library, const char *nothing,
             const char *storekit) {
    Times ours, theirs;
    for (int round = 0; round < rounds + 3; round++) {
        // The first rounds bring the files into memory.
        if (round == 3) ours = theirs = {};
        run_once(self, library, storekit, ours);
        run_once(self, nothing, "", theirs);
    }
    const double load = median(ours.load), open = median(ours.open), processor = median(ours.processor);
    const double base = median(theirs.load), base_processor = median(theirs.processor);
    report(name + ": size", text(megabytes(library), "MB"), text(megabytes(nothing), "MB"), "-");
    report(name + ": load", text(load, "ms"), text(base, "ms"), text(load - base, "ms"));
    report(name + ": load, open store and client", text(open, "ms"), text(base, "ms"), text(open - base, "ms"),
           "< 20 ms", open - base < goal_ms);
    const double best = *std::min_element(ours.open.begin(), ours.open.end());
    const double best_base = *std::min_element(theirs.open.begin(), theirs.open.end());
    report("  ... the fastest of " + std::to_string(rounds), text(best, "ms"), text(best_base, "ms"),
           text(best - best_base, "ms"));
    report("  ... of the processor's time", text(processor, "ms"), text(base_processor, "ms"),
           text(processor - base_processor, "ms"));
}

} // namespace

int main(int count, char **arguments) {
    if (count == 4 && std::strcmp(arguments[1], "once") == 0) load_once(arguments[2], arguments[3]);
    require(count == 5, "usage: load NAME LIBRARY LIBRARY_THAT_DOES_NOTHING STOREKIT_FILE");
    measure(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4]);
    return 0;
}
