-- The library has the client only: the module loads nevertheless, and reports what is missing.
local iap, expected, shop = require "iap", require "expected", require "shop"

shop.check(iap.parts.client and not iap.parts.store and not iap.parts.server, "the parts are not those of this library")
local absent = 0
for name, part in pairs(expected.functions) do
    if part == "client" then
        shop.check(type(iap.raw[name]) == "function", name .. " is not there")
    else
        shop.raises("this library has no " .. name, iap.raw[name])
        absent = absent + 1
    end
end

local client, err = iap.open{journal_path = "journal"}
shop.equal(client, nil)
shop.equal(err.name, "IAP_ERROR_UNSUPPORTED")
print(("client only: the module reports %d missing functions"):format(absent))
