internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore

extension Product.SubscriptionInfo {
    /// The state of a subscription. The numbers are also those of the App Store Server API.
    public struct RenewalState: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let subscribed = Self(rawValue: 1)
        public static let expired = Self(rawValue: 2)
        public static let inBillingRetryPeriod = Self(rawValue: 3)
        public static let inGracePeriod = Self(rawValue: 4)
        public static let revoked = Self(rawValue: 5)
    }

    /// The status of a subscription, with its signed data.
    public struct Status: Hashable, Sendable {
        public let state: RenewalState
        /// The newest transaction of the group.
        public let transaction: VerificationResult<Transaction>
        public let renewalInfo: VerificationResult<RenewalInfo>

        init(_ status: LedgerStatus, on device: StoreDevice) throws(StoreFailure) {
            state = RenewalState(rawValue: status.state.rawValue)
            transaction = try Transaction.verify(status.transaction, on: device)
            renewalInfo = try RenewalInfo.verify(status.renewal, on: device)
        }
    }

    /// The statuses in the product's group: none if the account never subscribed, several with Family Sharing.
    public var status: [Status] {
        get async throws { try await Self.status(for: subscriptionGroupID) }
    }

    public static func status(for groupID: String) async throws -> [Status] {
        try await CurrentDevice.read(orNothing: []) {
            try await CurrentDevice.ask(after: { try await $0.awaitRead() }) { device throws(StoreFailure) in
                try Status.list(try device.statuses(ofGroup: groupID), on: device)
            }
        }
    }

    public static func status(transactionID: UInt64) async throws -> SubscriptionStatus? {
        try await CurrentDevice.read(orNothing: nil) {
            try await CurrentDevice.ask(after: { try await $0.awaitRead() }) { device throws(StoreFailure) in
                try device.status(ofTransaction: transactionID).map { status throws(StoreFailure) in
                    try Status(status, on: device)
                }
            }
        }
    }
}

public typealias SubscriptionStatus = Product.SubscriptionInfo.Status

extension Product.SubscriptionInfo.Status {
    static func list(_ statuses: [LedgerStatus], on device: StoreDevice) throws(StoreFailure) -> [Self] {
        try statuses.map { status throws(StoreFailure) in try Self(status, on: device) }
    }

    /// Each change of a status since the creation of the sequence. The sequence never ends.
    public struct Statuses: AsyncSequence, Sendable {
        private let device: StoreDevice?
        private let stream: RetryingStream<LedgerStatus>

        init(_ device: StoreDevice?) {
            self.device = device
            stream = RetryingStream(retryingOn: device) { report in device?.listenForStatuses(report) }
        }

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(device: device, stream: stream) }

        public struct AsyncIterator: AsyncIteratorProtocol {
            let device: StoreDevice?
            let stream: RetryingStream<LedgerStatus>

            public mutating func next() async -> Product.SubscriptionInfo.Status? {
                guard let device else { return nil }
                while true {
                    let next = await stream.next { status throws(StoreFailure) -> Product.SubscriptionInfo.Status? in
                        // Another account can have signed in meanwhile.
                        guard ExactText(status.transaction.account) == ExactText(device.account) else { return nil }
                        return try Product.SubscriptionInfo.Status(status, on: device)
                    }
                    guard let next else { return nil }
                    if let status = next { return status }
                }
            }
        }
    }

    public static var updates: Statuses { Statuses(CurrentDevice.device) }

    /// The groups in which the account ever subscribed. It omits a group whose statuses cannot be read now.
    public static var all: AsyncStream<(groupID: String, statuses: [Product.SubscriptionInfo.Status])> {
        guard let device = CurrentDevice.device else { return AsyncStream { $0.finish() } }
        guard device.delaysReads || CurrentDevice.has(.cancelledReadsEmpty) else {
            return AsyncStream { input in
                for group in groups(device) { input.yield(group) }
                input.finish()
            }
        }
        // This kind of stream reads on demand, and gives nothing to a cancelled task.
        let left = Guarded<[Group]?>(nil)
        return AsyncStream(unfolding: {
            if left.value == nil {
                do { try await device.awaitRead() } catch { return nil }
                left.value = groups(device).reversed()
            }
            return left.withLock { $0?.popLast() }
        })
    }

    private typealias Group = (groupID: String, statuses: [Product.SubscriptionInfo.Status])

    private static func groups(_ device: StoreDevice) -> [Group] {
        var groups: [Group] = []
        do throws(StoreFailure) {
            for group in try device.statuses() {
                groups.append((group.groupID, try list(group.statuses, on: device)))
            }
        } catch {
            return groups
        }
        return groups
    }
}
