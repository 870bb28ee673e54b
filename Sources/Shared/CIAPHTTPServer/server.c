#define _GNU_SOURCE
#include "CIAPHTTPServer.h"
#include "CIAPPlatform.h"

#include <microhttpd.h>

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* The number of unread bytes that a stream can hold. */
#define STREAM_LIMIT (1 << 20)

/* Apple's sockets have an option instead. */
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

/* The bytes of all bodies that are larger than SMALL_BODY. A small body always has room. */
#define LARGE_BODIES (64u << 20)
#define SMALL_BODY (64u << 10)

/* An address from which clients have connected, and how many connections it has. */
typedef struct http_origin {
    struct http_origin *next, **link;
    uint8_t address[16];
    size_t connections;
} http_origin;

typedef struct http_connection {
    struct http_connection *next, **link;
    /* NULL if the connection had to make room for another one, and ends. */
    http_origin *origin;
    int socket;
    /* The time when the connection or the current request started, or when the last exchange ended. */
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
    size_t large;   /* The part that counts as a large body. */
    int is_refused; /* The path contains a NUL. */
    http_header *headers;
    /* The response. Without one, the server closes the connection. */
    struct MHD_Response *response;
    uint32_t status;
    int is_decided;
    /* The time at which a delayed response is due; guarded by the server's lock. */
    int64_t due_ms;
    int is_to_wait, is_suspended;
    http_stream *stream;
};

struct http_server {
    struct MHD_Daemon *daemon;
    http_server_options options;
    uint16_t port;
    platform_monitor monitor;
    pthread_t keeper, acceptor;
    int socket;
    /* Guarded by the lock. */
    http_connection *connections;
    http_origin *origins;
    /* Without the connections that had to make room. */
    size_t connection_count;
    size_t large_bodies;
    http_exchange *exchanges;
    int is_refusing, is_stopping, has_ended;
};

/* The owner writes to it, libmicrohttpd reads from it. */
struct http_stream {
    pthread_mutex_t lock;
    struct MHD_Connection *connection;
    uint8_t *bytes;
    size_t length, capacity;
    int references;
    int is_over; /* The owner has released it, or the server stops. */
    int is_gone; /* The reader has disconnected. */
    int is_suspended;
};

static int64_t now_ms(void) { return (int64_t)platform_monotonic_ms(); }

/* Waits for a change, but not longer than until this moment. Returns 0 if the time is over. */
static int wait_until(http_server *server, int64_t end_ms) {
    const int64_t left_ms = end_ms - now_ms();
    return left_ms > 0 && platform_monitor_wait_for(&server->monitor, (uint32_t)left_ms);
}

/* Makes room for this number of additional bytes. */
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

/* Resumes a waiting reader. The caller holds the stream's lock, so the connection cannot end before. */
static void resume(http_stream *stream) {
    if (!stream->is_suspended) return;
    stream->is_suspended = 0;
    MHD_resume_connection(stream->connection);
}

/* The owner's release also ends the response, after all written bytes. */
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

/* Responses */

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

/* A response that ends early. */
typedef struct cut_response {
    size_t length;
    uint8_t bytes[];
} cut_response;

static ssize_t read_cut(void *context, uint64_t position, char *buffer, size_t size) {
    const cut_response *cut = context;
    size_t part = cut->length - (size_t)position;
    if (position >= cut->length) return MHD_CONTENT_READER_END_WITH_ERROR;
    if (part > size) part = size;
    memcpy(buffer, cut->bytes + position, part);
    return (ssize_t)part;
}

