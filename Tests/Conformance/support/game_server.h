/*
 * game_server.h: the game server, a separate process. Tests/Servers/GameServerProcess describes its commands.
 */
#ifndef CONFORMANCE_GAME_SERVER_H
#define CONFORMANCE_GAME_SERVER_H

#include "game.h"

#define SERVER_VALID "answer\t200\t{\"verdict\":\"valid\"}"
#define SERVER_UNDECIDED "answer\t200\t{\"verdict\":\"undecided\"}"
#define SERVER_TOKEN "Bearer abc"

typedef struct game_server {
    int input, output;  /* ends of pipes */
    char unread[65536]; /* lines of the server that no test has waited for yet */
    size_t unread_length;
    char url[64];
    char log_path[128];
    const char *headers[1];
    iap_verification_options verification;
} game_server;

/** A socket for IPv4, which no other program inherits; -1 if there is none. */
int socket_make(void);

/** Starts a server, which ends with the test. */
bool server_start(game_server *server);
/** A game on its own store, with a journal, that asks the server to verify each purchase. */
game *server_game(game_server *server);
/** Starts the server, too. */
game *server_start_game(game_server *server);
/** Sets the server's next response: one line. The server has received it when this returns. */
void server_tell(game_server *server, const char *answer);
/** Waits until the server prints a line with this beginning. The game processes events meanwhile (NULL: no game). */
bool server_await(const char *file, int line, game_server *server, game *game, const char *start);
#define SERVER_AWAIT(server, game, start) server_await(__FILE__, __LINE__, (server), (game), (start))
/** From now on, the port refuses connections. */
bool server_kill(game_server *server);
bool server_restart(game_server *server);

/** How many requests came, over all starts of the server. */
size_t server_request_count(const game_server *server);
/** A request as it came, from 1; to be freed. NULL if there is none. */
char *server_request(const game_server *server, size_t number);
/** The value of a header of a request, or of a string in its JSON body; to be freed. NULL if there is none. */
char *request_header(const char *request, const char *name);
char *request_field(const char *request, const char *name);

#define PURCHASED IAP_TRANSACTION_PURCHASED
#define DEFERRED IAP_TRANSACTION_DEFERRED

/** How many updates with this state came. */
size_t updates(const game *game, iap_transaction_state_t state);
/** The first of them; NULL if there is none. */
const heard *update(const game *game, iap_transaction_state_t state);
/** Pays and waits until the payment is deferred. */
bool pay_undecided(game *game, const char *product_id);
void check_header(const char *request, const char *name, const char *value);

/** Lets the longest wait pass several times until the server prints a line with this beginning. A test cannot know when the
 *  last response arrives, and the next wait starts only then. */
bool server_await_again(const char *file, int line, game_server *server, game *game, const char *start);
#define SERVER_AWAIT_AGAIN(server, game, start) server_await_again(__FILE__, __LINE__, (server), (game), (start))
/** The same until this number of purchases was delivered. */
bool server_await_purchases(const char *file, int line, game *game, size_t count);
#define SERVER_AWAIT_PURCHASES(game, count) server_await_purchases(__FILE__, __LINE__, (game), (count))

#endif
