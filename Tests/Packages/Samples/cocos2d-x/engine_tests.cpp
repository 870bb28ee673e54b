// Samples/cocos2d-x in the real engine: the scenes, and that the pump continues during everything that a game does to the
// Director. It needs a display; Xvfb is enough. The engine decides where the game's files go.

#include "app_delegate.hpp"
#include "shop_scene.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace {

const std::string coins = "com.example.caves.coins.small";
int failures = 0; // in the test that runs

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                        \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (false)

engine::Director *director() { return engine::Director::getInstance(); }
engine::Scheduler *scheduler() { return director()->getScheduler(); }

void draw_frames(int count) {
    for (int i = 0; i < count; i++) {
        director()->mainLoop();
    }
}

// Draws frames until the condition is true. The library works on its own thread, therefore the number of frames is unknown.
bool draw_until(const std::function<bool()> &is_so) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!is_so() && std::chrono::steady_clock::now() < end) {
        director()->mainLoop();
    }
    return is_so();
}

void collect(engine::Node *node, std::vector<engine::Node *> &found) {
    found.push_back(node);
    for (auto *child : node->getChildren()) {
        collect(child, found);
    }
}

std::vector<engine::Node *> nodes_on_screen() {
    std::vector<engine::Node *> found;
    if (director()->getRunningScene() != nullptr) {
        collect(director()->getRunningScene(), found);
    }
    return found;
}

// A text may be broken into lines.
std::string in_one_line(std::string text) {
    text.erase(std::remove_if(text.begin(), text.end(), [](char letter) { return letter == ' ' || letter == '\n'; }),
               text.end());
    return text;
}

bool shows(const std::string &text) {
    for (engine::Node *node : nodes_on_screen()) {
        auto *label = dynamic_cast<engine::Label *>(node);
        if (label != nullptr && in_one_line(label->getString()) == in_one_line(text)) {
            return true;
        }
    }
    return false;
}

ShopButton *button(const std::string &text) {
    for (engine::Node *node : nodes_on_screen()) {
        auto *found = dynamic_cast<ShopButton *>(node);
        if (found != nullptr && found->text() == text) {
            return found;
        }
    }
    return nullptr;
}

// Taps the first enabled button with the text.
bool tap(const std::string &text) {
    for (engine::Node *node : nodes_on_screen()) {
        auto *found = dynamic_cast<ShopButton *>(node);
        if (found != nullptr && found->isEnabled() && found->text() == text) {
            found->activate();
            return true;
        }
    }
    return false;
}

class TestedApp : public AppDelegate {
  public:
    ShopModel &model() { return model_; }
    PurchasePump &pump() { return pump_; }
    iap_store *store() { return store_.store(); }
    iap_device *device() { return store_.device(); }

    std::int64_t balance() const { return model_.balance("coins"); }
    // No request is open any more. Coins alone would not show that the pump runs, because the library grants on its own thread.
    bool has_settled() const {
        for (const ShopItem &item : model_.items()) {
            if (item.state == ShopItem::State::buying || item.state == ShopItem::State::pending) {
                return false;
            }
        }
        return true;
    }
    // Whether the library grants a purchase and the game receives it while frames are drawn.
    bool sells() {
        const std::int64_t before = balance();
        model_.buy(coins);
        return draw_until([&] { return has_settled() && balance() == before + 100; });
    }
};

void the_shop_lists_and_sells(TestedApp &app) {
    CHECK(draw_until([] { return shows("0"); }));
    CHECK(tap("Shop"));
    CHECK(draw_until([] { return shows("$0.99") && shows("$4.99") && shows("$2.99"); }));
    CHECK(shows("Pouch of Coins") && shows("Level Editor"));
    CHECK(tap("$0.99"));
    CHECK(draw_until([] { return shows("100") && shows("Thank you!"); }));
    CHECK(tap("$2.99"));
    CHECK(draw_until([] { return shows("Owned"); }));
    CHECK(tap("Restore purchases"));
    CHECK(draw_until([] { return shows("Your purchases are restored."); }));
    CHECK(app.balance() == 100);
}

void a_pending_purchase_comes_in_another_scene(TestedApp &app) {
    CHECK(iap_store_set_ask_to_buy(app.store(), 1, nullptr) == IAP_OK);
    CHECK(tap("$4.99"));
    CHECK(draw_until([] { return shows("Waiting for approval"); }));
    CHECK(tap("Back"));
    CHECK(draw_until([] { return shows("100") && shows("Level editor: Owned"); }));
    std::uint64_t approval = 0;
    std::size_t count = 0;
    CHECK(iap_store_list_approvals(app.store(), &approval, 1, &count, nullptr) == IAP_OK && count == 1);
    CHECK(iap_store_approve(app.store(), approval, nullptr) == IAP_OK);
    CHECK(iap_store_set_ask_to_buy(app.store(), 0, nullptr) == IAP_OK);
    CHECK(draw_until([] { return shows("700") && shows("Level editor: Owned"); }));
}

