#include "structs.h"

/* Words that have a meaning somewhere. */
static const char *const words[] = {
    FUZZ_CLUB,
    FUZZ_COINS,
    FUZZ_EDITOR,
    FUZZ_OFFER,
    "COME_BACK",
    "CAVEFEST",
    FUZZ_BUNDLE_ID,
    "player",
    "coins",
    "editor",
    "0b3d4c8e-1111-4222-8333-444455556666",
    "FUZZKEY001",
    "TEST",
    "DID_RENEW",
    "RENEWAL_EXTENSION",
    "SUMMARY",
    "EXTERNAL_PURCHASE_TOKEN",
    "RESCIND_CONSENT",
    "CONSUMPTION_REQUEST",
    "USA,DEU",
    "Authorization: Bearer token",
    "{\"currency\":\"USD\",\"price\":1000}",
    "e30.e30.",
    "MEUCIQ==",
    "1",
    "\xC3",
    "\xE2\x81\xA3",
    "",
};

/* The files that the program has written come first. */
static const char *const paths[] = {"roots",  "catalogue", "grants",          "list",
                                    "key.p8", "journal",   "missing/journal", "."};

/* No server listens there, and some are not URLs. */
static const char *const urls[] = {
    "http://127.0.0.1:1/list", "https://127.0.0.1:1", "http://", "ftp://127.0.0.1", "://", ""};

#define PICK(list, number) (list)[(number) % (sizeof(list) / sizeof(list)[0])]

static const char *copied(const char *text) { return fuzz_copy_text(text, strlen(text)); }

/* Longer than any limit. */
static const char *long_text(fuzz_input *input) {
    const uint8_t letter = fuzz_byte(input);
    const size_t length = ((size_t)1 << (letter % 18)) + letter % 3;
    char *text = fuzz_memory(length + 1);
    memset(text, letter < 128 && letter > 0 ? letter : 'a', length);
    text[length] = 0;
    return text;
}

static const char *any_text(fuzz_input *input) {
    size_t taken;
    const size_t length = fuzz_byte(input) % 64;
    const uint8_t *bytes = fuzz_take(input, length, &taken);
    return fuzz_copy_text(bytes, taken);
}

const char *struct_text(fuzz_input *input) {
    const uint8_t choice = fuzz_byte(input);
    if (choice < 64) return NULL;
    if (choice < 160) return copied(PICK(words, choice));
    if (choice < 176) return long_text(input);
    return any_text(input);
}

const char *struct_product_id(fuzz_input *input) {
    const uint8_t choice = fuzz_byte(input);
    return choice < 192 ? copied(words[choice % 3]) : struct_text(input);
}

const char *struct_path(fuzz_input *input) {
    const uint8_t choice = fuzz_byte(input);
    if (choice < 96) return NULL;
    if (choice < 208) return copied(PICK(paths, choice));
    if (choice < 216) return long_text(input);
    /* No path leaves the folder. */
    char *text = (char *)any_text(input);
    for (char *slash = text; (slash = strchr(slash, '/')) != NULL; slash++) *slash = '_';
    return text;
}

const char *struct_url(fuzz_input *input) {
    const uint8_t choice = fuzz_byte(input);
    if (choice < 128) return NULL;
    if (choice < 248) return copied(PICK(urls, choice));
    return long_text(input);
}

static void change_number(fuzz_input *input, uint8_t *bytes, size_t size) {
    const size_t words_in_it = size / 4;
    const uint8_t choice = fuzz_byte(input);
    const size_t at = (choice & 63) % words_in_it * 4;
    uint64_t number = 0;
    size_t width = 4;
    switch (choice >> 6) {
    case 0: number = fuzz_byte(input); break;
    case 1: number = (uint64_t)(int64_t)(int8_t)fuzz_byte(input), width = 8; break;
    case 2: number = fuzz_number(input, 4); break;
    default: number = fuzz_number(input, 8), width = 8; break;
    }
    if (at < 4 || at + width > size) return;
    memcpy(bytes + at, &number, width);
}

void *struct_fill(fuzz_input *input, const void *start, size_t size) {
    uint8_t *bytes = fuzz_copy(start, size);
    const uint8_t choice = fuzz_byte(input);
    for (int i = 0; i < choice % 4; i++) change_number(input, bytes, size);
    if (choice < 224) return bytes;
    const uint32_t said = choice < 240 ? (uint32_t)fuzz_byte(input) * 8 : (uint32_t)fuzz_number(input, 4);
    memcpy(bytes, &said, sizeof said);
    const size_t there = said < 4 ? 4 : said;
    return there < size ? fuzz_copy(bytes, there) : bytes;
}

bool struct_is_whole(const void *filled, size_t size) {
    uint32_t said;
    memcpy(&said, filled, sizeof said);
    return said == size;
}
