#include <iap/iap.hpp>

#include <string>

// BLOCK

inline bool is_told(const iap::Error &error) { return message_for(error) != nullptr; }
