// world.hpp: the story of one purchase. The player taps a product two to four times, before and after the outcome. The store
// has the quirks of a profile, or quirks drawn at random. The game's save fails for a while. The game is killed after one of its
// events, or at one operation of the journal's disk, and starts again.
#ifndef SIMULATION_TAPS_WORLD_HPP
#define SIMULATION_TAPS_WORLD_HPP

extern "C" {
#include "chance.h"
#include "event_log.h"
#include "simulated_disk.h"
}
#include "games.hpp"

#include <iap/iap.h>
#include <iap/iap_store.h>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

/** What happens after which event. The events of all launches are counted together. */
struct Story {
    /** The draw depends only on the number. */
    explicit Story(std::uint64_t number);
    void draw_store_faults(chance &chance);
    void draw_save(chance &chance);

    static constexpr unsigned never = UINT32_MAX;

    std::uint64_t number;
    GameKind kind;
    std::string product;
    iap_profile_t profile; /**< IAP_PROFILE_NONE: the quirks are drawn */
    std::vector<std::pair<iap_quirk_t, std::int64_t>> quirks;
    std::vector<unsigned> taps;
    unsigned restores_at = never, closes_at = never, loses_at = never, cancels_at = never;
    /** These attempts to save fail, the first one is number 1. */
    unsigned fails_from = never, fails_until = never;
    SaveFault fault = SaveFault::open;
    std::int64_t step_ms; /**< how far the clock moves when nothing happens */
};

/** How the game ends unexpectedly. */
struct Kill {
    unsigned event = 0;          /**< after this event; 0: not so */
    std::uint64_t operation = 0; /**< at this operation of the journal's disk; 0: not so */
    bool loses_power = false;    /**< the journal's disk loses what was not flushed */
};

struct PaymentEntry {
    bool is_reported = false, is_deferred = false, has_outcome = false;
};

class World {
  public:
    World(const Story &story, Kill kill, std::string folder);
    ~World();
    World(const World &) = delete;
    World &operator=(const World &) = delete;

    void run();

    /** The world that runs now. */
    static World *current;

    const char *rule = nullptr; /**< the first rule that was broken */
    event_log log{};
    unsigned events = 0;
    unsigned launches = 0;
    std::size_t charges = 0;
    std::uint64_t operations() const { return disk_operation_count(disk_); }

    // What the games call outside themselves; see outside.cpp.

    /** Something has happened that the game can notice. The game may die here. */
    void happen(const char *what);
    /** The game was killed. Its code still runs to the end of the callback, and has no effect any more. */
    bool is_dead();
    void begin_save();
    /** Whether this attempt to save fails at this step. */
    bool fails(SaveFault place) const { return is_failing_ && place == story_.fault; }
    /** The game has requested a finish; IAP_TRANSACTION_UNKNOWN: by the id. */
    void see_finish(std::uint64_t id, iap_transaction_state_t state);
    void see_client(iap_client *client) { client_ = client; }
    void see_payment(std::uint64_t id);
    iap_observer observer();

    // What the games use.

    const std::string &folder() const { return folder_; }
    iap_device *device() const { return device_; }
    const char *journal() const { return journal_.c_str(); }
    bool write(const std::map<std::uint64_t, int> &save);
    const std::map<std::uint64_t, int> &saved() const { return saved_; }
    iap_client *client() const { return client_; }
    [[gnu::format(printf, 3, 4)]] void broken(const char *broken_rule, const char *format, ...);
    [[gnu::format(printf, 2, 3)]] void say(const char *format, ...);

  private:
    bool launch();
    void end_launch();
    /** Frames until nothing more comes. */
    void live(unsigned frames);
    void act();
    void die(const char *where);
    void make_peace();
    void audit();
    void check_coins();
    void see_updated(const iap_transaction *transaction);
    void see_outcome(std::uint64_t payment, const iap_transaction *transaction);
    void see_removed(const iap_transaction *transaction);
    /** The coins of all purchases that were charged, each original id once. */
    long long paid_coins();

    const Story &story_;
    Kill kill_;
    std::string folder_, journal_;
    iap_store *store_ = nullptr;
    iap_device *device_ = nullptr;
    iap_client *client_ = nullptr;
    disk *disk_;
    std::uint64_t deaths_ = 0;
    std::unique_ptr<Game> game_;
    std::map<std::uint64_t, int> saved_; /**< the save of the games that are written here */
    bool is_killed_ = false, is_peaceful_ = false, is_over_ = false, is_acting_ = false, closes_next_ = false;
    bool is_failing_ = false;
    unsigned saves_ = 0;
    std::size_t next_tap_ = 0;
    bool has_restored_ = false, has_closed_ = false, has_lost_ = false, has_cancelled_ = false;
    std::map<std::uint64_t, PaymentEntry> payments_; /**< of this launch */
    std::size_t payment_count_ = 0, unfinished_count_ = 0;
    long long checked_coins_ = 0;
    bool hides_charges_ = false;        /**< a quirk charges a payment that buys nothing */
    std::set<std::uint64_t> delivered_; /**< as purchased, in this launch */
    std::set<std::uint64_t> removed_;   /**< as purchased, in any launch */
};

#endif
