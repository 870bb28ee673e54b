/* The game server with TLS: a server without the system's trust receives no data, and the library ignores its verdict. */

#include "game_server.h"

#include <arpa/inet.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char answer[] =
    "HTTP/1.1 200 OK\r\nContent-Length: 19\r\nConnection: close\r\n\r\n{\"verdict\":\"valid\"}";

/* Responds "valid" to each client that completes a connection. */
typedef struct tls_server {
    SSL_CTX *context;
    X509 *certificate;
    int socket;
    uint16_t port;
    pthread_t thread;
    atomic_int connections, requests;
} tls_server;

/* A valid certificate for this machine, which only this test knows. */
static X509 *make_certificate(EVP_PKEY *key) {
    X509 *certificate = X509_new();
    X509_NAME *name = X509_get_subject_name(certificate);
    X509_EXTENSION *address = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, "IP:127.0.0.1");
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"a game's server", -1, -1, 0);
    X509_set_issuer_name(certificate, name);
    X509_set_pubkey(certificate, key);
    X509_add_ext(certificate, address, -1);
    X509_EXTENSION_free(address);
    X509_sign(certificate, key, EVP_sha256());
    return certificate;
}

static void *serve(void *argument) {
    tls_server *server = argument;
    /* A client that leaves before the response must not end this process. */
    sigset_t pipes;
    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipes, NULL);
    for (;;) {
        const int connection = accept(server->socket, NULL, NULL);
        if (connection < 0) return NULL;
        atomic_fetch_add(&server->connections, 1);
        SSL *tls = SSL_new(server->context);
        SSL_set_fd(tls, connection);
        char request[4096];
        if (SSL_accept(tls) == 1 && SSL_read(tls, request, sizeof request) > 0) {
            atomic_fetch_add(&server->requests, 1);
            SSL_write(tls, answer, sizeof answer - 1);
            SSL_shutdown(tls);
        }
        SSL_free(tls);
        close(connection);
    }
}

static bool tls_start(tls_server *server) {
    EVP_PKEY *key = EVP_EC_gen("P-256");
    *server = (tls_server){.context = SSL_CTX_new(TLS_server_method())};
    server->certificate = make_certificate(key);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    server->socket = socket_make();
    const bool is_ready = SSL_CTX_use_certificate(server->context, server->certificate) == 1 &&
                          SSL_CTX_use_PrivateKey(server->context, key) == 1 &&
                          bind(server->socket, (struct sockaddr *)&address, sizeof address) == 0 &&
                          listen(server->socket, 8) == 0 &&
                          getsockname(server->socket, (struct sockaddr *)&address, &length) == 0 &&
                          pthread_create(&server->thread, NULL, serve, server) == 0;
    EVP_PKEY_free(key);
    server->port = ntohs(address.sin_port);
    return CHECK(is_ready);
}

static void tls_stop(tls_server *server) {
    shutdown(server->socket, SHUT_RDWR);
    pthread_join(server->thread, NULL);
    close(server->socket);
    X509_free(server->certificate);
    SSL_CTX_free(server->context);
}

/* Whether a client that trusts the server's certificate gets the response. */
static bool is_answered(const tls_server *server) {
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context), server->certificate);
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(server->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int connection = socket_make();
    SSL *tls = SSL_new(context);
    SSL_set_fd(tls, connection);
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), "127.0.0.1");
    char text[256] = "";
    const bool is_answered = connect(connection, (const struct sockaddr *)&address, sizeof address) == 0 &&
                             SSL_connect(tls) == 1 && SSL_write(tls, "GET /", 5) == 5 &&
                             SSL_read(tls, text, sizeof text - 1) > 0 && strcmp(text, answer) == 0;
    SSL_free(tls);
    close(connection);
    SSL_CTX_free(context);
    return is_answered;
}

TEST(a_server_whose_certificate_nobody_vouches_for_is_asked_nothing) {
    tls_server tls;
    REQUIRE(tls_start(&tls));
    CHECK(is_answered(&tls));
    CHECK_INT(atomic_load(&tls.requests), 1);
    const int before = atomic_load(&tls.connections);

    game_server server = {.verification = IAP_VERIFICATION_OPTIONS_INIT};
    snprintf(server.url, sizeof server.url, "https://127.0.0.1:%d/verify", tls.port);
    server.verification.mode = IAP_VERIFY_BY_SERVER;
    server.verification.server_url = server.url;
    game *game = server_game(&server);
    CHECK(pay_undecided(game, COINS) && AWAIT(game, IAP_EVENT_PROBLEM_REPORTED, 1));
    CHECK_STATUS(game_nth(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE, 0)->error.status, IAP_ERROR_NETWORK);
    CHECK(atomic_load(&tls.connections) > before);
    CHECK_INT(atomic_load(&tls.requests), 1);
    CHECK_INT(game_granted_count(game), 0);
    game_quit(game);
    tls_stop(&tls);
}
