#include "world.hpp"

#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace {
/** How many frames without an event end a phase: more than a late game waits before it saves. */
constexpr unsigned idle_frames = 4;
/** The last phase shows only that nothing comes again. */
constexpr unsigned idle_frames_at_the_end = 2;
constexpr unsigned frames_max = 400;
constexpr std::int64_t peace_step_ms = 10000;
constexpr const char *account = "ann";
constexpr const char *journal_path = "/simulated/phone/journal.db";
} // namespace

extern const char catalogue[];
extern const std::size_t catalogue_length;

World *World::current = nullptr;

World::World(const Story &story, Kill kill, std::string folder)
    : story_(story), kill_(kill), folder_(std::move(folder)), journal_(journal_path),
      disk_(disk_new("phone", story.number + kill.event * 1000 + kill.operation)) {
    current = this;
    for (const char *name : {"/save.txt", "/save.new", "/save.txt.new"}) unlink((folder_ + name).c_str());
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.clock = IAP_STORE_CLOCK_VIRTUAL;
    options.storekit_text = catalogue;
    options.storekit_length = catalogue_length;
    options.seed = story.number | 1;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_store_open(&options, &store_, &error) != IAP_OK ||
        iap_store_open_device(store_, account, "phone", &device_, &error) != IAP_OK) {
        broken("store", "%s", error.message);
        return;
    }
    if (story.profile != IAP_PROFILE_NONE) iap_store_set_profile(store_, story.profile, nullptr);
    for (const auto &[quirk, value] : story.quirks) {
        if (iap_store_set_quirk(store_, quirk, value, nullptr) == IAP_OK)
            say("quirk %s is %" PRId64, iap_quirk_name(quirk), value);
    }
    std::int64_t value = 0;
    iap_store_get_quirk(store_, IAP_QUIRK_RETURNS_PREVIOUS, &value, nullptr);
    hides_charges_ = value != 0;
    if (kill.operation > 0)
        disk_fail_at(disk_, kill.operation, kill.loses_power ? DISK_POWER_FAILURE : DISK_KILL, false);
}

World::~World() {
    end_launch();
    if (device_ != nullptr) iap_device_close(device_, nullptr);
    if (store_ != nullptr && iap_store_close(store_, nullptr) != IAP_OK) broken("store", "it cannot be closed");
    disk_free(disk_);
    log_free(&log);
    current = nullptr;
}

void World::broken(const char *broken_rule, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    log_line(&log, "BROKEN %s: %s", broken_rule, text);
    if (rule == nullptr) rule = broken_rule;
}

void World::say(const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    log_line(&log, "%s", text);
}

// ------------------------------------------------------------------------------------------------ launches and time

bool World::launch() {
    disk_start(disk_);
    deaths_ = disk_deaths(disk_);
    client_ = nullptr;
    payments_.clear();
    delivered_.clear();
    launches++;
    say("launch %u", launches);
    switch (story_.kind) {
    case GameKind::first_program: game_ = first_program_game(*this); break;
    case GameKind::sample: game_ = sample_game(*this); break;
    default: game_ = own_game(*this, story_.kind); break;
    }
    const bool is_open = game_->open();
    if (is_dead()) return false;
    if (!is_open) broken("open", "the game cannot start");
    return is_open;
}

void World::end_launch() {
    if (game_ == nullptr) return;
    const std::unique_ptr<Game> ended = std::move(game_);
    client_ = nullptr;
}

bool World::is_dead() { return disk_deaths(disk_) != deaths_; }

void World::live(unsigned frames) {
    unsigned idle = 0;
    const unsigned enough = is_over_ ? idle_frames_at_the_end : idle_frames;
    for (unsigned frame = 0; frame < frames && idle < enough && rule == nullptr; frame++) {
        if (game_ == nullptr || is_dead() || closes_next_) {
            if (game_ != nullptr) say(is_dead() ? "dies" : "closes");
            closes_next_ = false;
            end_launch();
            if (!launch()) continue;
        }
        const unsigned before = events;
        game_->frame();
        if (is_dead() || events != before || iap_client_wait_events(client_, 0) == 1) {
            idle = 0;
            continue;
        }
        idle++;
        if (!is_peaceful_ && next_tap_ < story_.taps.size()) happen("the player waits");
        else iap_store_advance_clock(store_, is_peaceful_ ? peace_step_ms : story_.step_ms, nullptr);
    }
    if (idle < enough && rule == nullptr && is_peaceful_)
        broken("end", "%u frames without faults are not enough", frames);
}