// The shop in the language of the system and of the App Store.
void every_state_is_shown_in_each_language(TestedApp &app) {
    const std::string small = "com.example.caves.coins.small", large = "com.example.caves.coins.large";
    for (const bool is_chinese : {true, false}) {
        setenv("LANG", is_chinese ? "zh_CN.UTF-8" : "en_US.UTF-8", 1);
        CHECK(iap_store_set_storefront(app.store(), is_chinese ? "CHN" : "USA", is_chinese ? "zh_CN" : "en_US",
                                       nullptr) == IAP_OK);
        app.show_shop();
        CHECK(draw_until([is_chinese] { return shows(is_chinese ? "一箱金币" : "Chest of Coins"); }));
        const auto &texts = ShopTexts::of_system();
        CHECK(std::string(texts.shop) == (is_chinese ? "商店" : "Shop"));
        // The small pouch fails, the chest waits, the editor is owned since the first test.
        CHECK(iap_store_fail_next_purchase(app.store(), IAP_STORE_FAILURE_SYSTEM, nullptr) == IAP_OK);
        app.model().buy(small);
        CHECK(draw_until([&] { return app.model().items()[0].problem != ShopNotice::none; }));
        CHECK(iap_store_set_ask_to_buy(app.store(), 1, nullptr) == IAP_OK);
        app.model().buy(large);
        CHECK(draw_until([&] { return shows(texts.waiting_for_approval) && shows(texts.pending); }));
        CHECK(iap_store_set_ask_to_buy(app.store(), 0, nullptr) == IAP_OK);
        CHECK(shows(texts.problem(app.model().items()[0].problem)) && shows(texts.owned));
        CHECK(button(texts.waiting) != nullptr && button(texts.waiting)->kind() == ShopButton::Kind::waiting);
        CHECK(button(texts.owned) != nullptr && !button(texts.owned)->isEnabled());
        // The player requests again after a refusal, and then the coins come.
        std::uint64_t approval = 0;
        std::size_t count = 0;
        CHECK(iap_store_list_approvals(app.store(), &approval, 1, &count, nullptr) == IAP_OK && count == 1);
        const std::int64_t before = app.balance();
        CHECK(iap_store_approve(app.store(), approval, nullptr) == IAP_OK);
        CHECK(draw_until([&] { return app.has_settled() && app.balance() == before + 600; }));
    }
}

void a_purchase_survives_a_scene_change(TestedApp &app) {
    const std::int64_t before = app.balance();
    app.show_shop();
    draw_frames(2);
    app.model().buy(coins);
    app.show_home();
    CHECK(draw_until([&] { return app.has_settled() && app.balance() == before + 100; }));
    auto *shop = ShopScene::create(app.model(), [] {});
    director()->replaceScene(engine::TransitionFade::create(0.2f, shop));
    app.model().buy(coins);
    CHECK(draw_until([&] { return app.balance() == before + 200 && shows(std::to_string(app.balance())); }));
    CHECK(draw_until([&] { return director()->getRunningScene() == shop; }));
    app.show_home();
    draw_frames(2);
}

void the_pump_goes_on_in_a_paused_game(TestedApp &app) {
    director()->pause();
    CHECK(app.sells());
    director()->resume();
    CHECK(app.sells());
    const auto paused = scheduler()->pauseAllTargets();
    CHECK(app.sells());
    scheduler()->resumeTargets(paused);
    scheduler()->setTimeScale(0);
    CHECK(app.sells());
    scheduler()->setTimeScale(1);
    director()->getEventDispatcher()->setEnabled(false);
    CHECK(app.sells());
    director()->getEventDispatcher()->setEnabled(true);
}

