// shop_scene.hpp: the shop on the screen. It shows the model and passes taps to it. It makes no purchase calls itself.
#ifndef ENGINE_SHOP_SCENE_HPP
#define ENGINE_SHOP_SCENE_HPP

#include "engine.hpp"
#include "shop_button.hpp"
#include "shop_card.hpp"
#include "shop_look.hpp"
#include "shop_model.hpp"
#include "shop_texts.hpp"

#include <functional>
#include <string>
#include <vector>

class ShopScene : public engine::Scene {
  public:
    // The model outlives every scene. The scene calls leave when the player taps the arrow.
    static ShopScene *create(ShopModel &model, std::function<void()> leave);

    void onEnter() override;
    void onExit() override;

  private:
    ShopScene(ShopModel &model, std::function<void()> leave);
    bool init() override;
    void add_header();
    void add_cards(float bottom, float top);
    void add_footer();
    void tapped(const std::string &product_id);
    void show();
    void show_notice();

    ShopModel &model_;
    std::function<void()> leave_;
    const ShopTexts &texts_;
    look::Screen screen_;
    std::vector<ShopCard *> cards_; // in the order of the model's items
    engine::Node *stage_ = nullptr;
    engine::Menu *menu_ = nullptr;
    engine::Node *coins_ = nullptr;
    engine::Node *notice_ = nullptr;
    ShopButton *restore_ = nullptr;
    int listener_ = 0;
};

// Draws the number of coins in a rounded box. The right end of the box is at the given position.
void draw_coins(engine::Node *node, const look::Screen &screen, std::int64_t coins);

#endif
