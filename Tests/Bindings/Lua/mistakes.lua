-- Calls every function with values of wrong types, and with handles of wrong types: the host must not crash.
local iap, shop = require "iap", require "shop"

-- These change the whole process, or end it.
local left_out = {iap_check_handles = true, iap_store_kill_at = true}
local game = shop.open()
local names = {}
for name in pairs(iap.raw) do if not left_out[name] then names[#names + 1] = name end end
table.sort(names)

local calls, errors = 0, 0
local values = {false, "", "text", "a\0b", -1, 0, 1, 1.5, 2 ^ 40, 0 / 0, 1 / 0, {}, {1, 2}, {"a", "b"}, {x = 1}, print,
                coroutine.create(function() end), io.stdout, game.store, game.device, game.client}
local is_open = {[game.store] = true, [game.device] = true, [game.client] = true}
local count = #values + 1 -- with nil
local function call(name, ...)
    calls = calls + 1
    local ok, message = pcall(iap.raw[name], ...)
    if ok then return end
    errors = errors + 1
    if type(message) ~= "string" or not message:find(name, 1, true) then
        error(name .. ": the error does not name the function: " .. tostring(message))
    end
end

iap.on_error(function() end)
for _, name in ipairs(names) do
    call(name)
    for one = 1, count do
        if not (name:find "_close$" and is_open[values[one] or false]) then call(name, values[one]) end
        for other = 1, count do
            local closes = name:find "_close$" and is_open[values[one] or false]
            if not closes then call(name, values[one], values[other], values[(one + other) % count + 1]) end
        end
    end
    collectgarbage()
end
-- What the calls have opened and closed does not matter; a new game works.
local fresh = shop.open()
assert(fresh.client:buy(shop.coins))
fresh.pump()
shop.equal(fresh.heard[2].state, iap.TRANSACTION_PURCHASED)
shop.close(fresh)
print(("mistakes: %d calls, %d of them with a Lua error, no crash"):format(calls, errors))
