#include "replay_story.h"

#include <iap/iap.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/*
 * Braces stand for a field of the line, or "?" if the line has no such field. {status} is the name of the constant, and {count}
 * is "1st". A part in brackets is left out if one of its fields is missing. The first sentence that fits is used.
 */
static const struct sentence {
    const char *event;
    const char *cause; /**< NULL fits every cause */
    const char *field; /**< a field that the line must have; NULL for none */
    const char *words;
} sentences[] = {
    {"client_opened", NULL, NULL, "the game was launched"},
    {"client_closed", NULL, NULL, "the game was closed"},
    {"payment_added", NULL, NULL, "payment {payment_id} for {product_id} started"},
    {"payment_deferred", NULL, NULL, "payment {payment_id} for {product_id} waits for approval or for a verdict"},
    {"payment_cancelled", NULL, NULL, "payment {payment_id} for {product_id} was cancelled[: {status}]"},
    {"payment_failed", NULL, NULL,
     "payment {payment_id} for {product_id} failed[: {status}][ ({store_domain} {store_code})]"},
    {"transaction_received", "unfinished", NULL,
     "the store listed transaction {transaction_id} of {product_id} as unfinished"},
    {"transaction_received", NULL, NULL, "the store reported transaction {transaction_id} of {product_id}: it is paid"},
    {"transaction_waits", NULL, NULL,
     "transaction {transaction_id} of {product_id} waited: the game had no observer yet"},
    {"transaction_unverified", NULL, NULL,
     "transaction {transaction_id} of {product_id} cannot be trusted and grants nothing[: {status}]"
     "[ ({store_domain} {store_code})]"},
    {"verification_requested", NULL, NULL,
     "the library asked the game to verify transaction {transaction_id} of {product_id}"},
    {"verification_undecided", NULL, NULL,
     "the verification of transaction {transaction_id} of {product_id} was undecided (asked for the {count} time)"},
    {"transaction_rejected", NULL, NULL,
     "the verdict for transaction {transaction_id} of {product_id} was invalid; it will never be delivered"},
    {"transaction_delivered", "new", NULL,
     "transaction {transaction_id} of {product_id} was delivered to the game ({count} time, never seen before)"},
    {"transaction_delivered", "seen", NULL,
     "transaction {transaction_id} of {product_id} was delivered to the game again ({count} time, not known to be "
     "granted)"},
    {"transaction_delivered", "granted", NULL,
     "transaction {transaction_id} of {product_id} was delivered to the game ({count} time, already granted)"},
    {"transaction_delivered", NULL, NULL,
     "transaction {transaction_id} of {product_id} was delivered to the game ({count} time)"},
    {"transaction_restored", NULL, NULL,
     "transaction {transaction_id} of {product_id} was delivered to the game as restored"},
    {"grant_recorded", NULL, NULL, "the game reported that transaction {transaction_id} of {product_id} is granted"},
    {"finish_recorded", NULL, NULL, "the game finished transaction {transaction_id} of {product_id}"},
    {"finished_in_store", NULL, NULL,
     "the store knows that transaction {transaction_id}[ of {product_id}] is finished"},
    {"transaction_revoked", "new", NULL,
     "the store revoked transaction {transaction_id} of {product_id}, which the game had not received"},
    {"transaction_revoked", "seen", NULL,
     "the store revoked transaction {transaction_id} of {product_id}, which the game had received"},
    {"transaction_revoked", "granted", NULL,
     "the store revoked transaction {transaction_id} of {product_id}, which had been granted"},
    {"transaction_revoked", NULL, NULL, "the store revoked transaction {transaction_id} of {product_id}"},
    {"revocation_doubted", NULL, NULL,
     "a revocation of transaction {transaction_id} of {product_id} has an invalid signature"},
    {"revocation_reported", NULL, NULL,
     "the game received the revocation of transaction {transaction_id} of {product_id}"},
    {"restore_failed", NULL, NULL, "the restore failed[: {status}][ ({store_domain} {store_code})]"},
    {"problem_reported", NULL, NULL, "a problem was reported[: {status}][ ({store_domain} {store_code})]"},
    {"journal_set_aside", NULL, NULL,
     "the journal was damaged and set aside; a new journal has what could be read[: {status}]"
     "[ ({store_domain} {store_code})]"},
    {"storefront_changed", NULL, NULL, "the account moved to another storefront"},
    {"products_forgotten", NULL, NULL,
     "{amount} products were removed from the cache: they were of another storefront"},
    {"product_list_changed", NULL, NULL, "the game's server returned another list, of {amount} products"},
    {"granted", NULL, NULL,
     "transaction {transaction_id} granted {amount} of \"{name}\", which is {balance} now[ ({cause})]"},
    {"unlocked", NULL, NULL, "transaction {transaction_id} unlocked \"{name}\"[ ({cause})]"},
    {"taken_back", NULL, "amount",
     "{amount} of \"{name}\" that transaction {transaction_id} had granted were revoked; {balance} are left"},
    {"taken_back", NULL, NULL, "\"{name}\" that transaction {transaction_id} had unlocked was revoked"},
    {"kept", NULL, NULL, "\"{name}\" of transaction {transaction_id}, which was revoked, was kept[ ({cause})]"},
    {"spent", NULL, NULL, "{amount} of \"{name}\" were spent; {balance} are left"},
    {"added", NULL, NULL, "the game added {amount} to \"{name}\", which is {balance} now"},
    {"imported", NULL, "name", "the import changed \"{name}\" to {balance}"},
    {"imported", NULL, NULL, "an exported inventory was imported"},
};

