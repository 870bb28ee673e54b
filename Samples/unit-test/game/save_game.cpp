#include "save_game.hpp"

#include <cstdio>
#include <fstream>
#include <unistd.h>
#include <utility>

SaveGame::SaveGame(std::string path) : path_(std::move(path)) {
    std::ifstream file(path_);
    std::uint64_t id = 0;
    for (int coins = 0; file >> id >> coins;) {
        coins_[id] = coins;
    }
}

int SaveGame::coins() const {
    int sum = 0;
    for (const auto &grant : coins_) {
        sum += grant.second;
    }
    return sum;
}

bool SaveGame::grant(std::uint64_t transaction_id, int coins) {
    return coins_.count(transaction_id) != 0 || change(transaction_id, coins);
}

// The id stays, so that nothing that comes late grants it again.
bool SaveGame::take_back(std::uint64_t transaction_id) { return change(transaction_id, 0); }

bool SaveGame::change(std::uint64_t transaction_id, int coins) {
    const auto before = coins_;
    coins_[transaction_id] = coins;
    if (write()) {
        return true;
    }
    coins_ = before;
    return false;
}

// The old file is replaced by a whole new one that is on the disk: a game that is killed here has one or the other.
bool SaveGame::write() {
    const std::string fresh = path_ + ".new";
    std::FILE *file = std::fopen(fresh.c_str(), "w");
    if (file == nullptr) {
        return false;
    }
    bool good = true;
    for (const auto &grant : coins_) {
        good = std::fprintf(file, "%llu %d\n", static_cast<unsigned long long>(grant.first), grant.second) > 0 && good;
    }
    good = std::fflush(file) == 0 && fsync(fileno(file)) == 0 && good;
    good = std::fclose(file) == 0 && good;
    return good && std::rename(fresh.c_str(), path_.c_str()) == 0;
}
