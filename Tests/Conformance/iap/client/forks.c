/* "FORK": the functions that a child of fork() may call. */
#define _GNU_SOURCE /* syscall(), RTLD_DEFAULT */

#include "files.h"
#include "game.h"
#include "verify.h"

#include <iap/iap_verify.h>

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS_OF_CHILD 20

/* Sanitizers have their own allocations and threads. */
static bool is_possible(void) {
#ifdef EACH_TEST_IS_A_PROGRAM
    printf("  skipped: a sanitizer's runtime does not live through fork()\n");
    CHECK(true);
    return false;
#else
    return true;
#endif
}

/* The number of expectations that failed in the child. */
static int failures;

static void expect(int line, const char *what, int64_t got, int64_t expected) {
    if (got == expected) return;
    dprintf(STDOUT_FILENO, "%s:%d: in the child, %s is %lld and not %lld\n", __FILE__, line, what, (long long)got,
            (long long)expected);
    failures++;
}

#define EXPECT(got, expected) expect(__LINE__, #got, (int64_t)(got), (int64_t)(expected))
#define EXPECT_CUT_OFF(call) EXPECT(call, IAP_ERROR_INVALID_STATE)

/* Whether a child that runs this part ends without a failure, and in time. */
static bool child_passes(void (*part)(void *), void *context) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        alarm(SECONDS_OF_CHILD);
        failures = 0;
        part(context);
        _exit(failures > 0);
    }
    int status = 0;
    if (!CHECK(child > 0 && waitpid(child, &status, 0) == child)) return false;
    if (WIFSIGNALED(status)) printf("  the child was ended by signal %d\n", WTERMSIG(status));
    return CHECK(WIFEXITED(status)) && CHECK_INT(WEXITSTATUS(status), 0);
}

/* -------------------------------------------------------------------------------------- what the child may not use */

static void use_everything(void *context) {
    game *game = context;
    iap_error error = IAP_ERROR_VALUE_INIT;
    EXPECT_CUT_OFF(iap_client_process_events(game->client, 0));
    EXPECT_CUT_OFF(iap_client_wait_events(game->client, 100000));
    EXPECT_CUT_OFF(iap_restore_completed_transactions(game->client, NULL, &error));
    EXPECT(error.status, IAP_ERROR_INVALID_STATE);
    EXPECT(strstr(error.message, "fork()") != NULL, 1);
    const iap_transactions *queue = NULL;
    EXPECT_CUT_OFF(iap_queue_transactions(game->client, &queue, NULL));
    iap_client *client = NULL;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.device = game->device;
    EXPECT_CUT_OFF(iap_client_open(&options, &client, NULL));
    iap_store *store = NULL;
    const iap_store_options store_choices = store_options();
    EXPECT_CUT_OFF(iap_store_open(&store_choices, &store, NULL));
    EXPECT_CUT_OFF(iap_store_advance_clock(game->store, 1000, NULL));
    EXPECT_CUT_OFF(iap_set_log_function(IAP_LOG_DEBUG, NULL, NULL, NULL));
    EXPECT(iap_store_product_count(game->store), 0);
    EXPECT(iap_store_product_id_at(game->store, 0) == NULL, 1);
    EXPECT_CUT_OFF(iap_client_close(game->client));
    EXPECT_CUT_OFF(iap_device_close(game->device, NULL));
    EXPECT_CUT_OFF(iap_store_close(game->store, NULL));
}

TEST(fork_cuts_a_child_off_while_something_is_open) {
    if (!is_possible()) return;
    game *game = game_start();
    game_settle(game);
    child_passes(use_everything, game);
    /* The parent continues to work. */
    CHECK(game_buy(game, COINS) != NULL);
}

static void fork_again(void *context) {
    const pid_t child = fork();
    if (child == 0) {
        use_everything(context);
        _exit(failures > 0);
    }
    int status = 1;
    EXPECT(child > 0 && waitpid(child, &status, 0) == child, 1);
    EXPECT(status, 0);
}

TEST(fork_cuts_a_child_of_the_child_off_too) {
    if (!is_possible()) return;
    game *game = game_start();
    game_settle(game);
    child_passes(fork_again, game);
}

/* ------------------------------------------------------------------------------------------- while other threads work */

typedef struct worker {
    game *game;
    iap_device *device;
    const iap_verifier *verifier;
    const iap_signed_data *data;
    const char *text;
    atomic_bool is_over;
} worker;

