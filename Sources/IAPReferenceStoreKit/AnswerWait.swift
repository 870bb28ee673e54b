internal import IAPPlatform
internal import IAPReferenceStore

extension StoreDevice {
    /// Returns when the answer to a request has come through the network, in the store's time. Ends at once when the task is
    /// cancelled.
    func awaitAnswer(to request: NetworkRequest) async throws {
        try await wait { () throws(StoreFailure) in try fate(of: request) }
    }

    /// Returns at this time of the store's clock.
    func pause(until time: Int64) async throws {
        try await wait { () throws(StoreFailure) in
            let now = store.time
            return now < time ? .underWay(for: time.subtractingReportingOverflow(now).partialValue) : .arrived
        }
    }

    /// Returns when the system gives the result of a purchase that was charged, as if its alert were open until then.
    func awaitResult(of request: NetworkRequest) async throws {
        let delay = try habit(.resultDelay)
        guard delay > 0 else { return }
        let end = store.time.clampedAdding(delay)
        try await wait { () throws(StoreFailure) in fate(of: request, heldUntil: end) }
    }

    /// Returns when entitlements, statuses and the app's transaction can be read.
    func awaitRead() async throws {
        let slowness = slowReads.value
        let stall = try takeColdStall().clampedAdding(try habit(.readStall))
        let length = stall.clampedAdding(slowness?.milliseconds ?? 0)
        guard length > 0 || slowness != nil else { return }
        let end = store.time.clampedAdding(length)
        slowness?.onBegin()
        try await pause(until: end)
    }

    /// Whether the next `awaitRead()` may wait. What cannot be read now does not wait.
    var delaysReads: Bool {
        slowReads.value != nil || (try? has(.readStall)) ?? false || (try? has(.coldStall)) ?? false
    }

    /// Returns when products can be asked for, if ever.
    func awaitProducts() async throws {
        try await stall(for: try takeColdStall())
        if try has(.productsHang) { try await pause(until: .max) }
    }

    /// Returns when the storefront can be read.
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

    /// Nil for a clock that stands still, which only a change of the store moves.
    private func setAlarm(in milliseconds: Int64, _ input: AsyncStream<Void>.Continuation) -> Task<Void, Never>? {
        guard !store.isVirtual else { return nil }
        return Task {
            // Cancelled: do not signal.
            do { try await Task.sleep(for: .milliseconds(min(milliseconds, Self.longestSleep))) } catch { return }
            input.yield()
        }
    }

    /// A day. After it the clock is looked at again.
    private static var longestSleep: Int64 { 86_400_000 }
}
