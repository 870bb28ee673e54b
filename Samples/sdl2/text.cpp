#include "text.hpp"

#include <algorithm>
#include <filesystem>

namespace {

struct Family {
    const char *folder;
    const char *regular;
    const char *bold;
    int smaller; // points to subtract from the size, because its letters are wide
};

// The font folders of Debian, Fedora and Arch.
constexpr Family families[] = {
    {"/usr/share/fonts/truetype/lato", "Lato-Medium.ttf", "Lato-Bold.ttf", 0},
    {"/usr/share/fonts/truetype/dejavu", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf", 2},
    {"/usr/share/fonts/dejavu-sans-fonts", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf", 2},
    {"/usr/share/fonts/TTF", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf", 2},
    {"/usr/share/fonts/truetype/liberation", "LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf", 1},
};

constexpr int unused_frames = 300;

} // namespace

bool Text::open(const std::string &folder) {
    struct Cut {
        bool is_bold;
        int size;
    };
    constexpr Cut cuts[] = {{false, 13}, {false, 14}, {true, 15}, {true, 18}, {true, 24}};
    for (const Family &family : families) {
        const std::filesystem::path place = folder.empty() ? family.folder : folder;
        if (!std::filesystem::exists(place / family.regular) || !std::filesystem::exists(place / family.bold)) {
            continue;
        }
        for (std::size_t i = 0; i < fonts_.size(); i++) {
            const std::string path = (place / (cuts[i].is_bold ? family.bold : family.regular)).string();
            fonts_[i].reset(TTF_OpenFont(path.c_str(), cuts[i].size - family.smaller));
            if (fonts_[i] == nullptr) {
                return false;
            }
            TTF_SetFontHinting(fonts_[i].get(), TTF_HINTING_LIGHT);
        }
        return true;
    }
    SDL_SetError("no font was found; install fonts-lato or fonts-dejavu-core");
    return false;
}

SDL_Point Text::size(std::string_view text, Font which) {
    SDL_Point size = {0, 0};
    TTF_SizeUTF8(font(which), std::string(text).c_str(), &size.x, &size.y);
    return size;
}

const Text::Line &Text::line(const std::string &text, Font which, SDL_Color colour) {
    const Uint32 packed = Uint32{colour.r} << 24 | Uint32{colour.g} << 16 | Uint32{colour.b} << 8 | colour.a;
    auto [place, is_new] = lines_.try_emplace(Key(text, which, packed));
    Line &line = place->second;
    if (is_new && !text.empty()) {
        if (SDL_Surface *surface = TTF_RenderUTF8_Blended(font(which), text.c_str(), colour)) {
            line.texture.reset(SDL_CreateTextureFromSurface(renderer_, surface));
            line.size = {surface->w, surface->h};
            SDL_FreeSurface(surface);
        }
    }
    line.last_frame = frame_;
    return line;
}

std::string Text::shortened(std::string_view text, Font which, int width) {
    std::string shorter(text);
    while (!shorter.empty() && size(shorter + "…", which).x > width) {
        // Remove one UTF-8 character.
        do {
            const bool is_inside_character = (static_cast<unsigned char>(shorter.back()) & 0xC0) == 0x80;
            shorter.pop_back();
            if (!is_inside_character) {
                break;
            }
        } while (!shorter.empty());
    }
    return shorter + "…";
}

void Text::draw(std::string_view text, Font which, SDL_Color colour, const SDL_Rect &box, Align align) {
    if (text.empty()) {
        return;
    }
    const bool is_shortened = size(text, which).x > box.w;
    const Line &drawn = line(is_shortened ? shortened(text, which, box.w) : std::string(text), which, colour);
    SDL_Rect place = {box.x, box.y + (box.h - drawn.size.y) / 2, drawn.size.x, drawn.size.y};
    if (align == Align::centre) {
        place.x += (box.w - drawn.size.x) / 2;
    } else if (align == Align::right) {
        place.x += box.w - drawn.size.x;
    }
    SDL_RenderCopy(renderer_, drawn.texture.get(), nullptr, &place);
    drawn_.push_back({std::string(text), place, is_shortened});
}

// Returns as many words as fit, and at least one.
std::string_view Text::first_line(std::string_view text, Font which, int width) {
    std::size_t end = text.find(' ');
    for (std::size_t next = end; next != std::string_view::npos; end = next) {
        next = text.find(' ', next + 1);
        if (size(text.substr(0, next), which).x > width) {
            break;
        }
        if (next == std::string_view::npos) {
            return text;
        }
    }
    return text.substr(0, end);
}

int Text::lines_height(std::string_view text, Font which, int width) {
    int height = 0;
    while (!text.empty()) {
        height += TTF_FontLineSkip(font(which));
        text.remove_prefix(std::min(first_line(text, which, width).size() + 1, text.size()));
    }
    return height;
}

void Text::draw_lines(std::string_view text, Font which, SDL_Color colour, const SDL_Rect &box) {
    const int line_height = TTF_FontLineSkip(font(which));
    for (int y = box.y; !text.empty(); y += line_height) {
        const std::string_view line = first_line(text, which, box.w);
        draw(line, which, colour, {box.x, y, box.w, line_height});
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
}

void Text::next_frame() {
    frame_++;
    drawn_.clear();
    for (auto place = lines_.begin(); place != lines_.end();) {
        place = frame_ - place->second.last_frame > unused_frames ? lines_.erase(place) : std::next(place);
    }
}
