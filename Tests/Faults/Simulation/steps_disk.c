#include "steps.h"

#include <inttypes.h>

/* The fault comes in the middle of the journal's next operation. */
void step_die_later(world *world, game *game) {
    const uint64_t operation = disk_operation_count(game->disk) + chance_between(&world->chance, 1, 60);
    const disk_fault death = chance_percent(&world->chance, 50) ? DISK_KILL : DISK_POWER_FAILURE;
    log_line(&world->log, "%d is to die at operation %" PRIu64, game->number, operation);
    disk_fail_at(game->disk, operation, death, false);
}

void step_fail_disk(world *world, game *game) {
    static const disk_fault faults[] = {DISK_IO_ERROR, DISK_FULL, DISK_SYNC_ERROR};
    const disk_fault fault = faults[chance_below(&world->chance, 3)];
    const bool is_lasting = chance_percent(&world->chance, 50);
    const uint64_t operation = disk_operation_count(game->disk) + chance_between(&world->chance, 1, 30);
    log_line(&world->log, "%d has fault %d from operation %" PRIu64 " on%s", game->number, (int)fault, operation,
             is_lasting ? "" : ", once");
    game->is_troubled = true;
    world->disk_faults++;
    disk_fail_at(game->disk, operation, fault, is_lasting);
}

/* The library may report the failure until the next launch. */
void step_heal_disk(world *world, game *game) {
    log_line(&world->log, "%d has a good disk", game->number);
    disk_fail_at(game->disk, 0, DISK_NO_FAULT, false);
}
