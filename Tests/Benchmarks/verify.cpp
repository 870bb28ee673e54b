// Verifications of iap_verify.h on one core, compared with OpenSSL's own speed, the same OpenSSL calls in C, and Apple's
// library for Python. Also checks that the memory does not grow.

#include "baseline.h"
#include "figures.hpp"
#include "report.hpp"
#include "shop.hpp"

#include <iap/iap_app.h>
#include <iap/iap_verify.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

constexpr int rounds = 5;
constexpr int others_in_round = 100;

// -------------------------------------------------------------------------------------------------------- the texts

struct Texts {
    std::string root;
    std::string transaction;
    std::string transaction_json;
    std::string app_transaction;
};

void read_transactions(void *user_data, iap_client *, uint64_t, const iap_transactions *transactions,
                       const iap_error *error) {
    if (error != nullptr) fail(error->message);
    require(iap_transactions_count(transactions) == 1, "there is not one transaction");
    auto &texts = *static_cast<Texts *>(user_data);
    const iap_transaction *transaction = iap_transactions_at(transactions, 0);
    texts.transaction = iap_transaction_signed_text(transaction);
    texts.transaction_json = iap_transaction_json(transaction);
}

void read_app_transaction(void *user_data, iap_client *, uint64_t, const iap_app_transaction *app_transaction,
                          const iap_error *error) {
    if (error != nullptr) fail(error->message);
    static_cast<Texts *>(user_data)->app_transaction = iap_app_transaction_signed_text(app_transaction);
}

std::string root_of(iap_store *store) {
    uint8_t root[4096];
    size_t length = 0;
    require(iap_store_root_certificate(store, root, sizeof root, &length, nullptr) == IAP_OK, "there is no root");
    return std::string(reinterpret_cast<const char *>(root), length);
}

Texts signed_texts(const char *storekit_path) {
    const Shop shop(storekit_path);
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = iap_store_product_id_at(shop.store(), 0);
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_store_buy(shop.store(), "player", &purchase, nullptr, &error) != IAP_OK) fail(error.message);
    Texts texts;
    Game game(shop.device(), IAP_EXECUTION_MANUAL);
    game.require_ok(iap_request_transactions(game.client(), IAP_QUERY_ALL, nullptr, read_transactions, &texts, nullptr,
                                             &game.error),
                    "iap_request_transactions");
    game.require_ok(iap_request_app_transaction(game.client(), 1, read_app_transaction, &texts, nullptr, &game.error),
                    "iap_request_app_transaction");
    while (texts.transaction.empty() || texts.app_transaction.empty())
        require(iap_client_process_events(game.client(), 0) >= 0, "the texts do not come");
    texts.root = root_of(shop.store());
    return texts;
}

// The same transaction, signed by a store that the verifier has not seen yet.
Texts signed_by_another(const char *storekit_path, uint64_t seed, const std::string &json) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.storekit_path = storekit_path;
    options.seed = seed;
    const Shop shop(options);
    std::array<char, 16'384> buffer{};
    size_t length = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_store_sign_payload(shop.store(), reinterpret_cast<const uint8_t *>(json.data()), json.size(), buffer.data(),
                               buffer.size(), &length, &error) != IAP_OK)
        fail(error.message);
    Texts texts;
    texts.root = root_of(shop.store());
    texts.transaction = buffer.data();
    return texts;
}

// ------------------------------------------------------------------------------------------------------------- ours

class Verifier {
  public:
    explicit Verifier(const Texts &texts) {
        const iap_bytes root{reinterpret_cast<const uint8_t *>(texts.root.data()), texts.root.size()};
        iap_verifier_options options = IAP_VERIFIER_OPTIONS_INIT;
        options.environments = IAP_ENVIRONMENT_SANDBOX;
        options.roots = &root;
        options.root_count = 1;
        options.bundle_id = "com.example.game";
        iap_error error = IAP_ERROR_VALUE_INIT;
        if (iap_verifier_open(&options, &verifier_, &error) != IAP_OK) fail(error.message);
    }
    ~Verifier() { iap_verifier_release(verifier_); }
    Verifier(const Verifier &) = delete;
    Verifier &operator=(const Verifier &) = delete;

