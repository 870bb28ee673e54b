/* Undocumented behaviour of real systems, and the time in which it happens. */
#include "checker.h"
#include "steps.h"

#include <inttypes.h>

/* The largest values that are drawn. A day of milliseconds, or a thousand repetitions, would last longer than the world. */
#define LAG_MAX_MS 5000
#define TIMES_MAX 6
#define DAY_MS 86400000

/*
 * How some quirks affect the rules of checker.h while they are on. Under all other quirks, every rule is true at any moment. In
 * the final phase without faults, every rule is true, whatever was on before. No quirk is missing in the simulation.
 */
static const struct {
    iap_quirk_t quirk;
    /** A settled game may receive more later, therefore R4 is not checked for its launch. */
    bool delays;
    /** A finished transaction may be unfinished a moment later, therefore R2 is not checked in the store when a game receives
     *  the completion. */
    bool undoes;
} effects[] = {
    /* The list of unfinished transactions, which a launch reads, is late or incomplete for a moment. */
    {IAP_QUIRK_READ_STALL_MS, true, false},
    {IAP_QUIRK_COLD_STALL_MS, true, false},
    {IAP_QUIRK_UNFINISHED_FLICKER, true, false},
    /* A game that takes its events one by one receives the completion of a finish after the store has already forgotten it. */
    {IAP_QUIRK_FINISH_FAILS_PERCENT, false, true},
    {IAP_QUIRK_SYNC_UNFINISHES_LATEST, false, true},
};

/* Notes the effect of active quirks on the running games, and on games that start while a quirk is on. */
static void note_effects(world *world) {
    world->is_late = false;
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++) {
        int64_t value = 0;
        iap_store_get_quirk(world->store, effects[i].quirk, &value, NULL);
        if (value == 0) continue;
        world->is_late = world->is_late || effects[i].delays;
        world->is_undoing = world->is_undoing || effects[i].undoes;
    }
    for (int i = 0; i < world->device_count && world->is_late; i++) world->games[i].is_troubled = true;
}

static void set_profile(world *world, iap_profile_t profile) {
    const iap_status_t status = iap_store_set_profile(world->store, profile, NULL);
    log_line(&world->log, "store: profile %s: %s", iap_profile_name(profile), iap_status_name(status));
    if (status != IAP_OK) checker_break(world, "store", "iap_store_set_profile: %s", iap_status_name(status));
    if (profile != IAP_PROFILE_DOCUMENTED) world->quirks++;
}

static void set_any_quirk(world *world) {
    const iap_quirk_t quirk = iap_quirk_at(chance_below(&world->chance, (uint32_t)iap_quirk_count()));
    const int64_t largest = iap_quirk_largest(quirk);
    const uint32_t most = largest >= DAY_MS ? LAG_MAX_MS : largest > 100 ? TIMES_MAX : (uint32_t)largest;
    const int64_t value = chance_between(&world->chance, 0, most);
    const iap_status_t status = iap_store_set_quirk(world->store, quirk, value, NULL);
    log_line(&world->log, "store: quirk %s is %" PRId64 ": %s", iap_quirk_name(quirk), value, iap_status_name(status));
    if (status != IAP_OK) checker_break(world, "store", "iap_store_set_quirk: %s", iap_status_name(status));
    world->quirks++;
}

void step_quirks(world *world, game *game) {
    (void)game;
    const uint32_t draw = chance_below(&world->chance, 100);
    if (draw < 20) {
        set_profile(world, IAP_PROFILE_DOCUMENTED);
    } else if (draw < 45) {
        set_profile(world, iap_profile_at(chance_below(&world->chance, (uint32_t)iap_profile_count())));
    } else {
        const uint32_t count = chance_between(&world->chance, 1, 4);
        for (uint32_t i = 0; i < count; i++) set_any_quirk(world);
    }
    note_effects(world);
}

/* Repeats and late updates come while the game runs. */
void step_let_time_pass(world *world, game *game) {
    const uint32_t count = chance_between(&world->chance, 1, 6);
    for (uint32_t i = 0; i < count; i++) {
        const int64_t far = chance_between(&world->chance, 100, LAG_MAX_MS);
        log_line(&world->log, "store: %" PRId64 " ms: %s", far,
                 iap_status_name(iap_store_advance_clock(world->store, far, NULL)));
        if (chance_percent(&world->chance, 70)) game_settle(game, 50);
    }
}
