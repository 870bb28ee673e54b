#include "script.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace {

constexpr Uint32 script_mouse = 77;

// Ignore the real mouse. Its pointer may be anywhere over the window.
int is_wanted(void *, SDL_Event *event) {
    switch (event->type) {
    case SDL_MOUSEMOTION: return event->motion.which == script_mouse;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: return event->button.which == script_mouse;
    default: return 1;
    }
}

bool write_picture(SDL_Renderer *renderer, const std::string &path) {
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, App::width, App::height, 24, SDL_PIXELFORMAT_BGR24);
    const bool is_written =
        surface != nullptr &&
        SDL_RenderReadPixels(renderer, nullptr, surface->format->format, surface->pixels, surface->pitch) == 0 &&
        SDL_SaveBMP(surface, path.c_str()) == 0;
    SDL_FreeSurface(surface);
    return is_written;
}

} // namespace

bool Script::load(const std::string &path) {
    std::ifstream file(path);
    if (!file) {
        SDL_Log("%s cannot be read", path.c_str());
        return false;
    }
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        number++;
        std::istringstream words(line);
        Step step = {"", "", number};
        if (!(words >> step.verb) || step.verb[0] == '#') {
            continue;
        }
        std::getline(words >> std::ws, step.object);
        if (step.verb == "click") {
            steps_.push_back({"point", step.object, number});
            steps_.push_back({"press", "", number});
            steps_.push_back({"release", "", number});
        } else if (step.verb == "pass") {
            steps_.insert(steps_.end(), static_cast<std::size_t>(std::max(std::atoi(step.object.c_str()), 0)),
                          {"clock", "1000", number});
        } else {
            steps_.push_back(step);
        }
    }
    SDL_SetEventFilter(is_wanted, nullptr);
    return true;
}

bool Script::fail(const Step &step, const char *why) const {
    SDL_Log("script, line %d: %s %s: %s", step.line, step.verb.c_str(), step.object.c_str(), why);
    return false;
}

void Script::push_mouse(Uint32 type) const {
    SDL_Event event = {};
    event.type = type;
    if (type == SDL_MOUSEMOTION) {
        event.motion.windowID = SDL_GetWindowID(window_);
        event.motion.which = script_mouse;
        event.motion.x = mouse_.x;
        event.motion.y = mouse_.y;
    } else {
        event.button.windowID = SDL_GetWindowID(window_);
        event.button.which = script_mouse;
        event.button.button = SDL_BUTTON_LEFT;
        event.button.state = type == SDL_MOUSEBUTTONDOWN ? SDL_PRESSED : SDL_RELEASED;
        event.button.x = mouse_.x;
        event.button.y = mouse_.y;
    }
    SDL_PushEvent(&event);
}

bool Script::act(App &app) {
    if (frames_to_wait_ > 0) {
        frames_to_wait_--;
        return true;
    }
    if (steps_.empty()) {
        return true;
    }
    const Step step = steps_.front();
    steps_.pop_front();
    if (step.verb == "wait") {
        frames_to_wait_ = std::max(std::atoi(step.object.c_str()) - 1, 0);
    } else if (step.verb == "point") {
        const auto &widgets = app.ui().widgets();
        const auto found = std::find_if(widgets.begin(), widgets.end(),
                                        [&step](const Ui::Widget &widget) { return widget.name == step.object; });
        if (found == widgets.end()) {
            return fail(step, "there is no such widget");
        }
        mouse_ = {found->rect.x + found->rect.w / 2, found->rect.y + found->rect.h / 2};
        push_mouse(SDL_MOUSEMOTION);
    } else if (step.verb == "press") {
        push_mouse(SDL_MOUSEBUTTONDOWN);
    } else if (step.verb == "release") {
        push_mouse(SDL_MOUSEBUTTONUP);
    } else if (step.verb == "key") {
        SDL_Event event = {};
        event.type = SDL_KEYDOWN;
        event.key.windowID = SDL_GetWindowID(window_);
        event.key.state = SDL_PRESSED;
        event.key.keysym.sym = SDL_GetKeyFromName(step.object.c_str());
        if (event.key.keysym.sym == SDLK_UNKNOWN) {
            return fail(step, "there is no such key");
        }
        SDL_PushEvent(&event);
        event.type = SDL_KEYUP;
        event.key.state = SDL_RELEASED;
        SDL_PushEvent(&event);
    } else if (step.verb == "clock") {
        if (app.store() == nullptr) {
            return fail(step, "there is no reference store");
        }
        app.store()->advance_clock(std::atoll(step.object.c_str()));
    } else if (step.verb == "shot") {
        shot_ = step.object;
    } else {
        return fail(step, "there is no such step");
    }
    return true;
}

bool Script::look(const App &app, SDL_Renderer *renderer) {
    if (shot_.empty()) {
        return true;
    }
    const std::string name = shot_;
    shot_.clear();
    if (screenshots_folder_.empty()) {
        return true;
    }
    if (!write_picture(renderer, screenshots_folder_ + "/" + name + ".bmp")) {
        SDL_Log("the picture %s cannot be written: %s", name.c_str(), SDL_GetError());
        return false;
    }
    std::ofstream scenes(screenshots_folder_ + "/scenes.jsonl", std::ios::app);
    scenes << app.describe(name) << '\n';
    return scenes.good();
}
