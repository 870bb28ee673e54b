// game_folder.hpp: the folder of the journal and of the game's own save file. It is plain C++11 and needs no engine.
#ifndef SHOP_GAME_FOLDER_HPP
#define SHOP_GAME_FOLDER_HPP

#include <string>

#if !defined(_WIN32)

#include <cerrno>
#include <cstdlib>
#include <sys/stat.h>

// Creates Library/Application Support/GAME in the home folder. Returns its path with a slash at the end. Returns an empty text if
// the folder cannot be created.
inline std::string application_support_folder(const std::string &home, const std::string &game) {
    std::string path = home;
    for (const std::string &name : {std::string("Library"), std::string("Application Support"), game}) {
        path += "/" + name;
        if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
            return std::string();
        }
    }
    return path + "/";
}

#endif

// Returns the folder for the journal. writable_path is FileUtils::getWritablePath() of the engine. On Apple's systems it is
// Documents, where players can see files and put old ones back, so the journal does not belong there.
inline std::string game_folder(const std::string &game, const std::string &writable_path) {
#if defined(__APPLE__)
    const char *home = std::getenv("HOME");
    if (home != nullptr) {
        return application_support_folder(home, game);
    }
#endif
    (void)game;
    return writable_path;
}

#endif