void World::make_peace() {
    say("peace");
    if (is_dead()) say("dies");
    end_launch();
    is_peaceful_ = true;
    disk_heal(disk_);
    iap_store_reset_to_default_state(store_, nullptr);
}

void World::run() {
    live(frames_max);
    for (int round = 0; round < 2 && rule == nullptr; round++) {
        if (round == 0) make_peace();
        else end_launch();
        live(frames_max);
        if (rule != nullptr) break;
        if (round == 0) audit();
        is_over_ = true;
    }
    if (rule == nullptr) check_coins();
}

// ------------------------------------------------------------------------------------------------ events of the game

void World::die(const char *where) {
    say("killed at event %u: %s", events, where);
    if (kill_.loses_power) disk_lose_power(disk_);
    else disk_kill(disk_);
    is_killed_ = true;
}

void World::happen(const char *what) {
    if (game_ == nullptr || is_peaceful_ || is_dead()) return;
    if (!is_acting_) check_coins();
    events++;
    say("event %u: %s", events, what);
    if (events == kill_.event && !is_killed_) die(what);
    else if (!is_acting_ && client_ != nullptr) act();
}

/* What the story has for this moment. */
void World::act() {
    is_acting_ = true;
    if (events >= story_.loses_at && !has_lost_) {
        has_lost_ = true;
        iap_store_lose_next_response(store_, story_.number % 2 == 0 ? IAP_STORE_LOSS_ERROR : IAP_STORE_LOSS_SILENCE,
                                     nullptr);
    }
    if (events >= story_.cancels_at && !has_cancelled_) {
        has_cancelled_ = true;
        iap_store_cancel_next_purchase(store_, nullptr);
    }
    if (events >= story_.closes_at && !has_closed_) has_closed_ = closes_next_ = true;
    while (!is_dead() && next_tap_ < story_.taps.size() && story_.taps[next_tap_] <= events) {
        next_tap_++;
        game_->buy(story_.product);
    }
    if (!is_dead() && events >= story_.restores_at && !has_restored_) {
        has_restored_ = true;
        say("restores");
        iap_restore_completed_transactions(client_, nullptr, nullptr);
    }
    is_acting_ = false;
}

void World::begin_save() {
    if (is_dead()) return;
    saves_++;
    is_failing_ = !is_peaceful_ && saves_ >= story_.fails_from && saves_ < story_.fails_until;
    if (is_failing_) say("the save fails");
}

bool World::write(const std::map<std::uint64_t, int> &save) {
    begin_save();
    if (is_dead() || is_failing_) return false;
    happen("the new save is written");
    if (is_dead()) return false;
    saved_ = save;
    happen("the save is on disk");
    return true;
}

void World::see_payment(std::uint64_t id) {
    say("taps: payment %" PRIu64, id);
    payments_[id] = {};
    payment_count_++;
    happen("a payment was added");
}

void World::see_finish(std::uint64_t id, iap_transaction_state_t state) {
    say("finishes %" PRIu64 ", state %d", id, state);
    happen("a finish was requested");
}

iap_observer World::observer() {
    iap_observer observer = IAP_OBSERVER_INIT;
    observer.user_data = this;
    observer.transaction_updated = [](void *self, iap_client *, const iap_transaction *transaction) {
        static_cast<World *>(self)->see_updated(transaction);
    };
    observer.transaction_removed = [](void *self, iap_client *, const iap_transaction *transaction) {
        static_cast<World *>(self)->see_removed(transaction);
    };
    observer.problem_reported = [](void *self, iap_client *, const iap_error *error) {
        static_cast<World *>(self)->say("problem %s: %s", iap_status_name(error->status), error->message);
    };
    return observer;
}

// ------------------------------------------------------------------------------------------------------------- rules

