// taps.cpp: plays stories of double taps. Each story is played without a kill, then with a kill after each of its events, then
// with kills at some operations of the journal's disk. Each of these is one world. Several processes share the stories.
#include "world.hpp"

extern "C" {
#include "jobs.h"
}

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace {
constexpr unsigned seconds_per_world = 60;
constexpr std::size_t tail_lines = 60;
constexpr std::uint64_t shown_max = 3, broken_max = 20;
/** How many operations of the disk of each story are also moments of a kill. */
constexpr int operations_per_story = 4;

struct Options {
    std::int64_t worlds = 100000, seed = 1, jobs = 0, job = -1;
    const char *one = nullptr; /**< the name of the only world */
};

struct Totals {
    std::uint64_t stories = 0, worlds = 0, charges = 0, events = 0, broken = 0, hash = 0;
    static constexpr char how[] = "+++++^";
    std::uint64_t *numbers() { return &stories; }
};

/** Where the results go. Standard output belongs to the games. */
std::FILE *report = nullptr;
struct Played {
    unsigned events = 0;
    std::uint64_t operations = 0;
};

Played play(const Story &story, Kill kill, const std::string &folder, Totals &totals, bool is_whole) {
    std::snprintf(jobs_running, sizeof jobs_running, "%" PRIu64 ":%u:%" PRIu64 ":%d", story.number, kill.event,
                  kill.operation, kill.loses_power ? 1 : 0);
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
        std::fprintf(report, "BROKEN %s: rule %s\nrepeat it with: Tests/Faults/Simulation/run LIBDIR --tap-world %s\n",
                     jobs_running, world.rule, jobs_running);
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
    jobs_watch_signals(report);
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
        const auto share = static_cast<std::uint64_t>(options.worlds / options.jobs) + 1;
        for (std::int64_t i = options.job; totals.worlds < share && totals.broken < broken_max; i += options.jobs)
            play_story(chance_of(static_cast<std::uint64_t>(options.seed), static_cast<std::uint64_t>(i)).state >> 16,
                       folder, totals, share);
    }
    jobs_print(report, totals.numbers(), sizeof Totals::how - 1);
    for (const char *name : {"/save.txt", "/save.new", "/save.txt.new"}) unlink((folder + name).c_str());
    rmdir(folder.c_str());
    return totals.broken == 0 ? 0 : 1;
}

int run_jobs(const Options &options) {
    const auto start = std::chrono::steady_clock::now();
    Totals sum;
    const std::string words = "--worlds " + std::to_string(options.worlds) + " --seed " + std::to_string(options.seed);
    const int failed = jobs_run(options.jobs, words.c_str(), sum.numbers(), Totals::how);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("taps: seed %" PRId64 ", %" PRIu64 " worlds of %" PRIu64 " stories, %" PRIu64 " purchases, %" PRIu64
                " events, logs %016" PRIx64 ", %.1f s; %" PRIu64 " worlds broken\n",
                options.seed, sum.worlds, sum.stories, sum.charges, sum.events, sum.hash, seconds.count(), sum.broken);
    return failed == 0 && sum.broken == 0 && sum.worlds >= static_cast<std::uint64_t>(options.worlds) ? 0 : 1;
}
} // namespace

int main(int count, char **arguments) {
    Options options;
    const jobs_option known[] = {
        {"--one", nullptr, &options.one, nullptr},   {"--worlds", &options.worlds, nullptr, nullptr},
        {"--seed", &options.seed, nullptr, nullptr}, {"--jobs", &options.jobs, nullptr, nullptr},
        {"--job", &options.job, nullptr, nullptr},   {nullptr, nullptr, nullptr, nullptr}};
    if (!jobs_read_options(count, arguments, known)) {
        std::fprintf(stderr, "usage: taps [--worlds N] [--seed S] [--jobs J] | --one STORY:EVENT:OPERATION:POWER\n");
        return 2;
    }
    options.jobs = jobs_count(options.jobs);
    return options.one == nullptr && options.job < 0 ? run_jobs(options) : run_job(options);
}
