// save.hpp: the save of the game: what was granted, by the id of the transaction. Grant and id are written in one step,
// so that a repeated transaction grants nothing more.
#ifndef DOCUMENTATION_SAVE_HPP
#define DOCUMENTATION_SAVE_HPP

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>

class Save {
  public:
    explicit Save(std::string path = std::string()) : path_(std::move(path)) {
        std::ifstream file(path_);
        std::uint64_t id = 0;
        for (int coins = 0; file >> id >> coins;) {
            coins_[id] = coins;
        }
    }

    void grant(std::uint64_t id, int coins) {
        if (coins_.try_emplace(id, coins).second) {
            write();
        }
    }

    // The id stays, so that nothing that comes late grants it again.
    void take_back(std::uint64_t id) {
        coins_[id] = 0;
        write();
    }

    int coins() const {
        int sum = 0;
        for (const auto &grant : coins_) {
            sum += grant.second;
        }
        return sum;
    }

  private:
    // The old file is replaced by a whole new one: a game that is killed here has one or the other.
    void write() const {
        std::ofstream file(path_ + ".new");
        for (const auto &grant : coins_) {
            file << grant.first << ' ' << grant.second << '\n';
        }
        file.close();
        std::filesystem::rename(path_ + ".new", path_);
    }

    std::string path_;
    std::map<std::uint64_t, int> coins_;
};

#endif
