#include <iap/iap.hpp>

#include <utility>

enum Posted { WAKE };
inline void post_to_main_thread(Posted) {}

inline bool opens() {
    // BLOCK
    return client.has_value();
}
