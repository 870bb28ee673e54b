#include <iap/iap.hpp>

#include <string>

// BLOCK

inline bool opens(const std::string &folder) { return open_client(folder).has_value(); }
