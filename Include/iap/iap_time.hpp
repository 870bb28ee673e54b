/*
 * iap_time.hpp: dates as std::chrono::time_point. The getters of dates need this header, for
 * example Transaction::purchase_date(); purchase_date_ms() does not. <iap/iap.hpp> does not include
 * it, because the header chrono costs each file a third of a second with C++20.
 */
#ifndef IAP_IAP_TIME_HPP
#define IAP_IAP_TIME_HPP

#include <iap/iap_result.hpp>

#include <chrono>
#include <cstdint>
#include <optional>

namespace iap {
inline namespace v0_3 {

/**
 * A point in time, the same type as std::chrono::sys_time<std::chrono::milliseconds> of C++20.
 * Compare it with now(), not with std::chrono::system_clock::now(). The system clock can count
 * nanoseconds, and 64 bits of nanoseconds hold no date after 2262. The store can report that a
 * subscription runs until 4001.
 */
using Time = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

/** Returns the time of the machine's clock. */
inline Time now() noexcept {
    return std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

/** Converts milliseconds since 1970-01-01T00:00:00Z to a Time. */
constexpr Time time_of_ms(std::int64_t milliseconds) noexcept { return Time(std::chrono::milliseconds(milliseconds)); }
/** Converts a Time to milliseconds since 1970-01-01T00:00:00Z. */
constexpr std::int64_t ms_of_time(Time time) noexcept { return time.time_since_epoch().count(); }

namespace detail {

/** Converts a date of a C function; no value for 0. */
inline std::optional<Time> time(std::int64_t milliseconds) noexcept {
    return milliseconds == 0 ? std::nullopt : std::optional<Time>(time_of_ms(milliseconds));
}

struct Dates {
    static std::optional<Time> time(std::int64_t milliseconds) noexcept { return detail::time(milliseconds); }
};

} // namespace detail

} // namespace v0_3
} // namespace iap

#endif // IAP_IAP_TIME_HPP
