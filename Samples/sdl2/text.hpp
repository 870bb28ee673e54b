// text.hpp: text by SDL_ttf. What was drawn in the last frames is kept as textures.
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

    // Opens the fonts: those of a folder or, if it is empty, the first that is found on this machine. False if there is none;
    // SDL_GetError() says why.
    bool open(const std::string &folder);

    SDL_Point size(std::string_view text, Font font);

    // Draws one line within a box, in the middle of its height. What is too long for the box ends with an ellipsis.
    void draw(std::string_view text, Font font, SDL_Color colour, const SDL_Rect &box, Align align = Align::left);

    // The same for as many lines as the text needs, from the top of the box on.
    void draw_lines(std::string_view text, Font font, SDL_Color colour, const SDL_Rect &box);
    int lines_height(std::string_view text, Font font, int width);

    // What was drawn in this frame: for tests.
    struct Drawn {
        std::string text;
        SDL_Rect rect;
        bool is_shortened;
    };
    const std::vector<Drawn> &drawn() const { return drawn_; }

    // To be called once per frame.
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
