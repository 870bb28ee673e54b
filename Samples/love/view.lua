-- Draws the cave, the purse and the shop.
local View = {}
View.__index = View

local colours = {
    night = {0.07, 0.07, 0.14}, rock = {0.13, 0.12, 0.22}, near_rock = {0.10, 0.09, 0.17}, floor = {0.24, 0.17, 0.16},
    card = {0.16, 0.16, 0.28}, hover = {0.21, 0.21, 0.36}, line = {1, 1, 1, 0.07}, text = {0.95, 0.93, 0.88},
    quiet = {0.66, 0.66, 0.78}, gold = {0.98, 0.78, 0.25}, dark_gold = {0.80, 0.53, 0.12}, button = {0.20, 0.62, 0.45},
    owned = {0.30, 0.32, 0.45}, crystal = {0.45, 0.72, 0.95}, wood = {0.47, 0.29, 0.17}, dark_wood = {0.34, 0.20, 0.12},
}
local CARD = {x = 500, y = 92, width = 424, height = 96, gap = 14}

function View.new(game)
    return setmetatable({
        game = game, title = love.graphics.newFont(26), large = love.graphics.newFont(18), small = love.graphics.newFont(13),
        purse = love.graphics.newFont(30)}, View)
end

local function set(colour, alpha) love.graphics.setColor(colour[1], colour[2], colour[3], alpha or colour[4] or 1) end

local function coin(x, y, radius)
    set(colours.dark_gold)
    love.graphics.circle("fill", x, y + radius * 0.12, radius)
    set(colours.gold)
    love.graphics.circle("fill", x, y, radius)
    set(colours.dark_gold)
    love.graphics.setLineWidth(math.max(1, radius * 0.12))
    love.graphics.circle("line", x, y, radius * 0.68)
    set({1, 1, 1}, 0.55)
    love.graphics.arc("line", "open", x, y, radius * 0.84, math.pi * 1.05, math.pi * 1.45)
end

local function glow(x, y, radius, colour)
    set(colour, 0.011)
    for ring = radius, 4, -3 do love.graphics.circle("fill", x, y, ring) end
end

local function crystal(x, y, height, lean)
    set(colours.crystal, 0.85)
    love.graphics.polygon("fill", x - height * 0.22, y, x + lean, y - height, x + height * 0.22, y)
    set({1, 1, 1}, 0.35)
    love.graphics.polygon("fill", x - height * 0.22, y, x + lean, y - height, x - height * 0.02, y)
end

-- A treasure chest. It holds more coins if the player has more.
local function chest(x, y, coins)
    local heaped = math.min(14, math.ceil(coins / 50))
    for at = 1, heaped do
        local row = at <= 6 and 0 or at <= 11 and 1 or 2
        local place = at - ({[0] = 0, 6, 11})[row]
        coin(x - 62 + row * 12 + place * 18 + 8, y - 66 - row * 13, 13)
    end
    set(colours.dark_wood)
    love.graphics.rectangle("fill", x - 90, y - 62, 180, 66, 8)
    set(colours.wood)
    love.graphics.rectangle("fill", x - 84, y - 56, 168, 54, 6)
    set(colours.dark_gold)
    for _, at in ipairs {-84, -6, 72} do love.graphics.rectangle("fill", x + at, y - 62, 12, 66, 3) end
    set(colours.gold)
    love.graphics.rectangle("fill", x - 16, y - 50, 32, 26, 5)
    set(colours.dark_wood)
    love.graphics.circle("fill", x, y - 40, 4)
    love.graphics.rectangle("fill", x - 2, y - 40, 4, 10)
end

local function torch(x, y, time)
    local flicker = math.sin(time * 9) * 3
    glow(x, y, 110 + flicker, {1, 0.6, 0.2})
    set(colours.wood)
    love.graphics.rectangle("fill", x - 5, y + 10, 10, 58, 3)
    set({1, 0.55, 0.15})
    love.graphics.ellipse("fill", x, y - 2, 12, 20 + flicker)
    set({1, 0.85, 0.4})
    love.graphics.ellipse("fill", x, y + 4, 6, 11 + flicker / 2)
end

