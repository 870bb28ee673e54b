#include "fuzz.h"

static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

char *fuzz_base64(const void *bytes, size_t size, bool for_url, size_t *length) {
    const uint8_t *next = bytes;
    char *text = fuzz_memory(size / 3 * 4 + 5), *end = text;
    for (size_t left = size; left > 0; next += 3) {
        const size_t count = left < 3 ? left : 3;
        uint32_t group = (uint32_t)next[0] << 16;
        if (count > 1) group |= (uint32_t)next[1] << 8;
        if (count > 2) group |= next[2];
        for (size_t i = 0; i <= count; i++) {
            const char digit = plain[group >> (18 - 6 * i) & 63];
            *end++ = !for_url ? digit : digit == '+' ? '-' : digit == '/' ? '_' : digit;
        }
        for (size_t i = count; i < 3 && !for_url; i++) *end++ = '=';
        left -= count;
    }
    *end = 0;
    *length = (size_t)(end - text);
    return text;
}

uint8_t *fuzz_bytes_of_base64(const char *text, size_t length, size_t *size) {
    uint8_t *bytes = fuzz_memory(length / 4 * 3 + 3);
    uint32_t group = 0;
    int bits = 0;
    *size = 0;
    for (size_t i = 0; i < length; i++) {
        const char digit = text[i] == '-' ? '+' : text[i] == '_' ? '/' : text[i];
        const char *found = digit != 0 ? strchr(plain, digit) : NULL;
        if (found == NULL) continue;
        group = group << 6 | (uint32_t)(found - plain);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes[(*size)++] = (uint8_t)(group >> bits);
    }
    return bytes;
}
