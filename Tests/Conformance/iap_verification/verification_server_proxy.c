/* The proxies in the environment variables: the library reaches a server on this machine without them, and sends no data for
   the server through them in plain text. */

#include "game_server.h"
#include "product_list.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct proxy {
    int socket;
    unsigned port;
} proxy;

/* Every variable from which programs take a proxy names this one. Each test has its own process. */
static bool proxy_start(proxy *proxy) {
    static const char *const names[] = {"http_proxy",  "HTTP_PROXY", "https_proxy",
                                        "HTTPS_PROXY", "all_proxy",  "ALL_PROXY"};
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    char url[64];
    proxy->socket = socket_make();
    if (!CHECK(bind(proxy->socket, (struct sockaddr *)&address, sizeof address) == 0 && listen(proxy->socket, 8) == 0 &&
               getsockname(proxy->socket, (struct sockaddr *)&address, &length) == 0))
        return false;
    proxy->port = ntohs(address.sin_port);
    snprintf(url, sizeof url, "http://127.0.0.1:%u", proxy->port);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) setenv(names[i], url, 1);
    unsetenv("no_proxy");
    unsetenv("NO_PROXY");
    return true;
}

/* Whether a client has connected to it and waits. */
static bool is_asked(const proxy *proxy, int timeout_ms) {
    struct pollfd wait = {.fd = proxy->socket, .events = POLLIN};
    return poll(&wait, 1, timeout_ms) == 1;
}

/* Reads the request of the next client; then closes the connection. */
static void hear(const proxy *proxy, char *text, size_t capacity) {
    const int connection = accept(proxy->socket, NULL, NULL);
    size_t length = 0;
    ssize_t count = 1;
    text[0] = 0;
    while (count > 0 && length + 1 < capacity && strstr(text, "\r\n\r\n") == NULL) {
        count = read(connection, text + length, capacity - 1 - length);
        if (count > 0) length += (size_t)count;
        text[length] = 0;
    }
    close(connection);
}

TEST(a_server_on_this_machine_is_asked_without_a_proxy) {
    static const char *const hosts[] = {"127.0.0.1", "localhost", "LOCALHOST"};
    proxy proxy;
    REQUIRE(proxy_start(&proxy));
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        test_case("%s", hosts[i]);
        game_server server;
        REQUIRE(server_start(&server));
        const unsigned port = (unsigned)strtoul(strrchr(server.url, ':') + 1, NULL, 10);
        snprintf(server.url, sizeof server.url, "http://%s:%u/verify", hosts[i], port);
        game *game = server_game(&server);
        server_tell(&server, SERVER_VALID);
        game_pay(game, COINS, 1);
        CHECK(AWAIT_STATE(game, PURCHASED, 1));
        char *request = server_request(&server, 1);
        REQUIRE(request != NULL);
        check_header(request, "Authorization", SERVER_TOKEN);
        free(request);
        game_quit(game);
    }
    CHECK(!is_asked(&proxy, 0));
}

TEST(the_server_of_a_product_list_on_this_machine_is_asked_without_a_proxy) {
    proxy proxy;
    game_server server;
    REQUIRE(proxy_start(&proxy) && server_start(&server));
    game *game = server_game(&server);
    server_tell(&server, "answer\t200\t[\"" COINS "\"]");
    iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
    options.url = server.url;
    const heard *answer = list_response(game, &options);
    REQUIRE(answer != NULL);
    list_check(answer, COINS " ", "", IAP_PRODUCT_LIST_SERVER);
    CHECK(!is_asked(&proxy, 0));
}

/* No server runs there, therefore only a proxy could respond. */
TEST(a_server_on_this_machine_that_does_not_respond_is_not_sought_behind_a_proxy) {
    static const char *const urls[] = {"http://[::1]:1/verify", "https://127.0.0.1:1/verify",
                                       "https://localhost:1/verify"};
    proxy proxy;
    REQUIRE(proxy_start(&proxy));
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        test_case("%s", urls[i]);
        game_server server;
        REQUIRE(server_start(&server));
        snprintf(server.url, sizeof server.url, "%s", urls[i]);
        game *game = server_game(&server);
        CHECK(pay_undecided(game, COINS) && AWAIT(game, IAP_EVENT_PROBLEM_REPORTED, 1));
        CHECK_STATUS(game_nth(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE, 0)->error.status, IAP_ERROR_NETWORK);
        game_quit(game);
    }
    CHECK(!is_asked(&proxy, 0));
}

TEST(a_proxy_hears_the_name_of_the_server_and_nothing_else) {
    proxy proxy;
    game_server server;
    REQUIRE(proxy_start(&proxy) && server_start(&server));
    snprintf(server.url, sizeof server.url, "https://game.invalid/verify");
    game *game = server_game(&server);
    game_pay(game, COINS, 1);
    for (int looks = 0; looks < 2000 && !is_asked(&proxy, 5); looks++) game_process(game, 0);
    REQUIRE(is_asked(&proxy, 0));
    char text[4096];
    hear(&proxy, text, sizeof text);
    CHECK_CONTAINS(text, "CONNECT game.invalid:443 HTTP/1.1\r\n");
    char *token = request_header(text, "Authorization");
    CHECK(token == NULL && strstr(text, SERVER_TOKEN) == NULL && strstr(text, "Idempotency") == NULL);
    free(token);
    CHECK(AWAIT_STATE(game, DEFERRED, 1));
    game_quit(game);
}