/* Takes every lock in a loop: those of the client, the store, the log, the handles and the verifier. */
static void *work(void *context) {
    worker *worker = context;
    while (!worker->is_over) {
        iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
        options.execution = test_execution;
        options.device = worker->device;
        iap_client *client = NULL;
        CHECK_STATUS(iap_client_open(&options, &client, NULL), IAP_OK);
        const char *const ids[] = {COINS};
        CHECK_STATUS(iap_request_products(client, ids, 1, NULL, NULL, NULL, NULL), IAP_OK);
        CHECK(iap_client_process_events(client, 0) >= 0);
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        const iap_signed_data *data = NULL;
        CHECK_STATUS(iap_verifier_check(worker->verifier, IAP_SIGNED_TRANSACTION, worker->text, strlen(worker->text),
                                        &data, &result, NULL),
                     IAP_OK);
        CHECK_TEXT(iap_signed_product_id(worker->data), iap_signed_product_id(data));
        iap_signed_data_release(data);
        CHECK_STATUS(iap_client_close(client), IAP_OK);
        CHECK_STATUS(iap_client_close(client), IAP_ERROR_CLOSED);
    }
    return NULL;
}

static void use_all_of(void *context) {
    worker *worker = context;
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    const iap_signed_data *data = NULL;
    EXPECT_CUT_OFF(iap_verifier_check(worker->verifier, IAP_SIGNED_TRANSACTION, worker->text, strlen(worker->text),
                                      &data, &result, NULL));
    /* With checked handles, a getter returns nothing here. */
    const char *product_id = iap_signed_product_id(worker->data);
    EXPECT(getenv("IAP_CHECK") != NULL ? product_id == NULL : strcmp(product_id, COINS) == 0, 1);
    iap_signed_data_release(iap_signed_data_retain(worker->data));
    use_everything(worker->game);
}

TEST(fork_never_makes_a_child_wait_for_another_thread) {
    if (!is_possible()) return;
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    worker worker = {.game = game, .verifier = verify_store(game->store), .text = iap_transaction_signed_text(bought)};
    REQUIRE_OK(iap_store_open_device(game->store, "another", "tablet", &worker.device, NULL));
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    REQUIRE_OK(iap_verifier_check(worker.verifier, IAP_SIGNED_TRANSACTION, worker.text, strlen(worker.text),
                                  &worker.data, &result, NULL));
    pthread_t thread;
    REQUIRE(pthread_create(&thread, NULL, work, &worker) == 0);
    bool passes = true;
    for (int i = 0; i < 100 && passes; i++) passes = child_passes(use_all_of, &worker);
    worker.is_over = true;
    pthread_join(thread, NULL);
    iap_signed_data_release(worker.data);
    CHECK_STATUS(iap_device_close(worker.device, NULL), IAP_OK);
}

/* ---------------------------------------------------------------------------------------- what works in the child */

static void read_snapshots(void *context) {
    const iap_transaction *bought = context;
    EXPECT(iap_version(), IAP_HEADER_VERSION);
    EXPECT(strcmp(iap_status_name(IAP_ERROR_INVALID_STATE), "IAP_ERROR_INVALID_STATE"), 0);
    EXPECT(strcmp(iap_transaction_product_id(bought), COINS), 0);
    EXPECT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    EXPECT(iap_transaction_retain(bought) == bought, 1);
    iap_transaction_release(bought);
}

TEST(fork_leaves_getters_of_snapshots_at_work) {
    if (!is_possible()) return;
    if (getenv("IAP_CHECK") != NULL) {
        printf("  skipped: with checked handles getters tell nothing in a child; another test shows it\n");
        CHECK(true);
        return;
    }
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    child_passes(read_snapshots, (void *)bought);
}

static void read_checked(void *context) {
    const iap_transaction *bought = context;
    EXPECT(iap_transaction_product_id(bought) == NULL, 1);
    EXPECT(iap_transaction_id(bought), 0);
    EXPECT(iap_transaction_retain(bought) == NULL, 1);
    iap_transaction_release(bought);
}

TEST_OF_FIRST_USE(fork_leaves_nothing_to_read_where_handles_are_checked) {
    if (!is_possible()) return;
    iap_check_handles();
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    child_passes(read_checked, (void *)bought);
    CHECK_TEXT(iap_transaction_product_id(bought), COINS);
}

/* ---------------------------------------------------------------------------------------------------- files, exec */

TEST(fork_and_a_close_in_the_child_leave_the_files_of_the_parent_alone) {
    if (!is_possible()) return;
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    game *game = game_install(store_open_with(&options), "player", "phone");
    game->journal_path = temporary_path("journal.db");
    REQUIRE(game_launch(game));
    const iap_transaction *first = game_buy(game, COINS);
    REQUIRE(first != NULL);
    const uint64_t first_id = iap_transaction_id(first);
    child_passes(use_everything, game);
    REQUIRE_OK(iap_finish_transaction(game->client, first, NULL));
    const iap_transaction *second = game_buy(game, COINS);
    REQUIRE(second != NULL);
    const uint64_t second_id = iap_transaction_id(second);
    game_settle(game);
    game_quit(game);
    game_forget(game);
    REQUIRE(game_launch(game));
    game_settle(game);
    CHECK(first_id != second_id);
    CHECK_INT(game_granted_count(game), 1);
    REQUIRE(game->log_count > 0);
    CHECK_ID(iap_transaction_id(game->log[0].transaction), second_id);
}

