internal import IAPPlatform

/// Undocumented behaviour of the device's system.
extension StoreDevice {
    package func habit(_ habit: Habit) throws(StoreFailure) -> Int64 { try store.habit(habit) }

    package func has(_ habit: Habit) throws(StoreFailure) -> Bool { try self.habit(habit) != 0 }

    /// Returns the extra time of this call if it is the first one of the launch, in milliseconds of the store's time. Later
    /// calls take the usual time.
    package func takeColdStall() throws(StoreFailure) -> Int64 {
        let isFirst = launch.withLock { launch in
            defer { launch.isCold = false }
            return launch.isCold
        }
        return isFirst ? try habit(.coldStall) : 0
    }

    /// Whether a habit makes a list empty for some time after the launch. The largest value of the habit means for ever.
    func isEmpty(_ habit: Habit) throws(StoreFailure) -> Bool {
        let length = try self.habit(habit)
        guard length > 0 else { return false }
        if length == habit.largest { return true }
        guard let launched = launch.withLock({ $0.date }) else { return false }
        return try store.now.isWithin(length, after: launched)
    }
}
