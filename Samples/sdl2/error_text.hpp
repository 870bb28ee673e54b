// error_text.hpp: the error messages for the player. The message of the library is for the log.
#ifndef SDL2_SAMPLE_ERROR_TEXT_HPP
#define SDL2_SAMPLE_ERROR_TEXT_HPP

#include <iap/iap.hpp>

inline const char *text_for_player(const iap::Error &error) {
    switch (error.category()) {
    case iap::Category::network: return "No connection to the App Store.";
    case iap::Category::not_allowed: return "Purchases are not allowed on this device.";
    case iap::Category::unavailable: return "This is not sold in your country at present.";
    case iap::Category::verification: return "The App Store's response could not be verified.";
    case iap::Category::storage: return "This device could not write to its disk.";
    // Also covers errors that only the log should name.
    default: return "The App Store could not complete this.";
    }
}

#endif
