-- The purchase and the idle pump in Lua and the same in C, alternating: benchmark.lua NAME PROGRAM_IN_C
local iap = require "iap"
local name, program = ...
local coins, storekit = "com.example.caves.coins.small", os.getenv "GAME_STOREKIT"
-- Each in nanoseconds of processor time, the fastest of these rounds.
local ROUNDS, PURCHASES, PUMPS = 11, 200, 50000

local store = assert(iap.open_store{storekit_path = storekit, clock = iap.STORE_CLOCK_VIRTUAL})
local client = assert(iap.open{device = assert(store:open_device("player", "phone")), execution = iap.EXECUTION_MANUAL})
assert(client:observe{transaction_updated = function(transaction)
    if transaction.state == iap.TRANSACTION_PURCHASED then assert(client:finish(transaction)) end
end})

-- It has no events, and a thread.
local idle = assert(iap.open{device = assert(store:open_device("idler", "phone"))})
assert(idle:observe{})

local function purchase()
    assert(client:buy(coins))
    while client:pump() > 0 do end
end

local function awaited()
    local transaction
    iap.async(function() transaction = assert(client:buy(coins)) end)
    while client:pump() > 0 do end
    assert(transaction, "the purchase was not awaited")
end

-- Nanoseconds of one call.
local function time(count, work)
    local start = os.clock()
    for _ = 1, count do work() end
    return (os.clock() - start) * 1e9 / count
end

local best = {}
local function note(what, nanoseconds) best[what] = math.min(best[what] or nanoseconds, nanoseconds) end
for _ = 1, ROUNDS do
    note("a purchase", time(PURCHASES, purchase))
    note("a purchase in a coroutine", time(PURCHASES, awaited))
    note("an idle pump", time(PUMPS, function() idle:pump() end))
    local pipe = assert(io.popen(("%s %s %s %d %d"):format(program, storekit, coins, PURCHASES, PUMPS)))
    note("a purchase in C", pipe:read "*n")
    local _, _, background = pipe:read("*n", "*n", "*n")
    note("an idle pump in C", background)
    pipe:close()
end
for _, what in ipairs {"a purchase", "a purchase in a coroutine", "a purchase in C", "an idle pump", "an idle pump in C"} do
    print(("%-8s %-26s %10.0f ns"):format(name, what, best[what]))
end
