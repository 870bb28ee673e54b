#include "shell_words.h"
#include "print.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool shell_read_number(const char *text, const char *what, uint64_t most, uint64_t *number) {
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    /* strtoull accepts a sign or a blank, and turns "-1" into a very large number. */
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value > most) {
        print_line("problem", "%s must be a whole number from 0 to %" PRIu64, what, most);
        return false;
    }
    *number = value;
    return true;
}

bool shell_read_id(const char *text, uint64_t *id) { return shell_read_number(text, "the id", UINT64_MAX, id); }

bool shell_read_price(const char *text, int64_t *milliunits) {
    size_t whole = strspn(text, "0123456789");
    const char *rest = text + whole;
    size_t decimals = *rest == '.' ? strspn(rest + 1, "0123456789") : 0;
    const char *end = rest + (decimals > 0 ? decimals + 1 : 0);
    if (whole == 0 || whole > 9 || decimals > 3 || *end != '\0') {
        print_line("problem", "a price must be a number with at most three decimals: 5.99");
        return false;
    }
    int64_t price = strtoll(text, NULL, 10);
    for (size_t i = 0; i < 3; i++) {
        price = price * 10 + (i < decimals ? rest[1 + i] - '0' : 0);
    }
    *milliunits = price;
    return true;
}

bool shell_read_duration(const char *text, int64_t *milliseconds) {
    char digits[16] = "";
    size_t length = strspn(text, "0123456789");
    int64_t unit = 0;
    if (length > 0 && length <= 9 && text[length] != '\0' && text[length + 1] == '\0') {
        switch (text[length]) {
        case 's': unit = 1000; break;
        case 'm': unit = 60 * 1000; break;
        case 'h': unit = 60 * 60 * 1000; break;
        case 'd': unit = 24 * 60 * 60 * 1000; break;
        default: break;
        }
    }
    if (unit == 0) {
        print_line("problem", "a time must be a whole number of at most nine digits with s, m, h or d: 90s, 30d");
        return false;
    }
    memcpy(digits, text, length);
    *milliseconds = (int64_t)strtoll(digits, NULL, 10) * unit;
    return true;
}

/* "accept, cancel" */
static void list_words(char *buffer, size_t capacity, const struct name *names) {
    size_t length = 0;
    buffer[0] = '\0';
    for (const struct name *name = names; name->word != NULL; name++) {
        size_t needed = strlen(name->word) + (length > 0 ? 2 : 0);
        if (length + needed >= capacity) {
            return;
        }
        if (length > 0) {
            memcpy(buffer + length, ", ", 2);
        }
        memcpy(buffer + length + (length > 0 ? 2 : 0), name->word, strlen(name->word) + 1);
        length += needed;
    }
}

bool shell_read_name(const char *text, const char *what, const struct name *names, int32_t *value) {
    if (names_value(names, text, value)) {
        return true;
    }
    char words[1024];
    list_words(words, sizeof words, names);
    print_line("problem", "%s must be one of: %s", what, words);
    return false;
}

bool shell_read_switch(const char *text, const char *what, int32_t *on) {
    *on = strcmp(text, "on") == 0;
    if (!*on && strcmp(text, "off") != 0) {
        print_line("problem", "%s must be on or off", what);
        return false;
    }
    return true;
}

char *shell_read_option(char *word, const char *key) {
    size_t length = strlen(key);
    return strncmp(word, key, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

void shell_show(char *buffer, size_t capacity, const char *text) {
    size_t length = 0;
    for (; text[length] != '\0' && length < capacity - 1; length++) {
        buffer[length] = isprint((unsigned char)text[length]) ? text[length] : '?';
    }
    buffer[length] = '\0';
}

bool shell_accepted(const char *what, iap_status status) {
    if (status != IAP_OK) {
        print_line("problem", "%s: %s", what, iap_status_name(status));
    }
    return status == IAP_OK;
}

bool shell_taken(const char *what, iap_status status, const iap_error *error) {
    if (status != IAP_OK) {
        print_error("problem", what, error);
    }
    return status == IAP_OK;
}
