#include "purchase_pump.hpp"

#include <utility>

PurchasePump::PurchasePump(std::function<void()> pump) : pump_(std::move(pump)) {}

PurchasePump::~PurchasePump() { stop(); }

// The engine calls the pump in two ways. The second one pumps only in frames in which the first one did not run.
//
// First way: the Scheduler calls an update selector before the engine draws, so the same frame shows the new state. The target
// is this object and not a node, so a scene that leaves does not unschedule it. An update selector also runs at a time scale of
// 0; a timer with an interval does not. The selector has the priority of the engine's own services. So a pause menu that pauses
// or unschedules everything from PRIORITY_NON_SYSTEM_MIN on does not stop it. Such calls pause timers of every priority.
//
// Second way: EVENT_AFTER_DRAW comes in each frame that the engine draws, also during Director::pause() and after
// pauseAllTargets(), which stop the Scheduler. The Scheduler in turn runs while a game disables the EventDispatcher to block
// touches.
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
