#define _GNU_SOURCE
#include "CIAPHTTPServer.h"

#include <microhttpd.h>

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* The maximum number of unread bytes of a stream. */
#define STREAM_LIMIT (1 << 20)

typedef struct http_connection {
    struct http_connection *next, **link;
    int socket;
    /* When the connection or the current request began, or when the last exchange ended. */
    int64_t since_ms;
    int has_answered;
    /* A stream or a delayed response has no time limit. */
    int takes_time;
} http_connection;

typedef struct http_header {
    struct http_header *next;
    char *name, *value;
} http_header;

struct http_exchange {
    struct http_exchange *next, **link;
    http_server *server;
    struct MHD_Connection *connection;
    const char *method, *path;
    uint8_t *body;
    size_t length, capacity;
    int is_refused; /* The path contains a NUL. */
    http_header *headers;
    /* The response. Without one the connection is closed. */
    struct MHD_Response *response;
    uint32_t status;
    int is_decided;
    /* When the delayed response is due; under the server's lock. */
    int64_t due_ms;
    int is_to_wait, is_suspended;
    http_stream *stream;
};

struct http_server {
    struct MHD_Daemon *daemon;
    http_server_options options;
    uint16_t port;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t keeper, acceptor;
    int socket;
    /* Under the lock. */
    http_connection *connections;
    http_exchange *exchanges;
    int is_stopping, has_ended;
};

/* Written by its owner, read by libmicrohttpd. */
struct http_stream {
    pthread_mutex_t lock;
    struct MHD_Connection *connection;
    uint8_t *bytes;
    size_t length, capacity;
    int references;
    int is_over; /* The owner has released it, or the server stops. */
    int is_gone; /* The reader has gone. */
    int is_suspended;
};

static int64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Makes room for this many more bytes. */
static int reserve(uint8_t **bytes, size_t *capacity, size_t length, size_t more) {
    size_t larger = *capacity ? *capacity : 4096;
    uint8_t *grown;
    if (length + more <= *capacity) return 1;
    while (larger < length + more) larger *= 2;
    grown = realloc(*bytes, larger);
    if (!grown) return 0;
    *bytes = grown;
    *capacity = larger;
    return 1;
}

/* Streams */

/* Resumes a reader that waits. The caller holds the stream's lock. So the connection cannot end before. */
static void resume(http_stream *stream) {
    if (!stream->is_suspended) return;
    stream->is_suspended = 0;
    MHD_resume_connection(stream->connection);
}

/* The owner's release also ends the response, after the written bytes. */
static void stream_release(http_stream *stream, int is_owner) {
    int left;
    pthread_mutex_lock(&stream->lock);
    if (is_owner) {
        stream->is_over = 1;
        resume(stream);
    } else {
        stream->is_gone = 1;
    }
    left = --stream->references;
    pthread_mutex_unlock(&stream->lock);
    if (left > 0) return;
    pthread_mutex_destroy(&stream->lock);
    free(stream->bytes);
    free(stream);
}

static void stream_freed(void *stream) { stream_release(stream, 0); }

void http_stream_release(http_stream *stream) { stream_release(stream, 1); }

static ssize_t stream_read(void *context, uint64_t position, char *buffer, size_t size) {
    http_stream *stream = context;
    ssize_t count = 0;
    (void)position;
    pthread_mutex_lock(&stream->lock);
    if (stream->length > 0) {
        const size_t part = stream->length < size ? stream->length : size;
        memcpy(buffer, stream->bytes, part);
        memmove(stream->bytes, stream->bytes + part, stream->length - part);
        stream->length -= part;
        count = (ssize_t)part;
    } else if (stream->is_over) {
        count = MHD_CONTENT_READER_END_OF_STREAM;
    } else {
        stream->is_suspended = 1;
        MHD_suspend_connection(stream->connection);
    }
    pthread_mutex_unlock(&stream->lock);
    return count;
}

int http_stream_write(http_stream *stream, const uint8_t *bytes, size_t length) {
    int is_written = 0;
    pthread_mutex_lock(&stream->lock);
    if (!stream->is_gone && !stream->is_over) {
        is_written = stream->length + length <= STREAM_LIMIT &&
                     reserve(&stream->bytes, &stream->capacity, stream->length, length);
        if (is_written) {
            memcpy(stream->bytes + stream->length, bytes, length);
            stream->length += length;
        } else {
            stream->is_over = 1;
        }
        resume(stream);
    }
    pthread_mutex_unlock(&stream->lock);
    return is_written;
}

