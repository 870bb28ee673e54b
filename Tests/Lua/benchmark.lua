-- The purchase and the idle pump in Lua and the same in C, alternating: benchmark.lua NAME
local iap, in_c = require "iap", require "in_c"
local name = ...
local coins = "com.example.caves.coins.small"

local function open(execution)
    local store = assert(iap.open_store{storekit_path = os.getenv "GAME_STOREKIT", seed = 1,
                                        clock = iap.STORE_CLOCK_VIRTUAL})
    return assert(iap.open{device = assert(store:open_device("player", "phone")), execution = execution})
end

local shop, removed = open(iap.EXECUTION_MANUAL), 0
assert(shop:observe{
    transaction_updated = function(transaction)
        if transaction.state == iap.TRANSACTION_PURCHASED then assert(shop:finish(transaction)) end
    end,
    transaction_removed = function() removed = removed + 1 end,
})
local function purchases(count)
    removed = 0
    for _ = 1, count do
        shop:buy(coins)
        while shop:pump() > 0 do end
    end
    assert(removed == count, "not every purchase was finished")
end

local function awaited_purchases(count)
    local bought = 0
    iap.async(function()
        for _ = 1, count do
            assert(shop:buy(coins))
            bought = bought + 1
        end
    end)
    while bought < count do shop:pump() end
    while shop:pump() > 0 do end
end

local still = open(iap.EXECUTION_BACKGROUND)
assert(still:observe{})
local function idle(count)
    for _ = 1, count do still:pump() end
end

local function median(list)
    table.sort(list)
    return list[math.floor(#list / 2) + 1]
end

-- Medians of the processor time of one call, in seconds, of Lua and C, alternating.
local function compare(of_lua, of_c, count, rounds)
    local ours, theirs, above = {}, {}, {}
    for round = 1, rounds do
        for which, work in ipairs {of_c, of_lua} do
            local start = os.clock()
            work(count)
            local time = (os.clock() - start) / count
            if which == 1 then theirs[round] = time else ours[round] = time end
        end
        above[round] = ours[round] - theirs[round]
    end
    return median(ours), median(theirs), median(above)
end

local function report(what, unit, scale, of_lua, of_c, count, rounds)
    of_lua(count)
    of_c(count)
    local ours, theirs, above = compare(of_lua, of_c, count, rounds)
    print(("%-8s %-32s %8.1f %s, in C %8.1f %s, more %6.1f %s"):format(
        name, what, ours * scale, unit, theirs * scale, unit, above * scale, unit))
end

report("idle pump", "ns", 1e9, idle, in_c.idle, 50000, 201)
report("buy to finish", "us", 1e6, purchases, in_c.purchases, 20, 41)
report("buy to finish, in a coroutine", "us", 1e6, awaited_purchases, in_c.purchases, 20, 41)
