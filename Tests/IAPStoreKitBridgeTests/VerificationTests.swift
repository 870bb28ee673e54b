import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// Invalid signatures.
@Suite(.timeLimit(.minutes(60)))
struct VerificationTests {
    typealias StoreError = VerificationResult<IAPReferenceStoreKit.Transaction>.VerificationError

    static let kinds: [(StoreFailure.Kind, StoreError, Verification.Failure)] = [
        (.revokedCertificate, .revokedCertificate, .revokedCertificate),
        (.invalidCertificateChain, .invalidCertificateChain, .invalidCertificateChain),
        (.invalidDeviceVerification, .invalidDeviceVerification, .invalidDeviceVerification),
        (.invalidEncoding, .invalidEncoding, .invalidEncoding),
        (.invalidSignature, .invalidSignature, .invalidSignature),
        (.missingRequiredProperties, .missingRequiredProperties, .missingRequiredProperties),
    ]

    @Test func everyReasonIsInTheTable() {
        // A new case does not compile until it is listed here. Then the check requires a row in the table.
        func name(_ error: StoreError) -> Int {
            switch error {
            case .revokedCertificate: 0
            case .invalidCertificateChain: 1
            case .invalidDeviceVerification: 2
            case .invalidEncoding: 3
            case .invalidSignature: 4
            case .missingRequiredProperties: 5
            }
        }
        #expect(Set(Self.kinds.map { name($0.1) }) == Set(0...5))
        #expect(Set(Self.kinds.map(\.0)) == Set(StoreFailure.Kind.allCases.filter(\.isVerificationError)))
        #expect(Set(Self.kinds.map(\.2)).union([.other]) == Set(Verification.Failure.allCases))
    }

    @Test(arguments: kinds.indices) func purchaseIsUnverified(index: Int) async throws {
        let (kind, thrown, reason) = Self.kinds[index]
        let shop = try Shop()
        try shop.store.setSimulatedError(kind, for: .verification)
        let outcome = await shop.visit { await StoreKitConnection().buy(Payment(productID: "coins")) }
        guard case .unverified(let verification, let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(verification == .failed(reason))
        #expect(error.status == .verification && !error.isRetryable && error.message.contains("coins"))
        #expect(error.storeDomain.hasPrefix("StoreKit.") && !error.storeDomain.contains("Reference"))
        #expect(ErrorMapping(thrown).status == .verification)
        #expect(try shop.device.unfinished().count == 1, "the unverified purchase may have been charged")
    }

    @Test func queriesListUnverifiedOnesAndSaySo() async throws {
        let shop = try Shop()
        try shop.charge("editor")
        try shop.store.setSimulatedError(.invalidSignature, for: .verification)
        try await shop.visit {
            let connection = StoreKitConnection()
            for kind in [TransactionQuery.Kind.unfinished, .all, .currentEntitlements, .latest] {
                let page = try await connection.transactions(TransactionQuery(kind, productID: "editor"))
                #expect(page.transactions.map(\.verification) == [.failed(.invalidSignature)])
            }
            // The queue reports it, and does not restore it.
            #expect(try await connection.restore().map(\.verification) == [.failed(.invalidSignature)])
        }
    }

    /// A long list returns its first transaction immediately. Each transaction is signed and verified when it is
    /// returned.
    @Test func sequenceSignsEachElementWhenItReturnsIt() async throws {
        let shop = try Shop()
        for _ in 0..<2 { try shop.charge("coins") }
        try await shop.visit {
            var iterator = IAPReferenceStoreKit.Transaction.unfinished.makeAsyncIterator()
            guard case .verified? = await iterator.next() else {
                Issue.record("the first transaction is not verified")
                return
            }
            try shop.store.setSimulatedError(.invalidSignature, for: .verification)
            guard case .unverified(_, .invalidSignature)? = await iterator.next() else {
                Issue.record("the second transaction was signed too early")
                return
            }
            #expect(await iterator.next() == nil)
        }
    }

    @Test func unverifiedTransactionIsNotFinished() async throws {
        let shop = try Shop()
        let coins = try shop.charge("coins")
        try shop.store.setSimulatedError(.invalidSignature, for: .verification)
        await shop.visit { await StoreKitConnection().finish(coins.id) }
        #expect(try shop.device.unfinished().map(\.id) == [coins.id])
        try shop.store.setSimulatedError(nil, for: .verification)
        await shop.visit { await StoreKitConnection().finish(coins.id) }
        #expect(try shop.device.unfinished().isEmpty)
    }
}
