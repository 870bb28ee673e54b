// save.hpp: the save file. It is the game's part of "never lost, never twice": the game writes the grant and the original id of
// the transaction together, in one step, before it finishes the transaction.
#ifndef SDL2_SAMPLE_SAVE_HPP
#define SDL2_SAMPLE_SAVE_HPP

#include <cstdint>
#include <map>
#include <string>

class Save {
  public:
    explicit Save(std::string path) : path_(std::move(path)) {}

    // Reads the file. There may be no file yet. Returns false if there is a file that cannot be read.
    bool load();
    // Writes the coins that the player found.
    bool store() const { return write(content_); }

    int coins() const;
    bool has_armour() const;
    bool has_lantern() const { return content_.has_lantern; }

    // The player finds a coin. It need not reach the disk immediately: a lost coin can be found again.
    void find_coin() { content_.found++; }
    // Returns false and changes nothing if there are too few coins or the disk fails.
    bool buy_lantern(int price);

    enum class Change { done, done_before, not_written };

    // Grants a purchase. The same original id again adds no coins.
    Change grant(std::uint64_t original_id, int coins, bool armour);
    // Revokes the grant of a refunded purchase. The id stays in the save.
    Change take_back(std::uint64_t original_id);

  private:
    struct Grant {
        int coins = 0;
        bool armour = false;
    };
    struct Content {
        int found = 0;
        int spent = 0;
        bool has_lantern = false;
        std::map<std::uint64_t, Grant> grants; // by the original id of the transaction
    };

    bool write(const Content &content) const;
    Change change(Content changed);

    std::string path_;
    Content content_;
};

#endif
