// Samples/cocos2d-x in the real engine: the scenes, and that the pump continues during everything that a game does to the
// Director. It needs a display; Xvfb is enough.
//
//   engine_tests FOLDER     the folder for screenshots; the engine decides where the game's own files go

#include "app_delegate.hpp"
#include "picture.hpp"
#include "shop_scene.hpp"

#include "platform/CCGL.h"

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
    using AppDelegate::fit_screen;
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

void the_shop_lists_and_sells(TestedApp &app, const std::string &folder) {
    CHECK(draw_until([] { return shows("0"); }));
    CHECK(tap("Shop"));
    CHECK(draw_until([] { return shows("$0.99") && shows("$4.99") && shows("$2.99"); }));
    CHECK(shows("Pouch of Coins") && shows("Level Editor"));
    CHECK(tap("$0.99"));
    CHECK(draw_until([] { return shows("100") && shows("Thank you!"); }));
    CHECK(tap("$2.99"));
    CHECK(draw_until([] { return shows("Owned"); }));
    CHECK(take_picture().write(folder + "/bought.ppm"));
    CHECK(tap("Restore purchases"));
    CHECK(draw_until([] { return shows("Your purchases are restored."); }));
    CHECK(app.balance() == 100);
}

void a_pending_purchase_comes_in_another_scene(TestedApp &app, const std::string &folder) {
    CHECK(iap_store_set_ask_to_buy(app.store(), 1, nullptr) == IAP_OK);
    CHECK(tap("$4.99"));
    CHECK(draw_until([] { return shows("Waiting for approval"); }));
    CHECK(take_picture().write(folder + "/pending.ppm"));
    CHECK(tap("Back"));
    CHECK(draw_until([] { return shows("100") && shows("Level editor: Owned"); }));
    std::uint64_t approval = 0;
    std::size_t count = 0;
    CHECK(iap_store_list_approvals(app.store(), &approval, 1, &count, nullptr) == IAP_OK && count == 1);
    CHECK(iap_store_approve(app.store(), approval, nullptr) == IAP_OK);
    CHECK(iap_store_set_ask_to_buy(app.store(), 0, nullptr) == IAP_OK);
    CHECK(draw_until([] { return shows("700") && shows("Level editor: Owned"); }));
    CHECK(take_picture().write(folder + "/home.ppm"));
}

// ---- How the shop looks, on each kind of screen and in each language.

struct Screen {
    const char *name;
    float width, height;
};
const Screen screens[] = {{"phone", 1200, 560},
                          {"phone-upright", 560, 1200},
                          {"tablet", 1024, 768},
                          {"tablet-upright", 768, 1024},
                          {"small", 480, 320}};
const char *languages[] = {"en_US.UTF-8", "zh_CN.UTF-8"};

// The shop on a screen, in the language of the system and of the App Store.
void show_shop_on(TestedApp &app, const Screen &screen, const char *language) {
    setenv("LANG", language, 1);
    const bool is_chinese = language[0] == 'z';
    CHECK(iap_store_set_storefront(app.store(), is_chinese ? "CHN" : "USA", is_chinese ? "zh_CN" : "en_US", nullptr) ==
          IAP_OK);
    engine::view(director())->setFrameSize(screen.width, screen.height);
    app.fit_screen();
    app.show_shop();
    draw_frames(2);
    const auto frame = engine::view(director())->getFrameSize();
    CHECK(frame.width == screen.width && frame.height == screen.height);
    CHECK(draw_until([is_chinese] { return shows(is_chinese ? "一箱金币" : "Chest of Coins"); }));
}

engine::Rect place_of(engine::Node *node) {
    return engine::RectApplyAffineTransform(engine::Rect(engine::Vec2::ZERO, node->getContentSize()),
                                            node->getNodeToWorldAffineTransform());
}

// No text leaves the screen or covers another one, and each is readable.
void check_texts(const Picture &picture) {
    const auto size = director()->getVisibleSize();
    std::vector<engine::Label *> labels;
    for (engine::Node *node : nodes_on_screen()) {
        auto *label = dynamic_cast<engine::Label *>(node);
        if (label != nullptr && !label->getString().empty()) {
            labels.push_back(label);
        }
    }
    CHECK(labels.size() >= 9);
    for (engine::Label *label : labels) {
        const auto place = place_of(label);
        const bool is_inside = place.getMinX() >= 0 && place.getMinY() >= 0 && place.getMaxX() <= size.width &&
                               place.getMaxY() <= size.height;
        const double contrast = picture.contrast(place);
        bool is_alone = true;
        for (engine::Label *other : labels) {
            is_alone = is_alone && (other == label || !place.intersectsRect(place_of(other)));
        }
        if (!is_inside || !is_alone || contrast < 4.5) {
            std::printf("%s: %s%scontrast %.1f\n", label->getString().c_str(), is_inside ? "" : "leaves the screen, ",
                        is_alone ? "" : "lies over another text, ", contrast);
            failures++;
        }
    }
}

// No button is smaller than a finger: 44 of the 400 units of the shorter side.
void check_buttons() {
    const auto size = director()->getVisibleSize();
    for (engine::Node *node : nodes_on_screen()) {
        if (dynamic_cast<ShopButton *>(node) != nullptr) {
            const auto place = place_of(node);
            CHECK(std::min(place.size.width, place.size.height) >= std::min(size.width, size.height) * 0.109f);
            CHECK(place.getMinX() >= 0 && place.getMaxX() <= size.width && place.getMinY() >= 0);
        }
    }
}

