// purchase_pump.hpp: calls a function once per frame, for as long as the engine draws frames: through scene changes, pause
// menus, time scales and Director::pause(). This is all that binds the library to the engine.
#ifndef ENGINE_PURCHASE_PUMP_HPP
#define ENGINE_PURCHASE_PUMP_HPP

#include "engine.hpp"

#include <functional>

class PurchasePump {
  public:
    // The function is the shop's pump(). It must not destroy this object.
    explicit PurchasePump(std::function<void()> pump);
    // Also after the Director has gone.
    ~PurchasePump();
    PurchasePump(const PurchasePump &) = delete;
    PurchasePump &operator=(const PurchasePump &) = delete;

    // In applicationDidFinishLaunching. Again after Director::restart(), which unschedules and unlistens everybody.
    void start();
    void stop();

    // For the Scheduler.
    void update(float seconds);

  private:
    void frame_was_drawn();

    std::function<void()> pump_;
    bool has_pumped_ = false; // in this frame
    // Retained. Asking a Director that has ended for them would make another Director.
    engine::Scheduler *scheduler_ = nullptr;
    engine::EventDispatcher *dispatcher_ = nullptr;
    engine::EventListener *listener_ = nullptr;
};

#endif
