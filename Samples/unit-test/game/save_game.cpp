#include "save_game.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <unistd.h>
#include <utility>

SaveGame::SaveGame(std::string path) : path_(std::move(path)) {}

bool SaveGame::load() {
    std::ifstream file(path_);
    if (!file) {
        return access(path_.c_str(), F_OK) != 0 && errno == ENOENT;
    }
    std::map<std::uint64_t, int> found;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::uint64_t id = 0;
        int coins = 0;
        std::string more;
        if (!(words >> id >> coins) || words >> more) {
            return false;
        }
        found[id] = coins;
    }
    if (file.bad()) {
        return false; // a read error, not the end of the file
    }
    coins_ = std::move(found);
    return true;
}

int SaveGame::coins() const {
    int sum = 0;
    for (const auto &grant : coins_) {
        sum += grant.second;
    }
    return sum;
}

bool SaveGame::grant(std::uint64_t original_id, int coins) {
    return coins_.count(original_id) != 0 || change(original_id, coins);
}

// The id stays in the save, so a late delivery does not grant the purchase again.
bool SaveGame::take_back(std::uint64_t original_id) {
    const auto found = coins_.find(original_id);
    return (found != coins_.end() && found->second == 0) || change(original_id, 0);
}

bool SaveGame::change(std::uint64_t original_id, int coins) {
    const auto before = coins_;
    coins_[original_id] = coins;
    if (write()) {
        return true;
    }
    coins_ = before;
    return false;
}

static bool flush(int file) {
#ifdef F_FULLFSYNC // Apple's systems: fsync() leaves the data in the cache of the drive
    if (fcntl(file, F_FULLFSYNC) == 0) {
        return true;
    }
#endif
    return fsync(file) == 0;
}

// Flushes the list of files in a folder. Otherwise a power loss could bring back the old file. Returns true on success.
static bool sync_folder_of(const std::string &path) {
    const auto slash = path.rfind('/');
    const int folder = open(slash == std::string::npos ? "." : path.substr(0, slash + 1).c_str(), O_RDONLY);
    const bool good = folder >= 0 && flush(folder);
    if (folder >= 0) {
        close(folder);
    }
    return good;
}

// Writes and flushes a complete new file, which then replaces the old one. A killed game has one of the two, never a part.
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
    good = std::fflush(file) == 0 && flush(fileno(file)) && good;
    good = std::fclose(file) == 0 && good;
    return good && std::rename(fresh.c_str(), path_.c_str()) == 0 && sync_folder_of(path_);
}
