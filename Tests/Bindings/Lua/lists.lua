-- A getter Y_count and a method Y_at make a property Ys. The order of pairs() differs between launches.
local shop = require "shop"
require "iap"

local lists = {iap_product = "offers", iap_products = "invalids", iap_app_receipt = "purchases"}
for _, metatable in pairs(debug.getregistry()) do
    local handle = type(metatable) == "table" and rawget(metatable, "__name")
    if lists[handle] then
        local _, message = pcall(metatable.__index, false, lists[handle]) -- a property refuses a value of another type
        shop.check(message:find("argument 1 must be " .. handle, 1, true), message)
        lists[handle] = nil
    end
end
shop.equal(next(lists), nil)
print "lists: each is there"