size_t http_stream_unread(http_stream *stream) {
    size_t length;
    pthread_mutex_lock(&stream->lock);
    length = stream->length;
    pthread_mutex_unlock(&stream->lock);
    return length;
}

/* Answers */

void http_exchange_add_header(http_exchange *exchange, const char *name, const char *value) {
    http_header *header = calloc(1, sizeof *header);
    if (!header) return;
    header->name = strdup(name);
    header->value = strdup(value);
    header->next = exchange->headers;
    exchange->headers = header;
}

static void decide(http_exchange *exchange, struct MHD_Response *response, uint32_t status, uint32_t delay_ms) {
    for (const http_header *header = exchange->headers; header && response; header = header->next)
        if (header->name && header->value) MHD_add_response_header(response, header->name, header->value);
    exchange->response = response;
    exchange->status = status;
    exchange->is_decided = 1;
    exchange->due_ms = delay_ms > 0 ? now_ms() + delay_ms : 0;
}

/* A response that breaks off. */
typedef struct cut_answer {
    size_t length;
    uint8_t bytes[];
} cut_answer;

static ssize_t read_cut(void *context, uint64_t position, char *buffer, size_t size) {
    const cut_answer *answer = context;
    size_t part = answer->length - (size_t)position;
    if (position >= answer->length) return MHD_CONTENT_READER_END_WITH_ERROR;
    if (part > size) part = size;
    memcpy(buffer, answer->bytes + position, part);
    return (ssize_t)part;
}

void http_exchange_answer(http_exchange *exchange, uint32_t status, const uint8_t *bytes, size_t length,
                          uint32_t delay_ms, size_t length_sent) {
    struct MHD_Response *response = NULL;
    if (length_sent < length) {
        cut_answer *answer = malloc(sizeof *answer + length_sent);
        if (answer) {
            answer->length = length_sent;
            memcpy(answer->bytes, bytes, length_sent);
            response = MHD_create_response_from_callback(length, 4096, read_cut, answer, free);
            if (!response) free(answer);
        }
    } else {
        response = MHD_create_response_from_buffer(length, (void *)bytes, MHD_RESPMEM_MUST_COPY);
    }
    decide(exchange, response, status, delay_ms);
}

void http_exchange_drop(http_exchange *exchange, uint32_t delay_ms) { decide(exchange, NULL, 0, delay_ms); }

http_stream *http_exchange_stream(http_exchange *exchange) {
    http_stream *stream = calloc(1, sizeof *stream);
    struct MHD_Response *response;
    if (!stream) return NULL;
    pthread_mutex_init(&stream->lock, NULL);
    stream->connection = exchange->connection;
    stream->references = 2;
    response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, stream_read, stream, stream_freed);
    if (!response) {
        free(stream);
        return NULL;
    }
    pthread_mutex_lock(&exchange->server->lock);
    exchange->stream = stream;
    stream->is_over = exchange->server->is_stopping;
    pthread_mutex_unlock(&exchange->server->lock);
    decide(exchange, response, MHD_HTTP_OK, 0);
    return stream;
}

/* Requests */

const char *http_exchange_method(const http_exchange *exchange) { return exchange->method; }

const char *http_exchange_path(const http_exchange *exchange) { return exchange->path; }

const char *http_exchange_header(const http_exchange *exchange, const char *name) {
    return MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, name);
}

void http_exchange_address(const http_exchange *exchange, char address[static 64]) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    socklen_t length;
    address[0] = 0;
    if (info == NULL || info->client_addr == NULL) return;
    length = info->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    if (getnameinfo(info->client_addr, length, address, 64, NULL, 0, NI_NUMERICHOST) != 0) address[0] = 0;
}

const uint8_t *http_exchange_body(const http_exchange *exchange, size_t *length) {
    *length = exchange->length;
    return exchange->body;
}

typedef struct query_visit {
    void *context;
    void (*visitor)(void *context, const char *name, size_t name_length, const char *value, size_t value_length);
} query_visit;

