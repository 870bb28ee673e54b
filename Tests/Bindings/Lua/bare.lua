-- A game may remove io and debug before it loads the module.
local report = print
io, debug = nil, nil
local iap = require "iap"

local message, printed
iap.on_error(function(told) message = told end)
iap.async(function() error "early" end)
iap.on_error(nil)
print = function(text) printed = text end
iap.async(function() error "late" end)
assert(message:find "early" and printed:find "late", "an error was lost")
report "bare: errors are reported without io and debug"
