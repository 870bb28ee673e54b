-- The interface for Lua programs, over the functions of iap_lua.c. It is embedded into the module.
local core = ...
local raw, types = core.raw, core.types
local unpack = table.unpack or unpack
local io, debug = io, debug -- a game can remove them

local iap = {raw = raw, parts = core.parts, enums = {}}

for name, constant in pairs(core.constants) do
    local short = name:gsub("^IAP_", "")
    iap[short] = constant.value
    if constant.enumeration then
        local enum = constant.enumeration:gsub("^iap_", ""):gsub("_t$", "")
        iap.enums[enum] = iap.enums[enum] or {}
        iap.enums[enum][short] = constant.value
    end
end

-- Errors

local function print_error(message)
    local text = "iap: error in a function of the game: " .. tostring(message)
    if io then io.stderr:write(text, "\n") else print(text) end
end
local handler = print_error

--- Sets the function that receives errors of callbacks and coroutines; nil: print them to standard error.
function iap.on_error(new)
    handler = new or print_error
end

local function report(message)
    local ok, again = pcall(handler, message)
    if not ok then
        print_error(message)
        print_error(again)
    end
end

local function has_traceback(message) return debug and type(message) == "string" end

local function traceback(message)
    return has_traceback(message) and debug.traceback(message, 2) or message
end

-- Calls a function of the game. The handler receives its error.
local function call(called, ...)
    local arguments, count = {...}, select("#", ...)
    local ok, message = xpcall(function() return called(unpack(arguments, 1, count)) end, traceback)
    if not ok then report(message) end
end

core.set_handlers(report, traceback, {__tostring = function(err) return err.message end})

-- Coroutines

local running -- the running coroutine of iap.async(), or nil
local waits = setmetatable({}, {__mode = "k"}) -- the ticket of the request that a coroutine waits for

local function go_on(thread, ...)
    local outer = running
    running = thread
    local ok, message = coroutine.resume(thread, ...)
    running = outer
    if not ok then report(has_traceback(message) and debug.traceback(thread, message) or message) end
end

--- Runs a function as a coroutine. Requests in it wait for their result; the pump continues it.
function iap.async(body, ...)
    go_on(coroutine.create(body), ...)
end

-- Returns the running coroutine of iap.async(). Another coroutine inside it cannot wait.
local function waiting_thread()
    return running and coroutine.running() == running and running or nil
end

-- Begins a request with `begin(done)`, which returns the request, or nil and an error. A callback becomes `done`. In a
-- coroutine, the function returns the result. Without both it raises an error, unless the result is optional.
local function ask(name, callback, begin, is_optional)
    local thread = not callback and waiting_thread()
    if not callback and not thread then
        if is_optional then return begin(nil) end
        error(name .. ": give a function as the last argument, or call it inside iap.async(function() ... end)", 3)
    end
    local ticket = {}
    local begun, err = begin(callback or function(...)
        -- After a failed wait, for example inside pcall() in Lua 5.1, no coroutine waits for this result.
        if waits[thread] == ticket and coroutine.status(thread) == "suspended" then go_on(thread, ...) end
    end)
    if begun == nil or not thread then return begun, err end
    waits[thread] = ticket
    return coroutine.yield()
end

local function take_callback(...)
    local arguments, count = {...}, select("#", ...)
    if type(arguments[count]) ~= "function" then return nil, arguments end
    local callback = arguments[count]
    arguments[count] = nil
    return callback, arguments
end

-- Requests: every function of the client with a completion

local client = types.iap_client.methods

for name, place in pairs(types.iap_client.completions) do
    local request = client[name]
    local function method(self, ...)
        local callback, arguments = take_callback(...)
        return ask("client:" .. name, callback, function(done)
            arguments[place - 1] = done
            return request(self, unpack(arguments, 1, place - 1))
        end)
    end
    client[name] = method
    local short = name:match("^request_(.*)")
    if short and not rawget(client, short) then client[short] = method end
end

-- Lists: a getter such as offers for offer_count and offer_at, and each() for list handles

