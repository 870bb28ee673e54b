// Counts the allocations of the calling thread in idle frames. This is a separate program, because the counting must not affect
// other figures: its malloc replaces the C library's for everything in the process.

#include "report.hpp"
#include "shop.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdlib>

namespace {

thread_local long allocations = 0;

} // namespace

// The C library (glibc) keeps its own functions reachable under these names.
extern "C" {
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) noexcept {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) noexcept {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) noexcept {
    allocations++;
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) noexcept {
    allocations++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) noexcept {
    allocations++;
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}
}

namespace {

constexpr long calls = 1'000'000;

long allocations_of_idle_calls(iap_client *client) {
    const long before = allocations;
    for (long i = 0; i < calls; i++)
        if (iap_client_process_events(client, 0) != 0) fail("the frames were not idle");
    return allocations - before;
}

} // namespace

int main(int count, char **arguments) {
    require(count == 2, "usage: allocations STOREKIT_FILE");
    const Shop shop(arguments[1]);
    Game game(shop);
    game.observe([](void *, iap_client *, const iap_transaction *) {}, nullptr);
    game.settle();

    // This shows that the counter sees the library's allocations; otherwise it would always report 0.
    const long before = allocations;
    game.require_ok(iap_request_storefront(game.client(), nullptr, nullptr, nullptr, &game.error),
                    "iap_request_storefront");
    require(allocations > before, "the library's allocations are not counted");
    game.settle();

    const double each = static_cast<double>(allocations_of_idle_calls(game.client())) / static_cast<double>(calls);
    report("allocations of an idle process_events", text(each, ""), text(0, ""), text(each, ""), "0", each == 0);
}