    void check(iap_signed_kind_t kind, const std::string &text) const {
        const iap_signed_data *data = nullptr;
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        require(iap_verifier_check(verifier_, kind, text.data(), text.size(), &data, &result, nullptr) == IAP_OK &&
                    data != nullptr && iap_signed_is_signature_checked(data) == 1,
                "what the store has signed is not valid");
        iap_signed_data_release(data);
    }

  private:
    const iap_verifier *verifier_ = nullptr;
};

// How many in a second of processor time.
double known_chain_per_second(const Texts &texts) {
    constexpr int count = 20'000;
    const Verifier verifier(texts);
    verifier.check(IAP_SIGNED_TRANSACTION, texts.transaction);
    const double start = processor_seconds();
    for (int i = 0; i < count; i++) verifier.check(IAP_SIGNED_TRANSACTION, texts.transaction);
    return count / (processor_seconds() - start);
}

// Each with a new verifier, which is opened before the measurement.
double new_chains_per_second(const std::vector<Texts> &others) {
    std::vector<std::unique_ptr<const Verifier>> verifiers;
    for (const Texts &texts : others) verifiers.push_back(std::make_unique<const Verifier>(texts));
    const double start = processor_seconds();
    for (size_t i = 0; i < others.size(); i++) verifiers[i]->check(IAP_SIGNED_TRANSACTION, others[i].transaction);
    return static_cast<double>(others.size()) / (processor_seconds() - start);
}

// ------------------------------------------------------------------------------------------------------------ plain C

std::string decoded(std::string text) {
    for (char &digit : text) digit = digit == '-' ? '+' : digit == '_' ? '/' : digit;
    const size_t padding = (4 - text.size() % 4) % 4;
    text.append(padding, '=');
    std::string bytes(text.size() / 4 * 3 + 3, 0);
    const int count = baseline_decode(text.data(), text.size(), reinterpret_cast<uint8_t *>(bytes.data()));
    require(count >= 0, "a segment of a signed text is not Base64");
    const size_t equals = text.size() - text.find_last_not_of('=') - 1;
    bytes.resize(static_cast<size_t>(count) - equals);
    return bytes;
}

std::string der_of_number(const std::string &number) {
    std::string digits = number.substr(std::min(number.find_first_not_of('\0'), number.size() - 1));
    if (digits[0] & 0x80) digits.insert(digits.begin(), 0);
    return std::string{2, static_cast<char>(digits.size())} + digits;
}

// The parts of a text, which a C program has before it calls OpenSSL.
class PlainText {
  public:
    explicit PlainText(const Texts &texts) : root_(texts.root) {
        const size_t first = texts.transaction.find('.'), second = texts.transaction.rfind('.');
        const std::string header = decoded(texts.transaction.substr(0, first));
        size_t place = header.find("\"x5c\":[");
        for (std::string &certificate : certificates_) {
            const size_t start = header.find("\"MI", place) + 1, end = header.find('"', start);
            certificate = decoded(header.substr(start, header.find_first_of("=\"", start) - start));
            place = end;
        }
        content_ = texts.transaction.substr(0, second);
        const std::string raw = decoded(texts.transaction.substr(second + 1));
        const std::string pair = der_of_number(raw.substr(0, 32)) + der_of_number(raw.substr(32));
        signature_ = std::string{0x30, static_cast<char>(pair.size())} + pair;
        chain_ = baseline_open_chain(bytes(root_), root_.size());
        require(chain_ != nullptr, "OpenSSL does not take the root");
    }
    ~PlainText() { baseline_close_chain(chain_); }
    PlainText(const PlainText &) = delete;
    PlainText &operator=(const PlainText &) = delete;

    void check() const {
        const baseline_text text{bytes(certificates_[0]), bytes(certificates_[1]), certificates_[0].size(),
                                 certificates_[1].size(), bytes(content_),         content_.size(),
                                 bytes(signature_),       signature_.size(),       std::time(nullptr)};
        require(baseline_verify(chain_, &text) == 1, "OpenSSL does not find what the store has signed valid");
    }

  private:
    static const uint8_t *bytes(const std::string &text) { return reinterpret_cast<const uint8_t *>(text.data()); }

    std::string root_, content_, signature_;
    std::array<std::string, 2> certificates_;
    baseline_chain *chain_ = nullptr;
};

