#include <iap/iap.hpp>

#include <cstddef>
#include <string>
#include <vector>

static const std::vector<std::string> product_ids = {"com.example.caves.coins.small"};

// BLOCK
