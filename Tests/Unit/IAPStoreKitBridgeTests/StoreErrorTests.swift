import Foundation
import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import Testing

@testable import IAPReferenceStoreKit
@testable import IAPStoreKitBridge

/// StoreKit's errors as the header's statuses.
@Suite(.timeLimit(.minutes(60)))
struct StoreErrorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var error: any Error
        var status: IAPError.Status
        var isRetryable: Bool
        var domain: String
        var code: Int?

        var testDescription: String { "\(error)" }
    }

    private static let generic = "StoreKit.StoreKitError"

    private static func row(
        _ error: any Error, _ status: IAPError.Status, isRetryable: Bool = false, domain: String, code: Int? = nil
    ) -> Row {
        Row(error: error, status: status, isRetryable: isRetryable, domain: domain, code: code)
    }

    static let storeKitErrors: [Row] = [
        row(StoreKitError.unknown, .store, isRetryable: true, domain: generic),
        row(StoreKitError.userCancelled, .cancelled, domain: generic),
        row(
            StoreKitError.networkError(URLError(.timedOut)), .network, isRetryable: true, domain: NSURLErrorDomain,
            code: -1001),
        row(
            StoreKitError.systemError(CocoaError(.fileReadUnknown)), .store, isRetryable: true,
            domain: NSCocoaErrorDomain, code: 256),
        row(StoreKitError.notAvailableInStorefront, .notInStorefront, domain: generic),
        row(StoreKitError.notEntitled, .notEntitled, domain: generic),
        row(StoreKitError.unsupported, .unsupported, domain: generic),
        row(StoreKitError.invalidPresentationContext, .invalidAnchor, domain: generic),
    ]

    static let purchaseErrors: [Row] = [
        (IAPReferenceStoreKit.Product.PurchaseError.invalidQuantity, IAPError.Status.invalidQuantity),
        (.productUnavailable, .productUnavailable), (.purchaseNotAllowed, .notAllowed),
        (.ineligibleForOffer, .ineligibleForOffer), (.invalidOfferIdentifier, .invalidOfferIdentifier),
        (.invalidOfferPrice, .invalidOfferPrice), (.invalidOfferSignature, .invalidOfferSignature),
        (.missingOfferParameters, .missingOfferParameters),
        (.paymentMethodBindingConfigurationRequired, .notAllowed), (.multiSeatPurchaseDisabled, .notAllowed),
    ].map { row($0.0, $0.1, domain: "StoreKit.Product.PurchaseError") }

    private static let refund = "StoreKit.Transaction.RefundRequestError"

    static let refundErrors: [Row] = [
        row(IAPReferenceStoreKit.Transaction.RefundRequestError.duplicateRequest, .duplicateRequest, domain: refund),
        row(IAPReferenceStoreKit.Transaction.RefundRequestError.failed, .store, isRetryable: true, domain: refund),
    ]

    private static let binding = "StoreKit.PaymentMethodBinding.PaymentMethodBindingError"

    static let bindingErrors: [Row] = [
        row(PaymentMethodBinding.PaymentMethodBindingError.notEligible, .notEligible, domain: binding),
        row(PaymentMethodBinding.PaymentMethodBindingError.invalidPinningID, .invalidArgument, domain: binding),
        row(PaymentMethodBinding.PaymentMethodBindingError.failed, .store, isRetryable: true, domain: binding),
    ]

    static let otherErrors: [Row] = [
        row(
            InvalidRequestError(code: 4_000_006, message: "no such item"), .invalidArgument,
            domain: "StoreKit.InvalidRequestError", code: 4_000_006),
        row(CancellationError(), .cancelled, isRetryable: true, domain: "Swift.CancellationError"),
        row(CocoaError(.fileNoSuchFile), .store, isRetryable: true, domain: NSCocoaErrorDomain, code: 4),
        row(
            StoreKitError.systemError(URLError(.notConnectedToInternet)), .network, isRetryable: true,
            domain: NSURLErrorDomain, code: -1009),
    ]

    static let urlErrors: [(URLError.Code, IAPError.Status, isRetryable: Bool)] = [
        (.cancelled, .cancelled, false), (.userCancelledAuthentication, .cancelled, false), (.badURL, .network, false),
        (.unsupportedURL, .network, false), (.notConnectedToInternet, .network, true), (.timedOut, .network, true),
        (.networkConnectionLost, .network, true), (.cannotFindHost, .network, true),
        (.cannotConnectToHost, .network, true), (.dnsLookupFailed, .network, true),
        (.secureConnectionFailed, .network, true), (.serverCertificateUntrusted, .network, true),
        (.dataNotAllowed, .network, true), (.internationalRoamingOff, .network, true), (.callIsActive, .network, true),
        (.badServerResponse, .network, true), (.userAuthenticationRequired, .network, true),
    ]

    /// Codes of SKErrorDomain.
    static let originalErrors: [(Int, IAPError.Status, isRetryable: Bool)] = [
        (0, .store, true), (1, .notAllowed, false), (2, .cancelled, false), (3, .invalidArgument, false),
        (4, .notAllowed, false), (5, .notInStorefront, false), (7, .network, true),
        (11, .invalidOfferIdentifier, false), (12, .invalidOfferSignature, false),
        (13, .missingOfferParameters, false), (14, .invalidOfferPrice, false), (18, .ineligibleForOffer, false),
        (19, .unsupported, false), (99, .store, true),
    ]

    static let rows = storeKitErrors + purchaseErrors + refundErrors + bindingErrors + otherErrors

    /// A new case does not compile until it is listed here. Then the check requires a row in its table.
    @Test func everyErrorOfStoreKitIsInATable() {
        func number(_ error: any Error) -> Int? {
            switch error {
            case let error as StoreKitError:
                switch error {
                case .unknown: 0
                case .userCancelled: 1
                case .networkError: 2
                case .systemError: 3
                case .notAvailableInStorefront: 4
                case .notEntitled: 5
                case .unsupported: 6
                case .invalidPresentationContext: 7
                }
            case let error as IAPReferenceStoreKit.Product.PurchaseError:
                switch error {
                case .invalidQuantity: 0
                case .productUnavailable: 1
                case .purchaseNotAllowed: 2
                case .ineligibleForOffer: 3
                case .invalidOfferIdentifier: 4
                case .invalidOfferPrice: 5
                case .invalidOfferSignature: 6
                case .missingOfferParameters: 7
                case .paymentMethodBindingConfigurationRequired: 8
                case .multiSeatPurchaseDisabled: 9
                }
            case let error as IAPReferenceStoreKit.Transaction.RefundRequestError:
                switch error {
                case .duplicateRequest: 0
                case .failed: 1
                }
            case let error as PaymentMethodBinding.PaymentMethodBindingError:
                switch error {
                case .notEligible: 0
                case .invalidPinningID: 1
                case .failed: 2
                }
            default: nil
            }
        }
        for (rows, count) in [
            (Self.storeKitErrors, 8), (Self.purchaseErrors, 10), (Self.refundErrors, 2), (Self.bindingErrors, 3),
        ] {
            #expect(rows.map { number($0.error) } == Array(0..<count))
        }
    }

    @Test(arguments: rows) func errorKeepsItsMeaningDomainAndCode(row: Row) {
        let error = IAPError(store: row.error, doing: "buying coins")
        #expect(error.status == row.status)
        #expect(error.isRetryable == row.isRetryable)
        #expect(error.storeDomain == row.domain)
        if let code = row.code { #expect(error.storeCode == code) }
        #expect(row.code != nil || error.storeCode == (row.error as NSError).code)
        #expect(error.message.hasPrefix("buying coins: ") && !error.message.contains("\n"))
    }

    @Test(arguments: urlErrors.indices) func networkErrorIsDistinguishedByItsCode(index: Int) {
        let (code, status, isRetryable) = Self.urlErrors[index]
        for thrown in [URLError(code), StoreKitError.networkError(URLError(code))] as [any Error] {
            let error = IAPError(store: thrown, doing: "looking")
            #expect(error.status == status && error.isRetryable == isRetryable)
            #expect(error.storeDomain == NSURLErrorDomain && error.storeCode == code.rawValue)
        }
    }

    @Test(arguments: originalErrors.indices) func errorOfTheOriginalStoreKitIsUnderstood(index: Int) {
        let (code, status, isRetryable) = Self.originalErrors[index]
        let error = IAPError(store: NSError(domain: "SKErrorDomain", code: code), doing: "looking")
        #expect(error.status == status && error.isRetryable == isRetryable)
        #expect(error.storeDomain == "SKErrorDomain" && error.storeCode == code)
    }

    @Test func errorOfTheLibraryPassesThrough() {
        let error = IAPError(.notFound, "the object is not there")
        #expect(IAPError(store: error, doing: "looking") == error)
    }

    @Test func messageOfSeveralLinesBecomesOne() {
        struct Failure: Error, CustomStringConvertible {
            let description = "first\nsecond\r\nthird"
        }
        let error = StoreKitError.systemError(Failure())
        #expect(IAPError(store: error, doing: "looking").message.split(whereSeparator: { $0.isNewline }).count == 1)
    }

    @Test func unverifiedTransactionNamesItselfAndIsNotRetryable() async throws {
        let shop = try Shop()
        try await shop.visit {
            let product = try #require(try await IAPReferenceStoreKit.Product.products(for: ["coins"]).first)
            guard case .success(let result) = try await product.purchase() else {
                Issue.record("the purchase failed")
                return
            }
            let reason = VerificationResult<IAPReferenceStoreKit.Transaction>.VerificationError.invalidSignature
            let transaction = result.unsafePayloadValue
            let error = IAPError(unverified: transaction, reason)
            #expect(error.status == .verification && !error.isRetryable)
            #expect(error.message.contains("\(transaction.id)") && error.message.contains("coins"))
            #expect(error.storeDomain.hasPrefix("StoreKit."))
        }
    }

    struct OrderRow: Sendable, CustomTestStringConvertible {
        var kind: StoreFailure.Kind
        var status: IAPError.Status
        var isRetryable: Bool
        var domain: String
        var code: Int?
        var testDescription: String { kind.rawValue }
    }

    private static let purchase = "StoreKit.Product.PurchaseError"

    static let orders: [OrderRow] = [
        OrderRow(kind: .unknown, status: .store, isRetryable: true, domain: generic),
        OrderRow(kind: .networkError, status: .network, isRetryable: true, domain: NSURLErrorDomain),
        OrderRow(kind: .networkTimeout, status: .network, isRetryable: true, domain: NSURLErrorDomain),
        OrderRow(kind: .systemError, status: .store, isRetryable: true, domain: "StoreKit.StoreKitError"),
        // The account has the subscription.
        OrderRow(
            kind: .systemCurrentlySubscribed, status: .alreadySubscribed, isRetryable: false,
            domain: "ASDServerErrorDomain",
            code: 3532),
        OrderRow(kind: .notAvailableInStorefront, status: .notInStorefront, isRetryable: false, domain: generic),
        OrderRow(kind: .notEntitled, status: .notEntitled, isRetryable: false, domain: generic),
        OrderRow(kind: .unsupported, status: .unsupported, isRetryable: false, domain: generic),
        OrderRow(kind: .invalidPresentationContext, status: .invalidAnchor, isRetryable: false, domain: generic),
        OrderRow(kind: .invalidQuantity, status: .invalidQuantity, isRetryable: false, domain: purchase),
        OrderRow(kind: .productUnavailable, status: .productUnavailable, isRetryable: false, domain: purchase),
        OrderRow(kind: .purchaseNotAllowed, status: .notAllowed, isRetryable: false, domain: purchase),
        OrderRow(kind: .ineligibleForOffer, status: .ineligibleForOffer, isRetryable: false, domain: purchase),
        OrderRow(kind: .invalidOfferIdentifier, status: .invalidOfferIdentifier, isRetryable: false, domain: purchase),
        OrderRow(kind: .invalidOfferPrice, status: .invalidOfferPrice, isRetryable: false, domain: purchase),
        OrderRow(kind: .invalidOfferSignature, status: .invalidOfferSignature, isRetryable: false, domain: purchase),
        OrderRow(kind: .missingOfferParameters, status: .missingOfferParameters, isRetryable: false, domain: purchase),
        OrderRow(
            kind: .paymentMethodBindingConfigurationRequired, status: .notAllowed, isRetryable: false, domain: purchase),
        OrderRow(kind: .multiSeatPurchaseDisabled, status: .notAllowed, isRetryable: false, domain: purchase),
        OrderRow(
            kind: .invalidRequest, status: .invalidArgument, isRetryable: false,
            domain: "StoreKit.InvalidRequestError"),
    ]

    @Test func everyFailureOfAPurchaseIsInTheTable() {
        let elsewhere = StoreFailure.Kind.allCases.filter {
            $0.isVerificationError || $0.isRefundRequestError || $0.isBindingError
        }
        // The player's cancellation is a separate outcome.
        let others = [.userCancelled] + Self.cancellations
        let known = Set(Self.orders.map(\.kind)).union(elsewhere).union(others)
        #expect(known == Set(StoreFailure.Kind.allCases))
        #expect(known.count == Self.orders.count + elsewhere.count + others.count)
    }

    @Test(arguments: orders) func orderedFailureReachesTheGame(row: OrderRow) async throws {
        let shop = try Shop()
        try shop.store.controls.order(.fail(StoreFailure(row.kind)))
        let outcome = await shop.visit { await StoreKitConnection().buy(Payment(productID: "coins")) }
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.status == row.status && error.isRetryable == row.isRetryable)
        #expect(error.storeDomain == row.domain && error.message.contains("coins"))
        if let code = row.code { #expect(error.storeCode == code) }
    }

    // MARK: Cancellations

    /// System errors around a cancellation.
    static let cancellations: [StoreFailure.Kind] = [
        .systemUserCancelled, .systemPaymentCancelled, .systemNestedCancelled, .systemAccountCancelled,
    ]

    @Test(arguments: [.userCancelled] + cancellations)
    func cancelThatIsThrownIsTheSameOutcome(kind: StoreFailure.Kind) async throws {
        let shop = try Shop()
        try shop.store.controls.setSimulatedError(kind, for: .purchase)
        let outcome = await shop.visit { await StoreKitConnection().buy(Payment(productID: "coins")) }
        #expect(outcome == .cancelled)
    }

    @Test(arguments: cancellations) func cancelOfTheNextPurchaseIsTheSameOutcome(kind: StoreFailure.Kind) async throws {
        let shop = try Shop()
        try shop.store.controls.order(.fail(StoreFailure(kind)))
        let outcome = await shop.visit { await StoreKitConnection().buy(Payment(productID: "coins")) }
        #expect(outcome == .cancelled)
    }

    @Test(arguments: cancellations) func requestThatThePlayerCancelsEndsAsCancelled(kind: StoreFailure.Kind)
        async throws
    {
        let shop = try Shop()
        try shop.store.controls.setSimulatedError(kind, for: .sync)
        let error = await shop.visit {
            await #expect(throws: IAPError.self) { try await StoreKitConnection().restore() }
        }
        #expect(error?.status == .cancelled && error?.isRetryable == false)
    }

    /// The error that decided is the innermost one here.
    @Test func domainAndCodeAreThoseOfTheErrorThatDecided() {
        func error(_ domain: String, _ code: Int, around cause: (any Error)? = nil) -> NSError {
            NSError(domain: domain, code: code, userInfo: cause.map { [NSUnderlyingErrorKey: $0] } ?? [:])
        }
        let cancelled = error("ASDErrorDomain", 500, around: error("SKErrorDomain", 2))
        let offline = error("AMSErrorDomain", 305, around: URLError(.timedOut))
        let signed = InvalidRequestError(code: 4_000_006, message: "no such item")
        let rows: [(any Error, IAPError.Status, String, Int)] = [
            (cancelled, .cancelled, "SKErrorDomain", 2), (offline, .network, NSURLErrorDomain, -1001),
            (signed, .invalidArgument, "StoreKit.InvalidRequestError", 4_000_006),
            (error("AMSErrorDomain", 1, around: error("ASDErrorDomain", 9)), .store, "ASDErrorDomain", 9),
        ]
        for (cause, status, domain, code) in rows {
            let error = IAPError(store: StoreKitError.systemError(cause), doing: "looking")
            #expect(error.status == status && error.storeDomain == domain && error.storeCode == code)
        }
    }
}
