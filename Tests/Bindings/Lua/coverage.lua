-- Compares functions and constants with iap_api.json.
local iap, expected, shop = require "iap", require "expected", require "shop"

local functions, constants = 0, 0
for name in pairs(expected.functions) do
    shop.check(type(iap.raw[name]) == "function", name .. " is not there")
    functions = functions + 1
end
for name in pairs(iap.raw) do shop.check(expected.functions[name], name .. " is not a function of the library") end
for name, value in pairs(expected.constants) do
    shop.equal(iap[(name:gsub("^IAP_", ""))], value)
    constants = constants + 1
end
print(("coverage: %d functions, %d constants"):format(functions, constants))
