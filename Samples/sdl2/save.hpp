// save.hpp: the save game. It is the game's half of "never lost, never twice": what a transaction grants and the id of the
// transaction are written together, in one step, before the transaction is finished.
#ifndef SDL2_SAMPLE_SAVE_HPP
#define SDL2_SAMPLE_SAVE_HPP

#include <cstdint>
#include <map>
#include <string>

class Save {
  public:
    explicit Save(std::string path) : path_(std::move(path)) {}

    // Reads the file; that there is none yet is fine. False if there is one that cannot be read.
    bool load();
    // Writes what was earned by playing.
    bool store() const { return write(content_); }

    int coins() const;
    bool has_armour() const;
    bool has_lantern() const { return content_.has_lantern; }

    // Found while playing. It need not be on disk at once: who loses it can find it again.
    void find_coin() { content_.found++; }
    // False if there are too few coins, or the disk fails; then nothing has changed.
    bool buy_lantern(int price);

    enum class Change { done, done_before, not_written };

    // Grants what a transaction has paid for. The same id again adds no coins; what is bought for good is owned or not.
    Change grant(std::uint64_t transaction_id, int coins, bool armour);
    // Takes back what a transaction has granted, as its money was given back. The id stays known.
    Change take_back(std::uint64_t transaction_id);

  private:
    struct Grant {
        int coins = 0;
        bool armour = false;
    };
    struct Content {
        int found = 0;
        int spent = 0;
        bool has_lantern = false;
        std::map<std::uint64_t, Grant> grants; // by the id of the transaction
    };

    bool write(const Content &content) const;
    Change change(Content changed);

    std::string path_;
    Content content_;
};

#endif
