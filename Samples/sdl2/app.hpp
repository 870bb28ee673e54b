// app.hpp: the content of the window: the cave, the shop, the sheet, the strip of the store, and how they work together.
#ifndef SDL2_SAMPLE_APP_HPP
#define SDL2_SAMPLE_APP_HPP

#include "app_store.hpp"
#include "canvas.hpp"
#include "cave.hpp"
#include "cave_view.hpp"
#include "pictures.hpp"
#include "purchases.hpp"
#include "save.hpp"
#include "sheet.hpp"
#include "store_bar.hpp"
#include "ui.hpp"

#include <memory>
#include <optional>
#include <string>

struct AppOptions {
    std::string data_folder; // the save file and the journal of this installation
    std::string store_file;  // the state of the reference App Store; empty: in memory
    std::string font_folder; // empty: any
    bool is_offline = false; // at the launch
    bool is_scripted = false;
};

class App {
  public:
    static constexpr int width = 960;
    static constexpr int height = 600;

    App(SDL_Renderer *renderer, AppOptions options);
    ~App();

    // Opens the fonts, the store, the save file and the client. Returns false if one of them fails; the log has the reason.
    bool open();

    void handle(const SDL_Event &event);
    // One frame: the events of the library, then the game, then the picture.
    void frame();
    // Returns true if nothing on the screen moves. Then the loop needs no frame until an SDL event comes. The wake function of
    // the client pushes an SDL event too.
    bool is_still() const;

    // For tests.
    AppStore *store() const { return store_.get(); }
    const Ui &ui() const { return ui_; }
    std::string describe(const std::string &scene) const;

  private:
    bool launch();
    bool is_playing() const { return !is_paused_ && !is_hidden_ && !sheet_.is_open(); }
    void install_anew();
    void show(const Notice &notice);
    void act(StoreAct act);
    void wish_to_buy(const std::string &product_id);
    void answered(SheetAnswer answer);

    void draw_backdrop();
    void draw_header();
    void draw_toast();

    SDL_Renderer *renderer_;
    AppOptions options_;
    Canvas canvas_;
    Ui ui_;
    Icons icons_;
    CaveView cave_view_;
    Cave cave_;
    Sheet sheet_;

    std::unique_ptr<AppStore> store_; // nullptr if there is no reference store
    std::unique_ptr<Save> save_;
    std::unique_ptr<Purchases> purchases_;

    struct Toast {
        std::string text;
        SDL_Color colour = {};
        int frames_left = 0;
    } toast_;
    std::optional<StoreAct> wanted_act_; // the player pressed its key
    bool is_paused_ = false;
    bool is_hidden_ = false; // the window is hidden
    int frame_ = 0;
    int cave_frame_ = 0;   // stops while the cave stops
    int frames_awake_ = 0; // frames to draw after an event, for the changes that it starts
    int wake_count_ = 0;
};

#endif
