#include "ocsp_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define REQUEST_MAX 16384

/* Reads a POST request. Returns the length of its body, which is moved to the front; 0 if it does not come. */
static size_t read_request(int connection, char *buffer) {
    size_t count = 0;
    while (count < REQUEST_MAX - 1) {
        const ssize_t more = recv(connection, buffer + count, REQUEST_MAX - 1 - count, 0);
        if (more <= 0) return 0;
        count += (size_t)more;
        buffer[count] = 0;
        const char *end = strstr(buffer, "\r\n\r\n"), *length = strstr(buffer, "Content-Length:");
        if (end == NULL || length == NULL) continue;
        const size_t head = (size_t)(end + 4 - buffer), body = strtoul(length + 15, NULL, 10);
        if (body > REQUEST_MAX || count < head + body) continue;
        memmove(buffer, buffer + head, body);
        return body;
    }
    return 0;
}

static void serve(ocsp_server *server, int connection) {
    char request[REQUEST_MAX], head[128];
    uint8_t answer[REQUEST_MAX];
    size_t length = 0;
    const size_t count = read_request(connection, request);
    if (count == 0) return;
    atomic_fetch_add(&server->count, 1);
    const int32_t said = atomic_load(&server->answer);
    if (said == 0 || iap_store_ocsp_response(atomic_load(&server->store), (const uint8_t *)request, count, said, answer,
                                             sizeof answer, &length, NULL) != IAP_OK)
        return;
    const int head_length = snprintf(head, sizeof head,
                                     "HTTP/1.0 200 OK\r\nContent-Type: application/ocsp-response\r\n"
                                     "Content-Length: %zu\r\n\r\n",
                                     length);
    if (send(connection, head, (size_t)head_length, MSG_NOSIGNAL) == head_length)
        CHECK(send(connection, answer, length, MSG_NOSIGNAL) == (ssize_t)length);
}

static void *run(void *argument) {
    ocsp_server *server = argument;
    for (;;) {
        const int connection = accept(server->socket, NULL, NULL);
        if (connection < 0) return NULL;
        pthread_mutex_lock(&server->pause);
        serve(server, connection);
        pthread_mutex_unlock(&server->pause);
        shutdown(connection, SHUT_RDWR);
        close(connection);
    }
}

bool ocsp_server_start(ocsp_server *server) {
    memset(server, 0, sizeof *server);
    pthread_mutex_init(&server->pause, NULL);
    /* Proxies of the environment are for other servers. */
    unsetenv("http_proxy");
    unsetenv("HTTP_PROXY");
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    server->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (!CHECK(server->socket >= 0) || !CHECK(bind(server->socket, (struct sockaddr *)&address, size) == 0) ||
        !CHECK(listen(server->socket, 16) == 0) ||
        !CHECK(getsockname(server->socket, (struct sockaddr *)&address, &size) == 0))
        return false;
    snprintf(server->url, sizeof server->url, "http://127.0.0.1:%d/ocsp", (int)ntohs(address.sin_port));
    return CHECK(pthread_create(&server->thread, NULL, run, server) == 0);
}

void ocsp_server_stop(ocsp_server *server) {
    shutdown(server->socket, SHUT_RDWR);
    pthread_join(server->thread, NULL);
    close(server->socket);
}
