-- Plays the game for tests. GAME_SCRIPT names a file with one action on each line.
--
--   wait products        until the shop shows products
--   wait coins NUMBER    until the player has this number of coins
--   wait news WORD       until the newest line has this word
--   wait idle            until no purchase is running and nothing is unfinished
--   buy PRODUCT          buys, like a click on the card
--   tap-twice PRODUCT    buys twice, like a shop that does not disable its card
--   profile NAME         gives the store the quirks of a real system
--   pass SECONDS         moves the clock of the store, second by second, because real stores are slow
--   totals               prints what the store has charged
--   two-ids              from now on the store delivers each purchase under two transaction ids
--   refund               the store refunds the newest purchase
--   die                  kills the game (SIGKILL) between the save and the finish of the next grant
--   picture FILE         writes a picture of the window
--   quit
local ffi = require "ffi"
local iap = require "iap"

ffi.cdef [[
    int kill(int process, int signal);
    int getpid(void);
]]

local Script = {}
Script.__index = Script

local TIMEOUT_S = 20

function Script.load(path)
    local lines = {}
    for line in io.lines(path) do lines[#lines + 1] = line end
    return setmetatable({lines = lines, next = 1, since = love.timer.getTime()}, Script)
end

local conditions = {
    products = function(game) return #game.purchases.products > 0 end,
    coins = function(game, number) return game.save.coins == tonumber(number) end,
    news = function(game, word) return (game.news[1] or ""):find(word, 1, true) end,
    idle = function(game) return next(game.purchases.busy) == nil and #game.purchases.client:queue_transactions() == 0 end,
}

local actions = {}
function actions.buy(game, product) game.purchases:buy(product) end
actions["tap-twice"] = function(game, product)
    for _ = 1, 2 do assert(game.purchases.client:buy(product)) end
end
function actions.profile(game, name)
    for _, each in ipairs(iap.profiles()) do
        if each.name == name then return assert(game.purchases.store:set_profile(each.profile)) and nil end
    end
    error("no profile " .. name)
end
function actions.pass(game, seconds)
    for _ = 1, tonumber(seconds) do
        assert(game.purchases.store:advance_clock(1000))
        repeat until assert(game.purchases.client:pump()) == 0
    end
end
function actions.totals(game)
    local totals = assert(game.purchases.store:get_totals())
    print(("%s charged, %s unfinished"):format(totals.transactions, totals.unfinished))
end
actions["two-ids"] = function(game) assert(game.purchases.store:set_quirk(iap.QUIRK_TWO_IDS, 1)) end
function actions.refund(game)
    local store = game.purchases.store
    local ids = assert(store:list_transactions())
    assert(store:refund(ids[#ids]))
end
function actions.die(game)
    game.purchases.before_finish = function() ffi.C.kill(ffi.C.getpid(), 9) end
end
function actions.quit() love.event.quit() end

-- Calls `done` when the picture is on the disk.
function actions.picture(_, path, done)
    love.graphics.captureScreenshot(function(image)
        local file = assert(io.open(path, "wb"))
        file:write(image:encode("png"):getString())
        file:close()
        done()
    end)
    return true
end

--- Performs the actions that are possible in this frame.
function Script:update(game)
    while not self.is_busy and self.lines[self.next] do
        local verb, subject, value = self.lines[self.next]:match "^(%S+) ?(%S*) ?(%S*)"
        if verb == "wait" then
            if not conditions[subject](game, value) then
                local waited = love.timer.getTime() - self.since
                assert(waited < TIMEOUT_S, "timeout of the script: " .. self.lines[self.next])
                return
            end
        else
            self.is_busy = actions[verb](game, subject, function() self.is_busy = false end)
        end
        self.next, self.since = self.next + 1, love.timer.getTime()
    end
end

return Script
