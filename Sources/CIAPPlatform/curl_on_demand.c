/*
 * In the self-contained library curl, with which Foundation loads URLs, is opened when the first server is asked. Linked in the
 * usual way it would bring almost thirty libraries into every game at its start, which costs more than everything else of the
 * loading. The linker takes these functions instead of curl's. They are not visible outside the library.
 */

#include "CIAPPlatform.h"

#ifndef IAPBRIDGE_SELF_CONTAINED

int platform_can_load_urls(void) { return 1; }

#else

#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* CALL for what has a result, with the one that says that there is no curl; CALL_VOID for the rest. */
#define FUNCTIONS(CALL, CALL_VOID)                                                                                     \
    CALL(void *, curl_easy_init, (void), (), NULL)                                                                     \
    CALL_VOID(curl_easy_cleanup, (void *easy), (easy))                                                                 \
    CALL(int, curl_easy_pause, (void *easy, int bits), (easy, bits), failed_init)                                      \
    CALL(const char *, curl_easy_strerror, (int code), (code), "there is no curl")                                     \
    CALL_VOID(curl_free, (void *memory), (memory))                                                                     \
    CALL(int, curl_global_init, (long flags), (flags), failed_init)                                                    \
    CALL(void *, curl_multi_init, (void), (), NULL)                                                                    \
    CALL(int, curl_multi_cleanup, (void *multi), (multi), bad_handle)                                                  \
    CALL(int, curl_multi_add_handle, (void *multi, void *easy), (multi, easy), bad_handle)                             \
    CALL(int, curl_multi_remove_handle, (void *multi, void *easy), (multi, easy), bad_handle)                          \
    CALL(int, curl_multi_assign, (void *multi, int socket, void *user), (multi, socket, user), bad_handle)             \
    CALL(void *, curl_multi_info_read, (void *multi, int *left), (multi, left), NULL)                                  \
    CALL(int, curl_multi_socket_action, (void *multi, int socket, int bits, int *running),                             \
         (multi, socket, bits, running), bad_handle)                                                                   \
    CALL(void *, curl_slist_append, (void *list, const char *text), (list, text), NULL)                                \
    CALL_VOID(curl_slist_free_all, (void *list), (list))                                                               \
    CALL(void *, curl_url, (void), (), NULL)                                                                           \
    CALL(int, curl_url_get, (void *url, int part, char **text, unsigned flags), (url, part, text, flags), bad_handle)  \
    CALL(int, curl_url_set, (void *url, int part, const char *text, unsigned flags), (url, part, text, flags),         \
         bad_handle)                                                                                                   \
    CALL(char *, curl_version, (void), (), NULL)                                                                       \
    CALL(void *, curl_version_info, (int age), (age), NULL)

enum { bad_handle = 1, failed_init = 2 };

#define POINTER(result, name, parameters, arguments, otherwise) static result(*real_##name) parameters;
#define POINTER_VOID(name, parameters, arguments) static void(*real_##name) parameters;
FUNCTIONS(POINTER, POINTER_VOID)
/* What follows the two is a long, a pointer or an offset, which travel alike. */
static int (*real_curl_easy_setopt)(void *easy, int option, ...);
static int (*real_curl_easy_getinfo)(void *easy, int info, ...);
static int (*real_curl_multi_setopt)(void *multi, int option, ...);

static int is_loaded;

static void load(void) {
    /* Debian has two kinds, which differ in the library that they encrypt with. */
    void *curl = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (curl == NULL) curl = dlopen("libcurl-gnutls.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (curl == NULL) return;
    is_loaded = 1;
#define FIND(name)                                                                                                     \
    *(void **)&real_##name = dlsym(curl, #name);                                                                       \
    if (real_##name == NULL) is_loaded = 0;
#define FIND_CALL(result, name, parameters, arguments, otherwise) FIND(name)
#define FIND_VOID(name, parameters, arguments) FIND(name)
    FUNCTIONS(FIND_CALL, FIND_VOID)
    FIND(curl_easy_setopt)
    FIND(curl_easy_getinfo)
    FIND(curl_multi_setopt)
}

int platform_can_load_urls(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

#define DEFINE(result, name, parameters, arguments, otherwise)                                                         \
    result name parameters { return platform_can_load_urls() ? real_##name arguments : otherwise; }
#define DEFINE_VOID(name, parameters, arguments)                                                                       \
    void name parameters {                                                                                             \
        if (platform_can_load_urls()) real_##name arguments;                                                           \
    }
FUNCTIONS(DEFINE, DEFINE_VOID)

#define DEFINE_OPTION(name, otherwise)                                                                                 \
    int name(void *handle, int option, ...) {                                                                          \
        va_list list;                                                                                                  \
        void *value;                                                                                                   \
        va_start(list, option);                                                                                        \
        value = va_arg(list, void *);                                                                                  \
        va_end(list);                                                                                                  \
        return platform_can_load_urls() ? real_##name(handle, option, value) : otherwise;                              \
    }
DEFINE_OPTION(curl_easy_setopt, failed_init)
DEFINE_OPTION(curl_easy_getinfo, failed_init)
DEFINE_OPTION(curl_multi_setopt, bad_handle)

#pragma GCC visibility pop

#endif