void http_exchange_respond(http_exchange *exchange, uint32_t status, const uint8_t *bytes, size_t length,
                           uint32_t delay_ms, size_t length_sent) {
    struct MHD_Response *response = NULL;
    if (length_sent < length) {
        cut_response *cut = malloc(sizeof *cut + length_sent);
        if (cut) {
            cut->length = length_sent;
            memcpy(cut->bytes, bytes, length_sent);
            response = MHD_create_response_from_callback(length, 4096, read_cut, cut, free);
            if (!response) free(cut);
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
    platform_monitor_lock(&exchange->server->monitor);
    exchange->stream = stream;
    stream->is_over = exchange->server->is_stopping;
    platform_monitor_unlock(&exchange->server->monitor);
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

/* Callbacks of libmicrohttpd */

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
    platform_monitor_lock(&server->monitor);
    if (known && known->has_answered) known->since_ms = now_ms();
    exchange->next = server->exchanges;
    exchange->link = &server->exchanges;
    if (exchange->next) exchange->next->link = &exchange->next;
    server->exchanges = exchange;
    platform_monitor_unlock(&server->monitor);
    return exchange;
}

/* Makes room for more bytes of a body. Returns 0 if there is no memory for it, or if the large bodies of all clients need too
 * much. */
static int reserve_body(http_exchange *exchange, size_t more) {
    http_server *server = exchange->server;
    const size_t length = exchange->length + more;
    const size_t larger = length > SMALL_BODY ? length - exchange->large : 0;
    int has_room;
    platform_monitor_lock(&server->monitor);
    has_room = server->large_bodies + larger <= LARGE_BODIES;
    if (has_room) server->large_bodies += larger;
    platform_monitor_unlock(&server->monitor);
    exchange->large += has_room ? larger : 0;
    return has_room && reserve(&exchange->body, &exchange->capacity, exchange->length, more);
}

static void release_body(http_exchange *exchange) {
    http_server *server = exchange->server;
    platform_monitor_lock(&server->monitor);
    server->large_bodies -= exchange->large;
    platform_monitor_unlock(&server->monitor);
    free(exchange->body);
}

static void end_exchange(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code) {
    http_server *server = context;
    http_exchange *exchange = *state;
    http_connection *known = tracked(connection);
    (void)code;
    *state = NULL;
    if (!exchange) return;
    platform_monitor_lock(&server->monitor);
    *exchange->link = exchange->next;
    if (exchange->next) exchange->next->link = exchange->link;
    if (known) {
        known->since_ms = now_ms();
        known->takes_time = 0;
        known->has_answered = 1;
    }
    /* Only http_server_stop waits for this. */
    if (server->is_stopping) platform_monitor_broadcast(&server->monitor);
    platform_monitor_unlock(&server->monitor);
    while (exchange->headers) {
        http_header *header = exchange->headers;
        exchange->headers = header->next;
        free(header->name);
        free(header->value);
        free(header);
    }
    if (exchange->response) MHD_destroy_response(exchange->response);
    release_body(exchange);
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

/* Returns 1 if the response waits for its time now. The server's lock is never held during calls of libmicrohttpd. */
static int waits(http_exchange *exchange) {
    http_server *server = exchange->server;
    http_connection *known = tracked(exchange->connection);
    int is_waiting;
    platform_monitor_lock(&server->monitor);
    is_waiting = exchange->due_ms > now_ms() && !server->is_stopping;
    exchange->is_to_wait = is_waiting;
    if (known && (is_waiting || exchange->stream)) known->takes_time = 1;
    platform_monitor_unlock(&server->monitor);
    if (!is_waiting) return 0;
    MHD_suspend_connection(exchange->connection);
    platform_monitor_lock(&server->monitor);
    exchange->is_suspended = 1;
    platform_monitor_broadcast(&server->monitor);
    platform_monitor_unlock(&server->monitor);
    return 1;
}

typedef struct framing {
    const char *length;
    int is_chunked, is_wrong;
} framing;

static enum MHD_Result read_framing(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    framing *framing = context;
    (void)kind;
    if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0) {
        if (framing->length || !value || !*value || value[strspn(value, "0123456789")]) framing->is_wrong = 1;
        framing->length = value;
    } else if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0) {
        if (framing->is_chunked || !value || strcasecmp(value, "chunked") != 0) framing->is_wrong = 1;
        framing->is_chunked = 1;
    } else if (name[strcspn(name, " \t")]) {
        framing->is_wrong = 1;
    }
    return MHD_YES;
}

/* Whether the head says exactly one thing about the length of the body. A proxy in front may read another head differently, and
 * then one client's bytes become another client's request. */
static int is_framed(struct MHD_Connection *connection) {
    framing framing = {NULL, 0, 0};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, read_framing, &framing);
    return !framing.is_wrong && !(framing.length && framing.is_chunked);
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
        if (exchange->is_refused || !is_framed(connection)) return refuse(connection, MHD_HTTP_BAD_REQUEST);
        if (length && strtoull(length, NULL, 10) > server->options.body_limit)
            return refuse(connection, MHD_HTTP_CONTENT_TOO_LARGE);
        return MHD_YES;
    }
    if (*upload_length > 0) {
        /* A chunked body has no length in its head. */
        if (exchange->length + *upload_length > server->options.body_limit) return MHD_NO;
        if (!reserve_body(exchange, *upload_length)) return MHD_NO;
        memcpy(exchange->body + exchange->length, upload, *upload_length);
        exchange->length += *upload_length;
        *upload_length = 0;
        return MHD_YES;
    }
    if (!exchange->is_decided) server->options.respond(server->options.context, exchange);
    if (waits(exchange)) return MHD_YES;
    if (!exchange->response) return MHD_NO;
    return MHD_queue_response(connection, exchange->status, exchange->response);
}

