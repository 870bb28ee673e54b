/*
 * An HTTP/1.1 server for tests; see the README in this folder. This file is the process that a test talks to: it keeps the
 * port, and starts and kills the process that responds.
 */
#define _GNU_SOURCE
#include "server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* The process that responds. */
static pid_t child;
/* The lines for this process. */
static int child_input = -1;

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "game-server: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int bound_socket(uint16_t port) {
    const int socket_fd = socket(AF_INET, SOCK_STREAM, 0);
    const int yes = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    /* Both options: two sockets of this program share the port, and old connections do not block it. */
    if (socket_fd < 0 || setsockopt(socket_fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        setsockopt(socket_fd, SOL_SOCKET, SO_REUSEPORT, &yes, sizeof yes) != 0 ||
        bind(socket_fd, (struct sockaddr *)&address, sizeof address) != 0)
        fail("no port");
    return socket_fd;
}

static void start(uint16_t port, int log, uint32_t *request_count) {
    if (child > 0) return;
    int ends[2];
    if (pipe(ends) != 0) fail("no pipe");
    child = fork();
    if (child < 0) fail("no process");
    if (child == 0) {
        close(ends[1]);
        const int listener = bound_socket(port);
        if (listen(listener, 256) != 0) fail("no listening");
        tell("listening\n");
        serve(listener, ends[0], log, request_count);
        exit(0);
    }
    close(ends[0]);
    child_input = ends[1];
}

static void kill_child(void) {
    if (child <= 0) return;
    kill(child, SIGKILL);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    close(child_input);
    child = 0;
}

int main(int argument_count, char **arguments) {
    if (argument_count != 2) {
        fprintf(stderr, "usage: %s LOG\n", arguments[0]);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    const int log = open(arguments[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
    /* How many requests came, over all starts of the responding process. */
    uint32_t *request_count =
        mmap(NULL, sizeof *request_count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (log < 0 || request_count == MAP_FAILED) fail(arguments[1]);

    /* Bound, but not listening: no other program can take the port, also while no process responds. */
    const int reservation = bound_socket(0);
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    if (getsockname(reservation, (struct sockaddr *)&address, &length) != 0) fail("no port");
    const uint16_t port = ntohs(address.sin_port);
    tell("port %u\n", (unsigned)port);
    start(port, log, request_count);

    char *line = NULL;
    size_t capacity = 0;
    ssize_t count;
    while ((count = getline(&line, &capacity, stdin)) > 0) {
        if (strcmp(line, "kill\n") == 0) {
            kill_child();
            tell("killed\n");
        } else if (strcmp(line, "start\n") == 0) {
            start(port, log, request_count);
        } else if (child > 0 && write(child_input, line, (size_t)count) != count) {
            fail("the responding process does not listen");
        }
    }
    free(line);
    kill_child();
    return 0;
}