function View:draw_cave()
    set(colours.night)
    love.graphics.rectangle("fill", 0, 0, 960, 600)
    set(colours.rock)
    love.graphics.polygon("fill", 0, 0, 476, 0, 440, 66, 372, 40, 318, 104, 246, 52, 180, 120, 118, 58, 52, 138, 0, 96)
    set(colours.near_rock)
    love.graphics.polygon("fill", 0, 410, 66, 352, 132, 410, 212, 338, 286, 418, 374, 360, 476, 424, 476, 600, 0, 600)
    set(colours.floor)
    love.graphics.polygon("fill", 0, 470, 476, 456, 476, 600, 0, 600)
    torch(96, 240, self.game.time)
    torch(392, 214, self.game.time + 2)
    glow(74, 440, 90, colours.crystal)
    glow(412, 430, 100, colours.crystal)
    crystal(58, 472, 62, 8)
    crystal(92, 480, 38, -6)
    crystal(426, 462, 74, -10)
    crystal(390, 472, 40, 8)
    chest(244, 490, self.game.save.coins)
end

function View:draw_purse()
    set({0, 0, 0}, 0.35)
    love.graphics.rectangle("fill", 28, 24, 178, 54, 27)
    coin(56, 51, 17)
    set(colours.text)
    love.graphics.setFont(self.purse)
    love.graphics.print(("%d"):format(self.game.save.coins), 86, 33)
end

local function place_of(index) return CARD.x, CARD.y + (index - 1) * (CARD.height + CARD.gap) end

--- Returns the product of the card at this position.
function View:product_at(x, y)
    for index, product in ipairs(self.game.purchases.products) do
        local left, top = place_of(index)
        if x >= left and x < left + CARD.width and y >= top and y < top + CARD.height then return product end
    end
end

local icons = {
    ["com.example.caves.coins.small"] = function(x, y)
        coin(x - 10, y + 8, 14)
        coin(x + 10, y + 8, 14)
        coin(x, y - 8, 14)
    end,
    ["com.example.caves.coins.large"] = function(x, y)
        for row = 0, 2 do
            for at = row, 4 - row do coin(x - 24 + at * 12, y + 14 - row * 12, 11) end
        end
    end,
    ["com.example.caves.editor"] = function(x, y)
        for at = -1, 1 do
            set(at == 0 and colours.crystal or colours.wood)
            love.graphics.rectangle("fill", x - 26 + (at + 1) * 18, y - 4 - at * 9, 16, 16, 3)
        end
        set(colours.dark_wood)
        love.graphics.rectangle("fill", x - 28, y + 20, 56, 8, 3)
    end,
}

local function club_icon(x, y)
    crystal(x, y + 24, 46, 0)
end

function View:draw_card(index, product)
    local x, y = place_of(index)
    local is_busy, is_owned = self.game.purchases.busy[product.id], self.game.purchases:owns(product.id)
    local is_under_mouse = self:product_at(love.mouse.getPosition()) == product and not self.game.script
    set(is_under_mouse and colours.hover or colours.card)
    love.graphics.rectangle("fill", x, y, CARD.width, CARD.height, 14)
    set(colours.line)
    love.graphics.setLineWidth(1)
    love.graphics.rectangle("line", x, y, CARD.width, CARD.height, 14)
    set({0, 0, 0}, 0.22)
    love.graphics.rectangle("fill", x + 12, y + 12, 72, 72, 12);
    (icons[product.id] or club_icon)(x + 48, y + 46)
    set(colours.text)
    love.graphics.setFont(self.large)
    love.graphics.print(product.display_name, x + 100, y + 22)
    set(colours.quiet)
    love.graphics.setFont(self.small)
    love.graphics.print(product.description, x + 100, y + 52)
    set(is_owned and colours.owned or colours.button)
    love.graphics.rectangle("fill", x + CARD.width - 106, y + 30, 90, 36, 18)
    set({1, 1, 1})
    love.graphics.setFont(self.large)
    local label = is_owned and "owned" or is_busy and "..." or product.display_price
    love.graphics.printf(label, x + CARD.width - 106, y + 37, 90, "center")
end

function View:draw_shop()
    set({0.05, 0.05, 0.10})
    love.graphics.rectangle("fill", 476, 0, 484, 600)
    set(colours.text)
    love.graphics.setFont(self.title)
    love.graphics.print("Shop", CARD.x, 36)
    for index, product in ipairs(self.game.purchases.products) do self:draw_card(index, product) end
    love.graphics.setFont(self.small)
    for index, line in ipairs(self.game.news) do
        set(colours.quiet, 1.1 - index * 0.3)
        love.graphics.print(line, CARD.x, 600 - 14 - index * 20)
    end
end

function View:draw()
    self:draw_cave()
    self:draw_purse()
    self:draw_shop()
end

return View