void World::see_updated(const iap_transaction *transaction) {
    if (is_dead() || game_ == nullptr) return;
    const std::uint64_t id = iap_transaction_id(transaction), payment = iap_transaction_payment_id(transaction);
    const iap_transaction_state_t state = iap_transaction_state(transaction);
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_transaction_error(transaction, &error);
    say("updated %" PRIu64 ": state %d, payment %" PRIu64 ", count %d, %s", id, state, payment,
        iap_transaction_delivery_count(transaction), iap_status_name(status));
    if (payment != 0) see_outcome(payment, transaction);
    if (state != IAP_TRANSACTION_PURCHASED) return;
    if (!delivered_.insert(id).second) broken("once", "%" PRIu64 " is delivered twice in a launch", id);
    if (removed_.count(id) != 0) broken("once", "%" PRIu64 " is delivered after its finish", id);
}

void World::see_outcome(std::uint64_t payment, const iap_transaction *transaction) {
    const auto found = payments_.find(payment);
    if (found == payments_.end()) return broken("payment", "there is no payment %" PRIu64, payment);
    PaymentEntry &entry = found->second;
    const iap_transaction_state_t state = iap_transaction_state(transaction);
    if (state == IAP_TRANSACTION_PURCHASING) {
        if (entry.is_reported) broken("payment", "payment %" PRIu64 " is purchasing twice", payment);
        entry.is_reported = true;
        return;
    }
    if (!entry.is_reported) broken("payment", "payment %" PRIu64 " was never purchasing", payment);
    if (entry.has_outcome) broken("payment", "payment %" PRIu64 " has two outcomes", payment);
    if (state == IAP_TRANSACTION_DEFERRED) {
        entry.is_deferred = true;
        return;
    }
    entry.has_outcome = true;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_transaction_error(transaction, &error);
    if (state == IAP_TRANSACTION_FAILED && error.status == IAP_ERROR_UNFINISHED_PURCHASE) unfinished_count_++;
    for (const auto &[id, other] : payments_) {
        if (id < payment && !other.has_outcome && !other.is_deferred)
            broken("payment", "payment %" PRIu64 " ends before payment %" PRIu64, payment, id);
    }
}

void World::see_removed(const iap_transaction *transaction) {
    if (is_dead() || game_ == nullptr) return;
    const std::uint64_t id = iap_transaction_id(transaction);
    say("removed %" PRIu64 ": state %d", id, iap_transaction_state(transaction));
    if (iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASED) removed_.insert(id);
}

static std::vector<iap_store_transaction> ledger(iap_store *store) {
    std::uint64_t ids[64];
    std::size_t count = 0;
    iap_store_list_transactions(store, nullptr, ids, 64, &count, nullptr);
    std::vector<iap_store_transaction> all;
    for (std::size_t i = 0; i < count && i < 64; i++) {
        iap_store_transaction sold = IAP_STORE_TRANSACTION_INIT;
        if (iap_store_get_transaction(store, ids[i], &sold, nullptr) == IAP_OK &&
            sold.state == IAP_TRANSACTION_PURCHASED)
            all.push_back(sold);
    }
    return all;
}

long long World::paid_coins() {
    std::map<std::uint64_t, int> paid;
    for (const iap_store_transaction &sold : ledger(store_))
        if (sold.product_id == coins_product) paid[sold.original_id] = coins_each * sold.quantity;
    long long sum = 0;
    for (const auto &purchase : paid) sum += purchase.second;
    return sum;
}

/* The game never has more than was paid. In the end it has exactly that. */
void World::check_coins() {
    const long long coins = game_->coins();
    if (!is_over_ && coins == checked_coins_) return;
    checked_coins_ = coins;
    const long long paid = paid_coins();
    if (coins > paid) broken("twice", "the game has %lld coins, and the player has paid for %lld", coins, paid);
    if (is_over_ && coins < paid)
        broken("lost", "the game has %lld coins, and the player has paid for %lld", coins, paid);
}

void World::audit() {
    std::set<std::uint64_t> paid;
    bool owns = false;
    for (const iap_store_transaction &sold : ledger(store_)) {
        paid.insert(sold.original_id);
        owns = owns || sold.product_id == editor_product;
        if (!sold.is_finished) broken("end", "%" PRIu64 " is still unfinished", sold.id);
    }
    charges = paid.size();
    if (!hides_charges_ && charges + unfinished_count_ > payment_count_)
        broken("charge", "%zu purchases were charged for %zu payments, and %zu payments were not charged", charges,
               payment_count_, unfinished_count_);
    if (owns && iap_owns(client_, editor_product.c_str(), nullptr) != 1)
        broken("lost", "the player has paid for %s and does not own it", editor_product.c_str());
}