struct writer {
    char *buffer;
    size_t capacity, length;
    const struct replay_object *line;
};

static void write_text(struct writer *writer, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++, writer->length++) {
        if (writer->length + 1 < writer->capacity) {
            writer->buffer[writer->length] = text[i];
        }
    }
}

static void write_ordinal(struct writer *writer, int64_t number) {
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    int64_t last = number % 10, tens = number % 100 / 10;
    char text[32];
    snprintf(text, sizeof text, "%" PRId64 "%s", number,
             tens != 1 && last > 0 && last < 4 ? endings[last] : endings[0]);
    write_text(writer, text, strlen(text));
}

static void write_field(struct writer *writer, const char *name, const struct replay_field *field) {
    if (field == NULL) {
        write_text(writer, "?", 1);
    } else if (strcmp(name, "count") == 0 && field->is_number) {
        write_ordinal(writer, field->number);
    } else if (strcmp(name, "status") == 0 && field->is_number && field->number >= INT32_MIN &&
               field->number <= INT32_MAX) {
        const char *status = iap_status_name((iap_status_t)field->number);
        write_text(writer, status, strlen(status));
    } else {
        write_text(writer, field->text, strlen(field->text));
    }
}

/* Reads the name of a field up to the closing brace. */
static const struct replay_field *find(const struct writer *writer, const char *words, char *name, size_t capacity) {
    snprintf(name, capacity, "%.*s", (int)strcspn(words, "}"), words);
    return replay_object_find(writer->line, name);
}

static bool has_fields(const struct writer *writer, const char *words) {
    char name[32];
    for (; *words != ']' && *words != '\0'; words++) {
        if (*words == '{' && find(writer, words + 1, name, sizeof name) == NULL) {
            return false;
        }
    }
    return true;
}

static void write_words(struct writer *writer, const char *words) {
    char name[32];
    for (; *words != '\0'; words++) {
        if (*words == '{') {
            const struct replay_field *field = find(writer, words + 1, name, sizeof name);
            write_field(writer, name, field);
            words += strcspn(words, "}");
        } else if (*words == '[') {
            if (!has_fields(writer, words)) {
                words += strcspn(words, "]");
            }
        } else if (*words != ']') {
            write_text(writer, words, 1);
        }
    }
}

static void write_as_it_is(struct writer *writer, const char *event) {
    write_text(writer, event, strlen(event));
    for (size_t i = 0; i < writer->line->count; i++) {
        const struct replay_field *field = &writer->line->fields[i];
        if (strcmp(field->name, "event") == 0 || strcmp(field->name, "time_ms") == 0) {
            continue;
        }
        write_text(writer, " ", 1);
        write_text(writer, field->name, strlen(field->name));
        write_text(writer, "=", 1);
        write_text(writer, field->text, strlen(field->text));
    }
}

static const struct sentence *find_sentence(const char *event, const struct replay_object *line) {
    const struct replay_field *cause = replay_object_find(line, "cause");
    for (size_t i = 0; i < sizeof sentences / sizeof sentences[0]; i++) {
        const struct sentence *sentence = &sentences[i];
        if (strcmp(sentence->event, event) == 0 &&
            (sentence->cause == NULL || (cause != NULL && strcmp(sentence->cause, cause->text) == 0)) &&
            (sentence->field == NULL || replay_object_find(line, sentence->field) != NULL)) {
            return sentence;
        }
    }
    return NULL;
}

bool replay_story_write(char *buffer, size_t capacity, const char *event, const struct replay_object *line) {
    struct writer writer = {.buffer = buffer, .capacity = capacity, .line = line};
    const struct sentence *sentence = find_sentence(event, line);
    if (sentence != NULL) {
        write_words(&writer, sentence->words);
    } else {
        write_as_it_is(&writer, event);
    }
    buffer[writer.length < capacity ? writer.length : capacity - 1] = '\0';
    return writer.length < capacity;
}
