/*
 * ocsp_server.h: an OCSP server on the loopback interface. Its responses come from a store.
 */
#ifndef CONFORMANCE_OCSP_SERVER_H
#define CONFORMANCE_OCSP_SERVER_H

#include "game.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct ocsp_server {
    char url[64];               /**< for iap_store_options */
    _Atomic(iap_store *) store; /**< the store of the requested certificates; set it before the first request */
    _Atomic(int32_t) answer;    /**< an IAP_STORE_OCSP_… value; 0: the connection is closed without a response */
    atomic_int count;           /**< the number of requests so far */
    pthread_mutex_t pause;      /**< while a thread holds it, the server does not respond */
    int socket;
    pthread_t thread;
} ocsp_server;

/** Listens on a free port. Returns false, reported as a failure, if that is not possible. */
bool ocsp_server_start(ocsp_server *server);
void ocsp_server_stop(ocsp_server *server);

#endif
