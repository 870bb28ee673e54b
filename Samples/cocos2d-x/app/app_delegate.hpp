// app_delegate.hpp: owns the shop and its pump. They exist as long as the application, longer than every scene.
#ifndef APP_APP_DELEGATE_HPP
#define APP_APP_DELEGATE_HPP

#include "engine.hpp"
#include "purchase_pump.hpp"
#include "shop_model.hpp"
#if defined(GAME_STOREKIT)
#include "reference_store.hpp"
#endif

class AppDelegate : public engine::Application {
  public:
    AppDelegate();

    void initGLContextAttrs() override;
    bool applicationDidFinishLaunching() override;
    void applicationDidEnterBackground() override;
    void applicationWillEnterForeground() override;

    void show_home();
    void show_shop();

  protected:
    bool open_window();
    void fit_screen();
    void open_shop();

#if defined(GAME_STOREKIT)
    ReferenceStore store_; // closed after the model, which uses its device
#endif
    ShopModel model_;
    PurchasePump pump_;
};

#endif
