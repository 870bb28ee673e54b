// home_scene.hpp: stands for the game in this sample. It shows the coins of the player and a button that opens the shop.
#ifndef APP_HOME_SCENE_HPP
#define APP_HOME_SCENE_HPP

#include "engine.hpp"
#include "shop_look.hpp"
#include "shop_model.hpp"
#include "shop_texts.hpp"

#include <functional>

class ShopButton;

class HomeScene : public engine::Scene {
  public:
    static HomeScene *create(ShopModel &model, std::function<void()> open_shop);

    void onEnter() override;
    void onExit() override;

  private:
    HomeScene(ShopModel &model, std::function<void()> open_shop);
    bool init() override;
    void show();

    ShopModel &model_;
    std::function<void()> open_shop_;
    const ShopTexts &texts_;
    look::Screen screen_;
    engine::Node *stage_ = nullptr;
    engine::Node *coins_ = nullptr;
    engine::Node *unlocks_ = nullptr;
    ShopButton *door_ = nullptr;
    int listener_ = 0;
};

#endif
