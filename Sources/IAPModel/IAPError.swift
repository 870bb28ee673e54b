/// An error in the terms of the C header: `status` is one of its `IAP_ERROR_…` values.
public struct IAPError: Error, Sendable, Hashable {
    public var status: Status
    /// Whether the same call may succeed later without a change in the game.
    public var isRetryable: Bool
    /// The domain of the store's error, for example "StoreKit.StoreKitError". Empty if the error came from the library.
    public var storeDomain: String
    public var storeCode: Int
    /// One line: what is wrong, where, and what to do.
    public var message: String
    /// The reason that the game or its server gave. The caller reads it after the message. The log leaves it out,
    /// because it may name the player.
    public var reason = ""
    /// How the log reports the error.
    package var logging = Logging.byStatus

    package enum Logging: Sendable, Hashable {
        case byStatus
        /// As an error, each time.
        case asError
    }

    public init(
        _ status: Status, _ message: String, isRetryable: Bool = false, storeDomain: String = "", storeCode: Int = 0
    ) {
        self.status = status
        self.message = message
        self.isRetryable = isRetryable
        self.storeDomain = storeDomain
        self.storeCode = storeCode
    }
}

extension IAPError {
    /// Negative. The low byte of its magnitude is the class. The next byte distinguishes the members of a class.
    public struct Status: Sendable, Hashable {
        public let rawValue: Int32

        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        public init(_ category: Category, detail: Int32 = 0) {
            rawValue = -(category.rawValue + detail << 8)
        }

        public var category: Category { Category(rawValue: -rawValue & 0xFF) ?? .internalFailure }
    }

    public enum Category: Int32, Sendable, Hashable, CaseIterable {
        case invalidArgument = 1
        case misuse = 2
        case notFound = 3
        case cancelled = 4
        case notAllowed = 5
        case unavailable = 6
        case network = 7
        case store = 8
        case verification = 9
        case storage = 10
        case unsupported = 11
        case offer = 12
        case internalFailure = 13
    }
}

extension IAPError.Status {
    public static let invalidArgument = Self(.invalidArgument)
    public static let invalidQuantity = Self(.invalidArgument, detail: 1)
    public static let invalidText = Self(.invalidArgument, detail: 2)
    public static let invalidStructSize = Self(.invalidArgument, detail: 3)
    public static let tooLarge = Self(.invalidArgument, detail: 4)
    public static let invalidStoreFile = Self(.invalidArgument, detail: 5)
    public static let invalidAnchor = Self(.invalidArgument, detail: 6)
    public static let invalidFile = Self(.invalidArgument, detail: 7)

    public static let misuse = Self(.misuse)
    public static let closed = Self(.misuse, detail: 1)
    public static let reentrant = Self(.misuse, detail: 2)
    public static let wrongThread = Self(.misuse, detail: 3)
    public static let invalidState = Self(.misuse, detail: 4)
    public static let versionMismatch = Self(.misuse, detail: 5)
    public static let busy = Self(.misuse, detail: 6)
    public static let keyInUse = Self(.misuse, detail: 7)

    public static let notFound = Self(.notFound)
    public static let cancelled = Self(.cancelled)
    public static let unfinishedPurchase = Self(.cancelled, detail: 1)
    public static let notAllowed = Self(.notAllowed)
    public static let notEligible = Self(.notAllowed, detail: 1)
    public static let insufficientBalance = Self(.notAllowed, detail: 2)
    public static let otherPlayer = Self(.notAllowed, detail: 3)
    public static let productUnavailable = Self(.unavailable)
    public static let notInStorefront = Self(.unavailable, detail: 1)
    public static let network = Self(.network)
    public static let server = Self(.network, detail: 1)
    public static let store = Self(.store)
    public static let notEntitled = Self(.store, detail: 1)
    public static let duplicateRequest = Self(.store, detail: 2)
    public static let verification = Self(.verification)
    public static let storage = Self(.storage)
    public static let storageFull = Self(.storage, detail: 1)
    public static let storageNewer = Self(.storage, detail: 2)
    public static let storageForeign = Self(.storage, detail: 3)
    public static let storageDamaged = Self(.storage, detail: 4)
    public static let unsupported = Self(.unsupported)
    public static let offer = Self(.offer)
    public static let ineligibleForOffer = Self(.offer, detail: 1)
    public static let invalidOfferIdentifier = Self(.offer, detail: 2)
    public static let invalidOfferPrice = Self(.offer, detail: 3)
    public static let invalidOfferSignature = Self(.offer, detail: 4)
    public static let missingOfferParameters = Self(.offer, detail: 5)
    public static let internalFailure = Self(.internalFailure)
}
