#include <iap/iap_inventory.h>

#include <cstdint>

inline void log(const char *) {}

// BLOCK
