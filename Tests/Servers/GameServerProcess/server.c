#define _GNU_SOURCE
#include "server.h"

#include "step.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CONNECTIONS_MAX 256
#define REQUEST_MAX (4 << 20)
#define DRIP_MS 10

typedef enum { READING, WAITING, SENDING, HANGING, DRIPPING, FLOODING } stage;

/* Of 16 KiB each: twice the most that a client reads. */
#define FLOOD_CHUNKS 2048

typedef struct connection {
    int socket; /* -1 if unused */
    stage stage;
    uint32_t number; /* the number of the current request */
    char *input;
    size_t input_length;
    char *output;
    size_t output_length, output_sent;
    int chunks;  /* of a flood, sent so far */
    bool closes; /* when the output is sent */
} connection;

static connection connections[CONNECTIONS_MAX];
static int log_file;

void tell(const char *format, ...) {
    char line[8192];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length > 0 && write(STDOUT_FILENO, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1) < 0)
        exit(1);
}

static void end(connection *connection) {
    if (connection->stage != READING) tell("gone %u\n", connection->number);
    close(connection->socket);
    free(connection->input);
    free(connection->output);
    *connection = (struct connection){.socket = -1};
}

/* Ends the connection as the test wants; this is not reported. */
static void finish(connection *connection) {
    connection->stage = READING;
    end(connection);
}

static void set_output(connection *connection, const char *bytes, size_t length) {
    free(connection->output);
    connection->output = malloc(length + 1);
    if (connection->output == NULL) abort();
    memcpy(connection->output, bytes, length);
    connection->output_length = length;
    connection->output_sent = 0;
}

static void begin(connection *connection, const step *step) {
    static const char drip[] = "HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n";
    static const char flood[] = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    switch (step->kind) {
    case STEP_ANSWER:
    case STEP_RAW:
        set_output(connection, step->bytes, step->length);
        connection->closes = step->kind == STEP_RAW;
        connection->stage = SENDING;
        break;
    case STEP_DRIP:
        set_output(connection, drip, strlen(drip));
        connection->stage = DRIPPING;
        break;
    case STEP_FLOOD:
        set_output(connection, flood, strlen(flood));
        connection->stage = FLOODING;
        connection->chunks = 0;
        break;
    case STEP_HANG: connection->stage = HANGING; break;
    case STEP_RESET: {
        const struct linger at_once = {1, 0};
        setsockopt(connection->socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        finish(connection);
        break;
    }
    case STEP_CLOSE: finish(connection); break;
    }
}

/* The length of the first request in the input; 0 if it is not complete. */
static size_t request_length(const connection *connection) {
    if (connection->input_length == 0) return 0;
    const char *end_of_head = memmem(connection->input, connection->input_length, "\r\n\r\n", 4);
    if (end_of_head == NULL) return 0;
    const size_t head = (size_t)(end_of_head - connection->input) + 4;
    size_t body = 0;
    for (const char *line = connection->input; line < end_of_head; line++) {
        if (strncasecmp(line, "\r\ncontent-length:", 17) == 0) body = strtoul(line + 17, NULL, 10);
    }
    return connection->input_length >= head + body ? head + body : 0;
}

static void write_log(const connection *connection, size_t length) {
    char *text = NULL;
    size_t text_length = 0;
    FILE *stream = open_memstream(&text, &text_length);
    if (stream == NULL) abort();
    fprintf(stream, "== %u\n", connection->number);
    fwrite(connection->input, 1, length, stream);
    fprintf(stream, "\n\n");
    fclose(stream);
    if (write(log_file, text, text_length) != (ssize_t)text_length) exit(1);
    free(text);
}

/* Takes the next request from the input, if it is complete. */
static void take_request(connection *connection, uint32_t *request_count) {
    const size_t length = connection->stage == READING ? request_length(connection) : 0;
    if (length == 0) return;
    connection->number = ++*request_count;
    write_log(connection, length);
    char method[16] = "", path[1024] = "";
    sscanf(connection->input, "%15s %1023s", method, path);
    connection->input_length -= length;
    memmove(connection->input, connection->input + length, connection->input_length);
    connection->stage = WAITING;
    tell("request %u %s %s\n", connection->number, method, path);
}

static void answer_next(connection *connection) {
    const step *step = connection->stage == WAITING ? steps_first() : NULL;
    if (step == NULL) return;
    begin(connection, step);
    steps_next();
}

static void receive(connection *connection) {
    char *grown = realloc(connection->input, connection->input_length + 65536);
    if (grown == NULL || connection->input_length > REQUEST_MAX) abort();
    connection->input = grown;
    const ssize_t count = recv(connection->socket, connection->input + connection->input_length, 65535, 0);
    if (count > 0) connection->input_length += (size_t)count;
    else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        end(connection);
        return;
    }
    connection->input[connection->input_length] = 0;
}

