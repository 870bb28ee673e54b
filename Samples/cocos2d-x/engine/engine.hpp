// engine.hpp: common names for the parts of cocos2d-x 3.17, cocos2d-x 4.0 and axmol 2 that this sample uses.
#ifndef ENGINE_ENGINE_HPP
#define ENGINE_ENGINE_HPP

#if defined(GAME_USES_AXMOL)
#include "axmol.h"
#else
#include "cocos2d.h"
#endif

#include <string>

namespace engine {
#if defined(GAME_USES_AXMOL)
using namespace ax;
inline GLView *view(Director *director) { return director->getGLView(); }
inline void set_view(Director *director, GLView *view) { director->setGLView(view); }
inline void log_line(const std::string &line) {
    static_cast<void>(line); // a release build has no log
    AXLOGD("{}", line);
}
#else
using namespace cocos2d;
inline GLView *view(Director *director) { return director->getOpenGLView(); }
inline void set_view(Director *director, GLView *view) { director->setOpenGLView(view); }
inline void log_line(const std::string &line) {
    static_cast<void>(line); // a release build has no log
    CCLOG("%s", line.c_str());
}
#endif
} // namespace engine

#endif
