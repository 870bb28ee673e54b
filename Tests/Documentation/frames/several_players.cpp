#include <iap/iap.hpp>

#include <string>

// BLOCK

inline bool signs_in(const std::string &folder) {
    return sign_in("11111111-1111-4111-8111-111111111111", folder).has_value();
}
