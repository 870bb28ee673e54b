-- Compares functions, constants and fields of structs with iap_api.json.
local iap, expected, shop = require "iap", require "expected", require "shop"
local raw, check = iap.raw, shop.check

local functions, constants, fields = 0, 0, 0
for name in pairs(expected.functions) do
    check(type(raw[name]) == "function", name .. " is not there")
    functions = functions + 1
end
for name in pairs(raw) do check(expected.functions[name], name .. " is not a function of the library") end

for name, value in pairs(expected.constants) do
    local short = name:gsub("^IAP_", "")
    check(iap[short] == value, name .. " is " .. tostring(iap[short]))
    constants = constants + 1
end

local game = shop.open()
local handles = {iap_client = game.client, iap_store = game.store, iap_device = game.device}
handles.iap_server_key = assert(raw.iap_server_key_open{
    key_text = shop.server_key(), key_id = "KEY", issuer_id = "57246542-96fe-1a63-e053-0824d011072a",
    bundle_id = "com.example.game"})

-- A value that no field accepts: the error names the field, therefore the field exists.
local nothing = coroutine.create(function() end)
for name, struct in pairs(expected.structs) do
    local is_reached = struct.use ~= nil or struct.is_given
    check(is_reached, name .. " is neither given nor taken by a function")
    local given = struct.init and raw[struct.init] and raw[struct.init]() or {}
    for _, field in ipairs(struct.fields) do
        if struct.use then
            local ok, message = pcall(struct.use, raw, handles, {[field] = nothing})
            local is_there = not ok and message:find(field .. " must be", 1, true)
            check(is_there, name .. "." .. field .. ": " .. tostring(message))
        elseif struct.init then
            check(given[field] ~= nil or field == "reserved", name .. "." .. field .. " is not given")
        end
    end
    if struct.use then
        shop.raises("has no field 'misspelt'", struct.use, raw, handles, {misspelt = 1})
    end
    fields = fields + struct.all
end
shop.close(game)
print(("coverage: %d functions, %d constants, %d fields of structs"):format(functions, constants, fields))
