// shop_look.hpp: the colours, shapes and texts of the shop. Code draws everything, so there are no image files.
#ifndef ENGINE_SHOP_LOOK_HPP
#define ENGINE_SHOP_LOOK_HPP

#include "engine.hpp"

#include <string>
#include <vector>

namespace look {

struct Colour {
    unsigned char red, green, blue;
    engine::Color4F solid(float alpha = 1) const {
        return engine::Color4F(red / 255.0f, green / 255.0f, blue / 255.0f, alpha);
    }
    engine::Color3B of_text() const { return engine::Color3B(red, green, blue); }
};

const Colour sky = {52, 40, 104}, ground = {16, 12, 32}, card = {52, 43, 96}, card_edge = {36, 29, 68},
             well = {26, 21, 49};
const Colour light = {246, 242, 255}, text_quiet = {196, 187, 228}, text_off = {158, 149, 192};
const Colour price = {52, 88, 222}, price_edge = {34, 58, 160}, quiet = {80, 69, 132}, quiet_edge = {54, 45, 92};
const Colour gold = {255, 200, 66}, owned = {94, 222, 160}, waiting = {255, 180, 92}, failed = {255, 140, 146};
const Colour owned_ground = {28, 74, 72}, waiting_ground = {88, 58, 40}, off_ground = {42, 36, 70};

// The screen in units of the shop. Its shorter side has 400 units, so the shop looks the same on every phone.
struct Screen {
    Screen();

    engine::Size size;
    engine::Rect safe;  // the area without the notch and the home bar
    float unit;         // one unit of the shop in units of the design resolution
    float pixels;       // one unit of the shop in pixels of the display
    engine::Vec2 place; // the origin of the shop, in units of the engine

    // Returns the nearest position where a pixel of the display begins.
    float snapped(float value) const;
};

// The root node of a scene: a dark sky that fills the screen, in units of the shop.
engine::Node *add_stage(engine::Scene *scene, const Screen &screen);

// Draws shapes with smooth edges, even if the window has no multisampling.
class Pen {
  public:
    // One unit of the picture is scale units of the node.
    Pen(engine::DrawNode *node, const Screen &screen, float scale = 1);

    void polygon(const std::vector<engine::Vec2> &corners, const engine::Color4F &colour);
    void box(float x, float y, float width, float height, float radius, const engine::Color4F &colour);
    // The part of such a box above a height, for a highlight.
    void top_of_box(float x, float y, float width, float height, float radius, float from,
                    const engine::Color4F &colour);
    void ellipse(float x, float y, float radius_x, float radius_y, const engine::Color4F &colour);
    void circle(float x, float y, float radius, const engine::Color4F &colour);
    void line(float x1, float y1, float x2, float y2, float width, const engine::Color4F &colour);

  private:
    static std::vector<engine::Vec2> corners_of_box(float x, float y, float width, float height, float radius);

    engine::DrawNode *node_;
    float scale_;
    float pixel_; // the size of a pixel of the display
};

struct TextStyle {
    float size;
    bool is_strong;
    Colour colour;
};

const TextStyle title = {26, true, light}, heading = {19, true, light}, button = {17, true, light},
                body = {14, false, text_quiet};

// Adds a text that fits into the width: in several lines if that is allowed, or with a smaller font.
engine::Label *add_text(engine::Node *parent, const Screen &screen, const std::string &text, const TextStyle &style,
                        float width, bool may_wrap = false,
                        engine::TextHAlignment alignment = engine::TextHAlignment::LEFT);
// Places the anchor point of the text at x and y, on whole pixels.
void put(engine::Label *label, const Screen &screen, const engine::Vec2 &anchor, float x, float y);
engine::Size size_of(const engine::Label *label);

} // namespace look

#endif
