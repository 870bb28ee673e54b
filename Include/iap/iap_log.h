/*
 * iap_log.h: the log of the library, checks for wrong handles, and the audit log. The rules of
 * <iap/iap.h> apply.
 */
#ifndef IAP_IAP_LOG_H
#define IAP_IAP_LOG_H

#include <iap/iap.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------ log */

/** The importance of a log line. */
typedef int32_t iap_log_level_t;
#define IAP_LOG_NONE 0
#define IAP_LOG_ERROR 1 /**< something failed in the background, or a checked handle is wrong */
/** The game makes a mistake. The library warns once per client when events have waited for five
 *  seconds and the game has not processed any, and when purchases wait for an observer. In manual
 *  mode nothing runs between the calls: the library warns when iap_client_wait_events() has found
 *  events a thousand times and the game has not processed any, and when the client is closed. */
#define IAP_LOG_WARNING 2
#define IAP_LOG_INFO 3  /**< what happens to payments and transactions, as in the audit log */
#define IAP_LOG_DEBUG 4 /**< each request, each store response, each failed write, each retry */

/**
 * Receives a line of the log. The library calls it on any thread, also inside an API call, while it
 * holds no lock. The function must not call the library, except iap_status_name() and
 * iap_version(), and it must return.
 * \param user_data the value from iap_set_log_function().
 * \param level an IAP_LOG_… value.
 * \param message one line of UTF-8 in English, without a line break; borrows it. A line about a
 *        call begins with the name of the function. Lines name products, transactions and files.
 *        They never contain an account token, a receipt, a signed text or the reason of a verdict.
 */
typedef void (*iap_log_function)(void *user_data, iap_log_level_t level, const char *message);

/**
 * Chooses which log lines are written, and which function receives them. The setting applies to the
 * whole process. Without this call the environment variable IAP_LOG decides: with the value error,
 * warning, info or debug, the library writes to standard error. If the variable is not set either,
 * the library writes only four kinds of lines to standard error: the game does not process its
 * events (by the machine's clock), a purchase is delivered for the third time because the game does
 * not finish it (one line per process), a call without an iap_error returns IAP_ERROR_WRONG_THREAD,
 * and the mistakes that iap_check_handles() finds.
 * \param level the least important level that is written. All more important levels are written
 *        too. With IAP_LOG_NONE the library writes nothing.
 * \param function receives the lines; NULL: standard error. After this call has returned, the
 *        library does not call the previous function any more. This call waits until running calls
 *        of the previous function have returned. Therefore the caller must hold no lock that the
 *        previous function takes. The library may call the new function before this call returns.
 *        Do not call iap_set_log_function() inside a log function.
 * \param user_data the function receives it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (no such level).
 */
iap_status_t iap_set_log_function(iap_log_level_t level, iap_log_function function, void *user_data, iap_error *error);

/**
 * Checks each handle before it is used, for the rest of the process. The environment variable
 * IAP_CHECK=1 does the same from the beginning.
 *
 * A handle is wrong if it was released, has another type, or was borrowed for a callback that has
 * returned. The library then logs the mistake with the name of the function, and treats the handle
 * as NULL: getters return 0 or NULL, and other functions return IAP_ERROR_INVALID_ARGUMENT. If the
 * game releases a handle that is only borrowed, or releases a handle once too often, the library
 * logs the mistake and does nothing else. Without the checks such mistakes have no defined result.
 *
 * After this call the library refuses all handles that it gave before, except those of clients,
 * stores and devices. The checks cost time and memory: they are for finding mistakes, not for
 * players.
 * \threadsafety any thread, while no other thread uses the library. \callbacksafety no.
 */
void iap_check_handles(void);

/* ------------------------------------------------------------------------------------ audit log */

/**
 * Writes a copy of the audit log to a file, which a player can send to the game's support. The copy
 * contains each change of a payment, a transaction and the inventory, with its time, id and cause.
 * The copy contains no receipt, no account token, and nothing else that names the player. The file
 * has one line of JSON for each change, oldest first. `Samples/run --replay FILE` prints the file
 * in readable form.
 * \param path the file to write. The library replaces an existing regular file, but never the
 *        journal.
 * \param completion The request fails with IAP_ERROR_INVALID_ARGUMENT (the path is the journal, or
 *        not a regular file), IAP_ERROR_STORAGE or IAP_ERROR_STORAGE_FULL.
 * \returns IAP_OK, IAP_ERROR_TOO_LARGE (a path above 4096 bytes).
 */
iap_status_t iap_request_audit_copy(iap_client *client, const char *path, iap_completion_function completion,
                                    void *user_data, uint64_t *request_id, iap_error *error);

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_LOG_H */