static enum MHD_Result visit(void *context, enum MHD_ValueKind kind, const char *name, size_t name_length,
                             const char *value, size_t value_length) {
    const query_visit *visit = context;
    (void)kind;
    if (name) visit->visitor(visit->context, name, name_length, value, value_length);
    return MHD_YES;
}

void http_exchange_visit_query(const http_exchange *exchange, void *context,
                               void (*visitor)(void *context, const char *name, size_t name_length, const char *value,
                                               size_t value_length)) {
    query_visit state = {context, visitor};
    MHD_get_connection_values_n(exchange->connection, MHD_GET_ARGUMENT_KIND, visit, &state);
}

/* What libmicrohttpd calls */

static http_connection *tracked(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static void *begin_exchange(void *context, const char *uri, struct MHD_Connection *connection) {
    http_server *server = context;
    http_exchange *exchange = calloc(1, sizeof *exchange);
    http_connection *known = tracked(connection);
    if (!exchange) return NULL;
    exchange->server = server;
    exchange->connection = connection;
    exchange->is_refused = strstr(uri, "%00") != NULL;
    pthread_mutex_lock(&server->lock);
    if (known && known->has_answered) known->since_ms = now_ms();
    exchange->next = server->exchanges;
    exchange->link = &server->exchanges;
    if (exchange->next) exchange->next->link = &exchange->next;
    server->exchanges = exchange;
    pthread_mutex_unlock(&server->lock);
    return exchange;
}

static void end_exchange(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code) {
    http_server *server = context;
    http_exchange *exchange = *state;
    http_connection *known = tracked(connection);
    (void)code;
    *state = NULL;
    if (!exchange) return;
    pthread_mutex_lock(&server->lock);
    *exchange->link = exchange->next;
    if (exchange->next) exchange->next->link = exchange->link;
    if (known) {
        known->since_ms = now_ms();
        known->takes_time = 0;
        known->has_answered = 1;
    }
    /* Only http_server_stop() waits for it. */
    if (server->is_stopping) pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
    while (exchange->headers) {
        http_header *header = exchange->headers;
        exchange->headers = header->next;
        free(header->name);
        free(header->value);
        free(header);
    }
    if (exchange->response) MHD_destroy_response(exchange->response);
    free(exchange->body);
    free(exchange);
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status) {
    struct MHD_Response *response = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    enum MHD_Result result;
    if (!response) return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

/* Whether the response still waits for its due time. The server's lock is never held while libmicrohttpd is called. */
static int waits(http_exchange *exchange) {
    http_server *server = exchange->server;
    http_connection *known = tracked(exchange->connection);
    int is_waiting;
    pthread_mutex_lock(&server->lock);
    is_waiting = exchange->due_ms > now_ms() && !server->is_stopping;
    exchange->is_to_wait = is_waiting;
    if (known && (is_waiting || exchange->stream)) known->takes_time = 1;
    pthread_mutex_unlock(&server->lock);
    if (!is_waiting) return 0;
    MHD_suspend_connection(exchange->connection);
    pthread_mutex_lock(&server->lock);
    exchange->is_suspended = 1;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
    return 1;
}

static enum MHD_Result take(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                            const char *version, const char *upload, size_t *upload_length, void **state) {
    http_server *server = context;
    http_exchange *exchange = *state;
    (void)version;
    if (!exchange) return MHD_NO;
    if (!exchange->method) {
        const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
        exchange->method = method;
        exchange->path = path;
        if (exchange->is_refused) return refuse(connection, MHD_HTTP_BAD_REQUEST);
        if (length && strtoull(length, NULL, 10) > server->options.body_limit)
            return refuse(connection, MHD_HTTP_CONTENT_TOO_LARGE);
        return MHD_YES;
    }
    if (*upload_length > 0) {
        /* A chunked body has no length in its head. */
        if (exchange->length + *upload_length > server->options.body_limit) return MHD_NO;
        if (!reserve(&exchange->body, &exchange->capacity, exchange->length, *upload_length)) return MHD_NO;
        memcpy(exchange->body + exchange->length, upload, *upload_length);
        exchange->length += *upload_length;
        *upload_length = 0;
        return MHD_YES;
    }
    if (!exchange->is_decided) server->options.answer(server->options.context, exchange);
    if (waits(exchange)) return MHD_YES;
    if (!exchange->response) return MHD_NO;
    return MHD_queue_response(connection, exchange->status, exchange->response);
}

static void note_connection(void *context, struct MHD_Connection *connection, void **state,
                            enum MHD_ConnectionNotificationCode code) {
    http_server *server = context;
    http_connection *known = *state;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        known = info ? calloc(1, sizeof *known) : NULL;
        if (!known) return;
        known->socket = info->connect_fd;
        known->since_ms = now_ms();
        pthread_mutex_lock(&server->lock);
        known->next = server->connections;
        known->link = &server->connections;
        if (known->next) known->next->link = &known->next;
        server->connections = known;
        pthread_mutex_unlock(&server->lock);
        *state = known;
    } else if (known) {
        /* The socket is closed after this. */
        pthread_mutex_lock(&server->lock);
        *known->link = known->next;
        if (known->next) known->next->link = known->link;
        pthread_mutex_unlock(&server->lock);
        free(known);
        *state = NULL;
    }
}

/* The server's own thread: sends delayed responses when they are due, and cuts off exchanges that take too long. */

/* A response that is due. It waits no longer. Also returns when the next one is due. */
static struct MHD_Connection *take_due(http_server *server, int64_t now, int64_t *next_ms) {
    for (http_exchange *exchange = server->exchanges; exchange; exchange = exchange->next) {
        if (!exchange->is_suspended) continue;
        if (exchange->due_ms <= now || server->is_stopping) {
            exchange->is_suspended = exchange->is_to_wait = 0;
            return exchange->connection;
        }
        if (exchange->due_ms < *next_ms) *next_ms = exchange->due_ms;
    }
    return NULL;
}

/* libmicrohttpd must not be stopped while a response waits. */
static int has_waiting(const http_server *server) {
    for (const http_exchange *exchange = server->exchanges; exchange; exchange = exchange->next)
        if (exchange->is_to_wait) return 1;
    return 0;
}

static void *keep(void *context) {
    http_server *server = context;
    pthread_mutex_lock(&server->lock);
    while (!server->has_ended || has_waiting(server)) {
        const int64_t now = now_ms();
        const int64_t limit_ms = (int64_t)server->options.exchange_seconds * 1000;
        int64_t next_ms = now + 1000;
        struct timespec until;
        struct MHD_Connection *due = take_due(server, now, &next_ms);
        if (due) {
            pthread_mutex_unlock(&server->lock);
            MHD_resume_connection(due);
            pthread_mutex_lock(&server->lock);
            continue;
        }
        for (http_connection *known = server->connections; known; known = known->next)
            if (!known->takes_time && now - known->since_ms > limit_ms) shutdown(known->socket, SHUT_RDWR);
        until.tv_sec = next_ms / 1000;
        until.tv_nsec = next_ms % 1000 * 1000000;
        pthread_cond_timedwait(&server->changed, &server->lock, &until);
    }
    pthread_mutex_unlock(&server->lock);
    return NULL;
}

/* Accepts clients and gives them to libmicrohttpd, which distributes them over its threads. If its threads accept
 * clients themselves, a few of them take all clients, and the others have nothing to do. */
static void *accept_clients(void *context) {
    http_server *server = context;
    const struct timespec pause = {0, 10000000};
    for (;;) {
        struct sockaddr_storage address;
        socklen_t length = sizeof address;
        const int client = accept4(server->socket, (struct sockaddr *)&address, &length, SOCK_CLOEXEC | SOCK_NONBLOCK);
        /* libmicrohttpd closes a connection above the limit. */
        if (client >= 0) MHD_add_connection(server->daemon, client, (struct sockaddr *)&address, length);
        /* http_server_stop() has shut the socket down. */
        else if (errno == EINVAL || errno == EBADF) return NULL;
        /* The process has no file descriptor or no memory left. It may have some later. */
        else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) nanosleep(&pause, NULL);
    }
}

