#include "ui.hpp"

#include "palette.hpp"

#include <algorithm>

bool Ui::handle(const SDL_Event &event) {
    switch (event.type) {
    case SDL_MOUSEMOTION: mouse_ = {event.motion.x, event.motion.y}; return true;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        if (event.button.button != SDL_BUTTON_LEFT) {
            return false;
        }
        mouse_ = {event.button.x, event.button.y};
        is_down_ = event.type == SDL_MOUSEBUTTONDOWN;
        (is_down_ ? was_pressed_ : was_released_) = true;
        if (is_down_) {
            focused_.clear();
        }
        return true;
    case SDL_KEYDOWN:
        switch (event.key.keysym.sym) {
        case SDLK_TAB: move_focus((event.key.keysym.mod & KMOD_SHIFT) != 0 ? -1 : 1); return true;
        case SDLK_DOWN: move_focus(1); return true;
        case SDLK_UP: move_focus(-1); return true;
        case SDLK_RETURN:
        case SDLK_KP_ENTER: was_entered_ = event.key.repeat == 0; return true;
        default: return false;
        }
    default: return false;
    }
}

void Ui::move_focus(int by) {
    std::vector<const Widget *> reachable;
    for (const Widget &widget : last_frame_) {
        if (widget.is_reachable && widget.state != WidgetState::disabled) {
            reachable.push_back(&widget);
        }
    }
    if (reachable.empty()) {
        return;
    }
    const auto count = static_cast<int>(reachable.size());
    const auto found = std::find_if(reachable.begin(), reachable.end(),
                                    [this](const Widget *widget) { return widget->name == focused_; });
    const int place = found == reachable.end() ? (by > 0 ? 0 : count - 1)
                                               : (static_cast<int>(found - reachable.begin()) + by + count) % count;
    focused_ = reachable[static_cast<std::size_t>(place)]->name;
}

void Ui::begin_frame() { this_frame_.clear(); }

void Ui::end_frame() {
    last_frame_ = this_frame_;
    if (was_released_) {
        held_.clear();
    }
    was_pressed_ = was_released_ = was_entered_ = false;
}

Ui::Touch Ui::touch(const std::string &name, const SDL_Rect &rect, bool is_enabled) {
    const bool is_usable = is_enabled && is_reachable_;
    const bool is_hovered = is_usable && SDL_PointInRect(&mouse_, &rect);
    if (is_hovered && was_pressed_) {
        held_ = name;
    }
    // A click counts only if the mouse button goes down and up on the same widget.
    const bool is_held = is_usable && held_ == name;
    const bool is_focused = is_usable && focused_ == name;
    Touch touch = {WidgetState::normal, is_focused,
                   (is_held && is_hovered && was_released_) || (is_focused && was_entered_)};
    if (!is_enabled) {
        touch.state = WidgetState::disabled;
    } else if (is_held && is_hovered) {
        touch.state = WidgetState::pressed;
    } else if (is_hovered && (!is_down_ || is_held)) {
        touch.state = WidgetState::hovered;
    }
    this_frame_.push_back({name, rect, touch.state, is_focused, is_reachable_, std::string()});
    return touch;
}

void Ui::draw_focus(const SDL_Rect &rect, int radius) { canvas_.rounded(inset(rect, -2), radius + 2, palette::focus); }

bool Ui::button(const std::string &name, const SDL_Rect &rect, std::string_view label, const ButtonLook &look,
                bool is_enabled) {
    const Touch touched = touch(name, rect, is_enabled);
    this_frame_.back().label = label;
    if (touched.is_focused) {
        draw_focus(rect, look.radius);
    }
    SDL_Color colour = look.normal;
    switch (touched.state) {
    case WidgetState::normal: break;
    case WidgetState::hovered: colour = look.hovered; break;
    case WidgetState::pressed: colour = look.pressed; break;
    case WidgetState::disabled: colour = look.disabled; break;
    }
    canvas_.rounded(rect, look.radius, colour);
    SDL_Rect inner = inset(rect, 6);
    inner.y += touched.state == WidgetState::pressed ? 1 : 0;
    canvas_.text.draw(label, look.font, is_enabled ? look.text : look.text_disabled, inner, Align::centre);
    return touched.is_activated;
}
