package import IAPModel
package import IAPReferenceStore

/// StoreKit's interface is static. This task-local value says which device a call is for, so that several devices can be in one
/// process.
package enum CurrentDevice {
    @TaskLocal package static var device: StoreDevice?

    /// Without a device there is no App Store to reach.
    static func require() throws -> StoreDevice {
        guard let device else {
            throw StoreKitError.systemError(
                ReferenceStoreFailure(description: "no device of a reference store is bound to this task"))
        }
        return device
    }

    /// Asks the device for what it keeps itself. Failures are thrown as StoreKit throws them.
    static func askLocally<Result>(_ body: (StoreDevice) throws(StoreFailure) -> Result) throws -> Result {
        let device = try require()
        do throws(StoreFailure) { return try body(device) } catch { throw error.storeKitError }
    }

    /// Asks the store. The store acts at once, and its answer comes through the device's network.
    ///
    /// - Parameter stall: what the system does before it asks.
    static func ask<Result>(
        after stall: (StoreDevice) async throws -> Void = { _ in },
        _ body: (StoreDevice) throws(StoreFailure) -> Result
    ) async throws -> Result {
        let device = try require()
        do {
            try await stall(device)
            let request = try device.beginRequest()
            let result = answer(on: device, body)
            try await device.awaitAnswer(to: request)
            return try result.get()
        } catch let failure as StoreFailure {
            throw failure.storeKitError
        }
    }

    /// What the store answers, also a refusal.
    static func answer<Result>(
        on device: StoreDevice, _ body: (StoreDevice) throws(StoreFailure) -> Result
    ) -> Swift.Result<Result, StoreFailure> {
        do throws(StoreFailure) { return .success(try body(device)) } catch { return .failure(error) }
    }

    /// Asks the device where StoreKit's declaration has no way to fail: what cannot be read now is nil.
    static func look<Result>(_ body: (StoreDevice) throws(StoreFailure) -> Result?) -> Result? {
        guard let device else { return nil }
        do throws(StoreFailure) { return try body(device) } catch { return nil }
    }

    // MARK: Habits

    /// False if it cannot be read now.
    static func has(_ habit: Habit) -> Bool {
        look { device throws(StoreFailure) in try device.has(habit) } ?? false
    }

    /// Whether the task is cancelled, and reads in such a task say that there is nothing.
    static var readsNothing: Bool { Task.isCancelled && has(.cancelledReadsEmpty) }

    /// - Parameter nothing: the answer in a cancelled task, if its reads say that there is nothing.
    static func read<Result>(
        orNothing nothing: Result, _ body: () async throws -> Result
    ) async throws -> Result {
        if readsNothing { return nothing }
        do { return try await body() } catch is CancellationError where readsNothing { return nothing }
    }

    // MARK: What a system has beside StoreKit

    /// Whether the device is like a system that has the feature. Apple's systems say so by their version.
    package static func isSupported(_ feature: Feature) -> Bool {
        look { device throws(StoreFailure) in try device.isSupported(feature) } ?? false
    }

    /// Whether the device has no network, as the path monitor of Apple's systems tells.
    package static var isOffline: Bool {
        look { device throws(StoreFailure) in try device.isOffline } ?? false
    }

    /// So many milliseconds from now by the store's clock.
    package static func time(in milliseconds: Int64) -> Int64 { device?.store.time.clampedAdding(milliseconds) ?? 0 }

    /// Returns at this time of the store's clock, and when the task is cancelled.
    package static func pause(until time: Int64) async {
        // A store that cannot be read says no time to wait for.
        try? await device?.pause(until: time)
    }

    /// The app receipt, which lies beside the app on Apple's systems.
    package static func appReceipt(isRefresh: Bool) async throws -> [UInt8] {
        guard isRefresh else {
            return try askLocally { device throws(StoreFailure) in try device.appReceipt(isRefresh: false) }
        }
        return try await ask { device throws(StoreFailure) in try device.appReceipt(isRefresh: true) }
    }

    /// Shows the App Store's messages as a system does whose app does not handle them. Never ends.
    package static func showMessages() async {
        for await message in Message.messages {
            // The App Store sends a message that could not be shown again later.
            do { try message.display(in: UIWindowScene()) } catch { continue }
        }
    }
}
