#include "game_server.h"

#include "files.h"
#include "jobs.h"
#include "network_conditions.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* The time between two checks of the server while a game waits for it. */
#define LOOK_MS 5

static int64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int socket_make(void) {
    const int made = socket(AF_INET, SOCK_STREAM, 0);
    /* A game server that starts meanwhile would keep it open. */
    if (made >= 0) fcntl(made, F_SETFD, FD_CLOEXEC);
    return made;
}

/* ------------------------------------------------------------------------------------------------- the process */

/* The program is in the folder of the tests' program. */
static void program_path(char *path, size_t capacity) {
    snprintf(path, capacity, "%s", jobs_program());
    char *name = strrchr(path, '/');
    if (name != NULL) snprintf(name, capacity - (size_t)(name - path), "/game-server");
}

bool server_start(game_server *server) {
    static int count;
    char program[4096], log_name[32];
    program_path(program, sizeof program);
    *server = (game_server){.headers = {"Authorization: " SERVER_TOKEN}};
    snprintf(log_name, sizeof log_name, "server-%d.log", ++count);
    snprintf(server->log_path, sizeof server->log_path, "%s", temporary_path(log_name));
    int input[2], output[2];
    if (!CHECK(pipe(input) == 0 && pipe(output) == 0)) return false;
    const pid_t process = fork();
    if (process == 0) {
        dup2(input[0], STDIN_FILENO);
        dup2(output[1], STDOUT_FILENO);
        for (int other = 3; other < 256; other++) close(other);
        execl(program, "game-server", server->log_path, (char *)NULL);
        _exit(2);
    }
    close(input[0]);
    close(output[1]);
    /* The server ends when no process holds the pipe's write end, therefore no other process may inherit it. */
    fcntl(input[1], F_SETFD, FD_CLOEXEC);
    fcntl(output[0], F_SETFD, FD_CLOEXEC);
    server->input = input[1];
    server->output = output[0];
    if (!CHECK(process > 0) || !SERVER_AWAIT(server, NULL, "listening")) return false;
    server->verification = (iap_verification_options)IAP_VERIFICATION_OPTIONS_INIT;
    server->verification.mode = IAP_VERIFY_BY_SERVER;
    server->verification.server_url = server->url;
    server->verification.server_headers = server->headers;
    server->verification.server_header_count = 1;
    server->verification.retry_min_ms = 1000;
    server->verification.retry_max_ms = 60000;
    return true;
}

game *server_game(game_server *server) {
    static int count;
    char name[32];
    snprintf(name, sizeof name, "served-%d.db", ++count);
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = temporary_path(name);
    game->verification = &server->verification;
    game_launch(game);
    return game;
}

game *server_start_game(game_server *server) { return server_start(server) ? server_game(server) : NULL; }

/* Takes the first line with this beginning; the address of the server is a line as well. */
static bool take_line(game_server *server, const char *start) {
    char *line = server->unread;
    while (*line != 0) {
        char *end = strchr(line, '\n');
        if (end == NULL) return false;
        unsigned port = 0;
        if (sscanf(line, "port %u", &port) == 1)
            snprintf(server->url, sizeof server->url, "http://127.0.0.1:%u/verify", port);
        if (strncmp(line, start, strlen(start)) == 0) {
            memmove(line, end + 1, strlen(end + 1) + 1);
            server->unread_length = strlen(server->unread);
            return true;
        }
        line = end + 1;
    }
    return false;
}

static bool read_lines(game_server *server) {
    const size_t room = sizeof server->unread - 1 - server->unread_length;
    if (room == 0) abort();
    const ssize_t count = read(server->output, server->unread + server->unread_length, room);
    if (count > 0) server->unread_length += (size_t)count;
    server->unread[server->unread_length] = 0;
    return count > 0 || (count < 0 && errno == EINTR);
}

/* Checks once; returns false when the server has ended. */
static bool look(game_server *server, game *game, int timeout_ms) {
    if (game != NULL && game_process(game, 0) < 0) return false;
    struct pollfd wait = {.fd = server->output, .events = POLLIN};
    return poll(&wait, 1, timeout_ms) <= 0 || read_lines(server);
}

static bool complain(const char *file, int line, const game_server *server, const char *start) {
    test_fail(file, line, "the server did not say \"%s\", but: %s", start, server->unread);
    return false;
}

