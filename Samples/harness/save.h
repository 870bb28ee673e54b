/*
 * save.h: the save file: the granted transactions. It is the game's part of "never lost, never twice": the game writes the
 * id of a transaction together with its grant, in one step, before it finishes the transaction.
 */
#ifndef HARNESS_SAVE_H
#define HARNESS_SAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct save_entry {
    uint64_t transaction_id;
    int32_t quantity;
    bool taken_back; /**< refunded; the id stays in the file, so the game does not grant it again */
    char *product_id;
};

struct save {
    char *path;
    struct save_entry *entries;
    size_t count;
};

enum save_result { SAVE_DONE, SAVE_DONE_BEFORE, SAVE_NOT_WRITTEN };

/** Reads the save file of a device; it may not exist yet. Returns false if there is a file that cannot be read. */
bool save_load(struct save *save, const char *folder, const char *device);

/** Grants a transaction and records its id, durably and in one write. */
enum save_result save_grant(struct save *save, uint64_t transaction_id, const char *product_id, int32_t quantity);

/** Revokes the grant of a refunded transaction. Returns SAVE_DONE_BEFORE if there is nothing to revoke. */
enum save_result save_take_back(struct save *save, uint64_t transaction_id);

/** Returns how many units of a product the player has. */
int64_t save_holds(const struct save *save, const char *product_id);

/** Frees the memory; the file stays. */
void save_close(struct save *save);

#endif
