/*
 * notes.h: the save file of the killed game: its grants, and also what it has received in all its launches. The rules are
 * checked against these notes.
 */
#ifndef CRASH_NOTES_H
#define CRASH_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NOTES_MAX 600

/** The first word of a line; the comments say which numbers follow it. A text for people comes last. */
typedef enum {
    NOTE_LAUNCH,      /**< ROLE: a process has begun */
    NOTE_STORED,      /**< ID STATE FINISHED QUANTITY: the store has it, before the client is opened */
    NOTE_UNFINISHED,  /**< ID: the client lists it as unfinished, before there is an observer */
    NOTE_LISTED,      /**< that list is complete */
    NOTE_DELIVERED,   /**< ID COUNT STATE: PURCHASED came, with this delivery count and delivery state */
    NOTE_RESTORED,    /**< ID ORIGINAL */
    NOTE_RESTORE_END, /**< restore_finished */
    NOTE_GRANTED,     /**< ID ORIGINAL DATE: the grant is in the save file */
    NOTE_TAKEN_BACK,  /**< ID: the grant is removed from the save file */
    NOTE_RECORDED,    /**< ID: the library reports that the grant is recorded */
    NOTE_FINISHING,   /**< ID: the game is about to finish it */
    NOTE_REMOVED,     /**< ID: transaction_removed came */
    NOTE_REVOKED,     /**< ID STATE: entitlement_revoked came */
    NOTE_ASKED,       /**< ID: verification_requested came */
    NOTE_ANSWERED,    /**< ID VERDICT: the game is about to send its verdict */
    NOTE_REJECTED,    /**< ID */
    NOTE_UNVERIFIED,  /**< ID */
    NOTE_DEFERRED,    /**< a payment waits for an approval */
    NOTE_FAILED,      /**< STATUS: a payment failed */
    NOTE_SPENT,       /**< the completion of spending came without an error */
    NOTE_BALANCE,     /**< COINS: the balance of the inventory */
    NOTE_PROBLEM,     /**< STATUS: problem_reported came */
    NOTE_ERROR,       /**< STATUS: a call failed */
    NOTE_BROKEN,      /**< RULE: the careful game found a rule broken */
    NOTE_LEFT,        /**< ID STATE FINISHED QUANTITY: the store has it, at the end of the launch */
    NOTE_PUMPS,       /**< NUMBER: the calls of iap_client_process_events() until everything had come */
    NOTE_END,         /**< the process ends normally */
    NOTE_COUNT
} note_word;

extern const char *const note_words[NOTE_COUNT];

typedef struct note {
    note_word word;
    int launch; /**< from 1 */
    uint64_t id;
    int64_t numbers[3]; /**< the numbers after the id; without an id, all numbers */
    char text[120];     /**< what follows the word */
} note;

typedef struct notes {
    note notes[NOTES_MAX];
    size_t count;
    int launches;
} notes;

/** Opens the save file of a folder for writing. */
int notes_open(const char *folder);
/** Writes a line and flushes it. It bypasses the C library, therefore it is not a counted step. */
__attribute__((format(printf, 3, 4))) void notes_write(int file, note_word word, const char *format, ...);
void notes_read(const char *folder, notes *notes);

/** How often a launch has this word with this id. Launch 0 means any launch; BEFORE_LAUNCH(n) means those before n. */
int notes_find(const notes *notes, note_word word, uint64_t id, int launch);
#define BEFORE_LAUNCH(number) (-(number))
bool notes_ended(const notes *notes, int launch);

#endif
