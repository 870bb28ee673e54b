#if canImport(ObjectiveC)
    internal import Darwin
    internal import Dispatch
#endif

/// A text that is equal only to the same bytes. Swift treats strings as equal if other code points write the same
/// characters. The store does not do so with its ids.
public struct ExactText: Sendable, Hashable {
    public let text: String

    public init(_ text: String) { self.text = text }

    public static func == (one: ExactText, other: ExactText) -> Bool {
        // == quickly refuses most different texts. It treats some texts with different bytes as equal, so the bytes
        // decide.
        one.text.utf8.count == other.text.utf8.count && one.text == other.text
            && one.text.utf8.elementsEqual(other.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(text.utf8.count)
    }
}

/// An exact amount in thousandths of the currency's unit, with its ISO 4217 code: $1.99 is 1990 "USD", ¥300 is 300000
/// "JPY".
public struct Money: Sendable, Hashable, Codable {
    public var milliunits: Int64
    /// Empty if the store did not name the currency.
    public var currencyCode: String

    public init(milliunits: Int64, currencyCode: String) {
        self.milliunits = milliunits
        self.currencyCode = currencyCode
    }
}

/// A length of calendar time, as subscriptions have it: three days, one month, one year.
public struct Period: Sendable, Hashable, Codable {
    public enum Unit: String, Sendable, Hashable, CaseIterable, Codable {
        case day, week, month, year
    }

    public var value: Int
    public var unit: Unit

    public init(value: Int, unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// Reads the ISO 8601 forms that the store uses, one number and one unit: `P3D`, `P1W`, `P1M`, `P1Y`. Any other
    /// text gives nil.
    public init?(iso8601 text: String) {
        guard text.utf8.count >= 3, text.utf8.first == UInt8(ascii: "P"), let last = text.utf8.last else { return nil }
        switch last {
        case UInt8(ascii: "D"): unit = .day
        case UInt8(ascii: "W"): unit = .week
        case UInt8(ascii: "M"): unit = .month
        case UInt8(ascii: "Y"): unit = .year
        default: return nil
        }
        let digits = text.utf8.dropFirst().dropLast()
        guard digits.count <= 4, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        guard value > 0 else { return nil }
    }

    public var iso8601: String {
        switch unit {
        case .day: "P\(value)D"
        case .week: "P\(value)W"
        case .month: "P\(value)M"
        case .year: "P\(value)Y"
        }
    }
}

/// Whether the store has signed the data.
public enum Verification: Sendable, Hashable {
    case verified
    case failed(Failure)

    public enum Failure: Sendable, Hashable, CaseIterable {
        case revokedCertificate
        case invalidCertificateChain
        case invalidDeviceVerification
        case invalidEncoding
        case invalidSignature
        case missingRequiredProperties
        /// A reason that this version does not know.
        case other
    }
}

/// The result of the game's own verification of a purchase.
public enum Verdict: Sendable, Hashable {
    case valid
    /// - Parameter reason: One line for logs.
    case invalid(reason: String)
    /// The signature does not come from the store. The purchase is neither granted nor finished.
    ///
    /// - Parameter advice: What the game's developer can do. Empty if there is no advice.
    case forged(Verification.Failure, advice: String = "")
    /// The verification is undecided.
    ///
    /// - Parameter retryAfter: The milliseconds that the server wants the library to wait before the next request. Nil
    ///   if it names no time.
    case undecided(IAPError, retryAfter: Int64?)
}

/// The features that not every system has. The numbers are those of the C header's `IAP_FEATURE_…`.
public enum Feature: Int32, Sendable, Hashable, CaseIterable {
    case winBackOffers = 1
    case allStatuses = 2
    case purchaseIntents = 3
    case messages = 4
    case refundRequest = 5
    case manageSubscriptions = 6
    case offerCodeRedemption = 7
    case reviewRequest = 8
    case appTransaction = 9
    case appReceipt = 10
    case promotions = 11
    case externalPurchase = 12
    case externalPurchaseLink = 13
    case externalPurchaseCustomLink = 14
    case externalLinkAccount = 15
    case paymentMethodBinding = 16
    case advancedCommerce = 17
    case billingPlans = 18
    case multiSeat = 19
    case merchandising = 20
}

/// The place where the system shows its user interface: a scene, a view controller or a window of the game. This value
/// keeps it alive.
public struct Anchor: Sendable, Hashable {
    private let address: UInt
    #if canImport(ObjectiveC)
        private let keeper: Keeper

        /// The object, for use on the main actor.
        @MainActor public var object: AnyObject { keeper.object.takeUnretainedValue() }
    #endif

    /// - Parameter pointer: On Apple's systems an Objective-C object. Not used on other systems.
    public init?(_ pointer: UnsafeMutableRawPointer?) {
        guard let pointer else { return nil }
        address = UInt(bitPattern: pointer)
        #if canImport(ObjectiveC)
            keeper = Keeper(pointer)
        #endif
    }

    public static func == (one: Anchor, other: Anchor) -> Bool { one.address == other.address }
    public func hash(into hasher: inout Hasher) { hasher.combine(address) }
}

#if canImport(ObjectiveC)
    /// The one reference that the copies of an anchor share. It may be the last reference to the object. UIKit and
    /// AppKit objects must end on the main thread, but a copy may end on any thread.
    private final class Keeper: @unchecked Sendable {  // The object is used on the main thread only.
        let object: Unmanaged<AnyObject>

        init(_ pointer: UnsafeMutableRawPointer) {
            object = .fromOpaque(pointer)
            _ = object.retain()
        }

        deinit {
            if pthread_main_np() != 0 {
                object.release()
            } else {
                let address = UInt(bitPattern: object.toOpaque())
                DispatchQueue.main.async {
                    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
                    Unmanaged<AnyObject>.fromOpaque(pointer).release()
                }
            }
        }
    }
#endif
