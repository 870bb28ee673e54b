#include "signed_text.h"

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t capacity);

/* How many bytes one change may add to a segment or a certificate. */
#define GROWTH_MAX 256

/* A changed copy. */
static uint8_t *mutated_copy(const uint8_t *bytes, size_t size, size_t *changed) {
    uint8_t *copy = fuzz_memory(size + GROWTH_MAX);
    if (size > 0) memcpy(copy, bytes, size);
    *changed = LLVMFuzzerMutate(copy, size, size + GROWTH_MAX);
    return copy;
}

/* Replaces a part with a text. Returns the new size; the old size if there is no room. */
static size_t replace(uint8_t *bytes, size_t size, size_t capacity, size_t at, size_t length, const char *text,
                      size_t text_length) {
    if (size - length + text_length > capacity) return size;
    memmove(bytes + at + text_length, bytes + at + length, size - at - length);
    memcpy(bytes + at, text, text_length);
    return size - length + text_length;
}

/* Changes one of the certificates in a header, which are its only long strings. */
static size_t mutate_certificate(uint8_t *header, size_t size, size_t capacity, unsigned seed) {
    size_t starts[4], lengths[4], count = 0;
    for (size_t i = 0; i < size && count < 4; i++) {
        if (header[i] != '"') continue;
        size_t end = i + 1;
        while (end < size && header[end] != '"') end++;
        if (end - i > 100) starts[count] = i + 1, lengths[count++] = end - i - 1;
        i = end;
    }
    if (count == 0) return LLVMFuzzerMutate(header, size, capacity);
    const size_t which = seed % count;
    size_t der_size, changed, length;
    const uint8_t *der = fuzz_bytes_of_base64((const char *)header + starts[which], lengths[which], &der_size);
    const uint8_t *other = mutated_copy(der, der_size, &changed);
    const char *text = fuzz_base64(other, changed, false, &length);
    return replace(header, size, capacity, starts[which], lengths[which], text, length);
}

size_t signed_text_mutate(uint8_t *bytes, size_t size, size_t capacity, unsigned seed, size_t kept) {
    if (seed % 4 == 0 || size <= kept) return LLVMFuzzerMutate(bytes, size, capacity);
    const size_t segment = seed / 4 % 8;
    size_t start = kept, end, number = segment < 3 ? 0 : segment < 6 ? 1 : 2;
    for (size_t i = 0; i < number; i++) {
        const uint8_t *point = memchr(bytes + start, '.', size - start);
        if (point == NULL) return LLVMFuzzerMutate(bytes, size, capacity);
        start = (size_t)(point - bytes) + 1;
    }
    const uint8_t *point = memchr(bytes + start, '.', size - start);
    end = point != NULL ? (size_t)(point - bytes) : size;

    size_t decoded_size, changed, length;
    const uint8_t *decoded = fuzz_bytes_of_base64((const char *)bytes + start, end - start, &decoded_size);
    uint8_t *other = fuzz_memory(decoded_size + GROWTH_MAX);
    memcpy(other, decoded, decoded_size);
    changed = segment < 2 ? mutate_certificate(other, decoded_size, decoded_size + GROWTH_MAX, seed / 32)
                          : LLVMFuzzerMutate(other, decoded_size, decoded_size + GROWTH_MAX);
    const char *text = fuzz_base64(other, changed, true, &length);
    size = replace(bytes, size, capacity, start, end - start, text, length);
    fuzz_forget();
    return size;
}
