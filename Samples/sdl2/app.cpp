#include "app.hpp"

#include "goods.hpp"
#include "palette.hpp"
#include "shop_view.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace {

constexpr SDL_Rect window = {0, 0, App::width, App::height};
constexpr SDL_Rect scene = {24, 72, Sprites::scene_width, Sprites::scene_height};
constexpr SDL_Rect shop = {540, 72, 396, 448};
constexpr SDL_Rect bar = {24, 536, 912, 48};

constexpr int toast_frames = 210;
constexpr float frame_seconds = 1.0F / 60;
constexpr int frames_after_event = 30;
// The game writes found coins from time to time. It writes purchases immediately.
constexpr int frames_between_saves = 600;

} // namespace

App::App(SDL_Renderer *renderer, AppOptions options)
    : renderer_(renderer), options_(std::move(options)), canvas_(renderer), ui_(canvas_), icons_(renderer),
      cave_view_(renderer, icons_) {}

App::~App() {
    purchases_.reset();
    if (save_ != nullptr) {
        save_->store();
    }
}

bool App::open() {
    if (!canvas_.text.open(options_.font_folder)) {
        SDL_Log("%s", SDL_GetError());
        return false;
    }
#if defined(SDL2_SAMPLE_STOREKIT)
    store_ = AppStore::open(SDL2_SAMPLE_STOREKIT, options_.store_file, options_.is_scripted);
    if (store_ == nullptr) {
        return false;
    }
    // The store file may contain the network state of an earlier run.
    store_->set_offline(options_.is_offline);
#endif
    return launch();
}

// The start of a game: read the save, open the client, add the observer.
bool App::launch() {
    auto save = std::make_unique<Save>(options_.data_folder + "/caves.save");
    if (!save->load()) {
        SDL_Log("the save file in %s cannot be read; it is not changed", options_.data_folder.c_str());
        return false;
    }
    // Set it only after it is read, because the destructor writes it.
    save_ = std::move(save);
    iap::ClientOptions options;
    options.journal_path = options_.data_folder + "/caves.journal";
    options.device = store_ == nullptr ? nullptr : store_->device();
    // The library calls this on any thread, and SDL accepts events from any thread. The loop may wait for one.
    options.wake = [] {
        SDL_Event event = {};
        event.type = SDL_USEREVENT;
        SDL_PushEvent(&event);
    };
    options.execution = options_.is_scripted ? iap::Execution::manual : iap::Execution::background;
    std::optional<iap::Client> client;
    if (auto opened = iap::Client::open(std::move(options))) {
        client.emplace(std::move(*opened));
    } else if (opened.error().status() != IAP_ERROR_UNSUPPORTED) { // there is a store, but it does not open
        SDL_Log("the client: %s", opened.error().message().data());
        return false;
    }
    purchases_ = std::make_unique<Purchases>(std::move(client), *save_, [this](const Notice &notice) { show(notice); });
    return purchases_->start();
}

// The player deletes the game and installs it again: the save and the journal are gone, but not the ledger of the App Store.
void App::install_anew() {
    purchases_.reset();
    save_.reset();
    for (const char *name : {"caves.save", "caves.journal", "caves.journal-wal", "caves.journal-shm"}) {
        std::filesystem::remove(std::filesystem::path(options_.data_folder) / name);
    }
    cave_ = Cave();
    toast_ = Toast();
    if (!launch()) {
        SDL_Event quit = {};
        quit.type = SDL_QUIT;
        SDL_PushEvent(&quit);
    }
}

void App::handle(const SDL_Event &event) {
    frames_awake_ = frames_after_event;
    if (event.type == SDL_USEREVENT) {
        wake_count_++;
    } else if (event.type == SDL_WINDOWEVENT) {
        const Uint8 what = event.window.event;
        if (what == SDL_WINDOWEVENT_HIDDEN || what == SDL_WINDOWEVENT_MINIMIZED) {
            is_hidden_ = true;
        } else if (what == SDL_WINDOWEVENT_SHOWN || what == SDL_WINDOWEVENT_RESTORED) {
            is_hidden_ = false;
        }
    } else if (event.type == SDL_KEYDOWN && event.key.repeat == 0) {
        const SDL_Keycode key = event.key.keysym.sym;
        if (sheet_.is_open()) {
            if (key == SDLK_ESCAPE) {
                answered(SheetAnswer::cancel);
            }
        } else if (key == SDLK_SPACE) {
            cave_.jump();
        } else if (key == SDLK_p) {
            is_paused_ = !is_paused_;
        } else if (store_ != nullptr) {
            wanted_act_ = store_act_of_key(key);
        }
    } else if (event.type == SDL_MOUSEBUTTONDOWN && !sheet_.is_open()) {
        const SDL_Point point = {event.button.x, event.button.y};
        if (SDL_PointInRect(&point, &scene)) {
            cave_.jump();
        }
    }
    ui_.handle(event);
}

