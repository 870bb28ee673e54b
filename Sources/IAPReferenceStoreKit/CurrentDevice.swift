package import IAPModel
package import IAPReferenceStore

/// StoreKit's interface is static. This task-local value names the device of a call: one process can have several devices.
package enum CurrentDevice {
    @TaskLocal package static var device: StoreDevice?

    /// Returns the device. Without a device there is no App Store.
    static func require() throws -> StoreDevice {
        guard let device else {
            throw StoreKitError.systemError(
                ReferenceStoreFailure(description: "this task has no device of a reference store"))
        }
        return device
    }

    /// Asks the device for data that it keeps itself. Throws failures as StoreKit does.
    static func askLocally<Result>(_ body: (StoreDevice) throws(StoreFailure) -> Result) throws -> Result {
        let device = try require()
        do throws(StoreFailure) { return try body(device) } catch { throw error.storeKitError }
    }

    /// Sends a request to the store. The store acts immediately, and its response comes through the device's network.
    ///
    /// - Parameter stall: The system's own delay before the request.
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

    /// Returns the store's response, which can be a refusal.
    static func answer<Result>(
        on device: StoreDevice, _ body: (StoreDevice) throws(StoreFailure) -> Result
    ) -> Swift.Result<Result, StoreFailure> {
        do throws(StoreFailure) { return .success(try body(device)) } catch { return .failure(error) }
    }

    /// Reads from the device where StoreKit's declaration cannot fail. Returns nil if the read fails.
    static func look<Result>(_ body: (StoreDevice) throws(StoreFailure) -> Result?) -> Result? {
        guard let device else { return nil }
        do throws(StoreFailure) { return try body(device) } catch { return nil }
    }

    // MARK: Habits

    /// Returns false if the habit cannot be read now.
    static func has(_ habit: Habit) -> Bool {
        look { device throws(StoreFailure) in try device.has(habit) } ?? false
    }

    /// Whether the task is cancelled and, by a habit, its reads therefore return nothing.
    static var readsNothing: Bool { Task.isCancelled && has(.cancelledReadsEmpty) }

    /// - Parameter nothing: The result in a cancelled task, if a habit makes its reads return nothing.
    static func read<Result>(
        orNothing nothing: Result, _ body: () async throws -> Result
    ) async throws -> Result {
        if readsNothing { return nothing }
        do { return try await body() } catch is CancellationError where readsNothing { return nothing }
    }

    // MARK: Parts of the system outside StoreKit

    /// Whether the device's system has the feature. On Apple's systems this depends on the version.
    package static func isSupported(_ feature: Feature) -> Bool {
        look { device throws(StoreFailure) in try device.isSupported(feature) } ?? false
    }

    /// Whether the device has no network. On Apple's systems the path monitor tells this.
    package static var isOffline: Bool {
        look { device throws(StoreFailure) in try device.isOffline } ?? false
    }

    /// Returns the time of the store's clock in this many milliseconds.
    package static func time(in milliseconds: Int64) -> Int64 { device?.store.time.clampedAdding(milliseconds) ?? 0 }

    /// Waits until this time of the store's clock, or until the task is cancelled.
    package static func pause(until time: Int64) async {
        // If the store cannot be read, there is no time to wait for.
        try? await device?.pause(until: time)
    }

    /// Returns the app receipt. On Apple's systems it is a file next to the app.
    package static func appReceipt(isRefresh: Bool) async throws -> [UInt8] {
        guard isRefresh else {
            return try askLocally { device throws(StoreFailure) in try device.appReceipt(isRefresh: false) }
        }
        return try await ask { device throws(StoreFailure) in try device.appReceipt(isRefresh: true) }
    }

    /// Shows the App Store's messages, as a system does for an app that does not handle them. It never ends.
    package static func showMessages() async {
        for await message in Message.messages {
            // If a message could not be shown, the App Store sends it again later.
            do { try message.display(in: UIWindowScene()) } catch { continue }
        }
    }
}
