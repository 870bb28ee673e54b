#include "save.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

bool Save::load() {
    std::ifstream file(path_);
    if (!file) {
        return ::access(path_.c_str(), F_OK) != 0 && errno == ENOENT;
    }
    Content content;
    std::string word;
    while (file >> word) {
        if (word == "found") {
            file >> content.found;
        } else if (word == "spent") {
            file >> content.spent;
        } else if (word == "lantern") {
            file >> content.has_lantern;
        } else if (word == "granted") {
            std::uint64_t id = 0;
            Grant grant;
            file >> id >> grant.coins >> grant.armour;
            content.grants[id] = grant;
        } else {
            return false;
        }
        if (!file) {
            return false;
        }
    }
    if (file.bad()) {
        return false; // a read error, not the end of the file
    }
    content_ = std::move(content);
    return true;
}

int Save::coins() const {
    int coins = content_.found - content_.spent;
    for (const auto &[id, grant] : content_.grants) {
        coins += grant.coins;
    }
    // After a refund of spent coins the sum may be negative. The purse shows 0 then.
    return std::max(coins, 0);
}

bool Save::has_armour() const {
    return std::any_of(content_.grants.begin(), content_.grants.end(),
                       [](const auto &entry) { return entry.second.armour; });
}

bool Save::buy_lantern(int price) {
    if (content_.has_lantern || coins() < price) {
        return false;
    }
    Content changed = content_;
    changed.spent += price;
    changed.has_lantern = true;
    return change(std::move(changed)) == Change::done;
}

Save::Change Save::grant(std::uint64_t original_id, int coins, bool armour) {
    Content changed = content_;
    const auto [place, is_new] = changed.grants.try_emplace(original_id, Grant{coins, armour});
    if (!is_new) {
        if (!armour || place->second.armour) {
            return Change::done_before;
        }
        // The game revoked it, but the store delivers it: the refund was reversed.
        place->second.armour = true;
    }
    return change(std::move(changed));
}

Save::Change Save::take_back(std::uint64_t original_id) {
    Content changed = content_;
    const auto place = changed.grants.find(original_id);
    if (place == changed.grants.end() || (place->second.coins == 0 && !place->second.armour)) {
        return Change::done_before;
    }
    place->second = Grant();
    return change(std::move(changed));
}

// The game uses the change only when it is on the disk.
Save::Change Save::change(Content changed) {
    if (!write(changed)) {
        return Change::not_written;
    }
    content_ = std::move(changed);
    return Change::done;
}

// Flushes the list of files in a folder. Otherwise a power loss could bring back the old file. Returns true on success.
static bool sync_folder_of(const std::string &path) {
    const auto slash = path.rfind('/');
    const int folder = ::open(slash == std::string::npos ? "." : path.substr(0, slash + 1).c_str(), O_RDONLY);
    const bool is_good = folder >= 0 && ::fsync(folder) == 0;
    if (folder >= 0) {
        ::close(folder);
    }
    return is_good;
}

// Writes and flushes a complete new file, which then replaces the old one. A killed game has one of the two, never a part.
bool Save::write(const Content &content) const {
    std::ostringstream lines;
    lines << "found " << content.found << "\nspent " << content.spent << "\nlantern " << content.has_lantern << '\n';
    for (const auto &[id, grant] : content.grants) {
        lines << "granted " << id << ' ' << grant.coins << ' ' << grant.armour << '\n';
    }
    const std::string text = lines.str();
    const std::string path = path_ + ".new";
    std::FILE *file = std::fopen(path.c_str(), "w");
    if (file == nullptr) {
        return false;
    }
    bool is_good = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0 &&
                   ::fsync(::fileno(file)) == 0;
    is_good = std::fclose(file) == 0 && is_good;
    return is_good && std::rename(path.c_str(), path_.c_str()) == 0 && sync_folder_of(path_);
}
