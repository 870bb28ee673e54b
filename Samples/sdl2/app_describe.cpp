// app_describe.cpp: describes the screen for tests, in one line of JSON.
#include "app.hpp"

#include <sstream>

namespace {

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char character : text) {
        if (character == '"' || character == '\\') {
            result += '\\';
        }
        result += static_cast<unsigned char>(character) < 0x20 ? ' ' : character;
    }
    return result + '"';
}

const char *name(Standing standing) {
    switch (standing) {
    case Standing::ready: return "ready";
    case Standing::purchasing: return "purchasing";
    case Standing::waiting: return "waiting";
    case Standing::owned: return "owned";
    case Standing::offline: return "offline";
    }
    return "";
}

const char *name(WidgetState state) {
    switch (state) {
    case WidgetState::normal: return "normal";
    case WidgetState::hovered: return "hovered";
    case WidgetState::pressed: return "pressed";
    case WidgetState::disabled: return "disabled";
    }
    return "";
}

std::string rect(const SDL_Rect &rect) {
    std::ostringstream text;
    text << '[' << rect.x << ',' << rect.y << ',' << rect.w << ',' << rect.h << ']';
    return text.str();
}

const char *boolean(bool value) { return value ? "true" : "false"; }

} // namespace

std::string App::describe(const std::string &scene) const {
    std::ostringstream line;
    line << "{\"scene\":" << quoted(scene) << ",\"coins\":" << save_->coins()
         << ",\"armour\":" << boolean(save_->has_armour()) << ",\"lantern\":" << boolean(save_->has_lantern())
         << ",\"offline\":" << boolean(purchases_->is_offline())
         << ",\"country\":" << quoted(store_ == nullptr ? "" : store_->country_name())
         << ",\"still\":" << boolean(is_still()) << ",\"wakes\":" << wake_count_
         << ",\"sheet\":" << quoted(sheet_.is_open() ? sheet_.product().id() : std::string_view())
         << ",\"toast\":" << quoted(toast_.frames_left > 0 ? toast_.text : std::string()) << ",\"cards\":[";
    const char *comma = "";
    for (const ShelfItem &item : purchases_->shelf()) {
        line << comma << "{\"id\":" << quoted(item.product.id()) << ",\"name\":" << quoted(item.product.display_name())
             << ",\"price\":" << quoted(item.product.display_price()) << ",\"standing\":" << quoted(name(item.standing))
             << ",\"problem\":" << quoted(item.problem) << '}';
        comma = ",";
    }
    line << "],\"widgets\":[";
    comma = "";
    for (const Ui::Widget &widget : ui_.widgets()) {
        line << comma << "{\"name\":" << quoted(widget.name) << ",\"rect\":" << rect(widget.rect)
             << ",\"state\":" << quoted(name(widget.state)) << ",\"focused\":" << boolean(widget.is_focused)
             << ",\"reachable\":" << boolean(widget.is_reachable) << ",\"label\":" << quoted(widget.label) << '}';
        comma = ",";
    }
    line << "],\"texts\":[";
    comma = "";
    for (const Text::Drawn &drawn : canvas_.text.drawn()) {
        line << comma << "{\"text\":" << quoted(drawn.text) << ",\"rect\":" << rect(drawn.rect)
             << ",\"shortened\":" << boolean(drawn.is_shortened) << '}';
        comma = ",";
    }
    line << "]}";
    return line.str();
}
