-- Plays the scenarios of ../README.md over the Lua binding and prints their log.
--
--   lua play.lua STOREKIT SCENARIOS FOLDER
local iap = require "iap"
local storekit_path, scenarios_path, work_folder = ...

-- The current scenario, and the words of its command
local scene, words

local function fail(message, detail)
    io.stdout:flush()
    io.stderr:write("play: ", message, ": ", tostring(detail), "\n")
    os.exit(1)
end
iap.on_error(function(message) fail("an error in a callback", message) end)

-- The log

local function escaped(text)
    return (text:gsub(".", function(character)
        local byte = character:byte()
        if byte <= 0x20 or byte >= 0x7F or character == "\\" then return ("\\x%02X"):format(byte) end
    end))
end

local function print_text(name, value)
    if value and value ~= "" then io.write(" ", name, "=", escaped(value)) end
end

local function print_number(name, value)
    if value == true then value = 1 end
    if value and value ~= 0 then io.write(" ", name, "=", type(value) == "string" and value or ("%d"):format(value)) end
end

local function print_unsigned(name, value)
    if value and value ~= "0" then io.write(" ", name, "=", value) end
end

-- When an id is printed for the first time, it becomes the next variable.
local function print_id(value)
    print_unsigned("id", value)
    if not value or value == "0" or scene.known[value] then return end
    scene.known[value] = true
    scene.ids[#scene.ids + 1] = value
end

-- The words of an enumeration by value: the last parts of its constants' names.
local word_lists = {}
local function words_of(enum, prefix)
    local list = word_lists[prefix]
    if not list then
        list = {}
        for name, value in pairs(iap.enums[enum]) do
            if value > 0 then list[value] = name:sub(#prefix + 1):lower() end
        end
        word_lists[prefix] = list
    end
    return list
end

local function print_word(name, value, enum, prefix)
    local word = words_of(enum, prefix)[value]
    if word then io.write(" ", name, "=", word) else print_number(name, value) end
end

local function print_error(err)
    if not err then return end
    print_text("error", err.name)
    print_number("retryable", err.retryable)
    print_text("domain", err.store_domain)
    print_number("code", err.store_code)
    print_text("message", err.message)
end

local function print_transaction(transaction)
    print_word("state", transaction.state, "transaction_state", "TRANSACTION_")
    print_id(transaction.id)
    print_unsigned("original", transaction.original_id)
    print_unsigned("payment", transaction.payment_id)
    print_text("product", transaction.product_id)
    print_number("quantity", transaction.quantity)
    print_number("price", transaction.price_milliunits)
    print_text("currency", transaction.currency_code)
    print_number("date", transaction.purchase_date_ms)
    print_number("expires", transaction.expiration_date_ms)
    print_number("revoked", transaction.revocation_date_ms)
    print_word("revocation", transaction.revocation_type, "revocation_type", "REVOCATION_TYPE_")
    print_word("reason", transaction.reason, "transaction_reason", "TRANSACTION_REASON_")
    print_word("ownership", transaction.ownership, "ownership", "OWNERSHIP_")
    print_word("offer", transaction.offer_type, "offer_type", "OFFER_TYPE_")
    print_text("offer_id", transaction.offer_id)
    print_text("token", transaction.app_account_token)
    print_number("upgraded", transaction.is_upgraded)
    print_number("count", transaction.delivery_count)
    print_word("delivery", transaction.delivery_state, "delivery_state", "DELIVERY_")
    print_error(transaction.error)
end

local function print_status(status)
    local info, transaction = status.renewal_info, status.transaction
    print_word("state", status.state, "subscription_state", "SUBSCRIPTION_STATE_")
    print_text("group", status.group_id)
    if transaction then
        print_id(transaction.id)
        print_text("product", transaction.product_id)
        print_number("expires", transaction.expiration_date_ms)
    end
    if info then
        print_number("renews", info.will_auto_renew)
        print_text("next", info.auto_renew_product_id)
        print_word("reason", info.expiration_reason, "expiration_reason", "EXPIRATION_REASON_")
        print_word("increase", info.price_increase, "price_increase", "PRICE_INCREASE_")
        print_number("retry", info.is_in_billing_retry)
        print_number("grace", info.grace_period_expiration_date_ms)
    end
end

local function print_product(product)
    print_text("product", product.id)
    print_word("type", product.type, "product_type", "PRODUCT_TYPE_")
    print_number("price", product.price_milliunits)
    print_text("currency", product.currency_code)
    print_text("display", product.display_price)
    print_text("name", product.display_name)
    print_text("description", product.description)
    print_number("family", product.is_family_shareable)
    print_text("group", product.subscription_group_id)
    print_number("level", product.subscription_group_level)
    print_number("offers", #product.offers)
    print_number("cached", product.is_cached)
end

-- What the game receives: one line each

local function tell_request(who, what, request, err)
    io.write(who, ": ", what)
    print_unsigned("request", request)
    print_error(err)
    io.write("\n")
end

local function print_list(name, list, print_one)
    if not list then return end
    for _, element in list:each() do
        io.write("  ", name)
        print_one(element)
        io.write("\n")
    end
end

local function tell_products(who, request, products, err)
    tell_request(who, "products", request, err)
    print_list("product", products, print_product)
    for _, id in ipairs(products and products.invalids or {}) do
        io.write("  invalid")
        print_text("product", id)
        io.write("\n")
    end
end

local function tell_transactions(who, request, transactions, err)
    tell_request(who, "transactions", request, err)
    print_list("transaction", transactions, print_transaction)
end

local function tell_statuses(who, request, statuses, err)
    tell_request(who, "statuses", request, err)
    print_list("status", statuses, print_status)
end

local function tell_transaction(who, what, transaction)
    io.write(who, ": ", what)
    print_transaction(transaction)
    io.write("\n")
    scene.last = transaction
end

local function tell_status(who, status)
    io.write(who, ": status")
    print_status(status)
    io.write("\n")
end

local function tell_storefront(who, what, request, country, identifier, err)
    io.write(who, ": ", what)
    print_unsigned("request", request)
    print_text("country", country)
    print_text("identifier", identifier)
    print_error(err)
    io.write("\n")
end

local function tell_entitlement(who, product_id, is_owned)
    io.write(who, ": entitlement")
    print_text("product", product_id)
    print_number("owned", is_owned)
    io.write("\n")
end

local function tell_intent(who, intent)
    io.write(who, ": intent")
    print_text("product", intent.product_id)
    print_word("offer", intent.offer_type, "offer_type", "OFFER_TYPE_")
    print_text("offer_id", intent.offer_id)
    io.write("\n")
    scene.intent = intent
end

-- Results

-- The result of a function, and its status. A Lua error counts as the library's invalid argument.
local function call(method, ...)
    local results = {pcall(method, ...)}
    if not results[1] then return nil, "IAP_ERROR_INVALID_ARGUMENT" end
    if results[2] == nil then return nil, results[3] and results[3].name or "IAP_OK" end
    return results[2], "IAP_OK"
end

local function of_client(name, ...)
    local arguments = {n = select("#", ...), ...}
    return call(function()
        return scene.client[name](scene.client, (table.unpack or unpack)(arguments, 1, arguments.n))
    end)
end

local function print_result(_, status) io.write("= ", status, "\n") end

local function print_number_result(value, status)
    if value == nil then return print_result(value, status) end
    if type(value) == "boolean" then value = value and 1 or 0 end
    io.write("= ", ("%d"):format(value), "\n")
end

local function print_id_result(name, value, status)
    io.write("= ", status)
    print_unsigned(name, value)
    io.write("\n")
end

-- Observers

local function run_action(name, action, transaction)
    local state = transaction.state
    if action == "finish" then
        if state ~= iap.TRANSACTION_PURCHASED and state ~= iap.TRANSACTION_RESTORED and state ~= iap.TRANSACTION_FAILED then
            return
        end
        io.write(name, "> finish\n")
        print_result(of_client("finish", transaction))
    elseif action == "pump" then
        io.write(name, "> pump\n")
        print_number_result(of_client("pump"))
    elseif action == "close" then
        io.write(name, "> close\n")
        print_result(of_client("close"))
    end
end

local function observer(name, action)
    return {
        transaction_updated = function(transaction)
            tell_transaction(name, "updated", transaction)
            run_action(name, action, transaction)
        end,
        transaction_removed = function(transaction) tell_transaction(name, "removed", transaction) end,
        restore_finished = function(request) tell_request(name, "restore_finished", request) end,
        restore_failed = function(request, err) tell_request(name, "restore_failed", request, err) end,
        entitlement_revoked = function(transaction) tell_transaction(name, "revoked", transaction) end,
        entitlement_changed = function(product_id, is_owned) tell_entitlement(name, product_id, is_owned) end,
        storefront_changed = function(country, identifier)
            tell_storefront(name, "storefront_changed", nil, country, identifier)
        end,
        problem_reported = function(err) tell_request(name, "problem", nil, err) end,
        subscription_status_changed = function(status) tell_status(name, status) end,
        purchase_intent_received = function(intent) tell_intent(name, intent) end,
        verification_requested = function(transaction) tell_transaction(name, "verify", transaction) end,
    }
end

local function tell_storefront_event(who, event, what, request)
    tell_storefront(who, what, request, event.storefront_country_code, event.storefront_identifier, event.error)
end

local events = {
    [iap.EVENT_PRODUCTS_RECEIVED] = function(event) tell_products("event", event.request_id, event.products, event.error) end,
    [iap.EVENT_TRANSACTIONS_RECEIVED] = function(event)
        tell_transactions("event", event.request_id, event.transactions, event.error)
    end,
    [iap.EVENT_STOREFRONT_RECEIVED] = function(event)
        tell_storefront_event("event", event, "storefront", event.request_id)
    end,
    [iap.EVENT_TRANSACTION_UPDATED] = function(event) tell_transaction("event", "updated", event.transaction) end,
    [iap.EVENT_TRANSACTION_REMOVED] = function(event) tell_transaction("event", "removed", event.transaction) end,
    [iap.EVENT_RESTORE_FINISHED] = function(event) tell_request("event", "restore_finished", event.request_id) end,
    [iap.EVENT_RESTORE_FAILED] = function(event) tell_request("event", "restore_failed", event.request_id, event.error) end,
    [iap.EVENT_ENTITLEMENT_REVOKED] = function(event) tell_transaction("event", "revoked", event.transaction) end,
    [iap.EVENT_ENTITLEMENT_CHANGED] = function(event) tell_entitlement("event", event.product_id, event.flag) end,
    [iap.EVENT_STOREFRONT_CHANGED] = function(event) tell_storefront_event("event", event, "storefront_changed") end,
    [iap.EVENT_PROBLEM_REPORTED] = function(event) tell_request("event", "problem", nil, event.error) end,
    [iap.EVENT_REQUEST_COMPLETED] = function(event) tell_request("event", "completed", event.request_id, event.error) end,
    [iap.EVENT_SUBSCRIPTION_STATUSES_RECEIVED] = function(event)
        tell_statuses("event", event.request_id, event.subscription_statuses, event.error)
    end,
    [iap.EVENT_SUBSCRIPTION_STATUS_CHANGED] = function(event) tell_status("event", event.subscription_status) end,
    [iap.EVENT_PURCHASE_INTENT_RECEIVED] = function(event) tell_intent("event", event.purchase_intent) end,
    [iap.EVENT_VERIFICATION_REQUESTED] = function(event) tell_transaction("event", "verify", event.transaction) end,
}

-- The words of a command

local function text_at(index)
    local word = words[index]
    if word == nil or word == "-" then return nil end
    return word == '""' and "" or word
end

local function number_at(index)
    return tonumber(words[index]) or fail("a number is missing", words[1])
end

local function id_at(index)
    local word = words[index] or fail("an id is missing", words[1])
    if word:sub(1, 1) ~= "$" then return word end
    if word == "$request" then return scene.request end
    return scene.ids[tonumber(word:sub(2))] or fail("there is no such variable yet", word)
end

-- The value of the word "name=value".
local function option(name)
    for _, word in ipairs(words) do
        if word:sub(1, #name + 1) == name .. "=" then return word:sub(#name + 2) end
    end
end

local function has_word(name)
    for index = 2, #words do
        if words[index] == name then return true end
    end
    return false
end

-- Requests: with a completion, or without one for a client that polls. `count` is the number of arguments before the
-- completion.
local function request(name, tell, count, ...)
    local id, status
    if scene.polls then
        local arguments = {...}
        id, status = call(function()
            return iap.raw["iap_" .. name](scene.client, (table.unpack or unpack)(arguments, 1, count))
        end)
    else
        local arguments = {...}
        arguments[count + 1] = function(...) tell("reply", id, ...) end
        id, status = of_client(name, (table.unpack or unpack)(arguments, 1, count + 1))
    end
    if id then scene.request = id end
    print_id_result("request", id, status)
end

local function tell_completed(who, id, _, err) tell_request(who, "completed", id, err) end

local function tell_storefront_reply(who, id, country, identifier)
    local err = not country and identifier or nil
    tell_storefront(who, "storefront", id, country, country and identifier, err)
end

local function ids_of_words()
    local ids = {}
    for index = 2, #words do ids[#ids + 1] = text_at(index) end
    return ids
end

-- Signs a promotional offer like the game server.
local function sign_offer(product_id, offer_id)
    return assert(scene.store:sign{kind = iap.STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS, product_id = product_id, offer_id = offer_id})
end

local queries = {unfinished = iap.QUERY_UNFINISHED, all = iap.QUERY_ALL,
                 current_entitlements = iap.QUERY_CURRENT_ENTITLEMENTS, latest = iap.QUERY_LATEST}
local verdicts = {valid = iap.VERDICT_VALID, invalid = iap.VERDICT_INVALID, undecided = iap.VERDICT_UNDECIDED}

-- The commands

local commands = {}

function commands.grant()
    scene.grants[#scene.grants + 1] = {
        product_id = words[2], kind = words[3] == "counter" and iap.GRANT_COUNTER or iap.GRANT_UNLOCK, name = words[4],
        amount = words[5], revocation_policy = number_at(6)}
    print_result(true, "IAP_OK")
end

function commands.open()
    local opened, status = call(iap.open, {
        execution = iap.EXECUTION_MANUAL, device = scene.device, player_id = option("player"),
        app_account_token = option("token"),
        journal_path = not has_word("memory") and scene.folder .. "/journal" or nil,
        inventory = #scene.grants > 0 and {grants = scene.grants} or nil,
        verification = has_word("verify") and {mode = iap.VERIFY_BY_GAME} or nil})
    if opened then scene.client, scene.polls, scene.observers = opened, has_word("polls"), {} end
    print_result(opened, status)
end

function commands.close() print_result(of_client("close")) end

function commands.observe()
    local id, status = of_client("observe", observer(words[2], words[3]))
    if id then scene.observers[words[2]] = id end
    print_result(id, status)
end

function commands.unobserve()
    print_result(of_client("unobserve", scene.observers[words[2]] or fail("no such observer", words[2])))
    scene.observers[words[2]] = nil
end

function commands.pump()
    local total = 0
    while true do
        local count, status = of_client("pump")
        if not count then return print_result(count, status) end
        if count == 0 then return print_number_result(total) end
        total = total + count
    end
end

function commands.poll()
    local total = 0
    while true do
        local event, status = of_client("next_event")
        if not event then return print_number_result(status == "IAP_OK" and total or nil, status) end
        local tell = events[event.type] or fail("an event of a kind that no scenario brings about", event.type)
        tell(event)
        total = total + 1
    end
end

function commands.can_pay()
    print_number_result(of_client("can_make_payments"))
end

function commands.products() request("request_products", tell_products, 1, ids_of_words()) end
function commands.cached() request("request_cached_products", tell_products, 1, words[2] and ids_of_words()) end

function commands.buy()
    local proof = option("proof")
    print_id_result("payment", of_client("buy", {
        product_id = text_at(2), quantity = option("quantity") and tonumber(option("quantity")),
        app_account_token = option("token"),
        offer = {win_back_id = option("win_back"), id = option("offer"),
                 jws = proof == "signed" and sign_offer(text_at(2), option("offer")) or proof}}))
end

function commands.finish() print_result(of_client("finish", words[2] == "last" and scene.last or id_at(2))) end
function commands.record() print_result(of_client("record_grant", scene.last)) end

function commands.restore()
    local id, status = of_client("restore")
    if id then scene.request = id end
    print_id_result("request", id, status)
end

function commands.queue()
    local list, status = of_client("queue_transactions")
    print_result(list, status)
    print_list("transaction", list, print_transaction)
end

function commands.owns() print_number_result(of_client("owns", text_at(2))) end
function commands.query()
    request("request_transactions", tell_transactions, 2, queries[words[2]] or fail("no such query", words[2]), text_at(3))
end
function commands.statuses() request("request_subscription_statuses", tell_statuses, 1, text_at(2)) end
function commands.storefront() request("request_storefront", tell_storefront_reply, 0) end
function commands.cancel() print_result(of_client("cancel_request", id_at(2))) end
function commands.cancel_payment() print_result(of_client("cancel_payment", id_at(2))) end
function commands.balance() print_number_result(of_client("inventory_balance", text_at(2))) end
function commands.unlocked() print_number_result(of_client("inventory_is_unlocked", text_at(2))) end

function commands.inventory()
    local items, status = of_client("inventory_list")
    print_result(items, status)
    if not items then return end
    for _, item in items:each() do
        io.write("  ", item.kind == iap.GRANT_COUNTER and "counter" or "unlock")
        print_text("name", item.name)
        print_number("balance", item.balance)
        print_number("unlocked", item.is_unlocked)
        print_number("expires", item.expiration_date_ms)
        io.write("\n")
    end
end

function commands.spend() request("inventory_spend", tell_completed, 3, text_at(2), words[3], text_at(4)) end
function commands.add() request("inventory_add", tell_completed, 3, text_at(2), words[3], text_at(4)) end
function commands.take_back() request("inventory_take_back", tell_completed, 1, id_at(2)) end

function commands.answer()
    local verdict = verdicts[words[3]] or fail("no such verdict", words[3])
    print_result(of_client("give_verdict", id_at(2), verdict, text_at(4), 0))
end

function commands.intent()
    if words[2] == "take" then return print_id_result("payment", of_client("take_purchase_intent", scene.intent, nil)) end
    print_result(of_client(words[2] .. "_purchase_intent", scene.intent))
end

function commands.approvals()
    local ids, status = call(scene.store.list_approvals, scene.store)
    print_result(ids, status)
    for _, id in ipairs(ids or {}) do
        io.write("  approval")
        print_id(id)
        print_text("product", scene.store:approval_product_id(id))
        io.write("\n")
    end
end

function commands.ledger()
    local ids, status = call(scene.store.list_transactions, scene.store)
    print_result(ids, status)
    for _, id in ipairs(ids or {}) do
        local entry = assert(scene.store:get_transaction(id))
        io.write("  entry")
        print_text("account", entry.account)
        print_word("state", entry.state, "transaction_state", "TRANSACTION_")
        print_id(entry.id)
        print_unsigned("original", entry.original_id)
        print_text("product", entry.product_id)
        print_number("quantity", entry.quantity)
        print_number("price", entry.price_milliunits)
        print_number("refunded", entry.refunded_milliunits)
        print_number("issue", entry.has_purchase_issue)
        print_number("asks", entry.is_pending_ask_to_buy)
        print_number("finished", entry.is_finished)
        io.write("\n")
    end
end

local function print_new_id(value, status)
    io.write("= ", status)
    print_id(value)
    io.write("\n")
end

-- The arguments of each control of the store: n a number, t a text, i an id, w a number taken as written
local controls = {
    advance_clock = "w", cancel_next_purchase = "", fail_next_purchase = "n", lose_next_response = "n", set_ask_to_buy = "n",
    set_payments_allowed = "n", set_interrupted_purchases = "n", set_billing_retry_on_renewal = "n",
    set_billing_grace_period = "n", set_forgery = "n", set_simulated_error = "nn", approve = "i", decline = "i",
    resolve_issue = "i", refund = "i", repeat_update = "i", copy_transaction = "i", set_auto_renew = "in",
    set_storefront = "tt", set_family = "tt",
}
local readers = {n = number_at, t = text_at, i = id_at, w = function(index) return words[index] end}

function commands.store()
    local control = words[2]
    if control == "buy" then
        local purchase = {product_id = words[4], quantity = words[5] and number_at(5)}
        return print_new_id(call(scene.store.buy, scene.store, words[3], purchase))
    end
    local kinds = controls[control] or fail("no such control of the store", control)
    local arguments = {}
    for position = 1, #kinds do arguments[position] = readers[kinds:sub(position, position)](position + 2) end
    local value, status = call(scene.store[control], scene.store, (table.unpack or unpack)(arguments, 1, #kinds))
    if control == "copy_transaction" then return print_new_id(value, status) end
    print_result(value, status)
end

function commands.device()
    local device, control = scene.device, words[2]
    if control == "set_network" then
        print_result(call(device.set_network, device, {is_down = words[3] == "down", never_answers = words[3] == "silent"}))
    elseif control == "sign_in" or control == "sign_out" or control == "send_purchase_intent" then
        print_result(call(device[control], device, text_at(3), text_at(4)))
    else
        fail("no such control of the device", control)
    end
end

-- Scenarios

local function end_scenario()
    if not scene then return end
    scene.last, scene.intent = nil, nil
    if scene.client then scene.client:close() end
    scene.device:close()
    local _, status = call(scene.store.close, scene.store)
    io.write("end ", status, "\n")
    scene = nil
end

local function begin_scenario(name)
    end_scenario()
    local folder = work_folder .. "/" .. name
    os.execute("mkdir '" .. folder .. "'")
    local store = assert(iap.open_store{clock = iap.STORE_CLOCK_VIRTUAL, storekit_path = storekit_path, seed = 1})
    scene = {folder = folder, store = store, device = assert(store:open_device("player", "phone")),
             grants = {}, ids = {}, known = {}, observers = {}}
    io.write("scenario ", name, "\n")
end

local function print_command()
    io.write(">")
    for _, word in ipairs(words) do io.write(" ", escaped(word)) end
    io.write("\n")
end

for line in io.lines(scenarios_path) do
    if line ~= "" and line:sub(1, 1) ~= "#" then
        words = {}
        for word in line:gmatch("%S+") do words[#words + 1] = word end
        if words[1] == "scenario" then
            begin_scenario(words[2])
        else
            print_command()
            local command = commands[words[1]] or fail("no such command", words[1])
            command()
        end
    end
end
end_scenario()