// ------------------------------------------------------------------------------------------- the way to a purchase

void App::wish_to_buy(const std::string &product_id) {
    const ShelfItem *item = purchases_->find(product_id);
    const Good *good = find_good(product_id);
    if (item == nullptr || good == nullptr) {
        return;
    }
    if (store_ == nullptr || store_->is_offline() || !purchases_->can_buy(product_id)) {
        // On Apple's systems this call makes the system show its sheet. There is no sheet without a network, or if payments are
        // forbidden.
        purchases_->buy(product_id);
        return;
    }
    sheet_.open(item->product, good->icon, ui_);
}

void App::answered(SheetAnswer answer) {
    const std::string product_id(sheet_.product().id());
    sheet_.close(ui_);
    if (purchases_->can_buy(product_id)) {
        store_->answer_sheet(answer);
    }
    purchases_->buy(product_id);
}

void App::show(const Notice &notice) {
    const ShelfItem *item = purchases_->find(notice.product_id);
    const std::string name(item == nullptr ? "Your purchase" : item->product.display_name());
    switch (notice.kind) {
    case Notice::Kind::granted: toast_ = {name + " has arrived. Thank you!", palette::owned, toast_frames}; break;
    case Notice::Kind::restored: toast_ = {"Your purchases are back.", palette::owned, toast_frames}; break;
    case Notice::Kind::nothing_to_restore:
        toast_ = {"There is nothing to restore.", palette::text_quiet, toast_frames};
        break;
    case Notice::Kind::waiting: toast_ = {name + " waits for approval.", palette::waiting, toast_frames}; break;
    case Notice::Kind::cancelled:
        toast_ = {"Cancelled. Nothing was charged.", palette::text_quiet, toast_frames};
        break;
    case Notice::Kind::earlier_first:
        toast_ = {"Your earlier purchase comes first. Nothing was charged.", palette::text_quiet, toast_frames};
        break;
    case Notice::Kind::failed: toast_ = {notice.detail, palette::failed, toast_frames}; break;
    case Notice::Kind::taken_back: toast_ = {name + " was refunded.", palette::waiting, toast_frames}; break;
    }
}

void App::act(StoreAct act) {
    switch (act) {
    case StoreAct::approve: store_->approve(); break;
    case StoreAct::fail_next: store_->fail_next_purchase(); break;
    case StoreAct::slow: store_->set_slow(!store_->is_slow()); break;
    case StoreAct::offline:
        store_->set_offline(!store_->is_offline());
        purchases_->load_products();
        break;
    case StoreAct::country: store_->next_storefront(); break;
    case StoreAct::refund: store_->refund_last(); break;
    case StoreAct::install: install_anew(); break;
    }
}

// ---------------------------------------------------------------------------------------------------------- one frame

bool App::is_still() const {
    if (is_playing() || frames_awake_ > 0) {
        return false;
    }
    // A hidden window needs no animation.
    const auto &shelf = purchases_->shelf();
    return is_hidden_ ||
           (toast_.frames_left == 0 && std::none_of(shelf.begin(), shelf.end(), [](const ShelfItem &item) {
                return item.standing == Standing::purchasing;
            }));
}

void App::frame() {
    purchases_->pump();

    if (is_playing()) {
        cave_frame_++;
        for (int found = cave_.step(frame_seconds); found > 0; found--) {
            save_->find_coin();
        }
    }
    frames_awake_ = std::max(frames_awake_ - 1, 0);
    if (++frame_ % frames_between_saves == 0) {
        save_->store();
    }

    ui_.begin_frame();
    canvas_.text.next_frame();
    ui_.set_reachable(!sheet_.is_open());
    draw_backdrop();
    draw_header();
    cave_view_.draw(canvas_, scene, cave_, save_->has_armour(), save_->has_lantern(), cave_frame_);
    draw_toast();
    const ShopWish wish = draw_shop(ui_, icons_, shop, *purchases_, *save_, frame_);
    const auto clicked_act = store_ == nullptr ? std::nullopt : draw_store_bar(ui_, bar, *store_);
    ui_.set_reachable(true);
    const auto answer = sheet_.draw(ui_, icons_, window);
    ui_.end_frame();

    // Act after drawing, so one frame shows one state.
    if (!wish.product_id.empty()) {
        wish_to_buy(wish.product_id);
    }
    if (wish.restores) {
        purchases_->restore();
    }
    if (wish.tries_again) {
        purchases_->load_products();
    }
    if (wish.buys_lantern) {
        save_->buy_lantern(lantern_price);
    }
    if (answer) {
        answered(*answer);
    }
    const auto wanted_act = std::exchange(wanted_act_, std::nullopt);
    if (clicked_act || wanted_act) {
        act(clicked_act ? *clicked_act : *wanted_act);
    }
}
