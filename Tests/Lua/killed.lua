-- If the game is killed before it finishes a purchase, the purchase comes again once: killed.lua FOLDER dies|comes_back|is_done
local iap, shop = require "iap", require "shop"
local folder, step = ...
local save_path = folder .. "/save"

local game = shop.open{state_path = folder .. "/store", journal_path = folder .. "/journal", observes = false}
local deliveries = {}
assert(game.client:observe{
    transaction_updated = function(transaction)
        if transaction.state ~= iap.TRANSACTION_PURCHASED then return end
        deliveries[#deliveries + 1] = transaction
        if step == "dies" then
            local save = assert(io.open(save_path, "w"))
            save:write(transaction.id)
            save:close()
            os.execute("kill -KILL $PPID")
        end
        assert(game.client:finish(transaction))
    end,
})
if step == "dies" then assert(game.client:buy(shop.coins)) end
game.pump()

shop.equal(#deliveries, step == "comes_back" and 1 or 0)
if step == "comes_back" then
    shop.equal(deliveries[1].id, io.open(save_path):read("*a"))
    shop.equal(deliveries[1].delivery_count, 2)
end
local totals = assert(game.store:get_totals())
shop.equal(totals.transactions, "1")
shop.equal(totals.unfinished, "0")
shop.close(game)
if step == "is_done" then print("killed: it came back once") end
