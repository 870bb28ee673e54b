/*
 * iap_result.hpp: the basic types of all C++ headers of IAPBridge: errors, results, functions,
 * texts and times. Games do not use this header directly. They include <iap/iap.hpp>, which
 * includes this one.
 */
#ifndef IAP_IAP_RESULT_HPP
#define IAP_IAP_RESULT_HPP

#if __cplusplus < 201703L && (!defined _MSVC_LANG || _MSVC_LANG < 201703L)
#error "the C++ headers of IAPBridge need C++17: compile with -std=c++17; <iap/iap.h> takes C++11"
#endif

#include <iap/iap.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#if !defined(__GNUC__)
#include <atomic>
#endif

namespace iap {
/* Each version of these headers has its own types. Two versions in one program have different
 *  types. */
inline namespace v0_3 {

/* --------------------------------------------------------------------------- errors and results */

/** The categories of errors; IAP_CATEGORY_… */
enum class Category : iap_category_t {
    none = IAP_CATEGORY_NONE,
    invalid_argument = IAP_CATEGORY_INVALID_ARGUMENT,
    misuse = IAP_CATEGORY_MISUSE,
    not_found = IAP_CATEGORY_NOT_FOUND,
    cancelled = IAP_CATEGORY_CANCELLED,
    not_allowed = IAP_CATEGORY_NOT_ALLOWED,
    unavailable = IAP_CATEGORY_UNAVAILABLE,
    network = IAP_CATEGORY_NETWORK,
    store = IAP_CATEGORY_STORE,
    verification = IAP_CATEGORY_VERIFICATION,
    storage = IAP_CATEGORY_STORAGE,
    unsupported = IAP_CATEGORY_UNSUPPORTED,
    offer = IAP_CATEGORY_OFFER,
    internal_error = IAP_CATEGORY_INTERNAL,
};

/** An error. Its getters return copies of the texts, so you can keep
 *  client.finish(transaction).error().message(). */
class Error {
  public:
    Error() noexcept = default;
    /* The copy has the size that this header knows. The library may know another size. */
    explicit Error(const iap_error &raw) noexcept : raw_(raw) { raw_.struct_size = sizeof raw_; }

    /** Makes an error from a call that returns only a status. */
    static Error of_status(iap_status_t status) noexcept { return with_message(status, iap_status_name(status)); }

    static Error with_message(iap_status_t status, const char *message) noexcept {
        Error error;
        error.raw_.status = status;
        error.raw_.category = -status & 0xFF; /* IAP_STATUS_CATEGORY() uses a C cast */
        std::size_t length = 0;
        for (; message[length] != '\0' && length + 1 < sizeof error.raw_.message; length++) {
            error.raw_.message[length] = message[length];
        }
        error.raw_.message[length] = '\0';
        return error;
    }

    /** Returns IAP_OK or an IAP_ERROR_… value. */
    iap_status_t status() const noexcept { return raw_.status; }
    Category category() const noexcept { return static_cast<Category>(raw_.category); }
    /** Returns whether the same call may succeed later without a change in the game. */
    bool retryable() const noexcept { return raw_.retryable != 0; }
    std::int64_t store_code() const noexcept { return raw_.store_code; }
    std::string store_domain() const { return raw_.store_domain; }
    /** Returns one line in English for logs. */
    std::string message() const { return raw_.message; }
    /** Returns the name of the status, for logs. The text lives as long as the program. */
    std::string_view name() const noexcept { return iap_status_name(raw_.status); }
    /** Returns whether the player or the game cancelled, or the client was closed. */
    bool is_cancelled() const noexcept { return category() == Category::cancelled; }
    const iap_error &raw() const noexcept { return raw_; }

  private:
    iap_error raw_ = IAP_ERROR_VALUE_INIT;
};

namespace detail {

/** Ends the program: the caller requested a value, but there is only an error, or the caller
 *  requested an error, but there is only a value. */
[[noreturn]] inline void end_without(const char *what, const Error *error) {
    if (error != nullptr) {
        std::fprintf(stderr, "iap::Result: %s was asked for, but the call failed: %s (%s)\n", what,
                     error->message().c_str(), iap_status_name(error->status()));
    } else {
        std::fprintf(stderr, "iap::Result: %s was asked for, and there is none\n", what);
    }
    std::abort();
}

} // namespace detail

namespace detail {

/** A number that may be absent, as in std::optional. A translation unit compiles it faster. */
template <class T> class OptionalNumber {
  public:
    OptionalNumber() noexcept = default;
    OptionalNumber(T value) noexcept : value_(value), has_value_(true) {}

    bool has_value() const noexcept { return has_value_; }
    explicit operator bool() const noexcept { return has_value_; }
    T &operator*() noexcept { return value_; }
    const T &operator*() const noexcept { return value_; }

  private:
    T value_{};
    bool has_value_ = false;
};

template <class T, bool is_number = std::is_arithmetic_v<T>> struct OptionalType { using type = std::optional<T>; };
template <class T> struct OptionalType<T, true> { using type = OptionalNumber<T>; };

} // namespace detail

/**
 * A value or an error. If you access the value of a result without a value, or the error of a
 * result without an error, the program prints the reason and ends.
 *
 * You can use a result as a condition: it is true if there is a value. This is not possible with a
 * Result<bool>, because "if (result)" has two possible meanings. There, has_value() returns whether
 * there is a value, and *result and value_or(false) return the value.
 */
template <class T> class [[nodiscard]] Result {
  public:
    Result(T value) : value_(std::move(value)) {}
    Result(const Error &error) : error_(error) {}

    bool has_value() const noexcept { return value_.has_value(); }
    template <class U = T, class = std::enable_if_t<!std::is_same_v<U, bool>>> explicit operator bool() const noexcept {
        return has_value();
    }

    T &value() & {
        check_value();
        return *value_;
    }
    const T &value() const & {
        check_value();
        return *value_;
    }
    /* Returns by value. Therefore a loop over the result of a call is safe: "for (auto &one :
     * *call())". Before C++23 a loop over a part of the result, "call()->list", is not safe. */
    T value() && {
        check_value();
        return *std::move(value_);
    }
    T &operator*() & { return value(); }
    const T &operator*() const & { return value(); }
    T operator*() && { return std::move(*this).value(); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }
    /** Returns the value, or the argument if there is no value. */
    template <class U> T value_or(U &&instead) const & {
        return has_value() ? *value_ : static_cast<T>(std::forward<U>(instead));
    }
    template <class U> T value_or(U &&instead) && {
        return has_value() ? std::move(*value_) : static_cast<T>(std::forward<U>(instead));
    }

    const Error &error() const & {
        if (has_value()) {
            detail::end_without("the error", nullptr);
        }
        return error_;
    }
    Error error() && { return std::as_const(*this).error(); }

  private:
    /* std::optional::value() would need exceptions, and a newer run-time library on older Apple
     *  systems. */
    void check_value() const {
        if (!value_) {
            detail::end_without("the value", &error_);
        }
    }

    typename detail::OptionalType<T>::type value_;
    Error error_;
};

/** The result of a call that returns no value. */
template <> class [[nodiscard]] Result<void> {
  public:
    Result() = default;
    Result(const Error &error) : error_(error), has_value_(false) {}

    bool has_value() const noexcept { return has_value_; }
    explicit operator bool() const noexcept { return has_value(); }

    const Error &error() const & {
        if (has_value()) {
            detail::end_without("the error", nullptr);
        }
        return error_;
    }
    Error error() && { return std::as_const(*this).error(); }

  private:
    Error error_;
    bool has_value_ = true;
};

/* ------------------------------------------------------------------------------------ functions */

namespace detail {

/* <atomic> alone costs each file a quarter of a second with C++20. */
#if defined(__GNUC__)
/** A number that several threads use: the part of std::atomic that these headers need. */
template <class T> class Atomic {
  public:
    Atomic(T value) noexcept : value_(value) {}
    Atomic(const Atomic &) = delete;
    Atomic &operator=(const Atomic &) = delete;

    operator T() const noexcept { return __atomic_load_n(&value_, __ATOMIC_SEQ_CST); }
    T operator=(T value) noexcept {
        __atomic_store_n(&value_, value, __ATOMIC_SEQ_CST);
        return value;
    }
    T operator++() noexcept { return __atomic_add_fetch(&value_, T(1), __ATOMIC_SEQ_CST); }
    T operator--() noexcept { return __atomic_sub_fetch(&value_, T(1), __ATOMIC_SEQ_CST); }
    T exchange(T value) noexcept { return __atomic_exchange_n(&value_, value, __ATOMIC_SEQ_CST); }
    bool compare_exchange_weak(T &expected, T desired) noexcept {
        return __atomic_compare_exchange_n(&value_, &expected, desired, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }

  private:
    T value_;
};
#else
template <class T> using Atomic = std::atomic<T>;
#endif

} // namespace detail

template <class Signature> class Function;

/**
 * A function that the game passes to the library. It holds any callable object with this signature,
 * for example a std::function. The object may be move-only, because copies of a Function share it.
 * A Function may be empty; then it is not called.
 */
template <class R, class... Arguments> class Function<R(Arguments...)> {
  public:
    Function() noexcept = default;
    Function(std::nullptr_t) noexcept {}
    template <class F, class D = std::decay_t<F>,
              class = std::enable_if_t<!std::is_same_v<D, Function> && std::is_invocable_r_v<R, D &, Arguments...>>>
    Function(F &&callable) {
        if (!is_empty(callable)) {
            shared_ = new Holder<D>(std::forward<F>(callable));
        }
    }
    Function(const Function &other) noexcept : shared_(other.shared_) {
        if (shared_ != nullptr) {
            ++shared_->references;
        }
    }
    Function(Function &&other) noexcept : shared_(std::exchange(other.shared_, nullptr)) {}
    Function &operator=(Function other) noexcept {
        std::swap(shared_, other.shared_);
        return *this;
    }
    ~Function() {
        if (shared_ != nullptr && --shared_->references == 0) {
            shared_->free(shared_);
        }
    }

    explicit operator bool() const noexcept { return shared_ != nullptr; }
    R operator()(Arguments... arguments) const { return shared_->call(shared_, std::forward<Arguments>(arguments)...); }

    /** Returns the user data for a C callback, for call_user_data(). It lives as long as a copy of
     *  this Function exists. */
    void *user_data() const noexcept { return shared_; }
    static R call_user_data(void *user_data, Arguments... arguments) {
        Shared *shared = static_cast<Shared *>(user_data);
        return shared->call(shared, std::forward<Arguments>(arguments)...);
    }

    /** Returns whether there is nothing to call: nullptr, or an object that converts to false. */
    template <class F> static bool is_empty(const F &callable) noexcept {
        if constexpr (std::is_null_pointer_v<F>) {
            return true;
        } else if constexpr (std::is_pointer_v<F> || says_whether_empty<F>(0)) {
            return !callable;
        } else {
            return false;
        }
    }

  private:
    template <class F> static constexpr auto says_whether_empty(int) -> decltype(&F::operator bool, true) {
        return true;
    }
    template <class F> static constexpr bool says_whether_empty(...) { return false; }

    struct Shared {
        R (*call)(Shared *, Arguments...);
        void (*free)(Shared *) noexcept;
        detail::Atomic<std::uint32_t> references{1};
    };
    template <class D> struct Holder : Shared {
        template <class F> explicit Holder(F &&from) : Shared{call_held, free_held}, callable(std::forward<F>(from)) {}

        static R call_held(Shared *shared, Arguments... arguments) {
            D &callable = static_cast<Holder *>(shared)->callable;
            if constexpr (std::is_void_v<R>) {
                /* The return value is ignored. */
                static_cast<void>(callable(std::forward<Arguments>(arguments)...));
            } else {
                return callable(std::forward<Arguments>(arguments)...);
            }
        }
        static void free_held(Shared *shared) noexcept { delete static_cast<Holder *>(shared); }

        D callable;
    };

    Shared *shared_ = nullptr;
};

/* ---------------------------------------------------------------------------------------- texts */

namespace detail {

/** Returns a view of a text; NULL gives the empty text. */
inline std::string_view view(const char *text) noexcept {
    return text == nullptr ? std::string_view("") : std::string_view(text);
}

/** Returns the bytes of any text that TextList accepts. */
template <class Texts> std::string_view bytes_of(const Texts &text) noexcept {
    if constexpr (std::is_convertible_v<const Texts &, const char *>) {
        return view(text);
    } else if constexpr (std::is_convertible_v<const Texts &, std::string_view>) {
        return text;
#if defined(__cpp_char8_t)
    } else if constexpr (std::is_convertible_v<const Texts &, const char8_t *>) {
        const char8_t *const utf8 = text;
        return view(reinterpret_cast<const char *>(utf8));
    } else {
        const std::basic_string_view<char8_t> utf8 = text;
        return std::string_view(reinterpret_cast<const char *>(utf8.data()), utf8.size());
#endif
    }
}

#if defined(__cpp_char8_t)
template <class T>
inline constexpr bool is_text = std::is_convertible_v<const T &, std::string_view> ||
                                std::is_convertible_v<const T &, std::basic_string_view<char8_t>>;
#else
template <class T> inline constexpr bool is_text = std::is_convertible_v<const T &, std::string_view>;
#endif

} // namespace detail

/**
 * A UTF-8 text that the game passes for the duration of a call: a string literal or a std::string
 * (both without a copy), or a std::string_view. With C++20 the char8_t variants work too. If the C
 * function accepts NULL for a parameter, an empty text is passed as NULL.
 */
class Text {
  public:
    Text(const char *text) noexcept : text_(text != nullptr ? text : "") {}
    Text(const std::string &text) noexcept : text_(text.c_str()), is_valid_(text.find('\0') == std::string::npos) {}
    /* A view need not end with a NUL. */
    Text(std::string_view text)
        : copy_(text), text_(copy_.c_str()), is_valid_(text.find('\0') == std::string_view::npos) {}
#if defined(__cpp_char8_t)
    /* This is a template: overload resolution must not choose it for NULL. */
    template <class Char, class = std::enable_if_t<std::is_same_v<Char, char8_t>>>
    Text(const Char *text) noexcept : Text(reinterpret_cast<const char *>(text)) {}
    Text(std::basic_string_view<char8_t> text) : Text(detail::bytes_of(text)) {}
#endif
    Text(const Text &) = delete;
    Text &operator=(const Text &) = delete;

    const char *c_str() const noexcept { return text_; }
    const char *or_null() const noexcept { return *text_ == '\0' ? nullptr : text_; }
    /** Returns false if the text contains a NUL. A C function would stop reading there and ignore
     *  the rest. */
    bool is_valid() const noexcept { return is_valid_; }

  private:
    std::string copy_;
    const char *text_;
    bool is_valid_ = true;
};

/**
 * Texts that the game passes for the duration of a call: {"a", "b"}, or any range of texts, for
 * example a std::span.
 *
 * The constructor for braces takes separate arguments and no std::initializer_list, because GCC up
 * to 13 refuses a std::initializer_list inside a co_await.
 */
class TextList {
  public:
    TextList() = default;
    /** Makes an empty list. */
    TextList(std::nullptr_t) noexcept {}
    template <class... Texts, class = std::enable_if_t<(sizeof...(Texts) > 0) && (detail::is_text<Texts> && ...)>>
    TextList(const Texts &...texts) {
        (add(detail::bytes_of(texts)), ...);
        point();
    }
    template <class Range, class = void, class Element = decltype(*std::begin(std::declval<const Range &>())),
              class = std::enable_if_t<!detail::is_text<Range> && detail::is_text<Element>>>
    TextList(const Range &texts) {
        for (const auto &text : texts) {
            add(detail::bytes_of(text));
        }
        point();
    }
    TextList(const TextList &) = delete;
    TextList &operator=(const TextList &) = delete;
    ~TextList() { delete[] pointers_; }

    /** Returns the texts; NULL if there are none. */
    const char *const *data() const noexcept { return pointers_; }
    std::size_t size() const noexcept { return pointers_ != nullptr ? count_ : 0; }
    /** Returns false if a text contains a NUL; see Text. */
    bool is_valid() const noexcept { return is_valid_; }

  private:
    void add(std::string_view text) {
        is_valid_ = is_valid_ && text.find('\0') == std::string_view::npos;
        joined_.append(text);
        joined_.push_back('\0');
        count_++;
    }
    void point() {
        if (count_ == 0 || !is_valid_) {
            return;
        }
        pointers_ = new const char *[count_];
        const char *next = joined_.c_str();
        for (std::size_t i = 0; i < count_; i++) {
            pointers_[i] = next;
            next += std::string_view(next).size() + 1;
        }
    }

    std::string joined_;
    const char **pointers_ = nullptr;
    std::size_t count_ = 0;
    bool is_valid_ = true;
};

/** Bytes that the game passes for the duration of a call: a vector, an array, a std::span or a
 *  text. */
class Bytes {
  public:
    Bytes() noexcept = default;
    Bytes(const char *text) noexcept : Bytes(detail::view(text)) {}
    template <class Range, class Element = std::remove_pointer_t<decltype(std::declval<const Range &>().data())>,
              class = std::enable_if_t<sizeof(Element) == 1>>
    Bytes(const Range &range) noexcept
        : data_(reinterpret_cast<const std::uint8_t *>(range.data())), size_(range.size()) {}

    /** Never returns NULL, because C functions distinguish empty from missing. */
    const std::uint8_t *data() const noexcept { return data_ != nullptr ? data_ : &nothing; }
    std::size_t size() const noexcept { return size_; }

  private:
    static constexpr std::uint8_t nothing = 0;

    const std::uint8_t *data_ = nullptr;
    std::size_t size_ = 0;
};

/* ---------------------------------------------------------------------------------------- times */

/** A duration. Any duration of std::chrono converts to it, for example std::chrono::seconds(30). */
class Milliseconds {
  public:
    constexpr Milliseconds() noexcept = default;
    template <class Duration, class Period = typename Duration::period>
    constexpr Milliseconds(Duration time) noexcept
        : count_(static_cast<std::int64_t>(time.count()) * (Period::num * 1000 / Period::den)) {
        static_assert(Period::num * 1000 % Period::den == 0, "this duration is more precise than milliseconds");
    }

    constexpr std::int64_t count() const noexcept { return count_; }

  private:
    std::int64_t count_ = 0;
};

namespace detail {

/** Makes dates. <iap/iap_time.hpp> defines it. */
struct Dates;

/** Converts a duration for a C function that takes 32 bits. The result is limited to 0 and the
 *  largest value. */
inline std::uint32_t wait_ms(Milliseconds time) noexcept {
    const std::int64_t count = time.count();
    return count < 0 ? 0 : count > UINT32_MAX ? UINT32_MAX : static_cast<std::uint32_t>(count);
}

inline Result<void> result(iap_status_t status, const iap_error &error) {
    return status == IAP_OK ? Result<void>() : Result<void>(Error(error));
}

inline Result<void> result(iap_status_t status) {
    return status == IAP_OK ? Result<void>() : Result<void>(Error::of_status(status));
}

/** Calls a C function whose last parameter is the error. */
template <class F, class... Arguments> Result<void> call(F function, Arguments... arguments) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    return result(function(arguments..., &error), error);
}

/** Calls a C function whose last parameter is the error, and which gives an id or a handle in the
 *  parameter before the error. */
template <class T, class F, class... Arguments> Result<T> call_for(F function, Arguments... arguments) {
    T value{};
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (function(arguments..., &value, &error) != IAP_OK) {
        return Error(error);
    }
    return value;
}

/** Calls a C function that returns a value, and 0 if it failed. Its last parameter is the error.
 *  `error` may be NULL. */
template <class F, class... Arguments> auto value_of(Error *error, F function, Arguments... arguments) noexcept {
    iap_error raw = IAP_ERROR_VALUE_INIT;
    const auto value = function(arguments..., &raw);
    if (error != nullptr) {
        *error = Error(raw);
    }
    return value;
}

inline std::int32_t flag(bool value) noexcept { return value ? 1 : 0; }

/** Returns whether a text contains a NUL. A C function would stop reading there and ignore the
 *  rest. */
inline bool holds_nul(std::string_view text) noexcept { return text.find('\0') != std::string_view::npos; }

inline Error nul_error(const char *what) {
    const std::string message = std::string(what) + " contains a NUL byte";
    return Error::with_message(IAP_ERROR_INVALID_TEXT, message.c_str());
}

/** Returns whether a C function can take the text. If not, `error` receives the reason; it may be
 *  NULL. */
inline bool accepts(const Text &text, const char *what, Error *error) {
    if (!text.is_valid() && error != nullptr) {
        *error = nul_error(what);
    }
    return text.is_valid();
}

/** Returns the text for a C function; NULL if it is empty. */
inline const char *optional_text(const std::string &text) noexcept { return text.empty() ? nullptr : text.c_str(); }

/** Shares an immutable handle: a copy retains it, the destructor releases it. */
template <class H, const H *(*retain)(const H *), void (*release)(const H *)> class Shared {
  public:
    Shared() noexcept = default;
    /** Borrows the handle and retains it. */
    explicit Shared(const H *handle) noexcept : handle_(retain(handle)) {}
    Shared(const Shared &other) noexcept : handle_(retain(other.handle_)) {}
    Shared(Shared &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    ~Shared() { release(handle_); }
    Shared &operator=(Shared other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    const H *get() const noexcept { return handle_; }

  private:
    const H *handle_ = nullptr;
};

} // namespace detail

} // namespace v0_3
} // namespace iap

#endif // IAP_IAP_RESULT_HPP
