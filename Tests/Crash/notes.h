/*
 * notes.h: the save of the game that is killed: what it has granted, and beside it what it has heard in all its launches.
 * The notes are what the rules are checked against.
 */
#ifndef CRASH_NOTES_H
#define CRASH_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NOTES_MAX 600

/** The first word of a line; the numbers that follow it, and a text for people. */
typedef enum {
    NOTE_LAUNCH,      /**< ROLE: a process has begun */
    NOTE_STORED,      /**< ID STATE FINISHED QUANTITY: the store has it, before the client is opened */
    NOTE_UNFINISHED,  /**< ID: the client lists it as unfinished, before there is an observer */
    NOTE_LISTED,      /**< that list is complete */
    NOTE_DELIVERED,   /**< ID COUNT STATE: PURCHASED was heard, with this delivery count and delivery state */
    NOTE_RESTORED,    /**< ID ORIGINAL */
    NOTE_RESTORE_END, /**< restore_finished */
    NOTE_GRANTED,     /**< ID: the grant is in the save */
    NOTE_TAKEN_BACK,  /**< ID: and out of it again */
    NOTE_RECORDED,    /**< ID: the library says that the grant is on record */
    NOTE_FINISHING,   /**< ID: about to be finished */
    NOTE_REMOVED,     /**< ID: transaction_removed was heard */
    NOTE_REVOKED,     /**< ID STATE: entitlement_revoked was heard */
    NOTE_ASKED,       /**< ID: verification_requested was heard */
    NOTE_ANSWERED,    /**< ID VERDICT: about to be answered */
    NOTE_REJECTED,    /**< ID */
    NOTE_UNVERIFIED,  /**< ID */
    NOTE_DEFERRED,    /**< a payment waits for somebody */
    NOTE_FAILED,      /**< STATUS: a payment failed */
    NOTE_SPENT,       /**< the completion of spending came without an error */
    NOTE_BALANCE,     /**< COINS: what the inventory holds */
    NOTE_PROBLEM,     /**< STATUS: problem_reported was heard */
    NOTE_ERROR,       /**< STATUS: something did not work */
    NOTE_LEFT,        /**< ID STATE FINISHED QUANTITY: the store has it, at the end of the launch */
    NOTE_PUMPS,       /**< NUMBER: so many calls of iap_client_process_events() until all had come */
    NOTE_END,         /**< the process ends by itself */
    NOTE_COUNT
} note_word;

extern const char *const note_words[NOTE_COUNT];

typedef struct note {
    note_word word;
    int launch; /**< from 1 */
    uint64_t id;
    int64_t numbers[3]; /**< what follows the id, or for lines without one from the first */
} note;

typedef struct notes {
    note notes[NOTES_MAX];
    size_t count;
    int launches;
} notes;

/** Opens the save for writing. */
int notes_open(const char *path);
/** Writes a line and syncs it, around the C library, so that it is no step. */
__attribute__((format(printf, 3, 4))) void notes_write(int file, note_word word, const char *format, ...);
void notes_read(const char *path, notes *notes);

/** How often a launch has this word with this id. Launch 0 means any, and BEFORE_LAUNCH(n) those before n. */
int notes_find(const notes *notes, note_word word, uint64_t id, int launch);
#define BEFORE_LAUNCH(number) (-(number))
bool notes_ended(const notes *notes, int launch);

#endif
