#pragma once

#include <functional>
#include <mutex>
#include <vector>

// The queue through which a cocos2d-x game brings the work of other threads to its own thread, as in its Scheduler. Any thread
// pushes under a mutex. Each frame checks without the mutex whether there is work, takes all of it and runs it.
class Scheduler {
  public:
    void perform(std::function<void()> function);
    void update();

  private:
    std::mutex mutex_;
    std::vector<std::function<void()>> functions_;
};
