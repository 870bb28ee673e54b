// ui.hpp: buttons in immediate mode, as in many games. A view calls button() in each frame. The function draws the button and
// returns whether the player activated it, with the mouse or the keyboard.
#ifndef SDL2_SAMPLE_UI_HPP
#define SDL2_SAMPLE_UI_HPP

#include "canvas.hpp"

#include <SDL.h>

#include <string>
#include <string_view>
#include <vector>

enum class WidgetState { normal, hovered, pressed, disabled };

// The colours of a button in each of its states.
struct ButtonLook {
    SDL_Color normal, hovered, pressed, disabled;
    SDL_Color text, text_disabled;
    int radius;
    Font font;
};

class Ui {
  public:
    explicit Ui(Canvas &canvas) : canvas_(canvas) {}

    // Handles a mouse or keyboard event. Returns false for an event that no widget uses.
    bool handle(const SDL_Event &event);
    void begin_frame();
    void end_frame();

    // While a modal widget is open, widgets behind it are drawn but not reachable.
    void set_reachable(bool is_reachable) { is_reachable_ = is_reachable; }

    bool button(const std::string &name, const SDL_Rect &rect, std::string_view label, const ButtonLook &look,
                bool is_enabled = true);

    // A widget that draws itself.
    struct Touch {
        WidgetState state;
        bool is_focused;
        bool is_activated;
    };
    Touch touch(const std::string &name, const SDL_Rect &rect, bool is_enabled = true);
    void draw_focus(const SDL_Rect &rect, int radius);

    // The widgets of the last frame, for the keyboard and for tests.
    struct Widget {
        std::string name;
        SDL_Rect rect;
        WidgetState state;
        bool is_focused;
        bool is_reachable;
        std::string label;
    };
    const std::vector<Widget> &widgets() const { return last_frame_; }

    // Moves the keyboard focus to a widget.
    void focus(const std::string &name) { focused_ = name; }
    void forget_focus() { focused_.clear(); }

    Canvas &canvas() const { return canvas_; }

  private:
    void move_focus(int by);

    Canvas &canvas_;
    SDL_Point mouse_ = {-1, -1};
    bool is_down_ = false;
    bool was_pressed_ = false;  // in this frame
    bool was_released_ = false; // in this frame
    bool was_entered_ = false;  // the Enter key, in this frame
    bool is_reachable_ = true;
    std::string held_;    // the widget where the mouse button went down
    std::string focused_; // the widget with the keyboard focus
    std::vector<Widget> this_frame_, last_frame_;
};

#endif
