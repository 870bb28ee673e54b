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

    /// Returns when what the device keeps itself can be read.
    func awaitRead() async throws {
        guard let slowness = slowReads.value else { return }
        let end = store.time.clampedAdding(slowness.milliseconds)
        slowness.onBegin()
        try await pause(until: end)
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
