// purchase_pump.hpp: calls a function once per frame, as long as the engine draws frames: also during scene changes, pause
// menus, time scales and Director::pause(). Nothing else connects the library with the engine.
#ifndef ENGINE_PURCHASE_PUMP_HPP
#define ENGINE_PURCHASE_PUMP_HPP

#include "engine.hpp"

#include <functional>

class PurchasePump {
  public:
    // The function is pump() of the shop. It must not destroy this object.
    explicit PurchasePump(std::function<void()> pump);
    // Works also after the Director has ended.
    ~PurchasePump();
    PurchasePump(const PurchasePump &) = delete;
    PurchasePump &operator=(const PurchasePump &) = delete;

    // Call it in applicationDidFinishLaunching, and again after Director::restart(), which removes all selectors and listeners.
    void start();
    void stop();

    // The Scheduler calls this.
    void update(float seconds);

  private:
    void frame_was_drawn();

    std::function<void()> pump_;
    bool has_pumped_ = false; // in this frame
    // Retained. To ask a Director that has ended for them would create a new Director.
    engine::Scheduler *scheduler_ = nullptr;
    engine::EventDispatcher *dispatcher_ = nullptr;
    engine::EventListener *listener_ = nullptr;
};

#endif
