// line.hpp: a line of the log, see README.md.
#ifndef SCENARIOS_LINE_HPP
#define SCENARIOS_LINE_HPP

#include <iap/iap.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using Id = std::uint64_t;

/* The ids that this scenario has logged, each once: $1, $2, … */
using Ids = std::vector<Id>;

/* Ends the player: the list of scenarios contains something that it cannot do. */
[[noreturn]] inline void fail(std::string_view message, std::string_view detail) {
    std::cout.flush();
    std::cerr << "play: " << message << ": " << detail << '\n';
    std::exit(1);
}

/* The words of an enumeration, by value. The first one is for 0, which is not printed. */
using Names = std::vector<std::string_view>;

inline const Names product_types{"unknown", "consumable", "non_consumable", "non_renewing_subscription",
                                 "auto_renewable_subscription"};
inline const Names transaction_states{"unknown",  "purchasing", "purchased",  "failed",  "restored",
                                      "deferred", "revoked",    "unverified", "rejected"};
inline const Names delivery_states{"none", "new", "seen", "granted"};
inline const Names ownerships{"unknown", "purchased", "family_shared", "assigned"};
inline const Names revocation_types{"none", "refund_full", "refund_prorated", "family_revoke", "assignment_revoke"};
inline const Names transaction_reasons{"none", "purchase", "renewal"};
inline const Names offer_types{"none", "introductory", "promotional", "code", "win_back"};
inline const Names subscription_states{"unknown",          "subscribed",      "expired",
                                       "in_billing_retry", "in_grace_period", "revoked"};
inline const Names expiration_reasons{
    "none", "auto_renew_disabled", "billing_error", "no_consent_to_price_increase", "product_unavailable", "other"};
inline const Names price_increases{"none", "pending", "agreed"};

inline std::string escaped(std::string_view text) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string line;
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        if (byte > 0x20 && byte < 0x7F && byte != '\\') {
            line += character;
        } else {
            line += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
        }
    }
    return line;
}

/* One line of the log. Fields without a value are left out. */
class Line {
  public:
    Line(Ids &ids, std::string text) : ids_(ids), line_(std::move(text)) {}

    Line &text(std::string_view name, std::string_view value) {
        return value.empty() ? *this : field(name, escaped(value));
    }

    template <class Number> Line &number(std::string_view name, Number value) {
        return value == Number() ? *this : field(name, std::to_string(value));
    }
    Line &flag(std::string_view name, bool value) { return value ? field(name, "1") : *this; }

    Line &id(Id value) {
        if (value != 0 && std::find(ids_.begin(), ids_.end(), value) == ids_.end()) {
            ids_.push_back(value);
        }
        return number("id", value);
    }

    template <class Enumeration> Line &word(std::string_view name, Enumeration value, const Names &names) {
        const auto raw = static_cast<std::int32_t>(value);
        const bool has_name = raw > 0 && static_cast<std::size_t>(raw) < names.size();
        return has_name ? field(name, names[static_cast<std::size_t>(raw)]) : number(name, raw);
    }

    Line &error(const std::optional<iap::Error> &error) {
        if (!error) {
            return *this;
        }
        return text("error", error->name())
            .number("retryable", error->retryable() ? 1 : 0)
            .text("domain", error->store_domain())
            .number("code", error->store_code())
            .text("message", error->message());
    }

    Line &transaction(const iap::Transaction &transaction) {
        return word("state", transaction.state(), transaction_states)
            .id(transaction.id())
            .number("original", transaction.original_id())
            .number("payment", transaction.payment_id())
            .text("product", transaction.product_id())
            .number("quantity", transaction.quantity())
            .number("price", transaction.price_milliunits())
            .text("currency", transaction.currency_code())
            .number("date", transaction.purchase_date_ms())
            .number("expires", transaction.expiration_date_ms())
            .number("revoked", transaction.revocation_date_ms())
            .word("revocation", transaction.revocation_type(), revocation_types)
            .word("reason", transaction.reason(), transaction_reasons)
            .word("ownership", transaction.ownership(), ownerships)
            .word("offer", transaction.offer_type(), offer_types)
            .text("offer_id", transaction.offer_id())
            .text("token", transaction.app_account_token())
            .flag("upgraded", transaction.is_upgraded())
            .number("count", transaction.delivery_count())
            .word("delivery", transaction.delivery_state(), delivery_states)
            .error(transaction.error());
    }

    Line &status(const iap::SubscriptionStatus &status) {
        const iap::RenewalInfo info = status.renewal_info();
        const iap::Transaction transaction = status.transaction();
        return word("state", status.state(), subscription_states)
            .text("group", status.group_id())
            .id(transaction.id())
            .text("product", transaction.product_id())
            .number("expires", transaction.expiration_date_ms())
            .flag("renews", info.will_auto_renew())
            .text("next", info.auto_renew_product_id())
            .word("reason", info.expiration_reason(), expiration_reasons)
            .word("increase", info.price_increase(), price_increases)
            .flag("retry", info.is_in_billing_retry())
            .number("grace", info.grace_period_expiration_date_ms());
    }

    Line &product(const iap::Product &product) {
        return text("product", product.id())
            .word("type", product.type(), product_types)
            .number("price", product.price_milliunits())
            .text("currency", product.currency_code())
            .text("display", product.display_price())
            .text("name", product.display_name())
            .text("description", product.description())
            .flag("family", product.is_family_shareable())
            .text("group", product.subscription_group_id())
            .number("level", product.subscription_group_level())
            .number("offers", product.offers().size())
            .flag("cached", product.is_cached());
    }

    void print() const { std::cout << line_ << '\n'; }

  private:
    Line &field(std::string_view name, std::string_view value) {
        line_.append(1, ' ').append(name).append(1, '=').append(value);
        return *this;
    }

    Ids &ids_;
    std::string line_;
};

#endif