/* Beginning and end */

/* A listening socket, or -1 with errno. */
static int listening(const char *address, uint16_t port) {
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char service[8];
    int socket_ = -1, yes = 1, fault;
    snprintf(service, sizeof service, "%u", port);
    if (getaddrinfo(address, service, &hints, &found) != 0) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    socket_ = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket_ >= 0) {
        setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        if (bind(socket_, found->ai_addr, found->ai_addrlen) != 0 || listen(socket_, 511) != 0) {
            fault = errno;
            close(socket_);
            errno = fault;
            socket_ = -1;
        }
    }
    freeaddrinfo(found);
    return socket_;
}

static uint16_t bound_port(int socket_) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(socket_, (struct sockaddr *)&address, &length) != 0) return 0;
    if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

static int start_threads(http_server *server) {
    if (pthread_create(&server->keeper, NULL, keep, server) != 0) return 0;
    if (pthread_create(&server->acceptor, NULL, accept_clients, server) == 0) return 1;
    pthread_mutex_lock(&server->lock);
    server->has_ended = 1;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
    pthread_join(server->keeper, NULL);
    return 0;
}

static void end_acceptor(http_server *server) {
    shutdown(server->socket, SHUT_RDWR);
    pthread_join(server->acceptor, NULL);
    close(server->socket);
}

