#include <iap/iap.hpp>

struct Shop {
    iap::Client client;
};

struct Engine {
    void frame(double seconds);
    virtual void update(double seconds) = 0;
    virtual void draw() = 0;
    virtual void log(const iap::Error &error) = 0;
    virtual ~Engine() = default;
    Shop shop;
};

// BLOCK
