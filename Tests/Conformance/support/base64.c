#include "base64.h"

#include <string.h>

static int value_of(char letter) {
    if (letter >= 'A' && letter <= 'Z') return letter - 'A';
    if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
    if (letter >= '0' && letter <= '9') return letter - '0' + 52;
    if (letter == '+' || letter == '-') return 62;
    if (letter == '/' || letter == '_') return 63;
    return -1;
}

int64_t base64_decode(const char *text, uint8_t *bytes, size_t capacity) {
    if (text == NULL) return -1;
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '=') length--;
    if (length % 4 == 1) return -1;
    size_t count = 0;
    uint32_t bits = 0;
    int held = 0;
    for (size_t i = 0; i < length; i++) {
        const int value = value_of(text[i]);
        if (value < 0) return -1;
        bits = (bits << 6) | (uint32_t)value;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        if (count == capacity) return -1;
        bytes[count++] = (uint8_t)(bits >> held);
    }
    return (int64_t)count;
}
