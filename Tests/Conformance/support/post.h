/*
 * post.h: a thread waits for another one. macOS has no barriers and no unnamed semaphores of POSIX.
 */
#ifndef CONFORMANCE_POST_H
#define CONFORMANCE_POST_H

#include <pthread.h>

typedef struct post {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int count;
} post;

#define POST_INIT                                                                                                      \
    { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 }

static inline void post_send(post *post) {
    pthread_mutex_lock(&post->lock);
    post->count++;
    pthread_cond_signal(&post->changed);
    pthread_mutex_unlock(&post->lock);
}

/** Waits until another thread has sent one. */
static inline void post_take(post *post) {
    pthread_mutex_lock(&post->lock);
    while (post->count == 0) pthread_cond_wait(&post->changed, &post->lock);
    post->count--;
    pthread_mutex_unlock(&post->lock);
}

#endif
