/*
 * steps.h: what can happen in a world. Each function does one thing; the world's random numbers decide how.
 */
#ifndef SIMULATION_STEPS_H
#define SIMULATION_STEPS_H

#include "world.h"

/* The player and the game; see steps_game.c. */
void step_buy(world *world, game *game);
void step_pump(world *world, game *game);
void step_settle(world *world, game *game);
void step_save(world *world, game *game);
void step_finish(world *world, game *game);
void step_restore(world *world, game *game);
void step_query(world *world, game *game);
void step_relaunch(world *world, game *game);
void step_die(world *world, game *game);

void step_spend(world *world, game *game);
void step_repeat_spends(world *world, game *game);
void step_answer(world *world, game *game);

/* Mistakes of the game; see steps_host.c. */
void step_finish_twice(world *world, game *game);
void step_finish_unknown(world *world, game *game);
void step_other_thread(world *world, game *game);
void step_close_inside(world *world, game *game);
void step_pump_inside(world *world, game *game);
void step_call_closed(world *world, game *game);

/* The disk; see steps_disk.c. */
void step_die_later(world *world, game *game);
void step_fail_disk(world *world, game *game);
void step_heal_disk(world *world, game *game);

/* The store, the account, the network; see steps_store.c. */
void step_buy_elsewhere(world *world, game *game);
void step_answer_approval(world *world, game *game);
void step_ask_to_buy(world *world, game *game);
void step_interrupt(world *world, game *game);
void step_refund(world *world, game *game);
void step_refund_newest(world *world, game *game);
void step_copy(world *world, game *game);
void step_repeat_update(world *world, game *game);
void step_advance_clock(world *world, game *game);
void step_jump_clock(world *world, game *game);
void step_subscription(world *world, game *game);
void step_fail_purchase(world *world, game *game);
void step_simulate_error(world *world, game *game);
void step_lose_response(world *world, game *game);
void step_network(world *world, game *game);
void step_updates(world *world, game *game);
void step_forge(world *world, game *game);
void step_sign_in(world *world, game *game);
void step_restart_store(world *world, game *game);

/* Quirks of real systems; see steps_quirks.c. */
void step_quirks(world *world, game *game);
void step_let_time_pass(world *world, game *game);

#endif
