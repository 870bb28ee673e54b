-- Coin Caves: a shop, a purse and a cave. GAME_FOLDER names the folder of the save and the journal. GAME_SCRIPT names a script
-- that plays the game; see script.lua.
local Purchases = require "purchases"
local Save = require "save"
local View = require "view"

io.stdout:setvbuf "line" -- no line is lost if the game is killed

local game = {time = 0, news = {}}

local function hear(line)
    print(line)
    table.insert(game.news, 1, line)
    game.news[4] = nil
end

function love.load()
    local folder = os.getenv "GAME_FOLDER" or love.filesystem.getSaveDirectory()
    love.filesystem.createDirectory "" -- creates the folder of the save
    local storekit_path = os.getenv "GAME_STOREKIT" or love.filesystem.getSource() .. "/../harness/Game.storekit"
    local script_path = os.getenv "GAME_SCRIPT"
    game.save = Save.load(folder .. "/save")
    game.purchases = Purchases.open(folder, storekit_path, game.save, hear, script_path ~= nil)
    if script_path then game.script = require("script").load(script_path) end
    game.view = View.new(game)
end

function love.update(seconds)
    game.purchases:pump()
    if game.script then
        game.script:update(game)
    else
        game.time = game.time + seconds -- with a script every picture is the same
    end
end

function love.draw() game.view:draw() end

function love.mousepressed(x, y)
    local product = game.view:product_at(x, y)
    if product then game.purchases:buy(product.id) end
end

function love.keypressed(key)
    local product = game.purchases.products[tonumber(key) or 0]
    if product then game.purchases:buy(product.id) end
    if key == "escape" then love.event.quit() end
end

function love.quit()
    print(("%d coins"):format(game.save.coins))
    game.purchases:close()
end
