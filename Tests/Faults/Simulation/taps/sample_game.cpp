// The shop of Samples/unit-test.
#include "games.hpp"
#include "world.hpp"

#include "shop.hpp"

#include <utility>

namespace {
class SampleGame : public Game {
  public:
    explicit SampleGame(World &world) : world_(world), save_(world.folder() + "/save.txt"), shop_(save_) {}

    bool open() override {
        if (!save_.load()) {
            world_.broken("save", "the save cannot be read");
            return false;
        }
        iap::ClientOptions options;
        options.execution = iap::Execution::manual;
        options.journal_path = world_.journal();
        options.device = world_.device();
        return shop_.open(std::move(options)).has_value();
    }
    void buy(const std::string &product) override { shop_.buy(product); }
    void frame() override { shop_.frame(); }
    long long coins() override { return save_.coins(); }

  private:
    World &world_;
    SaveGame save_;
    Shop shop_;
};
} // namespace

std::unique_ptr<Game> sample_game(World &world) { return std::make_unique<SampleGame>(world); }
