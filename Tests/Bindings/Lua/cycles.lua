-- Opens, buys, finishes and closes in a loop: memory, files and threads must not grow. cycles.lua COUNT
local iap, shop = require "iap", require "shop"
local count = tonumber((...))

local function read(path)
    local file = assert(io.open(path))
    local text = file:read "*a"
    file:close()
    return text
end

local function measure()
    collectgarbage()
    collectgarbage()
    local status = read "/proc/self/status"
    local list = os.tmpname()
    os.execute("ls /proc/$PPID/fd | wc -l >" .. list) -- a pipe of io.popen() might be counted, too
    local open_files = tonumber(read(list))
    os.remove(list)
    return {kilobytes = tonumber(status:match "VmRSS:%s+(%d+)"), lua = collectgarbage "count",
            threads = tonumber(status:match "Threads:%s+(%d+)"), files = open_files}
end

-- One purchase in each way: with an observer, in a coroutine, with objects that are only collected.
local function cycle(number)
    local game = shop.open()
    local bought
    iap.async(function()
        local products = assert(game.client:products{shop.coins})
        bought = assert(game.client:buy(products[1].id))
    end)
    game.pump()
    shop.equal(bought.state, iap.TRANSACTION_PURCHASED)
    if number % 2 == 0 then shop.close(game) end -- the garbage collector frees the others
    if number % 10 == 0 then collectgarbage() end
end

local early
for number = 1, count do
    cycle(number)
    if number == count / 10 then early = measure() end
end
local late = measure()
local form = "cycles: %d; after %d and at the end: %d and %d kB, Lua %.0f and %.0f kB, %d and %d files, %d and %d threads"
print(form:format(count, math.floor(count / 10), early.kilobytes, late.kilobytes, early.lua, late.lua,
                  early.files, late.files, early.threads, late.threads))
shop.check(late.kilobytes < early.kilobytes * 1.1 + 2048, "the memory grows")
shop.check(late.lua < early.lua * 1.1 + 64, "the memory of Lua grows")
shop.equal(late.files, early.files)
shop.equal(late.threads, early.threads)
