/*
 * iap_inventory.hpp: <iap/iap_inventory.h> for C++17, in the style of <iap/iap.hpp>: the library
 * keeps the balances and unlocks of the player. <iap/iap_inventory.h> describes what the functions
 * do and which errors they return.
 */
#ifndef IAP_IAP_INVENTORY_HPP
#define IAP_IAP_INVENTORY_HPP

#include <iap/iap.hpp>
#include <iap/iap_inventory.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace iap {
inline namespace v0_3 {

/** A counter or an unlock. */
struct InventoryItem {
    GrantKind kind = GrantKind::counter;
    std::string name{};
    std::int64_t balance = 0;            /**< the balance of a counter */
    bool is_unlocked = false;            /**< whether it was unlocked when the list was made */
    std::int64_t expiration_date_ms = 0; /**< 0 if the unlock does not end, if it is locked, or for a counter */

    template <class D = detail::Dates> auto expiration_date() const noexcept { return D::time(expiration_date_ms); }
};

/**
 * The inventory of a client that was opened with an inventory. You can move the client later: the
 * inventory still refers to it. After the client is closed, every call returns IAP_ERROR_CLOSED.
 *
 * A request takes a function. The library calls this function once, inside
 * Client::process_events(). With nullptr or {} no function is called. The call returns the id of
 * the request.
 */
class Inventory {
  public:
    explicit Inventory(const Client &client) noexcept : client_(client.state()) {}
    /** A temporary client is not allowed: it would be closed at the end of the statement. */
    explicit Inventory(const Client &&) = delete;

    /** Returns the balance of a counter, as it is on disk; 0 for a name that the inventory does not
     *  hold, and if the call failed. `error` receives the reason. */
    std::int64_t balance(const Text &counter, Error *error = nullptr) const noexcept {
        return detail::accepts(counter, "the name of the counter", error)
                   ? detail::value_of(error, iap_inventory_balance, client_.handle(), counter.c_str())
                   : 0;
    }

    /** Returns whether an unlock is unlocked now; false if the call failed. `error` receives the
     *  reason. */
    bool is_unlocked(const Text &unlock, Error *error = nullptr) const noexcept {
        return detail::accepts(unlock, "the name of the unlock", error) &&
               detail::value_of(error, iap_inventory_is_unlocked, client_.handle(), unlock.c_str()) == 1;
    }

    /** Lists everything that the player holds and every name that a grant has, sorted by name. */
    Result<std::vector<InventoryItem>> items() const {
        const iap_inventory_items *items = nullptr;
        iap_error error = IAP_ERROR_VALUE_INIT;
        if (iap_inventory_list(client_.handle(), &items, &error) != IAP_OK) {
            return Error(error);
        }
        std::vector<InventoryItem> copies;
        const std::size_t count = iap_inventory_items_count(items);
        copies.reserve(count);
        for (std::size_t i = 0; i < count; i++) {
            const iap_inventory_item *item = iap_inventory_items_at(items, i);
            copies.push_back({static_cast<GrantKind>(iap_inventory_item_kind(item)),
                              std::string(detail::view(iap_inventory_item_name(item))),
                              iap_inventory_item_balance(item), iap_inventory_item_is_unlocked(item) == 1,
                              iap_inventory_item_expiration_date_ms(item)});
        }
        iap_inventory_items_release(items);
        return copies;
    }

    /** Spends an amount from a counter, once for each key. Your function receives a
     *  Result<void>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> spend(const Text &counter, std::int64_t amount, const Text &key, F &&function) {
        if (!counter.is_valid() || !key.is_valid()) {
            return detail::nul_error("the counter or the key");
        }
        return request<void>(std::forward<F>(function), detail::Request<std::decay_t<F>>::done, [&](auto... last) {
            return iap_inventory_spend(client_.handle(), counter.c_str(), amount, key.c_str(), last...);
        });
    }

    /** Adds an amount that the player earned without paying, once for each key. Your function
     *  receives a Result<void>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> add(const Text &counter, std::int64_t amount, const Text &key, F &&function) {
        if (!counter.is_valid() || !key.is_valid()) {
            return detail::nul_error("the counter or the key");
        }
        return request<void>(std::forward<F>(function), detail::Request<std::decay_t<F>>::done, [&](auto... last) {
            return iap_inventory_add(client_.handle(), counter.c_str(), amount, key.c_str(), last...);
        });
    }

    /** Removes what a revoked transaction granted under RevocationPolicy::game_decides. Your
     *  function receives a Result<void>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> take_back(std::uint64_t transaction_id, F &&function) {
        return request<void>(std::forward<F>(function), detail::Request<std::decay_t<F>>::done, [&](auto... last) {
            return iap_inventory_take_back(client_.handle(), transaction_id, last...);
        });
    }

    /** Exports the whole inventory as text for the game's cloud save. Your function receives a
     *  Result<std::string>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> export_text(F &&function) {
        return request<std::string>(std::forward<F>(function), detail::Request<std::decay_t<F>>::text,
                                    [&](auto... last) { return iap_inventory_export(client_.handle(), last...); });
    }

    /** Replaces this inventory with an exported inventory. Your function receives a
     *  Result<void>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> import_text(const Text &text, F &&function) {
        if (!text.is_valid()) {
            return detail::nul_error("the text");
        }
        return request<void>(std::forward<F>(function), detail::Request<std::decay_t<F>>::done, [&](auto... last) {
            return iap_inventory_import(client_.handle(), text.c_str(), last...);
        });
    }

    /* The awaitable variants of these requests. <iap/iap_coroutine.hpp> defines them. */

    Awaitable<Result<void>> spend(const Text &counter, std::int64_t amount, const Text &key);
    Awaitable<Result<void>> add(const Text &counter, std::int64_t amount, const Text &key);
    Awaitable<Result<void>> take_back(std::uint64_t transaction_id);
    Awaitable<Result<std::string>> export_text();
    Awaitable<Result<void>> import_text(const Text &text);

  private:
    template <class Response, class F, class Completion, class Call>
    Result<std::uint64_t> request(F &&function, Completion completion, Call call) {
        return detail::request<Response>(client_.state(), std::forward<F>(function), completion, call);
    }

    detail::ClientReference client_;
};

} // namespace v0_3
} // namespace iap

#endif // IAP_IAP_INVENTORY_HPP
