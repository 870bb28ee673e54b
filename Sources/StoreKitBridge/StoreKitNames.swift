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

    @available(iOS 16, macOS 13, tvOS 16, *)
    typealias StoreAppTransaction = StoreKit.AppTransaction

    #if os(iOS) || os(visionOS)
        @available(iOS 16, *)
        typealias StoreNotice = StoreKit.Message
        @available(iOS 16.4, *)
        typealias StorePaymentMethodBinding = StoreKit.PaymentMethodBinding
    #endif

    // PurchaseIntent: iOS 16.4, macOS 14.4.
    #if os(iOS) || (os(macOS) && canImport(StoreKit, _version: 813.4))
        @available(iOS 16.4, macOS 14.4, *)
        typealias StorePurchaseIntent = StoreKit.PurchaseIntent
    #endif

    // The external purchase came to other systems than iOS with iOS 17.4.
    #if os(iOS) || canImport(StoreKit, _version: 813.4)
        @available(iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1, *)
        typealias StoreExternalPurchase = StoreKit.ExternalPurchase
        @available(iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1, *)
        typealias StoreExternalPurchaseLink = StoreKit.ExternalPurchaseLink
    #endif

    // ExternalPurchaseCustomLink: iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1.
    #if canImport(StoreKit, _version: 814.1)
        @available(iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1, *)
        typealias StoreExternalPurchaseCustomLink = StoreKit.ExternalPurchaseCustomLink
    #endif

    #if os(iOS) || os(tvOS)
        @available(iOS 16, tvOS 16.4, *)
        typealias StoreExternalLinkAccount = StoreKit.ExternalLinkAccount
    #endif

    // AdvancedCommerceProduct, InvalidRequestError: iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4.
    #if canImport(StoreKit, _version: 814.4)
        @available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *)
        typealias StoreAdvancedCommerceProduct = StoreKit.AdvancedCommerceProduct
        @available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *)
        typealias StoreInvalidRequestError = StoreKit.InvalidRequestError
    #endif
#else
    internal import ReferenceStoreKit

    typealias StoreProduct = ReferenceStoreKit.Product
    typealias StoreTransaction = ReferenceStoreKit.Transaction
    typealias StoreStorefront = ReferenceStoreKit.Storefront
    typealias StoreError = ReferenceStoreKit.StoreKitError
    typealias StoreAppStore = ReferenceStoreKit.AppStore
    typealias StoreVerificationResult = ReferenceStoreKit.VerificationResult
    typealias StoreAppTransaction = ReferenceStoreKit.AppTransaction
    typealias StoreNotice = ReferenceStoreKit.Message
    typealias StorePaymentMethodBinding = ReferenceStoreKit.PaymentMethodBinding
    typealias StorePurchaseIntent = ReferenceStoreKit.PurchaseIntent
    typealias StoreExternalPurchase = ReferenceStoreKit.ExternalPurchase
    typealias StoreExternalPurchaseLink = ReferenceStoreKit.ExternalPurchaseLink
    typealias StoreExternalPurchaseCustomLink = ReferenceStoreKit.ExternalPurchaseCustomLink
    typealias StoreExternalLinkAccount = ReferenceStoreKit.ExternalLinkAccount
    typealias StoreAdvancedCommerceProduct = ReferenceStoreKit.AdvancedCommerceProduct
    typealias StoreInvalidRequestError = ReferenceStoreKit.InvalidRequestError
#endif

typealias StoreSubscriptionInfo = StoreProduct.SubscriptionInfo
typealias StoreSubscriptionStatus = StoreProduct.SubscriptionInfo.Status
