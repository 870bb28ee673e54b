#include "scheduler.hpp"

#include <utility>

void Scheduler::perform(std::function<void()> function) {
    std::lock_guard<std::mutex> lock(mutex_);
    functions_.push_back(std::move(function));
}

void Scheduler::update() {
    if (functions_.empty()) return;
    std::unique_lock<std::mutex> lock(mutex_);
    auto functions = std::move(functions_);
    // A moved-from vector may contain anything.
    functions_.clear();
    lock.unlock();
    for (const auto &function : functions) function();
}
