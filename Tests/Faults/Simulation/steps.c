#include "steps.h"

#include <stddef.h>

typedef struct step {
    uint32_t weight;
    size_t needs; /**< the offset of the switch in the temper that allows it; ALWAYS */
    void (*act)(world *world, game *game);
} step;

#define ALWAYS SIZE_MAX
#define WITH(name) offsetof(temper, name)

static const step steps[] = {
    {36, ALWAYS, step_buy},
    {8, ALWAYS, step_pump},
    {10, ALWAYS, step_settle},
    {8, ALWAYS, step_save},
    {10, ALWAYS, step_finish},
    {2, ALWAYS, step_restore},
    {2, ALWAYS, step_query},
    {3, ALWAYS, step_relaunch},
    {3, ALWAYS, step_buy_elsewhere},
    {8, WITH(inventory), step_spend},
    {2, WITH(inventory), step_repeat_spends},
    {8, WITH(verifies), step_answer},
    {3, WITH(crashes), step_die},
    {8, WITH(crashes), step_die_later},
    {6, WITH(disk_faults), step_fail_disk},
    {6, WITH(disk_faults), step_heal_disk},
    {2, WITH(host_faults), step_finish_twice},
    {1, WITH(host_faults), step_finish_unknown},
    {3, WITH(host_faults), step_other_thread},
    {2, WITH(host_faults), step_close_inside},
    {2, WITH(host_faults), step_pump_inside},
    {1, WITH(host_faults), step_call_closed},
    {4, WITH(approvals), step_answer_approval},
    {2, WITH(approvals), step_ask_to_buy},
    {2, WITH(approvals), step_interrupt},
    {4, WITH(refunds), step_refund},
    {3, WITH(refunds), step_refund_newest},
    {2, WITH(odd_updates), step_copy},
    {4, WITH(odd_updates), step_repeat_update},
    {4, WITH(odd_updates), step_updates},
    {2, ALWAYS, step_advance_clock},
    {2, WITH(clock_jumps), step_jump_clock},
    {5, WITH(subscriptions), step_subscription},
    {3, WITH(simulated_errors), step_fail_purchase},
    {2, WITH(simulated_errors), step_simulate_error},
    {2, WITH(network), step_lose_response},
    {4, WITH(network), step_network},
    {1, WITH(network), step_restart_store},
    {5, WITH(forgeries), step_forge},
    {3, WITH(accounts_change), step_sign_in},
    {14, WITH(quirks), step_quirks},
    {10, WITH(quirks), step_let_time_pass},
};

static bool is_allowed(const world *world, const step *step) {
    return step->needs == ALWAYS || *(const bool *)((const char *)&world->temper + step->needs);
}

void world_step(world *world) {
    game *game = &world->games[chance_below(&world->chance, (uint32_t)world->device_count)];
    if (game->client == NULL) {
        /* The device is off for a while; sometimes another account is signed in afterwards. */
        if (chance_percent(&world->chance, 30)) return;
        int account = game->account >= 0 ? game->account : 0;
        if (world->temper.accounts_change && chance_percent(&world->chance, 30))
            account = (int)chance_below(&world->chance, ACCOUNTS_MAX);
        const bool is_prompt = !world->temper.late_games || chance_percent(&world->chance, 40);
        game->careful.manner = is_prompt ? FINISHES_AT_ONCE : FINISHES_LATER;
        game_launch(game, account);
        /* Faults also come while the game starts. */
        if (world->temper.crashes && chance_percent(&world->chance, 20)) step_die_later(world, game);
        return;
    }
    uint32_t sum = 0;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (is_allowed(world, &steps[i])) sum += steps[i].weight;
    }
    uint32_t place = chance_below(&world->chance, sum);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (!is_allowed(world, &steps[i])) continue;
        if (place < steps[i].weight) {
            steps[i].act(world, game);
            return;
        }
        place -= steps[i].weight;
    }
}
