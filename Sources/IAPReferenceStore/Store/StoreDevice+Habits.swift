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
}
