internal import Foundation
internal import ReferenceStore

extension StoreFailure {
    /// The error that StoreKit throws for it.
    var storeKitError: any Error {
        switch kind {
        case .unknown: StoreKitError.unknown
        case .networkError: StoreKitError.networkError(URLError(.notConnectedToInternet))
        case .systemError: StoreKitError.systemError(ReferenceStoreFailure(description: detail))
        case .notAvailableInStorefront: StoreKitError.notAvailableInStorefront
        case .notEntitled: StoreKitError.notEntitled
        case .invalidQuantity: Product.PurchaseError.invalidQuantity
        case .productUnavailable: Product.PurchaseError.productUnavailable
        case .purchaseNotAllowed: Product.PurchaseError.purchaseNotAllowed
        }
    }
}
