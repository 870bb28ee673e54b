// Lantern Caves: a small game with a shop. This file has the command line, the window and the loop.
#include "app.hpp"
#include "script.hpp"

#include <SDL.h>
#include <SDL_ttf.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace {

struct CommandLine {
    AppOptions app;
    std::string script;
    std::string screenshots;
    bool is_reset = false;
};

constexpr const char *usage = "usage: sdl2-shop [OPTION...]\n"
                              "  --data FOLDER          folder of the save file and the journal\n"
                              "  --store FILE           ledger of the reference App Store\n"
                              "  --reset                delete both first\n"
                              "  --offline              start without a network\n"
                              "  --fonts FOLDER         use the fonts of this folder\n"
                              "  --play FILE            play a script as fast as possible; see script.hpp\n"
                              "  --screenshots FOLDER   folder for the pictures of the script\n";

std::optional<CommandLine> read_command_line(int count, char **arguments) {
    CommandLine line;
    for (int i = 1; i < count; i++) {
        const std::string_view option = arguments[i];
        if (option == "--offline") {
            line.app.is_offline = true;
            continue;
        }
        if (option == "--reset") {
            line.is_reset = true;
            continue;
        }
        std::string *value = option == "--data"          ? &line.app.data_folder
                             : option == "--store"       ? &line.app.store_file
                             : option == "--fonts"       ? &line.app.font_folder
                             : option == "--play"        ? &line.script
                             : option == "--screenshots" ? &line.screenshots
                                                         : nullptr;
        if (value == nullptr || i + 1 == count) {
            return std::nullopt;
        }
        *value = arguments[++i];
    }
    line.app.is_scripted = !line.script.empty();
    return line;
}

// By default uses the folder that SDL provides for the files of a game.
bool choose_files(CommandLine &line) {
    if (line.app.data_folder.empty()) {
        char *folder = SDL_GetPrefPath("IAPBridge", "sdl2-shop");
        if (folder == nullptr) {
            SDL_Log("there is no folder for the save file: %s", SDL_GetError());
            return false;
        }
        line.app.data_folder = folder;
        SDL_free(folder);
    }
    if (line.app.store_file.empty()) {
        line.app.store_file = line.app.data_folder + "/app-store";
    }
    if (line.is_reset) {
        for (const std::string &path :
             {line.app.data_folder + "/caves.save", line.app.data_folder + "/caves.journal", line.app.store_file}) {
            for (const char *ending : {"", "-wal", "-shm"}) {
                std::filesystem::remove(path + ending);
            }
        }
    }
    return true;
}

struct WindowDeleter {
    void operator()(SDL_Window *window) const { SDL_DestroyWindow(window); }
};
struct RendererDeleter {
    void operator()(SDL_Renderer *renderer) const { SDL_DestroyRenderer(renderer); }
};

constexpr Uint32 frame_ms = 1000 / 60;
constexpr int still_ms = 1000;

// The game loop. It has no code for purchases: the pump is in App::frame().
int loop(App &app, SDL_Renderer *renderer, Script *script) {
    for (;;) {
        if (script == nullptr && app.is_still()) {
            SDL_WaitEventTimeout(nullptr, still_ms);
        }
        const Uint32 began = SDL_GetTicks();
        if (script != nullptr && (script->is_over() || !script->act(app))) {
            return script->is_over() ? 0 : 1;
        }
        for (SDL_Event event; SDL_PollEvent(&event) != 0;) {
            if (event.type == SDL_QUIT) {
                return script == nullptr ? 0 : 1;
            }
            app.handle(event);
        }
        app.frame();
        if (script != nullptr && !script->look(app, renderer)) {
            return 1;
        }
        SDL_RenderPresent(renderer);
        const Uint32 took = SDL_GetTicks() - began;
        if (script == nullptr && took < frame_ms) {
            SDL_Delay(frame_ms - took);
        }
    }
}

// If there is no display, SDL uses a display in memory. Nobody sees it, and nobody could end the game. So the game accepts it
// only in tests, or if the user asks for it.
bool has_display(const CommandLine &line) {
    const std::string_view driver = SDL_GetCurrentVideoDriver();
    if (line.app.is_scripted || SDL_getenv("SDL_VIDEODRIVER") != nullptr ||
        (driver != "offscreen" && driver != "dummy")) {
        return true;
    }
    std::fputs("sdl2-shop: there is no display. Start it on a desktop, or set DISPLAY or WAYLAND_DISPLAY;\n"
               "           without a screen, put \"xvfb-run -a\" before the command for a virtual one.\n",
               stderr);
    return false;
}

int run(CommandLine &line) {
    // In a scripted run each pixel is the same on every machine.
    const Uint32 window_flags = line.app.is_scripted ? 0 : Uint32{SDL_WINDOW_RESIZABLE};
    const Uint32 renderer_flags = line.app.is_scripted ? Uint32{SDL_RENDERER_SOFTWARE} : 0;
    const std::unique_ptr<SDL_Window, WindowDeleter> window(SDL_CreateWindow(
        "Lantern Caves", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, App::width, App::height, window_flags));
    const std::unique_ptr<SDL_Renderer, RendererDeleter> renderer(
        window == nullptr ? nullptr : SDL_CreateRenderer(window.get(), -1, renderer_flags));
    if (renderer == nullptr) {
        SDL_Log("there is no window: %s", SDL_GetError());
        return 1;
    }
    if (!line.app.is_scripted) {
        // A window of any size shows the whole game.
        SDL_RenderSetLogicalSize(renderer.get(), App::width, App::height);
    }
    std::optional<Script> script;
    if (!line.script.empty()) {
        script.emplace(window.get(), line.screenshots);
        if (!script->load(line.script)) {
            return 1;
        }
    }
    App app(renderer.get(), line.app);
    return app.open() ? loop(app, renderer.get(), script ? &*script : nullptr) : 1;
}

} // namespace

int main(int count, char **arguments) {
    if (count == 2 && std::string_view(arguments[1]) == "--help") {
        std::fputs(usage, stdout);
        return 0;
    }
    auto line = read_command_line(count, arguments);
    if (!line) {
        std::fputs(usage, stderr);
        return 2;
    }
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    if (line->app.is_scripted) {
        // Use the software renderer: an emulated graphics card would be slower.
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    }
    if (SDL_Init(SDL_INIT_VIDEO) != 0 || TTF_Init() != 0) {
        SDL_Log("SDL does not start: %s", SDL_GetError());
        return 1;
    }
    const int status = has_display(*line) && choose_files(*line) ? run(*line) : 1;
    TTF_Quit();
    SDL_Quit();
    return status;
}
