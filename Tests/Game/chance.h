/*
 * chance.h: random numbers that depend only on a seed.
 */
#ifndef TESTS_GAME_CHANCE_H
#define TESTS_GAME_CHANCE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct chance {
    uint64_t state;
} chance;

/** The next number (SplitMix64). */
static inline uint64_t chance_next(chance *chance) {
    uint64_t z = chance->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/** A number from 0 to the limit minus one. The limit is not 0. */
static inline uint32_t chance_below(chance *chance, uint32_t limit) {
    return (uint32_t)(((chance_next(chance) >> 32) * limit) >> 32);
}

/** A number between two others, both included. */
static inline uint32_t chance_between(chance *chance, uint32_t low, uint32_t high) {
    return low + chance_below(chance, high - low + 1);
}

/** True with this probability, in percent. */
static inline bool chance_percent(chance *chance, uint32_t percent) { return chance_below(chance, 100) < percent; }

/** A separate sequence of numbers for each pair of a seed and a number. */
static inline chance chance_of(uint64_t seed, uint64_t number) {
    chance start = {seed ^ (number * UINT64_C(0xD1342543DE82EF95))};
    start.state = chance_next(&start) + number;
    return start;
}

#endif
