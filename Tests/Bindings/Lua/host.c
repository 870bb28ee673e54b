/* A game with the module linked into it, as on iOS: host SCRIPT */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>

int luaopen_iap(lua_State *L);

int main(int argc, char **argv) {
    lua_State *L = luaL_newstate();
    if (argc != 2 || !L) return 2;
    luaL_openlibs(L);
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "preload");
    lua_pushcfunction(L, luaopen_iap);
    lua_setfield(L, -2, "iap");
    lua_pop(L, 2);
    const int failed = luaL_loadfile(L, argv[1]) || lua_pcall(L, 0, 0, 0);
    if (failed) fprintf(stderr, "%s\n", lua_tostring(L, -1));
    lua_close(L);
    return failed;
}