bool server_await(const char *file, int line, game_server *server, game *game, const char *start) {
    const int64_t deadline = now_ms() + TIMEOUT_MS;
    while (!take_line(server, start)) {
        if (!look(server, game, game != NULL ? LOOK_MS : TIMEOUT_MS) || now_ms() > deadline)
            return complain(file, line, server, start);
    }
    return check_true(file, line, "", true);
}

bool server_await_again(const char *file, int line, game_server *server, game *game, const char *start) {
    const int64_t deadline = now_ms() + TIMEOUT_MS;
    while (!take_line(server, start)) {
        if (!advance_clock(game, game->verification->retry_max_ms) || !look(server, game, LOOK_MS) ||
            now_ms() > deadline)
            return complain(file, line, server, start);
    }
    return check_true(file, line, "", true);
}

bool server_await_purchases(const char *file, int line, game *game, size_t count) {
    const int64_t deadline = now_ms() + TIMEOUT_MS;
    while (game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED) < count) {
        if (!advance_clock(game, game->verification->retry_max_ms) || game_process(game, 0) < 0 ||
            iap_client_wait_events(game->client, LOOK_MS) < 0 || now_ms() > deadline) {
            test_fail(file, line, "waited for %zu purchases; %s", count, game_log_text(game));
            return false;
        }
    }
    return check_true(file, line, "", true);
}

static void write_line(game_server *server, const char *line) {
    char text[8192];
    const int length = snprintf(text, sizeof text, "%s\n", line);
    CHECK(length > 0 && (size_t)length < sizeof text);
    CHECK_INT(write(server->input, text, (size_t)length), length);
}

void server_tell(game_server *server, const char *answer) {
    write_line(server, answer);
    SERVER_AWAIT(server, NULL, "told");
}

bool server_kill(game_server *server) {
    write_line(server, "kill");
    return SERVER_AWAIT(server, NULL, "killed");
}

bool server_restart(game_server *server) {
    write_line(server, "start");
    return SERVER_AWAIT(server, NULL, "listening");
}

/* ---------------------------------------------------------------------------------------------------- requests */

static char *log_text(const game_server *server) {
    const file_content content = file_read(server->log_path);
    char *text = malloc(content.length + 1);
    if (text == NULL) abort();
    if (content.length > 0) memcpy(text, content.bytes, content.length);
    text[content.length] = 0;
    free(content.bytes);
    return text;
}

static char *copy(const char *start, size_t length) {
    char *text = calloc(1, length + 1);
    if (text == NULL) abort();
    memcpy(text, start, length);
    return text;
}

size_t server_request_count(const game_server *server) {
    char *text = log_text(server);
    size_t count = 0;
    for (const char *found = text; (found = strstr(found, "== ")) != NULL; found++) count++;
    free(text);
    return count;
}

char *server_request(const game_server *server, size_t number) {
    char start[32], *text = log_text(server), *request = NULL;
    snprintf(start, sizeof start, "== %zu\n", number);
    const char *found = strstr(text, start);
    if (found != NULL) {
        found += strlen(start);
        const char *next = strstr(found, "\n== ");
        size_t length = next != NULL ? (size_t)(next - found) : strlen(found);
        while (length > 0 && found[length - 1] == '\n') length--;
        request = copy(found, length);
    }
    free(text);
    return request;
}

char *request_header(const char *request, const char *name) {
    for (const char *line = request; line != NULL && line[0] != '\r'; line = strchr(line, '\n')) {
        if (*line == '\n') line++;
        if (*line == '\r') return NULL;
        const size_t length = strlen(name);
        if (strncasecmp(line, name, length) == 0 && strncmp(line + length, ": ", 2) == 0)
            return copy(line + length + 2, strcspn(line + length + 2, "\r\n"));
    }
    return NULL;
}

char *request_field(const char *request, const char *name) {
    char key[64];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *body = strstr(request, "\r\n\r\n"), *found = body != NULL ? strstr(body, key) : NULL;
    return found != NULL ? copy(found + strlen(key), strcspn(found + strlen(key), "\"")) : NULL;
}

size_t updates(const game *game, iap_transaction_state_t state) {
    return game_count(game, IAP_EVENT_TRANSACTION_UPDATED, state);
}

const heard *update(const game *game, iap_transaction_state_t state) {
    return game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, state, 0);
}

bool pay_undecided(game *game, const char *product_id) {
    const size_t before = updates(game, DEFERRED);
    game_pay(game, product_id, 1);
    return AWAIT_STATE(game, DEFERRED, before + 1);
}

void check_header(const char *request, const char *name, const char *value) {
    char *text = request_header(request, name);
    CHECK_TEXT(text, value);
    free(text);
}
