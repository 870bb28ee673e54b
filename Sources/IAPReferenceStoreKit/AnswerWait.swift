internal import IAPPlatform
internal import IAPReferenceStore

extension StoreDevice {
    /// Waits until the response to a request has come through the network, in the store's time. Returns immediately when the
    /// task is cancelled.
    func awaitAnswer(to request: NetworkRequest) async throws {
        try await wait { () throws(StoreFailure) in try fate(of: request) }
    }

    /// Waits until this time of the store's clock.
    func pause(until time: Int64) async throws {
        try await wait { () throws(StoreFailure) in
            let now = store.time
            return now < time ? .underWay(for: time.subtractingReportingOverflow(now).partialValue) : .arrived
        }
    }

    /// Waits until the system gives the result of a charged purchase, as if its alert were open for that time.
    func awaitResult(of request: NetworkRequest) async throws {
        let delay = try habit(.resultDelay)
        guard delay > 0 else { return }
        let end = store.time.clampedAdding(delay)
        try await wait { () throws(StoreFailure) in fate(of: request, heldUntil: end) }
    }

    /// Waits until entitlements, statuses and the app transaction can be read.
    func awaitRead() async throws {
        let slowness = slowReads.value
        let stall = try takeColdStall().clampedAdding(try habit(.readStall))
        let length = stall.clampedAdding(slowness?.milliseconds ?? 0)
        guard length > 0 || slowness != nil else { return }
        let end = store.time.clampedAdding(length)
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
    func awaitStorefront() async throws { try await stall(for: try habit(.storefrontStall)) }

    private func stall(for milliseconds: Int64) async throws {
        if milliseconds > 0 { try await pause(until: store.time.clampedAdding(milliseconds)) }
    }

    private func wait(_ fate: () throws(StoreFailure) -> AnswerFate) async throws {
        if case .arrived = try fate() { return }
        let (changes, input) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let listening = listenForChanges { input.yield() }
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

    /// Returns nil for a clock that stands still: only a change of the store moves it.
    private func setAlarm(in milliseconds: Int64, _ input: AsyncStream<Void>.Continuation) -> Task<Void, Never>? {
        guard !store.isVirtual else { return nil }
        return Task {
            // Cancelled: do not signal.
            do { try await Task.sleep(for: .milliseconds(min(milliseconds, Self.longestSleep))) } catch { return }
            input.yield()
        }
    }

    /// One day. Then the clock is read again.
    private static var longestSleep: Int64 { 86_400_000 }
}
