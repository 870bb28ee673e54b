// The program that Sources/Documentation/GettingStarted.md prints. `run` extracts it from the page.
#include "games.hpp"
#include "world.hpp"

#include <iap/iap.hpp>
#include <iap/iap_store.hpp>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace page {
#define main first_program
#include "first_program.inc"
#undef main

class FirstProgramGame : public Game {
  public:
    explicit FirstProgramGame(World &world) : world_(world), save_(world.folder()) {}

    bool open() override {
        if (!save_.load()) {
            world_.broken("save", "the save cannot be read");
            return false;
        }
        iap::ClientOptions options;
        options.execution = iap::Execution::manual;
        options.journal_path = world_.journal();
        options.device = world_.device();
        auto client = iap::Client::open(options);
        if (!client) return false;
        shop_.emplace(std::move(*client), save_);
        return shop_->start();
    }
    void buy(const std::string &product) override { shop_->buy(product); }
    void frame() override { shop_->frame(); }
    long long coins() override { return save_.coins; }

  private:
    World &world_;
    Save save_;
    std::optional<Shop> shop_;
};
} // namespace page

std::unique_ptr<Game> first_program_game(World &world) { return std::make_unique<page::FirstProgramGame>(world); }