/* Connections */

/* The key of a client's address: its IPv4 address, or the network of its IPv6 address, because a client has a whole one. */
static void address_key(const struct sockaddr *address, uint8_t key[static 16]) {
    memset(key, 0, 16);
    if (address->sa_family == AF_INET) {
        key[15] = 4;
        memcpy(key, &((const struct sockaddr_in *)address)->sin_addr, 4);
    } else if (address->sa_family == AF_INET6) {
        key[15] = 6;
        memcpy(key, &((const struct sockaddr_in6 *)address)->sin6_addr, 8);
    }
}

/* The functions of this section are called with the lock. */
static http_origin *origin_of(http_server *server, const struct sockaddr *address) {
    uint8_t key[16];
    http_origin *origin = server->origins;
    address_key(address, key);
    while (origin && memcmp(origin->address, key, sizeof key) != 0) origin = origin->next;
    if (origin || !(origin = calloc(1, sizeof *origin))) return origin;
    memcpy(origin->address, key, sizeof key);
    origin->next = server->origins;
    origin->link = &server->origins;
    if (origin->next) origin->next->link = &origin->next;
    server->origins = origin;
    return origin;
}

static void drop_unused(http_origin *origin) {
    if (origin->connections > 0) return;
    *origin->link = origin->next;
    if (origin->next) origin->next->link = origin->link;
    free(origin);
}

static void leave_origin(http_server *server, http_connection *known) {
    http_origin *origin = known->origin;
    if (!origin) return;
    known->origin = NULL;
    server->connection_count--;
    origin->connections--;
    drop_unused(origin);
}

static void forget_connection(http_server *server, http_connection *known) {
    leave_origin(server, known);
    *known->link = known->next;
    if (known->next) known->next->link = known->link;
    free(known);
}

/* Ends the connection that has waited longest, of the address that has the most. Returns 0 if the new client's address has as
 * many: then the new client is the one to refuse. So an address that fills the server does not shut out the others. */
static int make_room(http_server *server, const http_origin *newcomer) {
    const http_origin *greediest = newcomer;
    http_connection *oldest = NULL;
    for (const http_origin *origin = server->origins; origin; origin = origin->next)
        if (origin->connections > greediest->connections) greediest = origin;
    if (greediest->connections <= newcomer->connections + 1) return 0;
    for (http_connection *known = server->connections; known; known = known->next)
        if (known->origin == greediest && !known->takes_time && (!oldest || known->since_ms <= oldest->since_ms))
            oldest = known;
    if (!oldest) return 0;
    shutdown(oldest->socket, SHUT_RDWR);
    leave_origin(server, oldest);
    return 1;
}

/* Returns NULL if the server is full, or if there is no memory. */
static http_connection *admit(http_server *server, int socket_, const struct sockaddr *address) {
    http_origin *origin = origin_of(server, address);
    http_connection *known = NULL;
    if (!origin) return NULL;
    if (server->connection_count < server->options.connection_limit || make_room(server, origin))
        known = calloc(1, sizeof *known);
    if (!known) {
        drop_unused(origin);
        return NULL;
    }
    origin->connections++;
    server->connection_count++;
    known->origin = origin;
    known->socket = socket_;
    known->since_ms = now_ms();
    known->next = server->connections;
    known->link = &server->connections;
    if (known->next) known->next->link = &known->next;
    server->connections = known;
    return known;
}

