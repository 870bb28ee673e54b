// script.hpp: a player made of lines in a file, for tests. What they do goes through SDL's queue of events, as a mouse and a
// keyboard do.
//
//   wait FRAMES         lets the game run
//   point WIDGET        moves the mouse there
//   press               puts the mouse button down, and leaves it so
//   release
//   click WIDGET        all of these, one in each frame
//   key NAME            a key as SDL names it: Tab, Return, Space, A
//   clock MILLISECONDS  moves the time of the store, and only that
//   shot NAME           a picture NAME.bmp, and a line in scenes.jsonl, in the folder of --screenshots
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

    // Before a frame: what the player does in it. False if the script is wrong, for example names a widget that there is not.
    bool act(App &app);
    // After a frame is drawn and before it is shown. False if a picture cannot be written.
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
    std::string shot_; // to be taken of this frame
};

#endif
