/*
 * ocsp_server.h: a server for OCSP on the loopback, which answers as a store knows.
 */
#ifndef CONFORMANCE_OCSP_SERVER_H
#define CONFORMANCE_OCSP_SERVER_H

#include "game.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct ocsp_server {
    char url[64];               /**< for iap_store_options */
    _Atomic(iap_store *) store; /**< whose certificates are asked about; set it before the first request */
    _Atomic(int32_t) answer;    /**< an IAP_STORE_OCSP_… value; 0: the connection is closed without a word */
    atomic_int count;           /**< of requests so far */
    pthread_mutex_t pause;      /**< who holds it keeps the server from answering */
    int socket;
    pthread_t thread;
} ocsp_server;

/** Listens on a free port. False, reported as a failure, if that cannot be done. */
bool ocsp_server_start(ocsp_server *server);
void ocsp_server_stop(ocsp_server *server);

#endif