// The font draws a missing letter as a box. Two missing letters would then look the same.
void check_letters(const Picture &picture, const std::string &text) {
    for (engine::Node *node : nodes_on_screen()) {
        auto *label = dynamic_cast<engine::Label *>(node);
        if (label != nullptr && label->getString() == text) {
            CHECK(!picture.has_equal_halves(place_of(label)));
            return;
        }
    }
    CHECK(false);
}

void every_screen_shows_every_state(TestedApp &app, const std::string &folder) {
    const std::string small = "com.example.caves.coins.small", large = "com.example.caves.coins.large";
    for (const char *language : languages) {
        for (const Screen &screen : screens) {
            const bool is_chinese = language[0] == 'z';
            std::printf("%s, %s\n", screen.name, language);
            show_shop_on(app, screen, language);
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
            draw_frames(2);
            const Picture picture = take_picture();
            CHECK(picture.write(folder + "/" + screen.name + (is_chinese ? "-zh.ppm" : "-en.ppm")));
            check_texts(picture);
            check_buttons();
            check_letters(picture, texts.shop);
            // The player requests again after a refusal, and then the coins come.
            std::uint64_t approval = 0;
            std::size_t count = 0;
            CHECK(iap_store_list_approvals(app.store(), &approval, 1, &count, nullptr) == IAP_OK && count == 1);
            const std::int64_t before = app.balance();
            CHECK(iap_store_approve(app.store(), approval, nullptr) == IAP_OK);
            CHECK(draw_until([&] { return app.has_settled() && app.balance() == before + 600; }));
        }
    }
    show_shop_on(app, screens[0], languages[0]);
}

// Long enough for some frames on a busy machine.
const std::uint32_t slow_ms = 2000;

void set_network(iap_device *device, bool is_down, std::uint32_t latency_ms) {
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    network.is_down = is_down;
    network.latency_ms = latency_ms;
    CHECK(iap_device_set_network(device, &network, nullptr) == IAP_OK);
}

// A finger moves the button. Between the tap and the result, the button turns and cannot be tapped.
void a_button_answers_the_finger(TestedApp &app, const std::string &folder) {
    ShopButton *price = button("$0.99");
    CHECK(price != nullptr);
    const auto place = place_of(price);
    const Picture before = take_picture();
    price->selected();
    CHECK(before.differs_from(take_picture(), place));
    price->unselected();
    CHECK(!before.differs_from(take_picture(), place));
    set_network(app.device(), false, slow_ms);
    price->activate();
    draw_frames(1);
    CHECK(price->kind() == ShopButton::Kind::busy && !price->isEnabled() && price->text() == "Buying…");
    const Picture buying = take_picture();
    check_texts(buying);
    CHECK(buying.write(folder + "/buying.ppm") && buying.differs_from(take_picture(), place));
    CHECK(draw_until([&] { return app.has_settled(); }));
    CHECK(price->kind() == ShopButton::Kind::price);
    set_network(app.device(), false, 0);
}

// The products are unknown then: no names, no prices, and three buttons to try again.
void without_a_network_the_shop_asks_again(TestedApp &app, const std::string &folder) {
    iap_device *tablet = nullptr;
    CHECK(iap_store_open_device(app.store(), "player", "tablet", &tablet, nullptr) == IAP_OK);
    set_network(tablet, true, 0);
    {
        ShopModel model;
        ShopModel::Options options;
        options.products = {{"com.example.caves.coins.small", "coins", 100}, {"com.example.caves.editor", "editor", 0}};
        options.journal_path = folder + "/tablet.journal";
        options.device = tablet;
        CHECK(model.open(options));
        PurchasePump pump([&] { model.pump(); });
        pump.start();
        director()->replaceScene(ShopScene::create(model, [] {}));
        draw_frames(1);
        CHECK(draw_until([] { return button("Try again") != nullptr; }));
        CHECK(shows("The store cannot be reached. Please try again later.") && button("Try again")->isEnabled());
        CHECK(take_picture().write(folder + "/offline.ppm"));
        set_network(tablet, false, slow_ms);
        CHECK(tap("Try again"));
        draw_frames(1);
        CHECK(button("Loading…") != nullptr && button("Try again") == nullptr);
        CHECK(draw_until([] { return shows("$0.99") && shows("Level Editor"); }));
        app.show_home();
        draw_frames(2);
    }
    iap_device_close(tablet, nullptr);
    std::remove((folder + "/tablet.journal").c_str());
}

void a_purchase_survives_a_scene_change(TestedApp &app, const std::string &) {
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

void the_pump_goes_on_in_a_paused_game(TestedApp &app, const std::string &) {
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
void each_way_stops_where_the_readme_says(TestedApp &app, const std::string &) {
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

void there_is_one_pump_per_frame(TestedApp &, const std::string &) {
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

void in_the_background_nothing_is_called(TestedApp &app, const std::string &) {
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
void after_a_restart_it_is_started_again(TestedApp &app, const std::string &) {
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

int main(int argc, char **argv) {
    if (argc != 2) {
        return 2;
    }
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
    const std::vector<std::pair<const char *, void (*)(TestedApp &, const std::string &)>> tests = {
        TEST(the_shop_lists_and_sells),
        TEST(a_pending_purchase_comes_in_another_scene),
        TEST(every_screen_shows_every_state),
        TEST(a_button_answers_the_finger),
        TEST(without_a_network_the_shop_asks_again),
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
        test.second(*app, argv[1]);
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
