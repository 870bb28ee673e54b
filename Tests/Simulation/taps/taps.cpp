// taps.cpp: plays stories of double taps. Each story is played without a kill, then with a kill after each of its events, then
// with kills at some operations of the journal's disk. Each of these is one world. Several processes share the stories.
#include "world.hpp"

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace {
constexpr int jobs_max = 64;
constexpr unsigned seconds_per_world = 60;
constexpr std::size_t tail_lines = 60;
constexpr std::uint64_t shown_max = 3, broken_max = 20;
/** How many operations of the disk of each story are also moments of a kill. */
constexpr int operations_per_story = 4;

struct Options {
    std::uint64_t worlds = 100000, seed = 1;
    int jobs = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)), job = -1;
    const char *one = nullptr; /**< the name of the only world */
};

struct Totals {
    std::uint64_t stories = 0, worlds = 0, charges = 0, events = 0, broken = 0, hash = 0;
};

/** Where the results go. Standard output belongs to the games. */
std::FILE *report = nullptr;
char running[96];

void tell_world(int number) {
    char text[160];
    const int length = std::snprintf(text, sizeof text, "BROKEN %s: signal %d\n", running, number);
    if (write(fileno(report), text, static_cast<std::size_t>(length)) < 0) _exit(2);
    std::signal(number, SIG_DFL);
    raise(number);
}

struct Played {
    unsigned events = 0;
    std::uint64_t operations = 0;
};

Played play(const Story &story, Kill kill, const std::string &folder, Totals &totals, bool is_whole) {
    std::snprintf(running, sizeof running, "%" PRIu64 ":%u:%" PRIu64 ":%d", story.number, kill.event, kill.operation,
                  kill.loses_power ? 1 : 0);
    alarm(seconds_per_world);
    World world(story, kill, folder);
    if (world.rule == nullptr) world.run();
    alarm(0);
    totals.worlds++;
    totals.charges += world.charges;
    totals.events += world.events;
    totals.hash ^= log_hash(&world.log) + totals.worlds;
    if (world.rule != nullptr) totals.broken++;
    if (is_whole) std::fputs(world.log.text, report);
    else if (world.rule != nullptr && totals.broken <= shown_max) std::fputs(log_tail(&world.log, tail_lines), report);
    if (world.rule != nullptr)
        std::fprintf(report, "BROKEN %s: rule %s\nrepeat it with: Tests/Simulation/run LIBDIR --tap-world %s\n",
                     running, world.rule, running);
    return {world.events, world.operations()};
}

void play_story(std::uint64_t number, const std::string &folder, Totals &totals, std::uint64_t most) {
    const Story story(number);
    totals.stories++;
    const Played plain = play(story, {}, folder, totals, false);
    chance chance = chance_of(number, 0x6B696C6C);
    for (unsigned event = 1; event <= plain.events && totals.worlds < most; event++) {
        Kill kill;
        kill.event = event;
        kill.loses_power = chance_percent(&chance, 30);
        play(story, kill, folder, totals, false);
    }
    for (int i = 0; i < operations_per_story && plain.operations > 0 && totals.worlds < most; i++) {
        Kill kill;
        kill.operation = 1 + chance_below(&chance, static_cast<std::uint32_t>(plain.operations));
        kill.loses_power = chance_percent(&chance, 50);
        play(story, kill, folder, totals, false);
    }
}

