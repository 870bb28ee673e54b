#include <iap/iap.hpp>

#include <string>
#include <string_view>
#include <vector>

struct Shelf {
    virtual ~Shelf() = default;
    virtual void show(std::string_view name, std::string_view price) = 0;
    virtual void show_problem(const iap::Error &error) = 0;
};

// BLOCK
