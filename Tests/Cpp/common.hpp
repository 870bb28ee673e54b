// What most tests include, to be compiled once for all of them; each includes what it needs all the same.
#include <chrono>
#include <functional>
#include <iap/iap_inventory.hpp>
#include <iap/iap_receipt.hpp>
#include <iap/iap_server_key.hpp>
#include <iap/iap_store.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
