-- The rules of the Lua binding, each with a test. With STRESS=1 the garbage collector runs all the time.
local iap, shop = require "iap", require "shop"
local test, check, equal, raises = shop.test, shop.check, shop.equal, shop.raises
local coins = shop.coins

if os.getenv "STRESS" then
    if jit then jit.off() end
    debug.sethook(function() collectgarbage() end, "", 100)
end

local function collect()
    collectgarbage()
    collectgarbage()
end

-- Whether the garbage collector frees what `make` returns, when nothing else holds it.
local function is_collected(make)
    local weak = setmetatable({make()}, {__mode = "v"})
    collect()
    return weak[1] == nil
end

-- Requests and coroutines

test("aRequestInACoroutineReturnsItsResponse", function()
    local game, products, err = shop.open(), nil, nil
    iap.async(function() products, err = game.client:products{coins, "unknown"} end)
    equal(products, nil)
    game.pump()
    equal(err, nil)
    equal(#products, 1)
    equal(products[1].id, coins)
    equal(products[2], nil)
    equal(products[0], nil)
    equal(products.invalids[1], "unknown")
    shop.close(game)
end)

test("aRequestWithACallbackIsAnsweredByThePump", function()
    local game, answers = shop.open(), 0
    local id = assert(game.client:products({coins}, function(products) answers = answers + #products end))
    equal(type(id), "string")
    equal(answers, 0)
    game.pump()
    equal(answers, 1)
    shop.close(game)
end)

test("aRequestNeedsACallbackOrACoroutine", function()
    local game, message = shop.open(), nil
    raises("client:request_products: give a function as the last argument", game.client.products, game.client, {coins})
    iap.async(function()
        local inner = coroutine.create(function() return game.client:storefront() end)
        local _
        _, message = coroutine.resume(inner)
    end)
    check(message:find "give a function", "a coroutine inside of the one of iap.async() has waited")
    shop.close(game)
end)

test("aRefusedRequestReturnsNilAndTheError", function()
    local game, called = shop.open(), false
    local id, err = game.client:products({""}, function() called = true end)
    equal(id, nil)
    equal(err.status, iap.ERROR_INVALID_TEXT)
    equal(err.name, "IAP_ERROR_INVALID_TEXT")
    equal(err.category, iap.CATEGORY_INVALID_ARGUMENT)
    equal(tostring(err), err.message)
    local products, again
    iap.async(function() products, again = game.client:products{""} end)
    equal(products, nil)
    equal(again.name, "IAP_ERROR_INVALID_TEXT")
    game.pump()
    equal(called, false)
    shop.close(game)
end)

test("aCoroutineGetsTheResponseToItsRequest", function()
    local game, products, message = shop.open(), nil, nil
    iap.on_error(function(told) message = told end)
    iap.async(function()
        game.client:storefront(function() game.client:storefront() end) -- this wait fails: the pump is running
        assert(game.client:pump())
        products = game.client:products{coins}
    end)
    game.pump()
    check(message:find "yield", "the wait inside of the pump has not failed")
    equal(#products, 1)
    shop.close(game)
end)

test("aFailedResponseIsNilAndTheError", function()
    local game, products, err = shop.open(), true, nil
    assert(game.store:set_simulated_error(iap.STORE_API_LOAD_PRODUCTS, iap.STORE_FAILURE_NETWORK))
    iap.async(function() products, err = game.client:products{coins} end)
    game.pump()
    equal(products, nil)
    equal(err.name, "IAP_ERROR_NETWORK")
    equal(err.retryable, true)
    shop.close(game)
end)

test("callbacksRunInTheCoroutineOfThePump", function()
    local game, main = shop.open(), coroutine.running()
    local asked, heard
    iap.async(function()
        asked = coroutine.running()
        game.client:storefront(function() heard = coroutine.running() end)
    end)
    game.pump()
    check(asked ~= heard and heard == main, "the callback did not run where the pump runs")
    local pumping = coroutine.create(function()
        game.client:storefront(function() heard = coroutine.running() end)
        game.pump()
    end)
    assert(coroutine.resume(pumping))
    equal(heard, pumping)
    shop.close(game)
end)

-- Purchases

test("aPurchaseIsAwaited", function()
    local game, transaction, err, failure = shop.open(), nil, nil, nil
    iap.async(function() transaction = game.client:buy{product_id = coins, quantity = 2} end)
    game.pump()
    equal(transaction.quantity, 2)
    equal(transaction.error, nil)
    assert(game.store:cancel_next_purchase())
    iap.async(function() transaction, err, failure = game.client:buy(coins) end)
    game.pump()
    equal(transaction, nil)
    equal(err.name, "IAP_ERROR_CANCELLED")
    equal(failure.state, iap.TRANSACTION_FAILED)
    equal(failure.error.name, "IAP_ERROR_CANCELLED")
    assert(game.store:set_ask_to_buy(true))
    iap.async(function() transaction, err = game.client:buy(coins) end)
    game.pump()
    equal(transaction.state, iap.TRANSACTION_DEFERRED)
    equal(err, nil)
    shop.close(game)
end)

test("anAwaitedPurchaseNeedsAnObserver", function()
    local game, transaction, err = shop.open{observes = false}, nil, nil
    iap.async(function() transaction, err = game.client:buy(coins) end)
    equal(transaction, nil)
    equal(err.name, "IAP_ERROR_INVALID_STATE")
    equal(game.store:get_totals().transactions, "0")
    shop.close(game)
end)

test("aRestoreIsAwaited", function()
    local game, ok, err = shop.open(), nil, nil
    assert(game.client:buy(shop.editor))
    game.pump()
    iap.async(function() ok = game.client:restore() end)
    game.pump()
    equal(ok, true)
    equal(game.heard[#game.heard].state, iap.TRANSACTION_RESTORED)
    iap.async(function() ok, err = game.client:restore() end)
    assert(game.client:close())
    equal(ok, nil)
    equal(err.name, "IAP_ERROR_CANCELLED")
end)

test("allObserversHearOfAnEndBeforeThoseWhoWait", function()
    local game, save, ends = shop.open{observes = false}, 0, {}
    assert(game.client:observe{})
    assert(game.client:observe{
        transaction_updated = function(transaction)
            if transaction.state == iap.TRANSACTION_PURCHASED then save = save + 100 end
        end,
        restore_finished = function() save = save + 1 end,
    })
    iap.async(function()
        assert(game.client:buy(coins))
        ends[1] = save
        assert(game.client:restore())
        ends[2] = save
    end)
    game.pump()
    equal(ends[1], 100)
    equal(ends[2], 101)
    shop.close(game)
end)

test("onlyThoseOfTheClientThatWasPumpedGoOn", function()
    local game, other, save, ended = shop.open{observes = false}, shop.open(), 0, nil
    assert(game.client:observe{transaction_updated = function() other.pump() end})
    assert(game.client:observe{transaction_updated = function() save = save + 1 end})
    iap.async(function()
        assert(game.client:buy(coins))
        ended = save
    end)
    game.pump()
    equal(ended, 2)
    shop.close(game)
    shop.close(other)
end)

test("aClientWithAThreadIsPumped", function()
    local store = assert(iap.open_store{storekit_path = os.getenv "GAME_STOREKIT"})
    local client = assert(iap.open{device = assert(store:open_device("player", "phone"))})
    local country
    iap.async(function() country = client:storefront() end)
    repeat
        equal(client:wait_events(20000), true)
        assert(client:pump())
    until country
    equal(country, "USA")
    assert(client:close())
end)

-- Mistakes of the game

test("anErrorInACallbackIsReportedAndFinishesNothing", function()
    local game, messages, later = shop.open{observes = false}, {}, 0
    iap.on_error(function(message) messages[#messages + 1] = message end)
    assert(game.client:observe{
        transaction_updated = function(transaction)
            if transaction.state == iap.TRANSACTION_PURCHASED then error "the save is broken" end
        end,
    })
    assert(game.client:observe{transaction_updated = function() later = later + 1 end})
    assert(game.client:buy(coins))
    game.pump()
    equal(#messages, 1)
    check(messages[1]:find "the save is broken" and messages[1]:find "traceback", "the message has no traceback")
    equal(later, 2)
    equal(game.store:get_totals().unfinished, "1")
    equal(#assert(game.client:queue_transactions()), 1)
    game.client:storefront(function() error {code = 7} end)
    game.pump()
    equal(messages[2].code, 7)
    shop.close(game)
end)

test("anErrorInACoroutineIsReported", function()
    local game, message = shop.open(), nil
    iap.on_error(function(told) message = told end)
    iap.async(function()
        game.client:storefront()
        error "late"
    end)
    game.pump()
    check(message:find "late" and message:find "traceback", "the message has no traceback")
    shop.close(game)
end)

test("theHandlerOfErrorsMayFail", function()
    local game, written = shop.open(), {}
    local stderr = io.stderr
    io.stderr = {write = function(_, ...) written[#written + 1] = table.concat {...} end}
    iap.on_error(function() error "the handler" end)
    game.client:storefront(function() error "the callback" end)
    local ok = pcall(game.pump)
    io.stderr = stderr
    check(ok, "the error has left the pump")
    check(written[1]:find "the callback" and written[2]:find "the handler", "an error was lost")
    shop.close(game)
end)

test("aCallbackMustNotPump", function()
    local game, count, err = shop.open(), nil, nil
    game.client:storefront(function() count, err = game.client:pump() end)
    game.pump()
    equal(count, nil)
    equal(err.name, "IAP_ERROR_REENTRANT")
    shop.close(game)
end)

-- Values

test("idsAreDecimalTexts", function()
    local game = shop.open()
    assert(game.client:buy(coins))
    game.pump()
    local id = game.heard[2].id
    check(type(id) == "string" and id:match "^%d+$", "the id is no text of digits")
    equal(game.store:get_transaction(id).id, id)
    local _, err = game.store:get_transaction("18446744073709551615")
    equal(err.name, "IAP_ERROR_NOT_FOUND")
    equal((select(2, game.store:get_transaction(7))).name, "IAP_ERROR_NOT_FOUND")
    for _, wrong in ipairs {"18446744073709551616", "-1", "1.5", "", "x", -1, 1.5, 2 ^ 60 + 0.0, true} do
        raises("transaction_id must be a text of decimal digits", game.store.get_transaction, game.store, wrong)
    end
    shop.close(game)
end)

test("timesPricesAndAmountsAreNumbers", function()
    local grant = {kind = iap.GRANT_COUNTER, product_id = coins, name = "coins", amount = 100}
    local game = shop.open{inventory = {grants = {grant}}}
    equal(game.store.now_ms, 1767225600000)
    assert(game.store:advance_clock("86400000"))
    assert(game.store:advance_clock(86400000))
    equal(game.store.now_ms, 1767225600000 + 2 * 86400000)
    assert(game.client:buy(coins))
    game.pump()
    equal(game.heard[2].price_milliunits, 990)
    equal(game.heard[2].purchase_date_ms, game.store.now_ms)
    equal(game.client:inventory_balance "coins", 100)
    iap.async(function()
        equal(game.client:inventory_add("coins", "8999999999999900", "1"), true)
        equal(game.client:inventory_balance "coins", iap.INVENTORY_BALANCE_MAX)
    end)
    game.pump()
    equal(game.client:inventory_balance "coins", 9000000000000000)
    raises("amount must be a whole number", game.client.inventory_add, game.client, "coins", 0.5, "2", print)
    shop.close(game)
end)

test("flagsAreBooleans", function()
    local game = shop.open()
    equal(game.client:can_make_payments(), true)
    equal(game.client:owns(shop.editor), false)
    assert(game.client:buy(shop.editor))
    game.pump()
    equal(game.client:owns(shop.editor), true)
    equal(game.heard[2].is_upgraded, false)
    equal(game.store:get_settings().ask_to_buy, false)
    assert(game.store:set_ask_to_buy(true))
    equal(game.store:get_settings().ask_to_buy, true)
    assert(game.store:set_ask_to_buy(0))
    equal(game.store:get_settings().ask_to_buy, false)
    shop.close(game)
end)

test("questionsThatFailAreNilAndAnError", function()
    local game = shop.open()
    local function fails(name, value, err)
        equal(value, nil)
        equal(err.name, name)
        check(err.message ~= "", "the error has no message")
    end
    fails("IAP_ERROR_INVALID_TEXT", game.client:owns "")
    fails("IAP_ERROR_INVALID_ARGUMENT", game.client:supports(4711))
    fails("IAP_ERROR_INVALID_STATE", game.client:inventory_balance "coins")
    fails("IAP_ERROR_INVALID_STATE", game.client:inventory_is_unlocked "editor")
    assert(game.client:close())
    fails("IAP_ERROR_CLOSED", game.client:owns(shop.editor))
    fails("IAP_ERROR_CLOSED", game.client:can_make_payments())
    assert(game.device:close())
    assert(game.store:close())
end)

test("listsCountFromOneAndHaveElements", function()
    local game, products = shop.open(), nil
    game.client:products({"com.example.caves.club.monthly"}, function(answer) products = answer end)
    game.pump()
    local product = products[1]
    equal(#product.offers, product.offer_count)
    check(product.offer_count > 0, "there is no offer")
    equal(product.offers[1].type, iap.OFFER_TYPE_INTRODUCTORY)
    local seen = 0
    for index, element in products:each() do
        seen = seen + index
        equal(element, product)
    end
    equal(seen, 1)
    raises("iap_product has no 'prize'", function() return product.prize end)
    shop.close(game)
end)

test("whatTheLibraryWritesHasAnyLength", function()
    local game = shop.open()
    equal(assert(game.store:root_certificate()):byte(1), 0x30)
    for _ = 1, 40 do assert(game.client:buy(coins)) end
    game.pump()
    equal(#assert(game.store:list_transactions()), 40)
    assert(game.store:set_ask_to_buy(true))
    assert(game.client:buy(coins))
    game.pump()
    equal(game.store:approval_product_id(game.store:list_approvals()[1]), coins)
    local payload = '{"text":"' .. ("x"):rep(10000) .. '"}'
    check(#assert(game.store:sign_payload(payload)) > #payload, "the signed text is cut")
    shop.close(game)
end)

test("optionsAreChecked", function()
    local game = shop.open()
    raises("iap_payment has no field 'quanity'", game.client.buy, game.client, {quanity = 1})
    raises("behaviour.lua:", function() game.client:buy{quanity = 1} end)
    raises("product_id must be a string, not number", game.client.buy, game.client, {product_id = 5})
    raises("product_id contains a zero byte", game.client.buy, game.client, "a\0b")
    raises("quantity must be a whole number", game.client.buy, game.client, {quantity = 1.5})
    raises("win_back_id must be a string", game.client.buy, game.client, {offer = {win_back_id = {}}})
    raises("key must be a string", game.client.buy, game.client, {custom_values = {{key = 1}}})
    raises("argument 1 must be iap_client", game.client.pump, game.store)
    local id, err = game.client:buy{product_id = coins, quantity = 11}
    equal(id, nil)
    equal(err.name, "IAP_ERROR_INVALID_QUANTITY")
    local level = {key = "level", type = iap.CUSTOM_VALUE_NUMBER, number = 3}
    local name = {key = "name", type = iap.CUSTOM_VALUE_TEXT, bytes = "Ada"}
    assert(game.client:buy{product_id = coins, custom_values = {level, name}})
    game.pump()
    equal(game.heard[2].state, iap.TRANSACTION_PURCHASED)
    shop.close(game)
end)

test("theDefaultsCanBeRead", function()
    equal(iap.raw.iap_payment_init().quantity, 1)
    equal(iap.raw.iap_payment_init().offer.id, nil)
    equal(iap.raw.iap_struct_size "iap_payment" > 0, true)
    equal(iap.status_name(iap.ERROR_NETWORK), "IAP_ERROR_NETWORK")
    check(iap.version():match "^%d+%.%d+%.%d+$", "the version is " .. iap.version())
end)

test("quirksAreListedWithTheirTexts", function()
    local profiles, quirks = iap.profiles(), iap.quirks()
    equal(#profiles, 5)
    equal(profiles[2].profile, iap.PROFILE_MACOS_26)
    equal(profiles[2].name, "macos-26")
    equal(quirks[#quirks].quirk, #quirks)
    for _, each in ipairs(quirks) do
        equal(iap.raw.iap_quirk_named(each.name), each.quirk)
        check(#each.sentence > 0 and #each.source > 0, each.name .. " has no text")
        check(#each.values == 0 or #each.values == each.largest + 1, each.name .. " has other values")
    end
    local order = quirks[iap.QUIRK_MISSED_ORDER]
    equal(order.name, "missed_order")
    equal(table.concat(order.values, " "), "oldest_first newest_first")
end)

test("theModuleIsLoadedOnce", function()
    package.loaded.iap = nil
    equal(require "iap", iap)
end)

-- Lifetimes

test("snapshotsOutliveTheClient", function()
    local game, products, transaction = shop.open(), nil, nil
    iap.async(function()
        products = game.client:products{coins, "com.example.caves.club.monthly"}
        transaction = game.client:buy(coins)
    end)
    game.pump()
    local product, offer = products[1], products[2].offers[1]
    shop.close(game)
    game, products = nil, nil
    collect()
    equal(product.id, coins)
    equal(offer.type, iap.OFFER_TYPE_INTRODUCTORY)
    equal(transaction.product_id, coins)
    equal(transaction, transaction)
    check(transaction ~= product and transaction ~= io.stdout, "two things are equal")
    check(tostring(product):find "^iap_product: ", tostring(product))
end)

test("whatHasNoRetainKeepsItsList", function()
    local game = shop.open{inventory = {grants = {{kind = iap.GRANT_UNLOCK, product_id = shop.editor, name = "editor"}}}}
    local item = assert(game.client:inventory_list())[1]
    collect()
    equal(item.name, "editor")
    equal(item.is_unlocked, false)
    shop.close(game)
end)

test("aReleasedHandleIsRefused", function()
    local game = shop.open()
    local list = assert(game.client:queue_transactions())
    local again = iap.raw.iap_transactions_retain(list)
    iap.raw.iap_transactions_release(list)
    raises("argument 1 was released", iap.raw.iap_transactions_count, list)
    equal(#again, 0)
    equal(tostring(list), "iap_transactions: released")
    shop.close(game)
end)

test("aCloseEndsWhatWaits", function()
    local game, request, products, purchase = shop.open(), nil, nil, nil
    game.client:storefront(function(_, err) request = err end)
    iap.async(function() products = select(2, game.client:products{coins}) end)
    iap.async(function() purchase = select(2, game.client:buy(coins)) end)
    assert(game.client:close())
    equal(request.name, "IAP_ERROR_CANCELLED")
    equal(products.name, "IAP_ERROR_CANCELLED")
    equal(purchase.name, "IAP_ERROR_CANCELLED")
end)

test("anErrorOfOneWhoWaitsDoesNotStopTheOthers", function()
    local game, told, messages = shop.open(), 0, 0
    iap.on_error(function() messages = messages + 1 end)
    local function fail()
        told = told + 1
        error "mine"
    end
    for _ = 1, 2 do assert(game.client:buy(coins, fail)) end
    game.pump()
    equal(told, 2)
    for _ = 1, 2 do assert(game.client:buy(coins, fail)) end
    assert(game.client:close())
    equal(told, 4)
    equal(messages, 4)
end)

test("aCallbackMayClose", function()
    local game, closed = shop.open(), nil
    game.client:storefront(function() closed = game.client:close() end)
    equal(game.client:pump(), 1)
    equal(closed, true)
end)

test("aCollectedClientIsClosedAndCallsNobody", function()
    local store = assert(iap.open_store{storekit_path = os.getenv "GAME_STOREKIT", clock = iap.STORE_CLOCK_VIRTUAL})
    local device = assert(store:open_device("player", "phone"))
    local called = false
    local function launch()
        local client = assert(iap.open{device = device, execution = iap.EXECUTION_MANUAL})
        -- Each of these refers to the client.
        assert(client:observe{transaction_updated = function() called = client end})
        assert(client:storefront(function() called = client end))
        iap.async(function() called = client:buy(coins) end)
        return client
    end
    check(is_collected(launch), "the client is kept")
    equal(called, false)
    local client = assert(iap.open{device = device, execution = iap.EXECUTION_MANUAL})
    assert(client:close())
    assert(device:close())
    assert(store:close())
end)

test("aFinalizerMayUseTheClient", function()
    if _VERSION == "Lua 5.1" then return end -- its tables have no finalizers
    local store = assert(iap.open_store{storekit_path = os.getenv "GAME_STOREKIT", clock = iap.STORE_CLOCK_VIRTUAL})
    local device = assert(store:open_device("player", "phone"))
    local states, country, asked = {}, nil, nil
    local function launch()
        local game = {client = assert(iap.open{device = device, execution = iap.EXECUTION_MANUAL})}
        assert(game.client:observe{transaction_updated = function(transaction)
            states[#states + 1] = transaction.state
        end})
        assert(game.client:storefront(function(answer) country = answer end))
        assert(game.client:buy(coins))
        setmetatable(game, {__gc = function()
            assert(game.client:pump())
            asked = game.client:storefront(function() end)
            assert(game.client:close())
        end})
    end
    launch()
    collect()
    equal(states[2], iap.TRANSACTION_PURCHASED)
    equal(country, "USA")
    equal(type(asked), "string")
end)

test("aDeviceKeepsItsStore", function()
    local game = shop.open()
    game.store = nil
    game.device = nil
    collect()
    assert(game.client:buy(coins))
    game.pump()
    equal(game.heard[2].state, iap.TRANSACTION_PURCHASED)
    assert(game.client:close())
end)

test("aCallbackIsKeptUntilItsResponse", function()
    local game, answers = shop.open(), 0
    local function ask()
        local function answered() answers = answers + 1 end
        assert(game.client:storefront(answered))
        return answered
    end
    local weak = setmetatable({ask()}, {__mode = "v"})
    collect()
    check(weak[1], "the callback is gone before its answer")
    game.pump()
    equal(answers, 1)
    collect()
    equal(weak[1], nil)
    shop.close(game)
end)

test("aRefusedCallbackIsLetGo", function()
    local game = shop.open()
    check(is_collected(function()
        local function answered() return game end
        equal(game.client:products({""}, answered), nil)
        return answered
    end), "the callback is kept")
    shop.close(game)
end)

test("anObserverIsKeptUntilItIsRemoved", function()
    local game, heard = shop.open(), 0
    local weak = setmetatable({}, {__mode = "v"})
    local function observe()
        local observer = {transaction_updated = function() heard = heard + 1 end}
        weak[1] = observer
        return assert(game.client:observe(observer))
    end
    local id = observe()
    collect()
    check(weak[1], "the observer is gone")
    assert(game.client:buy(coins))
    game.pump()
    equal(heard, 2)
    assert(game.client:unobserve(id))
    collect()
    equal(weak[1], nil)
    equal((select(2, game.client:unobserve(id))).name, "IAP_ERROR_NOT_FOUND")
    assert(game.client:buy(coins))
    game.pump()
    equal(heard, 2)
    shop.close(game)
end)

test("anObserverMayRemoveItself", function()
    local game, heard, id = shop.open(), 0, nil
    id = assert(game.client:observe{transaction_updated = function()
        heard = heard + 1
        assert(game.client:unobserve(id))
    end})
    assert(game.client:buy(coins))
    game.pump()
    equal(heard, 1)
    shop.close(game)
end)

-- For servers; the log

local function verifier_of(game, clock)
    return assert(iap.raw.iap_verifier_open{
        environments = iap.ENVIRONMENT_SANDBOX, bundle_id = "com.example.game", clock = clock,
        roots = {{bytes = assert(game.store:root_certificate())}}})
end

test("aSignedTransactionIsVerified", function()
    local game, asked = shop.open(), 0
    assert(game.client:buy(coins))
    game.pump()
    local verifier = verifier_of(game, function()
        asked = asked + 1
        return game.store.now_ms
    end)
    collect()
    local text = game.heard[2].signed_text
    local data, result = verifier:check(iap.SIGNED_TRANSACTION, text)
    equal(result.verdict, iap.VERDICT_VALID)
    equal(data.product_id, coins)
    equal(data:text(iap.SIGNED_PRODUCT_ID), coins)
    equal(data:json_text "productId", coins)
    equal(select(2, data:json_number "quantity"), 1)
    equal(data:json_number "absent", false)
    equal(data.transaction_id, game.heard[2].id)
    equal(data.price_milliunits, 990)
    equal(data.is_upgraded, false)
    equal(data.ownership, iap.OWNERSHIP_PURCHASED)
    equal(#data.win_back_offers, 0)
    equal(data:has(iap.SIGNED_PRICE_MILLIUNITS), true)
    equal(data:has(iap.SIGNED_REVOCATION_DATE_MS), false)
    data, result = verifier:check(iap.SIGNED_TRANSACTION, text:sub(1, -5) .. "AAAA")
    equal(data, nil)
    equal(result.verdict, iap.VERDICT_INVALID)
    check(#result.message > 0, "there is no message")
    shop.close(game)
end)

test("aClockOfTheGameIsAskedAndLetGo", function()
    local game, asked, message = shop.open(), 0, nil
    iap.on_error(function(told) message = told end)
    check(is_collected(function()
        local function clock()
            asked = asked + 1
            if asked == 2 then error "no time" end
            return 1767225600000
        end
        local key = assert(iap.raw.iap_server_key_open{
            key_text = shop.server_key(), key_id = "KEY", issuer_id = "57246542-96fe-1a63-e053-0824d011072a",
            bundle_id = "com.example.game", clock = clock})
        local request = {kind = iap.SERVER_API_TOKEN}
        equal(assert(key:sign(request)).timestamp_ms, 1767225600000)
        check(assert(key:sign(request)).timestamp_ms > 1767225600000, "the machine's clock was not asked")
        return clock
    end), "the clock is kept")
    equal(asked, 2)
    check(message:find "no time", "the error of the clock was not reported")
    shop.close(game)
end)

test("aRetainedHandleKeepsItsClock", function()
    local key = assert(iap.raw.iap_server_key_open{
        key_text = shop.server_key(), key_id = "KEY", issuer_id = "57246542-96fe-1a63-e053-0824d011072a",
        bundle_id = "com.example.game", clock = function() return 1767225600000 end})
    local kept = iap.raw.iap_server_key_retain(key)
    iap.raw.iap_server_key_release(key)
    collect()
    equal(assert(kept:sign{kind = iap.SERVER_API_TOKEN}).timestamp_ms, 1767225600000)
end)

test("theLogIsWrittenByThePump", function()
    local game, lines = shop.open(), {}
    assert(iap.set_log(iap.LOG_INFO, function(level, message) lines[#lines + 1] = level .. " " .. message end))
    assert(game.client:buy(coins))
    game.pump()
    game.pump()
    check(table.concat(lines, "\n"):find(coins, 1, true), "the log has no line about the purchase")
    local count = #lines
    assert(iap.set_log(iap.LOG_NONE))
    assert(game.client:buy(coins))
    game.pump()
    game.pump()
    equal(#lines, count)
    raises("function must be a function", iap.set_log, iap.LOG_INFO, "text")
    shop.close(game)
end)

-- Closing a Lua state with everything open must not crash: this is left open.
last_game = shop.open()
assert(iap.set_log(iap.LOG_DEBUG, print))
last_game.client:storefront(function()
    io.stderr:write "FAIL: a function was called while the state is closed\n"
    os.exit(1)
end)
assert(last_game.client:buy(coins))
assert(iap.set_log(iap.LOG_DEBUG, function() end))

debug.sethook()
shop.finish(os.getenv "STRESS" and "behaviour under stress" or "behaviour")
