#include "playing.h"

#include <string.h>
#include <time.h>

/** How long a loop waits for an event before it asks again. */
#define WAIT_MS 10

iap_store_options playing_store(const char *storekit_text, const char *state_path) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.clock = IAP_STORE_CLOCK_VIRTUAL;
    options.storekit_text = storekit_text;
    options.storekit_length = strlen(storekit_text);
    options.state_path = state_path;
    options.seed = 7;
    return options;
}

int64_t playing_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int playing_until(iap_client *client, playing_condition is_over, void *context, const int *problems,
                  int64_t timeout_ms) {
    int64_t deadline = playing_now_ms() + timeout_ms;
    int turns = 1;
    for (; !is_over(context); turns++) {
        const int before = problems != NULL ? *problems : 0;
        if (iap_client_process_events(client, 0) <= 0) iap_client_wait_events(client, WAIT_MS);
        else if (problems == NULL || *problems == before) deadline = playing_now_ms() + timeout_ms;
        if (playing_now_ms() > deadline) return 0;
    }
    return turns;
}

bool playing_settle(iap_client *client, uint32_t quiet_ms, int rounds) {
    for (; rounds > 0; rounds--) {
        if (iap_client_process_events(client, 0) <= 0 && iap_client_wait_events(client, quiet_ms) != 1) return true;
    }
    return false;
}
