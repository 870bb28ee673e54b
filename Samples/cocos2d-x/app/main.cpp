#include "app_delegate.hpp"

int main() {
    AppDelegate app;
    return engine::Application::getInstance()->run();
}
