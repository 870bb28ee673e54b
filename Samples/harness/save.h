/*
 * save.h: the save file: the granted purchases. It is the game's part of "never lost, never twice": the game writes the key of a
 * purchase together with its grant, in one step, before it finishes the transaction.
 */
#ifndef HARNESS_SAVE_H
#define HARNESS_SAVE_H

#include <iap/iap.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The key of a purchase. It has no transaction id, because some systems deliver one purchase under two transaction ids. */
struct save_key {
    uint64_t original_id;
    int64_t period_ms; /**< the purchase date of one period of a subscription; 0 for other products */
};

struct save_entry {
    struct save_key key;
    int32_t quantity;
    bool taken_back; /**< refunded; the key stays in the file, so the game does not grant it again */
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

/** Grants a purchase and records its key, durably and in one write. */
enum save_result save_grant(struct save *save, const iap_transaction *transaction);

/** Revokes the grant of a refunded purchase. Returns SAVE_DONE_BEFORE if there is nothing to revoke. */
enum save_result save_take_back(struct save *save, const iap_transaction *transaction);

/** Returns whether the file has this purchase. */
bool save_has(const struct save *save, const iap_transaction *transaction);

/** Returns how many units of a product the player has. */
int64_t save_holds(const struct save *save, const char *product_id);

/** Frees the memory; the file stays. */
void save_close(struct save *save);

#endif
