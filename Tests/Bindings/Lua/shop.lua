-- What the tests share: checks, and a game on a reference store without a thread.
local iap = require "iap"

local shop = {coins = "com.example.caves.coins.small", editor = "com.example.caves.editor"}
local passed, failed = 0, 0

--- Runs a test. The garbage collector then frees what the test left open.
function shop.test(name, body)
    local ok, message = xpcall(body, debug.traceback)
    if ok then passed = passed + 1 else failed = failed + 1 end
    if not ok then print("FAIL " .. name .. ": " .. tostring(message)) end
    iap.on_error(nil)
    collectgarbage()
    collectgarbage()
end

function shop.finish(name)
    print(("%s: %d tests passed, %d failed"):format(name, passed, failed))
    if failed > 0 or passed == 0 then os.exit(1) end
end

--- The text of a server's private key.
function shop.server_key()
    local file = assert(io.open(os.getenv "SERVER_KEY"))
    local text = file:read "*a"
    file:close()
    return text:match "%-%-%-.*"
end

function shop.check(is_true, message)
    if not is_true then error(message or "the check failed", 2) end
end

function shop.equal(value, wanted)
    if value ~= wanted then error(("%s, and not %s"):format(tostring(value), tostring(wanted)), 2) end
end

--- Checks that a call raises a Lua error with this text.
function shop.raises(text, call, ...)
    local ok, message = pcall(call, ...)
    if ok then error("no error was raised; '" .. text .. "' should have been", 2) end
    if not tostring(message):find(text, 1, true) then error(("'%s' has no '%s'"):format(tostring(message), text), 2) end
end

--- A game: {store, device, client, heard, pump()}. An observer finishes the transactions that `finishes` selects.
function shop.open(options)
    options = options or {}
    local game = {heard = {}}
    game.store = assert(iap.open_store{storekit_path = os.getenv "GAME_STOREKIT", state_path = options.state_path,
                                       clock = iap.STORE_CLOCK_VIRTUAL, seed = 1})
    game.device = assert(game.store:open_device("player", "phone"))
    game.client = assert(iap.open{device = game.device, execution = iap.EXECUTION_MANUAL,
                                  journal_path = options.journal_path, inventory = options.inventory,
                                  app_account_token = options.app_account_token})
    function game.pump()
        repeat local count = assert(game.client:pump()) until count == 0
    end
    if options.observes ~= false then
        assert(game.client:observe{
            transaction_updated = function(transaction)
                game.heard[#game.heard + 1] = transaction
                local state = transaction.state
                if state == iap.TRANSACTION_PURCHASED or state == iap.TRANSACTION_FAILED then
                    assert(game.client:finish(transaction))
                end
            end,
        })
    end
    return game
end

function shop.close(game)
    assert(game.client:close())
    assert(game.device:close())
    assert(game.store:close())
end

return shop
