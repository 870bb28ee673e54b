#include "replay_object.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    const char *at, *end;
    struct replay_object *object;
    const char *fault; /**< the first fault */
};

static bool refuse(struct reader *reader, const char *fault) {
    if (reader->fault == NULL) {
        reader->fault = fault;
    }
    return false;
}

static void skip_spaces(struct reader *reader) {
    while (reader->at < reader->end && strchr(" \t\r\n", *reader->at) != NULL && *reader->at != '\0') {
        reader->at++;
    }
}

static bool take(struct reader *reader, char expected) {
    if (reader->at < reader->end && *reader->at == expected) {
        reader->at++;
        return true;
    }
    return false;
}

/* ---- texts ---- */

static void put(struct reader *reader, char byte) {
    /* A decoded text is never longer than its source, and each text gets one extra byte. */
    if (reader->object->used < sizeof reader->object->texts) {
        reader->object->texts[reader->object->used++] = byte;
    }
}

static void put_character(struct reader *reader, uint32_t code) {
    if (code < 0x80) {
        put(reader, (char)code);
        return;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char leads[] = {0, 0xC0, 0xE0, 0xF0};
    put(reader, (char)(leads[more] | code >> (6 * more)));
    while (more-- > 0) {
        put(reader, (char)(0x80 | (code >> (6 * more) & 0x3F)));
    }
}

static bool read_hex(struct reader *reader, uint32_t *code) {
    *code = 0;
    for (int digit = 0; digit < 4; digit++) {
        static const char digits[] = "0123456789abcdefABCDEF";
        const char *found = reader->at < reader->end && *reader->at != '\0' ? strchr(digits, *reader->at) : NULL;
        if (found == NULL) {
            return refuse(reader, "an escape is invalid");
        }
        size_t value = (size_t)(found - digits);
        *code = *code << 4 | (uint32_t)(value < 16 ? value : value - 6);
        reader->at++;
    }
    return true;
}

static bool read_escape(struct reader *reader) {
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *name = reader->at < reader->end && *reader->at != '\0' ? strchr(names, *reader->at) : NULL;
    if (name != NULL) {
        put(reader, values[name - names]);
        reader->at++;
        return true;
    }
    uint32_t code = 0, second = 0;
    if (!take(reader, 'u')) {
        return refuse(reader, "an escape is invalid");
    }
    if (!read_hex(reader, &code)) {
        return false;
    }
    if (code == 0) {
        return refuse(reader, "a text contains a NUL");
    }
    if (code >= 0xD800 && code < 0xE000) {
        if (code >= 0xDC00 || !take(reader, '\\') || !take(reader, 'u') || !read_hex(reader, &second) ||
            second < 0xDC00 || second >= 0xE000) {
            return refuse(reader, "half of a surrogate pair is missing");
        }
        code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
    }
    put_character(reader, code);
    return true;
}

/* Reads one non-ASCII character and checks its UTF-8. */
static bool read_character(struct reader *reader) {
    const unsigned char *bytes = (const unsigned char *)reader->at;
    size_t left = (size_t)(reader->end - reader->at);
    size_t length = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : 2;
    if (bytes[0] < 0xC2 || bytes[0] > 0xF4 || left < length) {
        return refuse(reader, "it is not UTF-8");
    }
    uint32_t code = bytes[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) {
            return refuse(reader, "it is not UTF-8");
        }
        code = code << 6 | (bytes[i] & 0x3Fu);
    }
    if ((length == 3 && code < 0x800) || (length == 4 && (code < 0x10000 || code > 0x10FFFF)) ||
        (code >= 0xD800 && code < 0xE000)) {
        return refuse(reader, "it is not UTF-8");
    }
    put_character(reader, code);
    reader->at += length;
    return true;
}

/* Reads a text after its opening quotation mark. Returns NULL if it is not a text. */
static const char *read_text(struct reader *reader) {
    const char *text = reader->object->texts + reader->object->used;
    while (reader->at < reader->end) {
        unsigned char byte = (unsigned char)*reader->at;
        if (byte == '"') {
            reader->at++;
            put(reader, '\0');
            return text;
        }
        if (byte < 0x20) {
            refuse(reader, "a text contains a control character");
            return NULL;
        }
        if (byte == '\\') {
            reader->at++;
            if (!read_escape(reader)) {
                return NULL;
            }
        } else if (byte < 0x80) {
            put(reader, *reader->at++);
        } else if (!read_character(reader)) {
            return NULL;
        }
    }
    refuse(reader, "a text does not end");
    return NULL;
}