static void note_connection(void *context, struct MHD_Connection *connection, void **state,
                            enum MHD_ConnectionNotificationCode code) {
    http_server *server = context;
    platform_monitor_lock(&server->monitor);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        http_connection *known = server->connections;
        while (known && info && known->socket != info->connect_fd) known = known->next;
        *state = known;
    } else if (*state) {
        /* The socket is closed after this. */
        forget_connection(server, *state);
        *state = NULL;
    }
    platform_monitor_unlock(&server->monitor);
}

/* The server's own thread. It sends delayed responses when they are due, and ends exchanges that take too long. */

/* Takes a response that is due. Sets the time when the next one is due. */
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
    platform_monitor_lock(&server->monitor);
    while (!server->has_ended || has_waiting(server)) {
        const int64_t now = now_ms();
        const int64_t limit_ms = (int64_t)server->options.exchange_seconds * 1000;
        int64_t next_ms = now + 1000;
        struct MHD_Connection *due = take_due(server, now, &next_ms);
        if (due) {
            platform_monitor_unlock(&server->monitor);
            MHD_resume_connection(due);
            platform_monitor_lock(&server->monitor);
            continue;
        }
        for (http_connection *known = server->connections; known; known = known->next)
            if (!known->takes_time && now - known->since_ms > limit_ms) shutdown(known->socket, SHUT_RDWR);
        wait_until(server, next_ms);
    }
    platform_monitor_unlock(&server->monitor);
    return NULL;
}

/* A program that the server starts must not inherit a socket. */
static int accept_client(int listening_socket, struct sockaddr *address, socklen_t *length) {
#ifdef SOCK_CLOEXEC
    return accept4(listening_socket, address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
#else
    const int client = accept(listening_socket, address, length);
    const int yes = 1;
    if (client < 0) return -1;
    fcntl(client, F_SETFD, FD_CLOEXEC);
    fcntl(client, F_SETFL, O_NONBLOCK);
    setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
    return client;
#endif
}

static int open_socket(int family) {
#ifdef SOCK_CLOEXEC
    return socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
#else
    const int opened = socket(family, SOCK_STREAM, 0);
    if (opened >= 0) fcntl(opened, F_SETFD, FD_CLOEXEC);
    return opened;
#endif
}

/* Says with one packet, as far as the client reads it, that the server is full. */
static void refuse_client(const http_server *server, int client) {
    static const char response[] = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n"
                                   "Connection: close\r\n\r\n";
    char rest[4096];
    /* A client of TLS could not read it. */
    if (!server->options.private_key && send(client, response, sizeof response - 1, MSG_NOSIGNAL) > 0) {
        shutdown(client, SHUT_WR);
        /* Bytes that nobody has read would make the system reset the connection, and the client would lose the response. */
        while (recv(client, rest, sizeof rest, MSG_DONTWAIT) > 0) {
        }
    }
    close(client);
}

/* Passes a client to libmicrohttpd, or refuses it. libmicrohttpd must never meet a limit of its own: version 0.9.75 then locks a
 * mutex twice, and its threads stand still for ever. */
static void begin_connection(http_server *server, int client, const struct sockaddr *address, socklen_t length) {
    http_connection *known;
    platform_monitor_lock(&server->monitor);
    known = admit(server, client, address);
    platform_monitor_unlock(&server->monitor);
    if (!known) {
        refuse_client(server, client);
    } else if (MHD_add_connection(server->daemon, client, address, length) != MHD_YES) {
        platform_monitor_lock(&server->monitor);
        forget_connection(server, known);
        platform_monitor_unlock(&server->monitor);
    }
}

/* Accepts clients and passes them to libmicrohttpd, which distributes them over its threads. If its threads accepted clients
 * themselves, a few threads would take all clients and the others would have no work. */
static void *accept_clients(void *context) {
    http_server *server = context;
    const struct timespec pause = {0, 10000000};
    for (;;) {
        struct sockaddr_storage address;
        socklen_t length = sizeof address;
#ifdef __APPLE__
        /* There, shutdown() does not wake accept(). */
        struct pollfd ready = {.fd = server->socket, .events = POLLIN};
        const int arrived = poll(&ready, 1, 200);
        platform_monitor_lock(&server->monitor);
        const int is_refusing = server->is_refusing;
        platform_monitor_unlock(&server->monitor);
        if (is_refusing) return NULL;
        if (arrived <= 0) continue;
#endif
        const int client = accept_client(server->socket, (struct sockaddr *)&address, &length);
        if (client >= 0) begin_connection(server, client, (struct sockaddr *)&address, length);
        /* http_server_stop() has shut down the socket. */
        else if (errno == EINVAL || errno == EBADF) return NULL;
        /* The process has no file descriptor or no memory left. It may have some later. */
        else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) nanosleep(&pause, NULL);
    }
}

