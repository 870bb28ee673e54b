public import Foundation
internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore

extension Product.SubscriptionInfo {
    /// The state of a subscription. The numbers are also those of the App Store Server API.
    public struct RenewalState: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The status of a subscription, with its signed data.
    public struct Status: Hashable, Sendable {
        public let state: RenewalState
        /// The newest transaction of the group.
        public let transaction: VerificationResult<Transaction>
        public let renewalInfo: VerificationResult<RenewalInfo>

        init(_ status: LedgerStatus, on device: StoreDevice) throws {
            state = RenewalState(rawValue: status.state.rawValue)
            transaction = try Transaction.verify(status.transaction, on: device)
            renewalInfo = try RenewalInfo.verify(status.renewal, on: device)
        }
    }

    public static func status(for groupID: String) async throws -> [Status] {
        try await CurrentDevice.read(orNothing: []) {
            try await CurrentDevice.ask(after: { try await $0.awaitRead() }) { device in
                try Status.list(try device.statuses.list(ofGroup: groupID), on: device)
            }
        }
    }

    public static func status(transactionID: UInt64) async throws -> SubscriptionStatus? {
        try await CurrentDevice.read(orNothing: nil) {
            try await CurrentDevice.ask(after: { try await $0.awaitRead() }) { device in
                try device.statuses.status(ofTransaction: transactionID).map { status in try Status(status, on: device)
                }
            }
        }
    }
}

public typealias SubscriptionStatus = Product.SubscriptionInfo.Status

extension Product.SubscriptionInfo.Status {
    static func list(_ statuses: [LedgerStatus], on device: StoreDevice) throws -> [Self] {
        try statuses.map { status in try Self(status, on: device) }
    }

    public typealias Statuses = StoreSequence<Product.SubscriptionInfo.Status>

    /// Each change of a status since the creation of the sequence.
    public static var updates: Statuses {
        let device = CurrentDevice.device
        let stream = RetryingStream(retryingOn: device) { report in device?.statuses.listen(report) }
        return StoreSequence {
            guard let device else { return nil }
            while true {
                let next = await stream.next { status -> Product.SubscriptionInfo.Status? in
                    // Another account can have signed in meanwhile.
                    guard ExactText(status.transaction.account) == ExactText(device.account) else { return nil }
                    return try Product.SubscriptionInfo.Status(status, on: device)
                }
                guard let next else { return nil }
                if let status = next { return status }
            }
        }
    }

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
        do {
            for group in try device.statuses.list() {
                groups.append((group.groupID, try list(group.statuses, on: device)))
            }
        } catch {
            return groups
        }
        return groups
    }
}

extension Product.SubscriptionInfo {
    /// The next renewal of a subscription, with the names and signatures of StoreKit's own type.
    public struct RenewalInfo: Sendable {
        public let originalTransactionID: UInt64
        public let currentProductID: String
        public let willAutoRenew: Bool
        /// Nil if there will be no renewal.
        public let autoRenewPreference: String?
        public let expirationReason: ExpirationReason?
        public let priceIncreaseStatus: PriceIncreaseStatus
        public let isInBillingRetry: Bool
        public let gracePeriodExpirationDate: Date?

        let signed: SignedText

        public var jsonRepresentation: Data { signed.json }
        public var signedDate: Date { signed.date }

        public struct ExpirationReason: RawRepresentable, Hashable, Sendable {
            public let rawValue: Int
            public init(rawValue: Int) { self.rawValue = rawValue }
        }

        @frozen public enum PriceIncreaseStatus: Hashable, Sendable {
            case noIncreasePending
            case pending
            case agreed
        }

        static func verify(_ renewal: LedgerRenewal, on device: StoreDevice) throws -> VerificationResult<RenewalInfo> {
            let signed = try device.signer.signed(renewal)
            return VerificationResult(RenewalInfo(renewal, signed: signed), signed.failure)
        }

        private init(_ renewal: LedgerRenewal, signed: SignedText) {
            originalTransactionID = renewal.originalTransactionID
            currentProductID = renewal.productID
            willAutoRenew = renewal.willAutoRenew
            autoRenewPreference = renewal.autoRenewProductID
            expirationReason = renewal.expirationReason.map { ExpirationReason(rawValue: $0.rawValue) }
            priceIncreaseStatus =
                switch renewal.priceIncrease {
                case .none: .noIncreasePending
                case .pending: .pending
                case .agreed: .agreed
                }
            isInBillingRetry = renewal.isInBillingRetry
            gracePeriodExpirationDate = renewal.gracePeriodExpirationDate.map(Date.init(milliseconds:))
            self.signed = signed
        }
    }
}

extension Product.SubscriptionInfo.RenewalInfo: Hashable {
    public static func == (one: Self, other: Self) -> Bool { one.signed.payload == other.signed.payload }
    public func hash(into hasher: inout Hasher) { hasher.combine(originalTransactionID) }
}