/* ---- values ---- */

static bool is_digit(const struct reader *reader) {
    return reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9';
}

static bool read_number(struct reader *reader, struct replay_field *field) {
    const char *start = reader->at;
    bool is_negative = take(reader, '-');
    if (!is_digit(reader)) {
        return refuse(reader, "a number has no digits");
    }
    bool starts_with_zero = *reader->at == '0';
    size_t digits = 0;
    uint64_t value = 0, limit = (uint64_t)INT64_MAX + (is_negative ? 1 : 0);
    for (; is_digit(reader); reader->at++, digits++) {
        uint64_t digit = (uint64_t)(*reader->at - '0');
        if (value > (limit - digit) / 10) {
            return refuse(reader, "a number is too large");
        }
        value = value * 10 + digit;
    }
    if (starts_with_zero && digits > 1) {
        return refuse(reader, "a number begins with 0");
    }
    if (reader->at < reader->end && strchr(".eE", *reader->at) != NULL && *reader->at != '\0') {
        return refuse(reader, "a number is not whole");
    }
    field->is_number = true;
    field->number = is_negative ? (int64_t)(0 - value) : (int64_t)value;
    field->text = reader->object->texts + reader->object->used;
    while (start < reader->at) {
        put(reader, *start++);
    }
    put(reader, '\0');
    return true;
}

static bool read_word(struct reader *reader, struct replay_field *field) {
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(reader->end - reader->at) >= length && memcmp(reader->at, words[i], length) == 0) {
            field->text = words[i];
            reader->at += length;
            return true;
        }
    }
    return refuse(reader, "a value is invalid");
}

static bool read_value(struct reader *reader, struct replay_field *field) {
    if (take(reader, '"')) {
        field->text = read_text(reader);
        return field->text != NULL;
    }
    if (reader->at < reader->end && (*reader->at == '{' || *reader->at == '[')) {
        return refuse(reader, "a value is an object or an array");
    }
    if (is_digit(reader) || (reader->at < reader->end && *reader->at == '-')) {
        return read_number(reader, field);
    }
    return read_word(reader, field);
}

static bool read_field(struct reader *reader) {
    struct replay_object *object = reader->object;
    struct replay_field field = {0};
    skip_spaces(reader);
    if (!take(reader, '"')) {
        return refuse(reader, "a field has no name");
    }
    field.name = read_text(reader);
    if (field.name == NULL) {
        return false;
    }
    if (replay_object_find(object, field.name) != NULL) {
        return refuse(reader, "a field appears twice");
    }
    skip_spaces(reader);
    if (!take(reader, ':')) {
        return refuse(reader, "a field has no value");
    }
    skip_spaces(reader);
    if (!read_value(reader, &field)) {
        return false;
    }
    if (object->count == REPLAY_FIELDS_MAX) {
        return refuse(reader, "it has too many fields");
    }
    object->fields[object->count++] = field;
    skip_spaces(reader);
    return true;
}

const char *replay_object_read(struct replay_object *object, const char *text, size_t length) {
    struct reader reader = {.at = text, .end = text + length, .object = object};
    object->count = object->used = 0;
    if (length > REPLAY_OBJECT_MAX) {
        return "it is too long";
    }
    skip_spaces(&reader);
    if (!take(&reader, '{')) {
        return "it is not an object";
    }
    skip_spaces(&reader);
    if (!take(&reader, '}')) {
        do {
            if (!read_field(&reader)) {
                return reader.fault;
            }
        } while (take(&reader, ','));
        if (!take(&reader, '}')) {
            return "the object does not end";
        }
    }
    skip_spaces(&reader);
    return reader.at == reader.end ? NULL : "there is text after the object";
}

const struct replay_field *replay_object_find(const struct replay_object *object, const char *name) {
    for (size_t i = 0; i < object->count; i++) {
        if (strcmp(object->fields[i].name, name) == 0) {
            return &object->fields[i];
        }
    }
    return NULL;
}
