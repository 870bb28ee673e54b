internal import Dispatch
package import IAPModel
internal import IAPPlatform
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
    static func askLocally<Result>(_ body: (StoreDevice) throws -> Result) throws -> Result {
        let device = try require()
        do { return try body(device) } catch { throw StoreFailure(error).storeKitError }
    }

    /// Sends a request to the store. The store acts immediately, and its response comes through the device's network.
    ///
    /// - Parameter stall: The system's own delay before the request.
    static func ask<Result>(
        after stall: (StoreDevice) async throws -> Void = { _ in },
        _ body: (StoreDevice) throws -> Result
    ) async throws -> Result {
        let device = try require()
        do {
            try await stall(device)
            let request = try device.network.beginRequest()
            let result = response(on: device, body)
            try await device.awaitResponse(to: request)
            return try result.get()
        } catch let failure as StoreFailure {
            throw failure.storeKitError
        }
    }

    /// Returns the store's response, which can be a refusal.
    static func response<Result>(
        on device: StoreDevice, _ body: (StoreDevice) throws -> Result
    ) -> Swift.Result<Result, StoreFailure> {
        do { return .success(try body(device)) } catch { return .failure(StoreFailure(error)) }
    }

    /// Reads from the device where StoreKit's declaration cannot fail. Returns nil if the read fails.
    static func look<Result>(_ body: (StoreDevice) throws -> Result?) -> Result? {
        guard let device else { return nil }
        do { return try body(device) } catch { return nil }
    }

    // MARK: Quirks

    /// Returns false if the quirk cannot be read now.
    static func has(_ quirk: Quirk) -> Bool { look { device in try device.has(quirk) } ?? false }

    /// Whether the task is cancelled and, by a quirk, its reads therefore return nothing.
    static var readsNothing: Bool { Task.isCancelled && has(.cancelledReadsEmpty) }

    /// - Parameter nothing: The result in a cancelled task, if a quirk makes its reads return nothing.
    static func read<Result>(orNothing nothing: Result, _ body: () async throws -> Result) async throws -> Result {
        if readsNothing { return nothing }
        do { return try await body() } catch is CancellationError where readsNothing { return nothing }
    }

    // MARK: Parts of the system outside StoreKit

    /// Whether the device's system has the feature. On Apple's systems this depends on the version.
    package static func isSupported(_ feature: Feature) -> Bool {
        look { device in try device.isSupported(feature) } ?? false
    }

    /// Whether the device has no network. On Apple's systems the path monitor tells this.
    package static var isOffline: Bool { look { device in try device.network.isOffline } ?? false }

    /// Returns the time of the store's clock in this many milliseconds.
    package static func time(in milliseconds: Int64) -> Int64 {
        device?.store.clock.lastKnown.clampedAdding(milliseconds) ?? 0
    }

    /// Waits until this time of the store's clock, or until the task is cancelled.
    package static func pause(until time: Int64) async {
        // If the store cannot be read, there is no time to wait for.
        try? await device?.pause(until: time)
    }

    /// Returns the app receipt. On Apple's systems it is a file next to the app.
    package static func appReceipt(isRefresh: Bool) async throws -> [UInt8] {
        guard isRefresh else { return try askLocally { device in try device.app.receipt(isRefresh: false) } }
        return try await ask { device in try device.app.receipt(isRefresh: true) }
    }

    /// Shows the App Store's messages, as a system does for an app that does not handle them. It never ends.
    package static func showMessages() async {
        for await message in Message.messages {
            // If a message could not be shown, the App Store sends it again later.
            do { try message.display(in: UIWindowScene()) } catch { continue }
        }
    }
}

extension StoreDevice {
    /// Waits until the response to a request has come through the network, in the store's time. Returns immediately when the
    /// task is cancelled.
    func awaitResponse(to request: NetworkRequest) async throws { try await wait { try network.fate(of: request) } }

    /// Waits until this time of the store's clock.
    func pause(until time: Int64) async throws {
        try await wait {
            let now = store.clock.lastKnown
            return now < time ? .underWay(for: time.subtractingReportingOverflow(now).partialValue) : .arrived
        }
    }

    /// Waits until the system gives the result of a charged purchase, as if its alert were open for that time.
    func awaitResult(of request: NetworkRequest) async throws {
        let delay = try quirk(.resultDelay)
        guard delay > 0 else { return }
        let end = store.clock.lastKnown.clampedAdding(delay)
        try await wait { network.fate(of: request, heldUntil: end) }
    }

    /// Waits until entitlements, statuses and the app transaction can be read.
    func awaitRead() async throws {
        let slowness = slowReads.value
        let stall = try takeColdStall().clampedAdding(try quirk(.readStall))
        let length = stall.clampedAdding(slowness?.milliseconds ?? 0)
        guard length > 0 || slowness != nil else { return }
        let end = store.clock.lastKnown.clampedAdding(length)
        slowness?.onBegin()
        try await pause(until: end)
    }

    /// Whether the next `awaitRead()` may wait. A store that cannot be read now causes no wait.
    var delaysReads: Bool {
        slowReads.value != nil || (try? has(.readStall)) ?? false || (try? has(.coldStall)) ?? false
    }

    /// Waits until products can be requested; this can take forever.
    func awaitProducts() async throws {
        try await stall(for: try takeColdStall())
        if try has(.productsHang) { try await pause(until: .max) }
    }

    /// Waits until the storefront can be read.
    func awaitStorefront() async throws { try await stall(for: try quirk(.storefrontStall)) }

    private func stall(for milliseconds: Int64) async throws {
        if milliseconds > 0 { try await pause(until: store.clock.lastKnown.clampedAdding(milliseconds)) }
    }

    private func wait(_ fate: () throws -> ResponseFate) async throws {
        if case .arrived = try fate() { return }
        let (changes, input) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let listening = store.file.listeners.add { input.yield() }
        defer { listening.cancel() }
        var iterator = changes.makeAsyncIterator()
        while true {
            switch try fate() {
            case .arrived: return
            case .lost(let failure): throw failure
            case .underWay(let left):
                let alarm = left.flatMap { setAlarm(in: $0, input) }
                let isChanged: Void? = await iterator.next()
                alarm?.cancel()
                if isChanged == nil { throw CancellationError() }
            }
        }
    }

    /// Returns nil for a clock that stands still: only a change of the store moves it. A cancelled `Task.sleep` would keep its
    /// memory until its time has come; a cancelled timer does not.
    private func setAlarm(in milliseconds: Int64, _ input: AsyncStream<Void>.Continuation) -> (any DispatchSourceTimer)?
    {
        guard !store.clock.isVirtual else { return nil }
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { input.yield() }
        timer.schedule(deadline: .now() + .milliseconds(Int(min(milliseconds, Self.longestSleep))))
        timer.activate()
        return timer
    }

    /// One day. Then the clock is read again.
    private static var longestSleep: Int64 { 86_400_000 }
}
