#ifndef CIAPOPENSSL_LOOKUP_H
#define CIAPOPENSSL_LOOKUP_H

#include <netdb.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#define OPENSSL_ADDRESSES_MAX 8

/** Addresses as text, version 6 addresses in brackets. */
typedef struct openssl_addresses {
    int count;
    char texts[OPENSSL_ADDRESSES_MAX][72];
} openssl_addresses;

/** The lookup of a name, on a thread that the system's resolver may block for any time. The last user frees it. */
typedef struct openssl_lookup {
    pthread_mutex_t lock;
    pthread_cond_t is_over;
    int users, has_ended;
    openssl_addresses found;
    char host[256];
} openssl_lookup;

static inline void openssl_read_addresses(const char *host, int flags, openssl_addresses *found) {
    struct addrinfo wanted, *list = NULL;
    memset(&wanted, 0, sizeof wanted);
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = flags;
    found->count = 0;
    if (getaddrinfo(host, NULL, &wanted, &list) != 0) return;
    for (const struct addrinfo *each = list; each && found->count < OPENSSL_ADDRESSES_MAX; each = each->ai_next) {
        char *text = found->texts[found->count];
        const int is_new = each->ai_family == AF_INET6;
        if (is_new) *text++ = '[';
        if (getnameinfo(each->ai_addr, each->ai_addrlen, text, 64, NULL, 0, NI_NUMERICHOST) != 0) continue;
        if (is_new) strcat(text, "]");
        found->count++;
    }
    freeaddrinfo(list);
}

static inline void openssl_lookup_leave(openssl_lookup *lookup) {
    pthread_mutex_lock(&lookup->lock);
    const int is_last = --lookup->users == 0;
    pthread_mutex_unlock(&lookup->lock);
    if (!is_last) return;
    pthread_cond_destroy(&lookup->is_over);
    pthread_mutex_destroy(&lookup->lock);
    free(lookup);
}

static inline void *openssl_lookup_run(void *context) {
    openssl_lookup *lookup = (openssl_lookup *)context;
    openssl_addresses found;
    openssl_read_addresses(lookup->host, 0, &found);
    pthread_mutex_lock(&lookup->lock);
    lookup->found = found;
    lookup->has_ended = 1;
    pthread_cond_signal(&lookup->is_over);
    pthread_mutex_unlock(&lookup->lock);
    openssl_lookup_leave(lookup);
    return NULL;
}

/** The addresses of a host. None if the name is not known before the end, in milliseconds of the clock that only goes
    forward. */
static inline void openssl_look_up(const char *host, int64_t end_ms, openssl_addresses *found) {
    openssl_read_addresses(host, AI_NUMERICHOST, found);
    openssl_lookup *lookup = NULL;
    if (found->count > 0 || strlen(host) >= sizeof lookup->host) return;
    lookup = (openssl_lookup *)calloc(1, sizeof *lookup);
    if (!lookup) return;
    strcpy(lookup->host, host);
    lookup->users = 2;
    pthread_mutex_init(&lookup->lock, NULL);
    pthread_condattr_t forward;
    pthread_condattr_init(&forward);
    pthread_condattr_setclock(&forward, CLOCK_MONOTONIC);
    pthread_cond_init(&lookup->is_over, &forward);
    pthread_condattr_destroy(&forward);
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    if (pthread_create(&thread, &detached, openssl_lookup_run, lookup) != 0) lookup->users = 1;
    else {
        const struct timespec end = {(time_t)(end_ms / 1000), (long)(end_ms % 1000) * 1000000};
        pthread_mutex_lock(&lookup->lock);
        while (!lookup->has_ended && pthread_cond_timedwait(&lookup->is_over, &lookup->lock, &end) == 0) {
        }
        if (lookup->has_ended) *found = lookup->found;
        pthread_mutex_unlock(&lookup->lock);
    }
    pthread_attr_destroy(&detached);
    openssl_lookup_leave(lookup);
}

#endif
