/*
 * save.h: the save game: which transactions have been granted. It is the game's half of "never lost, never twice":
 * the id of a transaction is written together with what it grants, in one step, before the transaction is finished.
 */
#ifndef HARNESS_SAVE_H
#define HARNESS_SAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct save_entry {
    uint64_t transaction_id;
    int32_t quantity;
    bool taken_back; /**< refunded; the id stays known so that it is not granted again */
    char *product_id;
};

struct save {
    char *path;
    struct save_entry *entries;
    size_t count;
};

enum save_result { SAVE_DONE, SAVE_DONE_BEFORE, SAVE_NOT_WRITTEN };

/** Reads the save game of a device; no file means an empty one. False if there is a file that cannot be read. */
bool save_load(struct save *save, const char *folder, const char *device);

/** Grants what a transaction paid for and records its id, durably and in one write. */
enum save_result save_grant(struct save *save, uint64_t transaction_id, const char *product_id, int32_t quantity);

/** Takes back what a refunded transaction had granted. SAVE_DONE_BEFORE if there is nothing to take back. */
enum save_result save_take_back(struct save *save, uint64_t transaction_id);

/** How many of a product the player has. */
int64_t save_holds(const struct save *save, const char *product_id);

/** Frees the memory; the file stays. */
void save_close(struct save *save);

#endif
