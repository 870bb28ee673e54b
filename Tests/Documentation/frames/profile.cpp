#include "test.hpp"

inline iap::Store with_profile(iap::Store store) {
    // BLOCK
    return store;
}