static void run_program(void *context) {
    (void)context;
    execl("/proc/self/exe", "conformance", "--only", "fork_is_over_in_a_program_that_exec_starts", (char *)NULL);
}

/* exec() starts the test itself as the other program. */
TEST_OF_FIRST_USE(fork_is_over_in_a_program_that_exec_starts) {
    if (!is_possible()) return;
    game *game = game_start();
    CHECK(game_buy(game, COINS) != NULL);
    if (getenv("IAP_CONFORMANCE_FORK") != NULL) return;
    setenv("IAP_CONFORMANCE_FORK", "1", 1);
    child_passes(run_program, NULL);
}

/* -------------------------------------------------------------------------------------------- one thread, nothing open */

static void play(void *context) {
    (void)context;
    iap_store *store = NULL;
    const iap_store_options options = store_options();
    EXPECT(iap_store_open(&options, &store, NULL), IAP_OK);
    iap_device *device = NULL;
    EXPECT(iap_store_open_device(store, "player", "phone", &device, NULL), IAP_OK);
    iap_client_options client_options = IAP_CLIENT_OPTIONS_INIT;
    client_options.execution = IAP_EXECUTION_MANUAL;
    client_options.device = device;
    iap_client *client = NULL;
    EXPECT(iap_client_open(&client_options, &client, NULL), IAP_OK);
    EXPECT(iap_client_process_events(client, 0) >= 0, 1);
    EXPECT(iap_client_close(client), IAP_OK);
    EXPECT(iap_device_close(device, NULL), IAP_OK);
    EXPECT(iap_store_close(store, NULL), IAP_OK);
}

static void play_and_fork(void *context) {
    play(context);
    const pid_t child = fork();
    if (child == 0) {
        play(context);
        _exit(failures > 0);
    }
    int status = 1;
    EXPECT(child > 0 && waitpid(child, &status, 0) == child, 1);
    EXPECT(status, 0);
}

/* The test's own process may have two threads. The child has one thread and has not used the library. */
TEST_OF_FIRST_USE(fork_leaves_the_library_to_the_child_of_one_thread_with_nothing_open) {
    if (!is_possible()) return;
    child_passes(play_and_fork, NULL);
}

/* Swift's runtime distinguishes its threads by ids that a child inherits. */
typedef void swift_once_function(intptr_t *predicate, void (*body)(void *), void *context);

typedef struct race {
    swift_once_function *once;
    intptr_t predicate;
    atomic_int second; /**< the second thread; 0 before it starts */
    pthread_t thread;
} race;

static void nothing(void *context) { (void)context; }

static void *come_second(void *context) {
    race *race = context;
    race->second = (int)syscall(SYS_gettid);
    race->once(&race->predicate, nothing, NULL);
    return NULL;
}

/* Whether the kernel has put a thread of this process to sleep. */
static bool is_asleep(int thread) {
    char path[64], line[256] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
    FILE *file = fopen(path, "r");
    if (file == NULL) return false;
    const bool is_read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    const char *end = strrchr(line, ')');
    return is_read && end != NULL && end[1] == ' ' && end[2] == 'S';
}

/* Holds the lock until the other thread waits for it. */
static void let_the_second_wait(void *context) {
    race *race = context;
    EXPECT(pthread_create(&race->thread, NULL, come_second, race), 0);
    while (race->second == 0 || !is_asleep(race->second)) sched_yield();
}

static void race_of_two(void *context) {
    race *race = context;
    race->once(&race->predicate, let_the_second_wait, race);
    EXPECT(pthread_join(race->thread, NULL), 0);
}

TEST_OF_FIRST_USE(fork_leaves_locks_to_the_child_that_two_of_its_threads_want_at_once) {
    if (!is_possible()) return;
    race race = {.once = (swift_once_function *)(intptr_t)dlsym(RTLD_DEFAULT, "swift_once")};
    if (race.once == NULL) {
        printf("  skipped: the library does not show the functions of Swift's runtime\n");
        CHECK(true);
        return;
    }
    child_passes(race_of_two, &race);
}

static void *only_wait(void *context) {
    pthread_mutex_lock(context);
    pthread_mutex_unlock(context);
    return NULL;
}

static void play_beside_a_thread(void *context) {
    play(context);
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    pthread_t thread;
    EXPECT(pthread_create(&thread, NULL, only_wait, &lock), 0);
    const pid_t child = fork();
    if (child == 0) {
        iap_store *store = NULL;
        const iap_store_options options = store_options();
        EXPECT_CUT_OFF(iap_store_open(&options, &store, NULL));
        _exit(failures > 0);
    }
    int status = 1;
    EXPECT(child > 0 && waitpid(child, &status, 0) == child, 1);
    EXPECT(status, 0);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
}

TEST_OF_FIRST_USE(fork_cuts_the_child_of_two_threads_off_though_nothing_is_open) {
    if (!is_possible()) return;
    child_passes(play_beside_a_thread, NULL);
}
