// games.hpp: the games that buy. Two are printed in the documentation, and run here as they are printed.
#ifndef SIMULATION_TAPS_GAMES_HPP
#define SIMULATION_TAPS_GAMES_HPP

#include <memory>
#include <string>

class World;

enum class GameKind {
    first_program, /**< Sources/Documentation/GettingStarted.md */
    sample,        /**< Samples/unit-test/game */
    late,          /**< saves and finishes after some frames; finishes what is restored or failed immediately */
    tidy, /**< saves immediately; finishes everything in its queue that is not purchased, by its id or its handle */
    inventory, /**< the library grants */
};
constexpr unsigned game_kinds = 5;

/** At which step a save fails. */
enum class SaveFault { open, flush, rename };

/** One launch of a game. The destructor closes its client. */
class Game {
  public:
    virtual ~Game() = default;
    /** False: the game cannot start. */
    virtual bool open() = 0;
    virtual void buy(const std::string &product) = 0;
    virtual void frame() = 0;
    virtual long long coins() = 0;
};

std::unique_ptr<Game> first_program_game(World &world);
std::unique_ptr<Game> sample_game(World &world);
std::unique_ptr<Game> own_game(World &world, GameKind kind);

inline const std::string coins_product = "com.example.caves.coins.small";
inline const std::string editor_product = "com.example.caves.editor";
constexpr int coins_each = 100;

#endif
