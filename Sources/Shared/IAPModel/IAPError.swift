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
    /// The log reports it as an error, each time: the game passed a pointer that is no handle of this library. If the
    /// game crashes next, the last line of the log names the call.
    package var isAlwaysLogged = false

    public init(
        _ status: Status, _ message: String, isRetryable: Bool = false, storeDomain: String = "", storeCode: Int = 0
    ) {
        (self.status, self.message, self.isRetryable) = (status, message, isRetryable)
        (self.storeDomain, self.storeCode) = (storeDomain, storeCode)
    }
}

extension IAPError {
    /// The numbers of the header's `IAP_ERROR_…`. The low byte of the magnitude is the class. The next byte
    /// distinguishes the members of a class.
    public enum Status: Int32, Sendable, Hashable, CaseIterable {
        case invalidArgument = -0x1
        case invalidQuantity = -0x101
        case invalidText = -0x201
        case invalidStructSize = -0x301
        case tooLarge = -0x401
        case invalidStoreFile = -0x501
        case invalidAnchor = -0x601
        case invalidFile = -0x701
        case misuse = -0x2
        case closed = -0x102
        case reentrant = -0x202
        case wrongThread = -0x302
        case invalidState = -0x402
        case versionMismatch = -0x502
        case busy = -0x602
        case keyInUse = -0x702
        case notFound = -0x3
        case cancelled = -0x4
        case unfinishedPurchase = -0x104
        case notAllowed = -0x5
        case notEligible = -0x105
        case insufficientBalance = -0x205
        case otherPlayer = -0x305
        case productUnavailable = -0x6
        case notInStorefront = -0x106
        case alreadySubscribed = -0x206
        case network = -0x7
        case server = -0x107
        case store = -0x8
        case notEntitled = -0x108
        case duplicateRequest = -0x208
        case verification = -0x9
        case storage = -0xA
        case storageFull = -0x10A
        case storageNewer = -0x20A
        case storageForeign = -0x30A
        case storageDamaged = -0x40A
        case unsupported = -0xB
        case offer = -0xC
        case ineligibleForOffer = -0x10C
        case invalidOfferIdentifier = -0x20C
        case invalidOfferPrice = -0x30C
        case invalidOfferSignature = -0x40C
        case missingOfferParameters = -0x50C
        case internalFailure = -0xD

        public var category: Category { Category(rawValue: -rawValue & 0xFF) ?? .internalFailure }

        /// The name of the constant in the header: `IAP_ERROR_INVALID_QUANTITY`.
        package var name: String {
            if self == .internalFailure { return "IAP_ERROR_INTERNAL" }
            return "\(self)".reduce("IAP_ERROR_") { $1.isUppercase ? "\($0)_\($1)" : $0 + $1.uppercased() }
        }
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
