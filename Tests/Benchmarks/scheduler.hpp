#pragma once

#include <functional>
#include <mutex>
#include <vector>

// The queue by which a cocos2d-x game brings work of other threads to its own, as in its Scheduler: any thread pushes
// under a mutex; each frame looks whether there is something, without the mutex, takes all of it and runs it.
class Scheduler {
  public:
    void perform(std::function<void()> function);
    void update();

  private:
    std::mutex mutex_;
    std::vector<std::function<void()>> functions_;
};
