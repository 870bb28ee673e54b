// save.hpp: the save file of the game. It has the grants by transaction id. Grant and id are written in one step, so a
// repeated transaction grants nothing more.
#ifndef DOCUMENTATION_SAVE_HPP
#define DOCUMENTATION_SAVE_HPP

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <system_error>
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

    // Both return false and change nothing if the file cannot be written.
    bool grant(std::uint64_t id, int coins) { return coins_.count(id) != 0 || change(id, coins); }

    // The id stays. So a late transaction does not grant it again.
    bool take_back(std::uint64_t id) { return change(id, 0); }

    int coins() const {
        int sum = 0;
        for (const auto &grant : coins_) {
            sum += grant.second;
        }
        return sum;
    }

  private:
    bool change(std::uint64_t id, int coins) {
        const auto before = coins_;
        coins_[id] = coins;
        if (write()) {
            return true;
        }
        coins_ = before;
        return false;
    }

    // A new file replaces the old one as a whole: after a kill one of the two is there. A real game also flushes the file to
    // disk and refuses a file that it cannot read; see Samples/unit-test/game/save_game.cpp.
    bool write() const {
        std::ofstream file(path_ + ".new");
        for (const auto &grant : coins_) {
            file << grant.first << ' ' << grant.second << '\n';
        }
        file.close();
        std::error_code error;
        if (file) {
            std::filesystem::rename(path_ + ".new", path_, error);
        }
        return file && !error;
    }

    std::string path_;
    std::map<std::uint64_t, int> coins_;
};

#endif
