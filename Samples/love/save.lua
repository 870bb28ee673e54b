-- The save of the game: the coins and the original ids of their transactions, in one file, in one write.
local ffi = require "ffi"

ffi.cdef [[
    int open(const char *path, int flags, ...);
    int fsync(int file);
    int close(int file);
]]

local Save = {}
Save.__index = Save

--- Loads the save, or starts an empty one. A file that cannot be read is an error, because the next write would overwrite it.
function Save.load(path)
    local self = setmetatable({path = path, coins = 0, granted = {}}, Save)
    local file, message, code = io.open(path)
    if not file then
        assert(code == 2, message) -- ENOENT
        return self
    end
    self.coins = assert(tonumber(file:read "*l"), path .. " is damaged")
    for id in file:lines() do self.granted[id] = true end
    file:close()
    return self
end

local function sync(path)
    local file = ffi.C.open(path, 0)
    local is_good = file >= 0 and ffi.C.fsync(file) == 0
    if file >= 0 then ffi.C.close(file) end
    return is_good
end

-- Leaves the old save or the new one on the disk, never a part of one.
function Save:write(coins, granted)
    local file = io.open(self.path .. ".new", "w")
    if not file then return false end
    local lines = {("%d"):format(coins)}
    for id in pairs(granted) do lines[#lines + 1] = id end
    local is_good = file:write(table.concat(lines, "\n"), "\n")
    is_good = file:close() and is_good and sync(self.path .. ".new")
    return is_good and os.rename(self.path .. ".new", self.path) and sync(self.path:match "^(.*)/" or ".")
end

--- Grants coins for a transaction once. Returns whether the grant is on the disk, and whether it is new.
function Save:grant(id, coins)
    if self.granted[id] then return true, false end
    local granted = {[id] = true}
    for other in pairs(self.granted) do granted[other] = true end
    if not self:write(self.coins + coins, granted) then return false, false end
    self.coins, self.granted = self.coins + coins, granted
    return true, true
end

return Save
