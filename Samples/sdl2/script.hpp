// script.hpp: plays the lines of a file, for tests. The actions go through the event queue of SDL, like those of a real mouse
// and keyboard.
//
//   wait FRAMES         lets the game run
//   point WIDGET        moves the mouse there
//   press               presses the mouse button and holds it
//   release
//   click WIDGET        all of these, one in each frame
//   key NAME            presses a key by its SDL name: Tab, Return, Space, A
//   clock MILLISECONDS  moves only the time of the store
//   pass SECONDS        the same, one second in each frame
//   shot NAME           writes NAME.bmp and a line of scenes.jsonl into the folder of --screenshots
#ifndef SDL2_SAMPLE_SCRIPT_HPP
#define SDL2_SAMPLE_SCRIPT_HPP

#include "app.hpp"

#include <SDL.h>

#include <deque>
#include <string>

class Script {
  public:
    Script(SDL_Window *window, std::string screenshots_folder)
        : window_(window), screenshots_folder_(std::move(screenshots_folder)) {}

    bool load(const std::string &path);

    // Call it before a frame. It performs the actions of that frame. Returns false if the script is wrong, for example if it
    // names an unknown widget.
    bool act(App &app);
    // Call it after a frame is drawn and before it is shown. Returns false if a picture cannot be written.
    bool look(const App &app, SDL_Renderer *renderer);

    bool is_over() const { return steps_.empty() && frames_to_wait_ == 0 && shot_.empty(); }

  private:
    struct Step {
        std::string verb;
        std::string object;
        int line;
    };

    bool fail(const Step &step, const char *why) const;
    void push_mouse(Uint32 type) const;

    SDL_Window *window_;
    std::string screenshots_folder_;
    std::deque<Step> steps_;
    SDL_Point mouse_ = {0, 0};
    int frames_to_wait_ = 0;
    std::string shot_; // the picture to take of this frame
};

#endif
