// The one place that chooses the store. Both modules declare the same names, so that all other files of this folder are
// the same on every system; the aliases keep StoreKit's types apart from those of IAPModel.
#if canImport(StoreKit)
    internal import StoreKit

    typealias StoreProduct = StoreKit.Product
    typealias StoreTransaction = StoreKit.Transaction
    typealias StoreStorefront = StoreKit.Storefront
    typealias StoreError = StoreKit.StoreKitError
    typealias StoreAppStore = StoreKit.AppStore
    typealias StoreVerificationResult = StoreKit.VerificationResult
#else
    internal import ReferenceStoreKit

    typealias StoreProduct = ReferenceStoreKit.Product
    typealias StoreTransaction = ReferenceStoreKit.Transaction
    typealias StoreStorefront = ReferenceStoreKit.Storefront
    typealias StoreError = ReferenceStoreKit.StoreKitError
    typealias StoreAppStore = ReferenceStoreKit.AppStore
    typealias StoreVerificationResult = ReferenceStoreKit.VerificationResult
#endif
