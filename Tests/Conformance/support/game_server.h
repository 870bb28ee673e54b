/*
 * game_server.h: the game's own server, a process of its own. What it can be told stands in Tests/GameServerProcess.
 */
#ifndef CONFORMANCE_GAME_SERVER_H
#define CONFORMANCE_GAME_SERVER_H

#include "game.h"

#define SERVER_VALID "answer\t200\t{\"verdict\":\"valid\"}"
#define SERVER_UNDECIDED "answer\t200\t{\"verdict\":\"undecided\"}"
#define SERVER_TOKEN "Bearer abc"

typedef struct game_server {
    int input, output;  /* ends of pipes */
    char unread[65536]; /* what it said and nobody has waited for yet */
    size_t unread_length;
    char url[64];
    char log_path[128];
    const char *headers[1];
    iap_verification_options verification;
} game_server;

/** Starts a server, which ends with the test. */
bool server_start(game_server *server);
/** A game on a store of its own, with a journal, that asks the server about each purchase. */
game *server_game(game_server *server);
/** Tells the server what to answer next: one line. It knows when this returns. */
void server_tell(game_server *server, const char *answer);
/** Waits until the server says a line that begins so, and lets the game process meanwhile (NULL: no game). */
bool server_await(const char *file, int line, game_server *server, game *game, const char *start);
#define SERVER_AWAIT(server, game, start) server_await(__FILE__, __LINE__, (server), (game), (start))
/** The port refuses connections from now on. */
bool server_kill(game_server *server);
bool server_restart(game_server *server);

/** How many requests came, over all lives of the server. */
size_t server_request_count(const game_server *server);
/** A request as it came, from 1; to be freed. NULL if there is none. */
char *server_request(const game_server *server, size_t number);
/** The value of a header of a request, or of a text in the JSON of its body; to be freed. NULL if there is none. */
char *request_header(const char *request, const char *name);
char *request_field(const char *request, const char *name);

#define PURCHASED IAP_TRANSACTION_PURCHASED
#define DEFERRED IAP_TRANSACTION_DEFERRED

/** How many updates of this state came. */
size_t updates(const game *game, iap_transaction_state_t state);
/** The first of them; NULL if there is none. */
const heard *update(const game *game, iap_transaction_state_t state);
/** Pays and waits until the payment is deferred. */
bool pay_undecided(game *game, const char *product_id);
void check_header(const char *request, const char *name, const char *value);

/** Lets the longest wait pass again and again until the server says a line that begins so: when the last answer arrives,
 *  and with it the next wait begins, is not to be seen. */
bool server_await_again(const char *file, int line, game_server *server, game *game, const char *start);
#define SERVER_AWAIT_AGAIN(server, game, start) server_await_again(__FILE__, __LINE__, (server), (game), (start))
/** The same until so many purchases were handed out. */
bool server_await_purchases(const char *file, int line, game *game, size_t count);
#define SERVER_AWAIT_PURCHASES(game, count) server_await_purchases(__FILE__, __LINE__, (game), (count))

#endif
