#include "app_delegate.hpp"

#include "game_folder.hpp"
#include "home_scene.hpp"
#include "shop_scene.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace {

// The size of the window on a computer. A phone has its own size.
const float width = 960, height = 540;

const std::vector<ShopProduct> products = {
    {"com.example.caves.coins.small", "coins", 100},
    {"com.example.caves.coins.large", "coins", 600},
    {"com.example.caves.editor", "editor", 0},
};

} // namespace

AppDelegate::AppDelegate() : pump_([this] { model_.pump(); }) {}

void AppDelegate::initGLContextAttrs() {
    GLContextAttrs attributes = {8, 8, 8, 8, 24, 8, 4}; // the last value smooths edges
    engine::GLView::setGLContextAttrs(attributes);
}

bool AppDelegate::applicationDidFinishLaunching() {
    if (!open_window()) {
        return false;
    }
    open_shop();
    show_home();
    return true;
}

bool AppDelegate::open_window() {
    auto *director = engine::Director::getInstance();
    if (engine::view(director) == nullptr) {
        auto *view = engine::GLViewImpl::createWithRect("Shop", engine::Rect(0, 0, width, height));
        if (view == nullptr) {
            return false;
        }
        engine::set_view(director, view);
    }
    fit_screen();
    director->setAnimationInterval(1.0f / 60);
    return true;
}

// Uses the whole screen, in portrait or landscape, with 640 units for its shorter side. The scenes fit the visible area, so
// they work with the design resolution of any game.
void AppDelegate::fit_screen() {
    auto *view = engine::view(engine::Director::getInstance());
    const auto frame = view->getFrameSize();
    const float scale = 640 / std::min(frame.width, frame.height);
    view->setDesignResolutionSize(frame.width * scale, frame.height * scale, ResolutionPolicy::EXACT_FIT);
}

// The game opens the shop at its launch, not when the player visits it. At every launch the library delivers the purchases that
// are paid for and not finished.
void AppDelegate::open_shop() {
    auto *files = engine::FileUtils::getInstance();
    const std::string folder = game_folder("com.example.caves", files->getWritablePath());
    files->createDirectory(folder); // on Linux the engine does not always create its writable path
    ShopModel::Options options;
    options.products = products;
    options.journal_path = folder + "purchases.journal";
    options.log = engine::log_line;
#if defined(GAME_STOREKIT)
    if (store_.device() == nullptr) {
        const bool is_chinese = getCurrentLanguage() == engine::LanguageType::CHINESE;
        const std::string why =
            store_.open(GAME_STOREKIT, folder, is_chinese ? "CHN" : "USA", is_chinese ? "zh_CN" : "en_US");
        if (!why.empty()) {
            std::fprintf(stderr, "store: %s\n", why.c_str());
        }
    }
    options.device = store_.device();
#endif
    if (model_.open(options)) {
        pump_.start();
    } else {
        std::fprintf(stderr, "no purchases: %s\n", model_.why().c_str());
    }
}

void AppDelegate::show_home() {
    auto *director = engine::Director::getInstance();
    auto *home = HomeScene::create(model_, [this] { show_shop(); });
    if (director->getRunningScene() == nullptr) {
        director->runWithScene(home);
    } else {
        director->replaceScene(home);
    }
}

void AppDelegate::show_shop() {
    engine::Director::getInstance()->replaceScene(ShopScene::create(model_, [this] { show_home(); }));
}

// Without frames there is no pump. That is correct: the game must not draw in the background, and the library keeps working.
// Its events arrive in the first frame after the return, or at the next launch if the system ends the game.
void AppDelegate::applicationDidEnterBackground() { engine::Director::getInstance()->stopAnimation(); }
void AppDelegate::applicationWillEnterForeground() {
    engine::Director::getInstance()->startAnimation();
    open_shop(); // an open shop stays as it is; at the launch a locked device or a full disk may have prevented it
}