int run_job(const Options &options) {
    report = fdopen(dup(STDOUT_FILENO), "w");
    if (report == nullptr || std::freopen("/dev/null", "w", stdout) == nullptr) return 2;
    std::setvbuf(report, nullptr, _IOLBF, 0);
    for (const int number : {SIGSEGV, SIGILL, SIGABRT, SIGALRM, SIGBUS, SIGTRAP}) std::signal(number, tell_world);
    /* The saves are small and written often. */
    const char *temporary = std::getenv("TMPDIR");
    std::string folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : temporary != nullptr ? temporary : "/tmp";
    folder += "/iap-taps-XXXXXX";
    if (mkdtemp(folder.data()) == nullptr) return 2;
    disk_register();
    Totals totals;
    if (options.one != nullptr) {
        std::uint64_t number = 0;
        Kill kill;
        int loses_power = 0;
        if (std::sscanf(options.one, "%" SCNu64 ":%u:%" SCNu64 ":%d", &number, &kill.event, &kill.operation,
                        &loses_power) < 1)
            return 2;
        kill.loses_power = loses_power != 0;
        play(Story(number), kill, folder, totals, true);
    } else {
        const std::uint64_t share = options.worlds / static_cast<std::uint64_t>(options.jobs) + 1;
        for (auto i = static_cast<std::uint64_t>(options.job); totals.worlds < share && totals.broken < broken_max;
             i += static_cast<std::uint64_t>(options.jobs))
            play_story(chance_of(options.seed, i).state >> 16, folder, totals, share);
    }
    std::fprintf(report, "totals %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIx64 "\n",
                 totals.stories, totals.worlds, totals.charges, totals.events, totals.broken, totals.hash);
    for (const char *name : {"/save.txt", "/save.new", "/save.txt.new"}) unlink((folder + name).c_str());
    rmdir(folder.c_str());
    return totals.broken == 0 ? 0 : 1;
}

int run_jobs(const Options &options) {
    const auto start = std::chrono::steady_clock::now();
    std::FILE *jobs[jobs_max];
    Totals sum;
    int failed = 0;
    for (int i = 0; i < options.jobs; i++) {
        char command[256];
        std::snprintf(command, sizeof command,
                      "exec /proc/%d/exe --worlds %" PRIu64 " --seed %" PRIu64 " --jobs %d --job %d", getpid(),
                      options.worlds, options.seed, options.jobs, i);
        jobs[i] = popen(command, "r");
    }
    for (int i = 0; i < options.jobs; i++) {
        char line[2048];
        Totals one;
        bool is_complete = false;
        while (jobs[i] != nullptr && std::fgets(line, sizeof line, jobs[i]) != nullptr) {
            if (std::sscanf(line, "totals %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNx64,
                            &one.stories, &one.worlds, &one.charges, &one.events, &one.broken, &one.hash) == 6)
                is_complete = true;
            else std::fputs(line, stdout);
        }
        if (jobs[i] == nullptr || pclose(jobs[i]) != 0 || !is_complete) failed++;
        sum.stories += one.stories;
        sum.worlds += one.worlds;
        sum.charges += one.charges;
        sum.events += one.events;
        sum.broken += one.broken;
        sum.hash ^= one.hash;
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("taps: seed %" PRIu64 ", %" PRIu64 " worlds of %" PRIu64 " stories, %" PRIu64 " purchases, %" PRIu64
                " events, logs %016" PRIx64 ", %.1f s; %" PRIu64 " worlds broken\n",
                options.seed, sum.worlds, sum.stories, sum.charges, sum.events, sum.hash, seconds.count(), sum.broken);
    return failed == 0 && sum.broken == 0 && sum.worlds >= options.worlds ? 0 : 1;
}
} // namespace

int main(int count, char **arguments) {
    Options options;
    for (int i = 1; i < count; i++) {
        const char *name = arguments[i], *value = i + 1 < count ? arguments[++i] : "";
        char *end = nullptr;
        const std::uint64_t number = std::strtoull(value, &end, 10);
        bool is_known = *value != 0;
        if (std::strcmp(name, "--one") == 0) options.one = value;
        else if (*end != 0) is_known = false;
        else if (std::strcmp(name, "--worlds") == 0) options.worlds = number;
        else if (std::strcmp(name, "--seed") == 0) options.seed = number;
        else if (std::strcmp(name, "--jobs") == 0) options.jobs = static_cast<int>(number);
        else if (std::strcmp(name, "--job") == 0) options.job = static_cast<int>(number);
        else is_known = false;
        if (!is_known) {
            std::fprintf(stderr,
                         "usage: taps [--worlds N] [--seed S] [--jobs J] | --one STORY:EVENT:OPERATION:POWER\n");
            return 2;
        }
    }
    options.jobs = std::clamp(options.jobs, 1, jobs_max);
    return options.one == nullptr && options.job < 0 ? run_jobs(options) : run_job(options);
}