local function make_list(count, at)
    return function(self)
        local list = {}
        for index = 1, count(self) do list[index] = at(self, index - 1) end
        return list
    end
end

for _, type in pairs(types) do
    local lists = {}
    for name, count in pairs(type.getters) do
        local stem = name:match("^(.*)_count$")
        local at = stem and rawget(type.methods, stem .. "_at")
        if at and not type.getters[stem .. "s"] then lists[stem .. "s"] = make_list(count, at) end
    end
    for name, list in pairs(lists) do type.getters[name] = list end
    local at = rawget(type.methods, "at")
    if type.getters.count and at then
        function type.methods.each(self)
            local index = 0
            return function()
                index = index + 1
                local element = at(self, index - 1)
                if element ~= nil then return index, element end
            end
        end
    end
end

-- Fields: a getter for each number of a field

local read = {}

function read.texts(methods, field)
    return function(self)
        local list = {}
        for index = 1, methods.count(self, field) do list[index] = methods.text_at(self, field, index - 1) end
        return list
    end
end

function read.flag(methods, field)
    return function(self) return methods.int64(self, field) ~= 0 end
end

for name, constant in pairs(core.constants) do
    local type = types[constant.field_of]
    local methods = type and rawget(type, "methods")
    -- A library without the functions of servers has no fields.
    if methods and methods.text then
        local stem = constant.enumeration:gsub("_field_t$", "")
        local kind, field = constant.field_kind, constant.value
        local function plain(self) return methods[kind](self, field) end
        type.getters[name:lower():sub(#stem + 2)] = read[kind] and read[kind](methods, field) or plain
    end
end

-- The error of a transaction or an event: nil if it has none

for _, name in ipairs {"iap_transaction", "iap_event"} do
    local fill = types[name].methods.error
    types[name].methods.error = nil
    types[name].getters.error = function(self) return (select(2, fill(self))) end
end

-- The client

local function state_of(self)
    local state = core.own_table(self)
    if not state.payments then
        state.payments, state.restores, state.observers = {}, {}, {}
    end
    return state
end

-- Waiters whose payment or restore has ended, with the result. They continue after all observers have received it.
local ended = {}

local function end_wait(state, waiting, id, ...)
    local done = state[waiting][id]
    if not done then return end
    state[waiting][id] = nil
    ended[#ended + 1] = {state = state, done = done, count = select("#", ...), ...}
end

local function end_payment(state, transaction)
    if not next(state.payments) or transaction.state == iap.TRANSACTION_PURCHASING then return end
    local err = transaction.error
    if err then
        end_wait(state, "payments", transaction.payment_id, nil, err, transaction)
    else
        end_wait(state, "payments", transaction.payment_id, transaction)
    end
end

-- A waiter that continues can pump and close. Each turn therefore begins at the first entry.
local function go_on_after_end(state)
    local index = 1
    while ended[index] do
        if ended[index].state == state then
            local one = table.remove(ended, index)
            call(one.done, unpack(one, 1, one.count))
            index = 1
        else
            index = index + 1
        end
    end
end

--- Delivers at most `max_events` events, or all of them without this number.
function client:pump(max_events)
    local count, err = core.pump(self, max_events)
    if not count then return nil, err end
    if ended[1] then go_on_after_end(state_of(self)) end
    return count
end
client.process_events = client.pump

--- client:observe{transaction_updated = function(transaction) ... end, ...}; returns an id for client:unobserve(id).
--- All observers receive an outcome before client:buy() and client:restore() return it.
function client:observe(observer)
    local state, listener = state_of(self), {}
    local function listen(name, end_waits)
        listener[name] = function(...)
            end_waits(...)
            local call = observer[name]
            if call then call(...) end
        end
    end
    for name, call in pairs(observer) do listener[name] = call end
    listen("transaction_updated", function(transaction) end_payment(state, transaction) end)
    listen("restore_finished", function(request_id) end_wait(state, "restores", request_id, true) end)
    listen("restore_failed", function(request_id, err) end_wait(state, "restores", request_id, nil, err) end)
    local id, err = raw.iap_add_observer(self, listener)
    if id then state.observers[id] = true end
    return id, err
end

function client:unobserve(id)
    local ok, err = raw.iap_remove_observer(self, id)
    if ok then state_of(self).observers[id] = nil end
    return ok, err
end

-- Begins a payment or a restore whose outcome the observers receive.
local function wait_for(self, name, waiting, callback, begin)
    return ask(name, callback, function(done)
        local state = state_of(self)
        if done and not next(state.observers) then
            local message = name .. ": add an observer first, with client:observe()"
            return nil, core.make_error(iap.ERROR_INVALID_STATE, message)
        end
        local id, err = begin()
        if id then state[waiting][id] = done end
        return id, err
    end, true)
end

--- client:buy("coins") or client:buy{product_id = "coins", quantity = 2}. The result is the transaction; on failure it is
--- nil, the error, and the transaction if there is one. Outside coroutines and without a callback it returns the id of the
--- payment.
function client:buy(payment, callback)
    if type(payment) == "string" then payment = {product_id = payment} end
    return wait_for(self, "client:buy", "payments", callback, function() return raw.iap_add_payment(self, payment) end)
end

--- Restores what the account owns. The result is true after the observers have received everything.
function client:restore(callback)
    return wait_for(self, "client:restore", "restores", callback, function()
        return raw.iap_restore_completed_transactions(self)
    end)
end

--- Finishes a transaction. The argument is the transaction or its id.
function client:finish(transaction)
    local kind = type(transaction)
    if kind == "string" or kind == "number" then return raw.iap_finish_transaction_id(self, transaction) end
    return raw.iap_finish_transaction(self, transaction)
end

--- Returns the next event for a host that polls, or nil.
function client:next_event()
    local has_one, event = raw.iap_client_next_event(self)
    if has_one == nil then return nil, event end
    return event
end

function client:close()
    local state = state_of(self)
    local ok, err = raw.iap_client_close(self)
    if not ok then return nil, err end
    local message = "client:buy: the client was closed; paid purchases come at the next launch"
    for id in pairs(state.payments) do
        end_wait(state, "payments", id, nil, core.make_error(iap.ERROR_CANCELLED, message))
    end
    go_on_after_end(state)
    return true
end

-- Opening

iap.open = raw.iap_client_open
iap.open_store = raw.iap_store_open
iap.set_log = raw.iap_set_log_function
iap.status_name = raw.iap_status_name

-- Returns a table with the description of each element of a list of the library.
local function listed(count, at, about)
    local list = {}
    for index = 1, count() do list[index] = about(at(index - 1)) end
    return list
end

--- Returns the profiles of the reference store in the order of their numbers. Run a game's tests with each of them.
--- Each has profile, for store:set_profile(), and name.
function iap.profiles()
    return listed(raw.iap_profile_count, raw.iap_profile_at, function(profile)
        return {profile = profile, name = raw.iap_profile_name(profile)}
    end)
end

--- Returns the quirks of the reference store in the order of their numbers. Each has quirk, for store:set_quirk(), name,
--- sentence, source, largest and values: the names of its values, beginning with 0, if they have names.
function iap.quirks()
    return listed(raw.iap_quirk_count, raw.iap_quirk_at, function(quirk)
        local values = {}
        local value = raw.iap_quirk_value_name(quirk, 0)
        while value do
            values[#values + 1] = value
            value = raw.iap_quirk_value_name(quirk, #values)
        end
        return {
            quirk = quirk, name = raw.iap_quirk_name(quirk), largest = raw.iap_quirk_largest(quirk), values = values,
            sentence = raw.iap_quirk_sentence(quirk), source = raw.iap_quirk_source(quirk)}
    end)
end

--- Returns the version of the library, for example "0.3.0".
function iap.version()
    local version = raw.iap_version()
    return ("%d.%d.%d"):format(math.floor(version / 65536), math.floor(version / 256) % 256, version % 256)
end

return iap