http_server *http_server_start(const http_server_options *options, char message[static 256]) {
    http_server *server = calloc(1, sizeof *server);
    pthread_condattr_t monotonic;
    const int socket_ = server ? listening(options->address, options->port) : -1;
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET;
    if (socket_ < 0) {
        snprintf(message, 256, "%s", strerror(errno));
        free(server);
        return NULL;
    }
    server->options = *options;
    server->options.address = NULL;
    server->socket = socket_;
    server->port = bound_port(socket_);
    pthread_mutex_init(&server->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&server->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (options->private_key) flags |= MHD_USE_TLS;
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)options->private_key},
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)options->certificate},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    server->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, take, server, MHD_OPTION_THREAD_POOL_SIZE, (unsigned)options->threads,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)options->connection_limit, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        options->head_limit, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)options->idle_seconds,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_URI_LOG_CALLBACK, begin_exchange, server,
        MHD_OPTION_NOTIFY_COMPLETED, end_exchange, server, MHD_OPTION_NOTIFY_CONNECTION, note_connection, server,
        MHD_OPTION_ARRAY, options->private_key ? tls : none, MHD_OPTION_END);
    if (!server->daemon) {
        snprintf(message, 256,
                 options->private_key ? "the certificate and its key cannot be used" : "libmicrohttpd cannot start");
    } else if (start_threads(server)) {
        return server;
    } else {
        snprintf(message, 256, "there is no thread left");
        MHD_stop_daemon(server->daemon);
    }
    close(socket_);
    pthread_cond_destroy(&server->changed);
    pthread_mutex_destroy(&server->lock);
    free(server);
    return NULL;
}

uint16_t http_server_port(const http_server *server) { return server->port; }

size_t http_server_connection_count(http_server *server) {
    size_t count = 0;
    pthread_mutex_lock(&server->lock);
    for (const http_connection *known = server->connections; known; known = known->next) count++;
    pthread_mutex_unlock(&server->lock);
    return count;
}

/* A stream that has not ended, with one more reference. */
static http_stream *running_stream(http_server *server) {
    for (http_exchange *exchange = server->exchanges; exchange; exchange = exchange->next) {
        http_stream *stream = exchange->stream;
        int is_running;
        if (!stream) continue;
        pthread_mutex_lock(&stream->lock);
        is_running = !stream->is_over;
        if (is_running) stream->references++;
        pthread_mutex_unlock(&stream->lock);
        if (is_running) return stream;
    }
    return NULL;
}

void http_server_stop(http_server *server, uint32_t patience_ms) {
    const int64_t end_ms = now_ms() + patience_ms;
    const struct timespec until = {end_ms / 1000, end_ms % 1000 * 1000000};
    http_stream *stream;
    end_acceptor(server);
    pthread_mutex_lock(&server->lock);
    server->is_stopping = 1;
    pthread_cond_broadcast(&server->changed);
    while ((stream = running_stream(server))) {
        pthread_mutex_unlock(&server->lock);
        stream_release(stream, 1);
        pthread_mutex_lock(&server->lock);
    }
    while (server->exchanges && pthread_cond_timedwait(&server->changed, &server->lock, &until) == 0) {
    }
    server->has_ended = 1;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
    pthread_join(server->keeper, NULL);
    MHD_stop_daemon(server->daemon);
    pthread_cond_destroy(&server->changed);
    pthread_mutex_destroy(&server->lock);
    free(server);
}