double plain_per_second(const std::vector<Texts> &others) {
    std::vector<std::unique_ptr<const PlainText>> plain;
    for (const Texts &texts : others) plain.push_back(std::make_unique<const PlainText>(texts));
    const double start = processor_seconds();
    for (const auto &text : plain) text->check();
    return static_cast<double>(others.size()) / (processor_seconds() - start);
}

// ----------------------------------------------------------------------------------------------------------- others

std::string output_of(const std::string &command) {
    std::FILE *const pipe = popen(command.c_str(), "r");
    require(pipe != nullptr, "no program can be started");
    std::string output;
    std::array<char, 4096> buffer{};
    while (const size_t length = std::fread(buffer.data(), 1, buffer.size(), pipe))
        output.append(buffer.data(), length);
    if (pclose(pipe) != 0) fail(command + " has failed");
    return output;
}

// The last number of its last line: "256 bits ecdsa (nistp256)   0.0000s   0.0000s  63122.7  21792.1".
double openssl_per_second() {
    const std::string output = output_of("openssl speed -seconds 1 ecdsap256 2>/dev/null");
    const size_t line = output.rfind("nistp256");
    const size_t end = output.find_last_not_of(" \n");
    require(line != std::string::npos && end != std::string::npos, "openssl speed says something else");
    return std::stod(output.substr(output.find_last_of(' ', end) + 1));
}

double python_per_second(const std::string &python, const std::string &script, const Texts &texts) {
    static const char digits[] = "0123456789abcdef";
    std::string root;
    for (const char byte : texts.root) {
        root += digits[byte >> 4 & 15];
        root += digits[byte & 15];
    }
    return std::stod(
        output_of("printf '%s\\n' " + root + " " + texts.transaction + " | '" + python + "' '" + script + "'"));
}

// ----------------------------------------------------------------------------------------------------------- memory

double resident_mebibytes() {
    std::ifstream file("/proc/self/statm");
    long pages = 0, resident = 0;
    file >> pages >> resident;
    require(resident > 0, "the memory of the process cannot be read");
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

void measure_memory(const Texts &texts) {
    const Verifier verifier(texts);
    double before = 0;
    for (int i = 0; i < 1'000'000; i++) {
        if (i == 10'000) before = resident_mebibytes();
        if (i % 2 == 0) verifier.check(IAP_SIGNED_TRANSACTION, texts.transaction);
        else verifier.check(IAP_SIGNED_APP_TRANSACTION, texts.app_transaction);
    }
    const double after = resident_mebibytes();
    report("memory after 1,000,000 verifications, 10,000", text(after, "MiB"), text(before, "MiB"),
           text(after - before, "MiB"), "<= 1 MiB", after - before <= 1);
}

void report_ratio(const std::string &name, const std::vector<double> &ours, const std::vector<double> &others,
                  double goal, const std::string &goal_text) {
    std::vector<double> ratios;
    for (size_t i = 0; i < ours.size(); i++) ratios.push_back(ours[i] / others[i]);
    const double ratio = median(ratios);
    report(name, text(median(ours), "/s"), text(median(others), "/s"), text(ratio, "times"), goal_text, ratio >= goal);
}

} // namespace

void measure_verify(const char *storekit_path, const char *python, const char *script) {
    const Texts texts = signed_texts(storekit_path);
    std::vector<double> openssl, apple, plain, known, new_chains;
    uint64_t seed = 1000;
    for (int round = 0; round < rounds; round++) {
        std::vector<Texts> others;
        for (int i = 0; i < others_in_round; i++)
            others.push_back(signed_by_another(storekit_path, seed++, texts.transaction_json));
        openssl.push_back(openssl_per_second());
        known.push_back(known_chain_per_second(texts));
        plain.push_back(plain_per_second(others));
        new_chains.push_back(new_chains_per_second(others));
        apple.push_back(python_per_second(python, script, texts));
    }
    report_ratio("verifications, known chain", known, openssl, 0.7, ">= 0.7");
    report_ratio("verifications, new chain", new_chains, plain, 0.8, ">= 0.8");
    report_ratio("verifications, known chain, Apple's for Python", known, apple, 5, ">= 5");
    report_ratio("verifications, new chain, Apple's for Python", new_chains, apple, 1, ">= 1");
    measure_memory(texts);
}