/* Start and stop */

/* Returns a listening socket, or -1 with errno. */
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
    socket_ = open_socket(found->ai_family);
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
    platform_monitor_lock(&server->monitor);
    server->has_ended = 1;
    platform_monitor_broadcast(&server->monitor);
    platform_monitor_unlock(&server->monitor);
    pthread_join(server->keeper, NULL);
    return 0;
}

static void end_acceptor(http_server *server) {
    platform_monitor_lock(&server->monitor);
    server->is_refusing = 1;
    platform_monitor_unlock(&server->monitor);
    shutdown(server->socket, SHUT_RDWR);
    pthread_join(server->acceptor, NULL);
    close(server->socket);
}

/* The usual limit of 1024 open files is too low for this number of connections and the program's own files. */
static void raise_file_limit(uint32_t connections) {
    struct rlimit limit;
    const rlim_t wanted = 2 * (rlim_t)connections + 512;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
}

http_server *http_server_start(const http_server_options *options, char message[static 256]) {
    http_server *server = calloc(1, sizeof *server);
    const int socket_ = server ? listening(options->address, options->port) : -1;
    unsigned flags = MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET;
    if (socket_ < 0) {
        snprintf(message, 256, "%s", strerror(errno));
        free(server);
        return NULL;
    }
    server->options = *options;
    server->options.address = NULL;
    server->socket = socket_;
    server->port = bound_port(socket_);
    platform_monitor_init(&server->monitor);
    raise_file_limit(options->connection_limit);
    if (options->private_key) flags |= MHD_USE_TLS;
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)options->private_key},
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)options->certificate},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    /* Each thread of libmicrohttpd has room for all connections, and for those that make room and have not ended. */
    const unsigned thread_limit = 2 * (unsigned)options->connection_limit + 64;
    server->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, take, server, MHD_OPTION_THREAD_POOL_SIZE, (unsigned)options->threads,
        MHD_OPTION_CONNECTION_LIMIT, thread_limit * (unsigned)options->threads, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
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
        snprintf(message, 256, "no thread can be started");
        MHD_stop_daemon(server->daemon);
    }
    close(socket_);
    platform_monitor_destroy(&server->monitor);
    free(server);
    return NULL;
}

uint16_t http_server_port(const http_server *server) { return server->port; }

size_t http_server_connection_count(http_server *server) {
    size_t count;
    platform_monitor_lock(&server->monitor);
    count = server->connection_count;
    platform_monitor_unlock(&server->monitor);
    return count;
}

/* Returns a stream that has not ended, with one more reference. */
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

void http_server_stop(http_server *server, uint32_t timeout_ms) {
    const int64_t end_ms = now_ms() + timeout_ms;
    http_stream *stream;
    end_acceptor(server);
    platform_monitor_lock(&server->monitor);
    server->is_stopping = 1;
    platform_monitor_broadcast(&server->monitor);
    while ((stream = running_stream(server))) {
        platform_monitor_unlock(&server->monitor);
        stream_release(stream, 1);
        platform_monitor_lock(&server->monitor);
    }
    while (server->exchanges && wait_until(server, end_ms)) {
    }
    server->has_ended = 1;
    platform_monitor_broadcast(&server->monitor);
    platform_monitor_unlock(&server->monitor);
    pthread_join(server->keeper, NULL);
    MHD_stop_daemon(server->daemon);
    platform_monitor_destroy(&server->monitor);
    free(server);
}
