// text.hpp: draws text with SDL_ttf. It keeps the textures of the last frames.
#ifndef SDL2_SAMPLE_TEXT_HPP
#define SDL2_SAMPLE_TEXT_HPP

#include "picture.hpp"

#include <SDL.h>
#include <SDL_ttf.h>

#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

enum class Font { small, body, strong, heading, title, count };
enum class Align { left, centre, right };

class Text {
  public:
    explicit Text(SDL_Renderer *renderer) : renderer_(renderer) {}

    // Opens the fonts of a folder. If the folder is empty, opens the first font that it finds on this machine. Returns false if
    // there is none; SDL_GetError() has the reason.
    bool open(const std::string &folder);

    SDL_Point size(std::string_view text, Font font);

    // Draws one line in a box, centred vertically. A line that is too long ends with an ellipsis.
    void draw(std::string_view text, Font font, SDL_Color colour, const SDL_Rect &box, Align align = Align::left);

    // Draws as many lines as the text needs, from the top of the box.
    void draw_lines(std::string_view text, Font font, SDL_Color colour, const SDL_Rect &box);
    int lines_height(std::string_view text, Font font, int width);

    // The texts of this frame, for tests.
    struct Drawn {
        std::string text;
        SDL_Rect rect;
        bool is_shortened;
    };
    const std::vector<Drawn> &drawn() const { return drawn_; }

    // Call it once per frame.
    void next_frame();

  private:
    struct FontCloser {
        void operator()(TTF_Font *font) const { TTF_CloseFont(font); }
    };
    struct Line {
        Texture texture;
        SDL_Point size;
        int last_frame;
    };
    using Key = std::tuple<std::string, Font, Uint32>;

    const Line &line(const std::string &text, Font font, SDL_Color colour);
    TTF_Font *font(Font font) const { return fonts_[static_cast<std::size_t>(font)].get(); }
    std::string_view first_line(std::string_view text, Font font, int width);
    std::string shortened(std::string_view text, Font font, int width);

    SDL_Renderer *renderer_;
    std::array<std::unique_ptr<TTF_Font, FontCloser>, static_cast<std::size_t>(Font::count)> fonts_;
    std::map<Key, Line> lines_;
    std::vector<Drawn> drawn_;
    int frame_ = 0;
};

#endif
