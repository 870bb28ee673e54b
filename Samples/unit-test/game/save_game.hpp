// save_game.hpp: the coins of the player on the disk. Each grant has the original id of its transaction.
#ifndef GAME_SAVE_GAME_HPP
#define GAME_SAVE_GAME_HPP

#include <cstdint>
#include <map>
#include <string>

class SaveGame {
  public:
    explicit SaveGame(std::string path);
    virtual ~SaveGame() = default;

    // Call it first. If there is no file, the save is empty. Returns false if there is a file that cannot be read. The game
    // must not open its shop then, because the next grant would overwrite that file.
    bool load();
    int coins() const;
    // Both return false and change nothing if the file cannot be written. An id that was granted or revoked before does not
    // change.
    bool grant(std::uint64_t original_id, int coins);
    bool take_back(std::uint64_t original_id);

  protected:
    // Writes the grant and the id in one step. Tests override it with a full disk or a kill.
    virtual bool write();

  private:
    bool change(std::uint64_t original_id, int coins);

    std::string path_;
    std::map<std::uint64_t, int> coins_; // by original transaction id
};

#endif
