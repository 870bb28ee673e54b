import Foundation
import IAPModel
import PaymentQueue
import ReferenceStore
import ReferenceStoreKit
import Testing

@testable import StoreKitBridge

/// What StoreKit throws, in the terms of the header.
@Suite(.timeLimit(.minutes(10)))
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
    private static let purchase = "StoreKit.PurchaseError"

    static let rows: [Row] = [
        Row(error: StoreKitError.unknown, status: .store, isRetryable: true, domain: generic),
        Row(error: StoreKitError.userCancelled, status: .cancelled, isRetryable: false, domain: generic),
        Row(
            error: StoreKitError.networkError(URLError(.timedOut)), status: .network, isRetryable: true,
            domain: NSURLErrorDomain, code: -1001),
        Row(
            error: StoreKitError.systemError(CocoaError(.fileReadUnknown)), status: .store, isRetryable: true,
            domain: generic),
        Row(
            error: StoreKitError.notAvailableInStorefront, status: .notInStorefront, isRetryable: false,
            domain: generic),
        Row(error: StoreKitError.notEntitled, status: .notEntitled, isRetryable: false, domain: generic),
        Row(
            error: URLError(.notConnectedToInternet), status: .network, isRetryable: true, domain: NSURLErrorDomain,
            code: -1009),
        Row(error: CancellationError(), status: .cancelled, isRetryable: true, domain: "Swift.CancellationError"),
        Row(error: CocoaError(.fileNoSuchFile), status: .store, isRetryable: true, domain: NSCocoaErrorDomain, code: 4),
    ]

    static let purchaseErrors: [(ReferenceStoreKit.Product.PurchaseError, IAPError.Status)] = [
        (.invalidQuantity, .invalidQuantity), (.productUnavailable, .productUnavailable),
        (.purchaseNotAllowed, .notAllowed), (.ineligibleForOffer, .ineligibleForOffer),
        (.invalidOfferIdentifier, .invalidOfferIdentifier), (.invalidOfferPrice, .invalidOfferPrice),
        (.invalidOfferSignature, .invalidOfferSignature), (.missingOfferParameters, .missingOfferParameters),
    ]

    @Test(arguments: rows) func errorKeepsItsMeaningDomainAndCode(row: Row) {
        let error = IAPError(store: row.error, doing: "buying coins")
        #expect(error.status == row.status)
        #expect(error.isRetryable == row.isRetryable)
        #expect(error.storeDomain == row.domain)
        if let code = row.code { #expect(error.storeCode == code) }
        #expect(error.message.hasPrefix("buying coins: ") && !error.message.contains("\n"))
    }

    /// Xcode's runtime and ours name nested types alike.
    @Test(arguments: purchaseErrors.indices) func refusedPurchaseKeepsItsReason(index: Int) {
        let (thrown, status) = Self.purchaseErrors[index]
        let error = IAPError(store: thrown, doing: "buying coins")
        #expect(error.status == status && !error.isRetryable)
        #expect(error.storeDomain == (thrown as NSError).domain.replacing("ReferenceStoreKit.", with: "StoreKit."))
        #expect(error.storeDomain.hasPrefix("StoreKit.") && error.storeDomain.hasSuffix("PurchaseError"))
        #expect(error.storeCode == (thrown as NSError).code)
    }

    @Test func errorOfTheLibraryPassesThrough() {
        let error = IAPError(.notFound, "nothing there")
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
            let product = try #require(try await ReferenceStoreKit.Product.products(for: ["coins"]).first)
            guard case .success(let result) = try await product.purchase() else {
                Issue.record("not bought")
                return
            }
            let reason = VerificationResult<ReferenceStoreKit.Transaction>.VerificationError.invalidSignature
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
        var testDescription: String { kind.rawValue }
    }

    static let orders: [OrderRow] = [
        OrderRow(kind: .unknown, status: .store, isRetryable: true, domain: "StoreKit.StoreKitError"),
        OrderRow(kind: .networkError, status: .network, isRetryable: true, domain: NSURLErrorDomain),
        OrderRow(kind: .systemError, status: .store, isRetryable: true, domain: "StoreKit.StoreKitError"),
        OrderRow(
            kind: .notAvailableInStorefront, status: .notInStorefront, isRetryable: false,
            domain: "StoreKit.StoreKitError"),
        OrderRow(kind: .notEntitled, status: .notEntitled, isRetryable: false, domain: "StoreKit.StoreKitError"),
        OrderRow(kind: .invalidQuantity, status: .invalidQuantity, isRetryable: false, domain: purchase),
        OrderRow(kind: .productUnavailable, status: .productUnavailable, isRetryable: false, domain: purchase),
        OrderRow(kind: .purchaseNotAllowed, status: .notAllowed, isRetryable: false, domain: purchase),
    ]

    @Test func everyKindOfFailureIsInTheTable() {
        #expect(Set(Self.orders.map(\.kind)) == Set(StoreFailure.Kind.allCases))
    }

    @Test(arguments: orders) func orderedFailureReachesTheGame(row: OrderRow) async throws {
        let shop = try Shop()
        try shop.store.order(.fail(StoreFailure(row.kind)))
        let outcome = await shop.visit { await StoreKitConnection().buy(Payment(productID: "coins")) }
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.status == row.status && error.isRetryable == row.isRetryable)
        #expect(error.status.category == row.status.category)
        #expect(error.storeDomain.hasPrefix(row.domain) || error.storeDomain.hasSuffix(".PurchaseError"))
        #expect(error.message.contains("coins"))
    }
}