// How often a pump is called in ten frames while only one of its ways is open and the test changes the engine: the table of the
// README.
void each_way_stops_where_the_readme_says(TestedApp &app) {
    struct Disturbance {
        const char *name;
        std::function<void()> begin, end;
        int by_scheduler, by_listener;
    };
    std::set<void *> paused;
    const auto resume = [&] { scheduler()->resumeTargets(paused); };
    const int from = engine::Scheduler::PRIORITY_NON_SYSTEM_MIN;
    const std::vector<Disturbance> disturbances = {
        {"a scene leaves", [&] { app.show_shop(); }, [&] { app.show_home(); }, 10, 10},
        {"pause menu", [&] { paused = scheduler()->pauseAllTargetsWithMinPriority(from); }, resume, 10, 10},
        {"unschedule", [&] { scheduler()->unscheduleAllWithMinPriority(from); }, [] {}, 10, 10},
        {"time scale", [] { scheduler()->setTimeScale(0); }, [] { scheduler()->setTimeScale(1); }, 10, 10},
        {"pauseAllTargets", [&] { paused = scheduler()->pauseAllTargets(); }, resume, 0, 10},
        {"Director::pause", [] { director()->pause(); }, [] { director()->resume(); }, 0, 10},
    };
    for (const Disturbance &disturbance : disturbances) {
        std::printf("%s\n", disturbance.name);
        int count = 0;
        PurchasePump pump([&] { count++; });
        pump.start();
        director()->getEventDispatcher()->setEnabled(false);
        disturbance.begin();
        draw_frames(10);
        CHECK(count == disturbance.by_scheduler);
        disturbance.end();
        director()->getEventDispatcher()->setEnabled(true);

        scheduler()->unscheduleUpdate(&pump);
        draw_frames(1);
        count = 0;
        disturbance.begin();
        draw_frames(10);
        CHECK(count == disturbance.by_listener);
        disturbance.end();
    }
}

void there_is_one_pump_per_frame(TestedApp &) {
    int count = 0;
    PurchasePump pump([&] { count++; });
    draw_frames(10);
    CHECK(count == 0);
    pump.start();
    pump.start();
    draw_frames(10);
    CHECK(count == 10);
    director()->pause();
    draw_frames(10);
    CHECK(count == 20);
    director()->resume();
    draw_frames(10);
    CHECK(count == 30);
    pump.stop();
    draw_frames(10);
    CHECK(count == 30);
}

void in_the_background_nothing_is_called(TestedApp &app) {
    int count = 0;
    PurchasePump pump([&] { count++; });
    pump.start();
    const std::int64_t before = app.balance();
    app.model().buy(coins);
    app.applicationDidEnterBackground();
    draw_frames(10);
    CHECK(count == 0);
    app.applicationWillEnterForeground();
    CHECK(draw_until([&] { return app.has_settled() && app.balance() == before + 100; }));
    CHECK(count > 0);
}

// Director::restart() does the same. The test cannot call it, because in 4.0 it needs a script engine.
void after_a_restart_it_is_started_again(TestedApp &app) {
    int count = 0;
    PurchasePump pump([&] { count++; });
    pump.start();
    scheduler()->unscheduleAll();
    scheduler()->scheduleUpdate(director()->getActionManager(), engine::Scheduler::PRIORITY_SYSTEM, false);
    draw_frames(10);
    CHECK(count == 10); // by the listener
    pump.start();
    director()->getEventDispatcher()->removeAllEventListeners();
    draw_frames(10);
    CHECK(count == 20); // by the Scheduler
    scheduler()->unscheduleUpdate(&pump);
    draw_frames(10);
    CHECK(count == 20);
    pump.start();
    draw_frames(10);
    CHECK(count == 30);
    app.pump().start();
    CHECK(app.sells());
}

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    std::unique_ptr<TestedApp> app(new TestedApp);
    app->initGLContextAttrs();
    if (!app->applicationDidFinishLaunching()) {
        std::printf("FAILED: the window cannot be opened\n");
        return 1;
    }
    if (!app->model().can_make_payments()) {
        std::printf("FAILED: the shop cannot be opened\n");
        return 1;
    }
#define TEST(name)                                                                                                     \
    { #name, name }
    const std::vector<std::pair<const char *, void (*)(TestedApp &)>> tests = {
        TEST(the_shop_lists_and_sells),
        TEST(a_pending_purchase_comes_in_another_scene),
        TEST(every_state_is_shown_in_each_language),
        TEST(a_purchase_survives_a_scene_change),
        TEST(the_pump_goes_on_in_a_paused_game),
        TEST(each_way_stops_where_the_readme_says),
        TEST(there_is_one_pump_per_frame),
        TEST(in_the_background_nothing_is_called),
        TEST(after_a_restart_it_is_started_again),
    };
    int failed = 0;
    for (const auto &test : tests) {
        failures = 0;
        test.second(*app);
        std::printf("%s: %s\n", failures == 0 ? "passed" : "FAILED", test.first);
        failed += failures != 0;
    }
    // Like the end of Application::run(): the Director first, and then the application with its pump.
    director()->end();
    director()->mainLoop();
    app.reset();
    std::printf("passed: the_pump_outlives_the_director\n");
    return failed == 0 ? 0 : 1;
}
