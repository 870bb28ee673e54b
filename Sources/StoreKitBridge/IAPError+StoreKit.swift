internal import Foundation
internal import IAPModel

extension IAPError {
    /// What StoreKit threw, with StoreKit's own domain and code beside our status.
    init(store error: any Error, doing action: String) {
        if let known = error as? IAPError {
            self = known
            return
        }
        let (status, isRetryable) = Self.meaning(of: error)
        var origin = error as NSError
        if case .networkError(let cause)? = error as? StoreError { origin = cause as NSError }
        self.init(
            status, "\(action): \(Self.text(of: error))", isRetryable: isRetryable,
            storeDomain: Self.domain(of: origin), storeCode: origin.code)
    }

    /// A signature that does not hold.
    init(unverified transaction: StoreTransaction, _ error: any Error) {
        let origin = error as NSError
        self.init(
            .verification,
            "transaction \(transaction.id) of \(transaction.productID) is not verified (\(error)); do not grant it",
            storeDomain: Self.domain(of: origin), storeCode: origin.code)
    }

    private static func meaning(of error: any Error) -> (Status, isRetryable: Bool) {
        if let error = error as? StoreError {
            switch error {
            case .unknown: return (.store, true)
            case .userCancelled: return (.cancelled, false)
            case .networkError: return (.network, true)
            case .systemError: return (.store, true)
            case .notAvailableInStorefront: return (.notInStorefront, false)
            case .notEntitled: return (.notEntitled, false)
            #if canImport(StoreKit)
                // Newer systems have cases that this SDK may or may not declare.
                default: return (.store, true)
            #endif
            }
        }
        if let error = error as? StoreProduct.PurchaseError {
            switch error {
            case .invalidQuantity: return (.invalidQuantity, false)
            case .productUnavailable: return (.productUnavailable, false)
            case .purchaseNotAllowed: return (.notAllowed, false)
            case .ineligibleForOffer: return (.ineligibleForOffer, false)
            case .invalidOfferIdentifier: return (.invalidOfferIdentifier, false)
            case .invalidOfferPrice: return (.invalidOfferPrice, false)
            case .invalidOfferSignature: return (.invalidOfferSignature, false)
            case .missingOfferParameters: return (.missingOfferParameters, false)
            #if canImport(StoreKit)
                // Newer systems have cases that this SDK may or may not declare.
                default: return (.store, true)
            #endif
            }
        }
        if error is URLError { return (.network, true) }
        if error is CancellationError { return (.cancelled, true) }
        return (.store, true)
    }

    /// One line, in English as all messages for logs.
    private static func text(of error: any Error) -> String {
        if case .networkError(let cause)? = error as? StoreError {
            return "the network failed (NSURLErrorDomain \(cause.errorCode))"
        }
        return String(describing: error).split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// The reference store's errors are StoreKit's and go by its names.
    private static func domain(of error: NSError) -> String {
        let own = "ReferenceStoreKit."
        return error.domain.hasPrefix(own) ? "StoreKit." + error.domain.dropFirst(own.count) : error.domain
    }
}
