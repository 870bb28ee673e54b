// reference_store.hpp: on Linux the game buys in a reference App Store. On other systems leave this file out; the device is
// then nullptr.
#ifndef APP_REFERENCE_STORE_HPP
#define APP_REFERENCE_STORE_HPP

#include <cstdio>
#include <string>

#include <iap/iap_store.h>

class ReferenceStore {
  public:
    ReferenceStore() = default;
    ~ReferenceStore() {
        iap_device_close(device_, nullptr);
        iap_store_close(store_, nullptr);
    }
    ReferenceStore(const ReferenceStore &) = delete;
    ReferenceStore &operator=(const ReferenceStore &) = delete;

    // The ledger is a file in the folder. Returns an empty text, or a line for the log if the store cannot be opened. The
    // country decides the currency, and the locale decides the language of names.
    std::string open(const std::string &storekit_path, const std::string &folder, const char *country,
                     const char *locale) {
        iap_store_close(store_, nullptr); // an earlier try failed
        store_ = nullptr;
        const std::string state_path = folder + "store";
        iap_store_options options = IAP_STORE_OPTIONS_INIT;
        iap_error error = IAP_ERROR_VALUE_INIT;
        options.storekit_path = storekit_path.c_str();
        options.state_path = state_path.c_str();
        if (iap_store_open(&options, &store_, &error) != IAP_OK ||
            iap_store_set_storefront(store_, country, locale, &error) != IAP_OK ||
            iap_store_open_device(store_, "player", "computer", &device_, &error) != IAP_OK) {
            return error.message;
        }
        for (size_t i = 0; i < iap_store_warning_count(store_); i++) {
            std::fprintf(stderr, "%s\n", iap_store_warning_at(store_, i));
        }
        return std::string();
    }

    iap_store *store() const { return store_; }
    iap_device *device() const { return device_; }

  private:
    iap_store *store_ = nullptr;
    iap_device *device_ = nullptr;
};

#endif
