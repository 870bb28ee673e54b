// Verifications of iap_verify.h on one core, beside OpenSSL's own speed and Apple's library for Python; and that memory stays
// flat.

#include "figures.hpp"
#include "report.hpp"
#include "shop.hpp"

#include <iap/iap_verify.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

constexpr int rounds = 5;
constexpr int new_count = 400;
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
    require(iap_store_root_certificate(store, root, sizeof root, &length) == IAP_OK, "there is no root");
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

// The same transaction signed by a store that nobody knows yet.
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

    void check(iap_signed_kind kind, const std::string &text) const {
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

// How many in a second, of the processor's.
double known_chain_per_second(const Texts &texts) {
    constexpr int count = 20'000;
    const Verifier verifier(texts);
    verifier.check(IAP_SIGNED_TRANSACTION, texts.transaction);
    const double start = processor_seconds();
    for (int i = 0; i < count; i++) verifier.check(IAP_SIGNED_TRANSACTION, texts.transaction);
    return count / (processor_seconds() - start);
}

using Verifiers = std::vector<std::unique_ptr<const Verifier>>;

// Each by a verifier that has seen nothing yet; they are opened before. The process knows the certificates.
double new_chain_per_second(const Texts &texts) {
    Verifiers verifiers;
    for (int i = 0; i < new_count; i++) verifiers.push_back(std::make_unique<const Verifier>(texts));
    const double start = processor_seconds();
    for (const auto &verifier : verifiers) verifier->check(IAP_SIGNED_TRANSACTION, texts.transaction);
    return new_count / (processor_seconds() - start);
}

// The same with a signer each that the process has never seen; it has seen the roots, since verifiers are opened with them.
double new_certificates_per_second(const std::vector<Texts> &others) {
    Verifiers verifiers;
    for (const Texts &texts : others) verifiers.push_back(std::make_unique<const Verifier>(texts));
    const double start = processor_seconds();
    for (size_t i = 0; i < others.size(); i++) verifiers[i]->check(IAP_SIGNED_TRANSACTION, others[i].transaction);
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
    std::vector<double> openssl, apple, known, new_chain, new_certificates;
    uint64_t seed = 1000;
    for (int round = 0; round < rounds; round++) {
        std::vector<Texts> others;
        for (int i = 0; i < others_in_round; i++)
            others.push_back(signed_by_another(storekit_path, seed++, texts.transaction_json));
        openssl.push_back(openssl_per_second());
        known.push_back(known_chain_per_second(texts));
        new_chain.push_back(new_chain_per_second(texts));
        new_certificates.push_back(new_certificates_per_second(others));
        apple.push_back(python_per_second(python, script, texts));
    }
    report_ratio("verifications, known chain", known, openssl, 0.85, ">= 0.85");
    report_ratio("verifications, new chain", new_chain, openssl, 0.28, ">= 0.28");
    report_ratio("verifications, new certificates", new_certificates, openssl, 0.28, ">= 0.28");
    report_ratio("verifications, known chain, Apple's for Python", known, apple, 5, ">= 5");
    report_ratio("verifications, new certificates, Apple's for Python", new_certificates, apple, 1, ">= 1");
    measure_memory(texts);
}
