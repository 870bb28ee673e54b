internal import IAPPlatform

/// What the device's system does that Apple does not document.
extension StoreDevice {
    package func habit(_ habit: Habit) throws(StoreFailure) -> Int64 { try store.habit(habit) }

    package func has(_ habit: Habit) throws(StoreFailure) -> Bool { try self.habit(habit) != 0 }

    /// How long this call takes because it is the first one of the launch, in milliseconds of the store's time. The calls after it
    /// take no longer than usual.
    package func takeColdStall() throws(StoreFailure) -> Int64 {
        let isFirst = launch.withLock { launch in
            defer { launch.isCold = false }
            return launch.isCold
        }
        return isFirst ? try habit(.coldStall) : 0
    }
}
