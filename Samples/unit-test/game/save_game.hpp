// save_game.hpp: the coins of the player, on disk, each grant with the id of the transaction that paid for it.
#ifndef GAME_SAVE_GAME_HPP
#define GAME_SAVE_GAME_HPP

#include <cstdint>
#include <map>
#include <string>

class SaveGame {
  public:
    explicit SaveGame(std::string path);
    virtual ~SaveGame() = default;

    // Before all else. No file is an empty save. False if there is one that cannot be read: taken for an empty one it would be
    // overwritten by the next grant, so the game must not open its shop then.
    bool load();
    int coins() const;
    // Both return false, and change nothing, if it cannot be written. An id that was granted or taken back before stays as it is.
    bool grant(std::uint64_t transaction_id, int coins);
    bool take_back(std::uint64_t transaction_id);

  protected:
    // Grant and id reach the disk in one step, or neither does. A test puts a full disk or a kill here.
    virtual bool write();

  private:
    bool change(std::uint64_t transaction_id, int coins);

    std::string path_;
    std::map<std::uint64_t, int> coins_; // by transaction id
};

#endif