/* Provides more output when everything is sent. */
static void refill(connection *connection) {
    static char chunk[16384 + 16];
    if (connection->stage == SENDING) {
        if (connection->closes) finish(connection);
        else connection->stage = READING;
    } else if (connection->stage == FLOODING) {
        /* Without an end, this would keep the whole machine busy. */
        if (connection->chunks++ == FLOOD_CHUNKS) {
            connection->stage = HANGING;
            return;
        }
        if (chunk[0] == 0) {
            memset(chunk, ' ', sizeof chunk);
            memcpy(chunk, "4000\r\n", 6);
            memcpy(chunk + 6 + 16384, "\r\n", 2);
        }
        set_output(connection, chunk, 6 + 16384 + 2);
    }
}

static void transmit(connection *connection) {
    const ssize_t count = send(connection->socket, connection->output + connection->output_sent,
                               connection->output_length - connection->output_sent, MSG_NOSIGNAL);
    if (count < 0 && errno != EAGAIN && errno != EINTR) {
        end(connection);
        return;
    }
    if (count > 0) connection->output_sent += (size_t)count;
    if (connection->output_sent == connection->output_length) refill(connection);
}

static bool has_output(const connection *connection) {
    return connection->output_sent < connection->output_length &&
           (connection->stage == SENDING || connection->stage == DRIPPING || connection->stage == FLOODING);
}

static void accept_connection(int listener) {
    const int socket = accept(listener, NULL, NULL);
    if (socket < 0) return;
    fcntl(socket, F_SETFL, O_NONBLOCK);
    for (size_t i = 0; i < CONNECTIONS_MAX; i++) {
        if (connections[i].socket >= 0) continue;
        connections[i] = (connection){.socket = socket};
        return;
    }
    close(socket);
}

/* Returns false when the lines have ended. */
static bool read_lines(int input) {
    static char *buffer;
    static size_t length;
    char *grown = realloc(buffer, length + 65536);
    if (grown == NULL) abort();
    buffer = grown;
    const ssize_t count = read(input, buffer + length, 65535);
    if (count <= 0) return false;
    length += (size_t)count;
    char *line_end;
    while ((line_end = memchr(buffer, '\n', length)) != NULL) {
        *line_end = 0;
        step step;
        const bool is_known = step_read(buffer, &step);
        if (is_known) steps_add(step);
        tell(is_known ? "told\n" : "unknown\n");
        length -= (size_t)(line_end + 1 - buffer);
        memmove(buffer, line_end + 1, length);
    }
    return true;
}

void serve(int listener, int input, int log, uint32_t *request_count) {
    log_file = log;
    for (size_t i = 0; i < CONNECTIONS_MAX; i++) connections[i].socket = -1;
    for (;;) {
        struct pollfd waits[CONNECTIONS_MAX + 2] = {{listener, POLLIN, 0}, {input, POLLIN, 0}};
        bool drips = false;
        for (size_t i = 0; i < CONNECTIONS_MAX; i++) {
            waits[i + 2] = (struct pollfd){connections[i].socket, POLLIN, 0};
            if (has_output(&connections[i])) waits[i + 2].events |= POLLOUT;
            drips = drips || connections[i].stage == DRIPPING;
        }
        const int ready = poll(waits, CONNECTIONS_MAX + 2, drips ? DRIP_MS : -1);
        if (waits[1].revents != 0 && !read_lines(input)) return;
        if (waits[0].revents != 0) accept_connection(listener);
        for (size_t i = 0; i < CONNECTIONS_MAX; i++) {
            connection *each = &connections[i];
            if (each->socket < 0) continue;
            if (waits[i + 2].revents & (POLLIN | POLLHUP | POLLERR)) receive(each);
            if (each->socket >= 0 && waits[i + 2].revents & POLLOUT) transmit(each);
            if (each->socket < 0) continue;
            take_request(each, request_count);
            answer_next(each);
            if (each->stage == DRIPPING && ready == 0 && !has_output(each)) set_output(each, " ", 1);
        }
    }
}
