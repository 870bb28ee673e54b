#include "purchases.h"

#include <stdlib.h>
#include <string.h>

static purchase *slot_of(purchase *slots, size_t capacity, uint64_t id) {
    size_t place = (size_t)((id * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (capacity - 1);
    while (slots[place].id != 0 && slots[place].id != id) place = (place + 1) & (capacity - 1);
    return &slots[place];
}

static void grow(purchases *purchases) {
    const size_t capacity = purchases->capacity == 0 ? 1024 : purchases->capacity * 2;
    purchase *slots = calloc(capacity, sizeof *slots);
    if (slots == NULL) abort();
    for (size_t i = 0; i < purchases->capacity; i++) {
        if (purchases->slots[i].id != 0) *slot_of(slots, capacity, purchases->slots[i].id) = purchases->slots[i];
    }
    free(purchases->slots);
    purchases->slots = slots;
    purchases->capacity = capacity;
}

purchase *purchases_of(purchases *purchases, uint64_t id) {
    if (id == 0) abort();
    if (purchases->count * 2 >= purchases->capacity) grow(purchases);
    purchase *entry = slot_of(purchases->slots, purchases->capacity, id);
    if (entry->id == 0) {
        entry->id = entry->key = id;
        entry->account = entry->product = -1;
        purchases->count++;
    }
    return entry;
}

purchase *purchases_find(purchases *purchases, uint64_t id) {
    if (purchases->capacity == 0 || id == 0) return NULL;
    purchase *entry = slot_of(purchases->slots, purchases->capacity, id);
    return entry->id == id ? entry : NULL;
}

void purchases_free(purchases *purchases) {
    free(purchases->slots);
    memset(purchases, 0, sizeof *purchases);
}
