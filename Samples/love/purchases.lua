-- All code of the game that uses the library. Copy it into your game.
local iap = require "iap"

local Purchases = {
    grants = {["com.example.caves.coins.small"] = 100, ["com.example.caves.coins.large"] = 600},
    order = {"com.example.caves.coins.small", "com.example.caves.coins.large", "com.example.caves.editor",
             "com.example.caves.club.monthly"},
}
Purchases.__index = Purchases

--- Opens the client. `folder` has the journal, and on Linux the state of the reference store. `hear` receives one line for each
--- event. If `is_scripted`, a script moves the clock of the store, and the library has no thread. The field `before_finish` may have a
--- function; it is called between the save of a grant and the finish of its transaction.
function Purchases.open(folder, storekit_path, save, hear, is_scripted)
    local self = setmetatable({save = save, hear = hear, products = {}, busy = {}}, Purchases)
    local options = {journal_path = folder .. "/journal",
        execution = is_scripted and iap.EXECUTION_MANUAL or iap.EXECUTION_BACKGROUND}
    if iap.parts.store then
        self.store = assert(iap.open_store{storekit_path = storekit_path, state_path = folder .. "/store",
            clock = is_scripted and iap.STORE_CLOCK_VIRTUAL or iap.STORE_CLOCK_REAL})
        self.device = assert(self.store:open_device("player", "computer"))
        options.device = self.device
    end
    local client, err = iap.open(options)
    if not client then -- for example on Windows, where the library has no store
        hear("The shop is closed: " .. err.message)
        return self
    end
    self.client = client
    assert(client:observe{
        transaction_updated = function(transaction) self:updated(transaction) end,
        entitlement_revoked = function(transaction) self:revoked(transaction) end,
        problem_reported = function(err) hear(err.message) end,
    })
    iap.on_error(function(message) hear(tostring(message)) end)
    self:load_products()
    return self
end

function Purchases:load_products()
    iap.async(function()
        local products, err = self.client:products(self.order)
        if not products then return self.hear("The shop is closed: " .. err.message) end
        for _, product in products:each() do self.products[#self.products + 1] = product end
        self.hear(("The shop has %d products."):format(#products))
    end)
end

--- Call it once per frame, in all scenes.
function Purchases:pump()
    if not self.client then return end
    local count, err = self.client:pump()
    if not count then self.hear(err.message) end
end

function Purchases:buy(product_id)
    if self.busy[product_id] then return end
    local payment_id, err = self.client:buy(product_id)
    if not payment_id then return self.hear(err.message) end
    self.busy[product_id] = true
end

function Purchases:sells(product_id)
    for _, id in ipairs(self.order) do
        if id == product_id then return true end
    end
    return false
end

function Purchases:owns(product_id) return self.client:owns(product_id) == true end

function Purchases:updated(transaction)
    local state = transaction.state
    self.busy[transaction.product_id] = state == iap.TRANSACTION_PURCHASING or nil
    if state == iap.TRANSACTION_PURCHASED then
        -- A later version of the game may know it. Unfinished, it is delivered again at each launch.
        if not self:sells(transaction.product_id) then return end
        local coins = (self.grants[transaction.product_id] or 0) * transaction.quantity
        -- One purchase may have two transaction ids. Its original id is the same in both.
        local is_saved, is_new = self.save:grant(transaction.original_id, coins)
        -- If the save fails, the purchase stays unfinished, and the next launch delivers it again.
        if not is_saved then return self.hear "There is no room to save your purchase." end
        self.hear(is_new and ("Granted %d coins for %s."):format(coins, transaction.id)
            or ("%s was granted before."):format(transaction.id))
        if self.before_finish then self.before_finish() end
    elseif state == iap.TRANSACTION_FAILED then
        -- The player cancelled, or an earlier purchase waits to be finished: the player need not see an error.
        local err = transaction.error
        if err.category ~= iap.CATEGORY_CANCELLED then self.hear(err.message) end
    elseif state ~= iap.TRANSACTION_RESTORED then
        return -- purchasing, or waiting for a parent: do not finish
    end
    -- A restored transaction grants no coins: bought coins come as purchased, even after the finish of a restored transaction.
    local ok, err = self.client:finish(transaction)
    if not ok then self.hear(err.message) end
end

-- The store refunded the purchase. In this game the player keeps the coins. Your game may revoke them.
function Purchases:revoked(transaction)
    self.hear(("%s was refunded."):format(transaction.product_id))
    local ok, err = self.client:finish(transaction)
    if not ok and err.status ~= iap.ERROR_NOT_FOUND then self.hear(err.message) end -- usually it is finished already
end

function Purchases:close()
    if self.client then assert(self.client:close()) end
    if self.device then
        assert(self.device:close())
        assert(self.store:close())
    end
end

return Purchases
