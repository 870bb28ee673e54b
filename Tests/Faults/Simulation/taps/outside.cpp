// The linker puts these functions in the place of those that the games call (--wrap). So the games run as they are printed. Each
// function lets the world see the call, and has no effect when the game is dead.
#include "world.hpp"

#include <cerrno>
#include <cstdio>

extern "C" {
iap_status_t __real_iap_client_open_version(std::uint32_t, const iap_client_options *, iap_client **, iap_error *);
std::int32_t __real_iap_client_process_events(iap_client *, std::uint32_t);
iap_status_t __real_iap_add_observer(iap_client *, const iap_observer *, std::uint64_t *, iap_error *);
iap_status_t __real_iap_add_payment(iap_client *, const iap_payment *, std::uint64_t *, iap_error *);
iap_status_t __real_iap_finish_transaction(iap_client *, const iap_transaction *, iap_error *);
iap_status_t __real_iap_finish_transaction_id(iap_client *, std::uint64_t, iap_error *);
std::FILE *__real_fopen(const char *, const char *);
int __real_fsync(int);
int __real_rename(const char *, const char *);

iap_status_t __wrap_iap_client_open_version(std::uint32_t version, const iap_client_options *options,
                                            iap_client **client, iap_error *error) {
    const iap_status_t status = __real_iap_client_open_version(version, options, client, error);
    if (status == IAP_OK) World::current->see_client(*client);
    return status;
}

/* One event at a time: the game may die after each. */
std::int32_t __wrap_iap_client_process_events(iap_client *client, std::uint32_t) {
    World *world = World::current;
    if (world->is_dead()) return IAP_ERROR_CLOSED;
    const std::int32_t count = __real_iap_client_process_events(client, 1);
    if (count > 0) world->happen("an event was processed");
    return count;
}

iap_status_t __wrap_iap_add_observer(iap_client *client, const iap_observer *observer, std::uint64_t *id,
                                     iap_error *error) {
    const iap_observer checker = World::current->observer();
    __real_iap_add_observer(client, &checker, nullptr, nullptr);
    return __real_iap_add_observer(client, observer, id, error);
}

iap_status_t __wrap_iap_add_payment(iap_client *client, const iap_payment *payment, std::uint64_t *id,
                                    iap_error *error) {
    World *world = World::current;
    std::uint64_t given = 0;
    if (world->is_dead()) return IAP_ERROR_CLOSED;
    const iap_status_t status = __real_iap_add_payment(client, payment, &given, error);
    if (id != nullptr) *id = given;
    if (status == IAP_OK) world->see_payment(given);
    else world->broken("payment", "iap_add_payment: %s", iap_status_name(status));
    return status;
}

iap_status_t __wrap_iap_finish_transaction(iap_client *client, const iap_transaction *transaction, iap_error *error) {
    World *world = World::current;
    if (world->is_dead()) return IAP_ERROR_CLOSED;
    const iap_status_t status = __real_iap_finish_transaction(client, transaction, error);
    if (status == IAP_OK) world->see_finish(iap_transaction_id(transaction), iap_transaction_state(transaction));
    return status;
}

iap_status_t __wrap_iap_finish_transaction_id(iap_client *client, std::uint64_t id, iap_error *error) {
    World *world = World::current;
    if (world->is_dead()) return IAP_ERROR_CLOSED;
    const iap_status_t status = __real_iap_finish_transaction_id(client, id, error);
    if (status == IAP_OK) world->see_finish(id, IAP_TRANSACTION_UNKNOWN);
    return status;
}

std::FILE *__wrap_fopen(const char *path, const char *mode) {
    World *world = World::current;
    if (world == nullptr || mode[0] != 'w') return __real_fopen(path, mode);
    world->begin_save();
    if (!world->is_dead() && !world->fails(SaveFault::open)) return __real_fopen(path, mode);
    errno = ENOSPC;
    return nullptr;
}

/* The files are in memory. A kill loses nothing that was written. */
int __wrap_fsync(int) {
    if (!World::current->is_dead() && !World::current->fails(SaveFault::flush)) return 0;
    errno = ENOSPC;
    return -1;
}

int __wrap_rename(const char *from, const char *to) {
    World *world = World::current;
    if (!world->fails(SaveFault::rename)) world->happen("the new save is written");
    if (world->is_dead() || world->fails(SaveFault::rename)) {
        errno = ENOSPC;
        return -1;
    }
    const int result = __real_rename(from, to);
    world->happen("the save is on disk");
    return result;
}
}
