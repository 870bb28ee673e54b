#pragma once

#include <string>

// Each function measures and reports its figures, with its files in the folder. The store sells the products of the .storekit
// file.
void measure_durable(const char *storekit_path, const std::string &folder);
void measure_frame(const char *storekit_path, const std::string &folder);
void measure_storm(const char *storekit_path, const std::string &folder);
