// shop_scene.hpp: the shop on the screen. It shows what the model says and hands taps to it; it knows nothing of purchases.
#ifndef ENGINE_SHOP_SCENE_HPP
#define ENGINE_SHOP_SCENE_HPP

#include "engine.hpp"
#include "shop_model.hpp"

#include <functional>
#include <string>
#include <vector>

class ShopScene : public engine::Scene {
  public:
    // The model lives longer than any scene. leave is called when the player taps "Back".
    static ShopScene *create(ShopModel &model, std::function<void()> leave);

    void onEnter() override;
    void onExit() override;

  private:
    ShopScene(ShopModel &model, std::function<void()> leave);
    bool init() override;
    engine::Label *add_label(const std::string &text, float size, float x, float y);
    engine::MenuItemLabel *add_button(const std::string &text, float x, float y, std::function<void()> tapped);
    void show();

    struct Row {
        std::string product_id;
        engine::Label *name;
        engine::MenuItemLabel *button;
    };

    ShopModel &model_;
    std::function<void()> leave_;
    std::vector<Row> rows_;
    engine::Menu *menu_ = nullptr;
    engine::Label *coins_ = nullptr;
    engine::Label *notice_ = nullptr;
    engine::MenuItemLabel *restore_ = nullptr;
    int listener_ = 0;
};

#endif
