-- A getter Y_count and a method Y_at make a property Ys. The order of pairs() differs between launches.
local iap, expected, shop = require "iap", require "expected", require "shop"

local count = 0
for _, metatable in pairs(debug.getregistry()) do
    local handle = type(metatable) == "table" and rawget(metatable, "__name")
    for _, stem in ipairs(expected.lists[handle] or {}) do
        local _, message = pcall(metatable.__index, false, stem .. "s") -- a property refuses a value of another type
        shop.check(message:find("argument 1 must be " .. handle, 1, true), message)
        count = count + 1
    end
end
for _, stems in pairs(expected.lists) do count = count - #stems end
shop.check(iap.parts.client and next(expected.lists) and count == 0, "not every list was found")
print "lists: each is there"
