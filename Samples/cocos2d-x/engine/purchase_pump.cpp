#include "purchase_pump.hpp"

#include <utility>

PurchasePump::PurchasePump(std::function<void()> pump) : pump_(std::move(pump)) {}

PurchasePump::~PurchasePump() { stop(); }

// Two ways lead to the pump, and the second is taken only in frames in which the first was closed.
//
// The Scheduler calls before anything is drawn, so what the store says is in the same frame. The target is this object, no node:
// no scene that leaves unschedules it. An update selector runs also at a time scale of 0, a timer with an interval would
// not. Its priority is that of the engine's own services, so that a pause menu that pauses or unschedules everything from
// PRIORITY_NON_SYSTEM_MIN on leaves it alone; timers are paused by those calls whatever their priority.
//
// EVENT_AFTER_DRAW comes for each frame that is drawn, also while Director::pause() keeps the Scheduler still and after
// pauseAllTargets(). The Scheduler in turn goes on while a game has the EventDispatcher disabled to lock out touches.
void PurchasePump::start() {
    stop();
    auto *director = engine::Director::getInstance();
    scheduler_ = director->getScheduler();
    dispatcher_ = director->getEventDispatcher();
    scheduler_->retain();
    dispatcher_->retain();
    scheduler_->scheduleUpdate(this, engine::Scheduler::PRIORITY_SYSTEM, false);
    listener_ = dispatcher_->addCustomEventListener(engine::Director::EVENT_AFTER_DRAW,
                                                    [this](engine::EventCustom *) { frame_was_drawn(); });
    listener_->retain();
}

void PurchasePump::stop() {
    if (scheduler_ == nullptr) {
        return;
    }
    scheduler_->unscheduleUpdate(this);
    dispatcher_->removeEventListener(listener_);
    listener_->release();
    dispatcher_->release();
    scheduler_->release();
    listener_ = nullptr;
    dispatcher_ = nullptr;
    scheduler_ = nullptr;
}

void PurchasePump::update(float) {
    has_pumped_ = true;
    pump_();
}

void PurchasePump::frame_was_drawn() {
    if (!has_pumped_) {
        pump_();
    }
    has_pumped_ = false;
}
