// The one file that chooses the store. Both modules declare the same names. So all other files of this folder are the
// same on every system. The prefix StoreKit distinguishes StoreKit's types from those of IAPModel.
#if !IAP_REFERENCE_STORE
    internal import StoreKit

    /// Whether the system has its own store and needs no device of a reference store.
    package enum SystemStore {
        package static let isPresent = true
    }

    typealias StoreKitProduct = StoreKit.Product
    typealias StoreKitTransaction = StoreKit.Transaction
    typealias StoreKitStorefront = StoreKit.Storefront
    typealias StoreKitError = StoreKit.StoreKitError
    typealias StoreKitAppStore = StoreKit.AppStore
    typealias StoreKitVerificationResult = StoreKit.VerificationResult

    @available(iOS 16, macOS 13, tvOS 16, *)
    typealias StoreKitAppTransaction = StoreKit.AppTransaction

    #if os(iOS) || os(visionOS)
        @available(iOS 16, *)
        typealias StoreKitMessage = StoreKit.Message
        @available(iOS 16.4, *)
        typealias StoreKitPaymentMethodBinding = StoreKit.PaymentMethodBinding
    #endif

    // PurchaseIntent: iOS 16.4, macOS 14.4.
    #if os(iOS) || os(macOS)
        @available(iOS 16.4, macOS 14.4, *)
        typealias StoreKitPurchaseIntent = StoreKit.PurchaseIntent
    #endif

    // The external purchase came to other systems than iOS with iOS 17.4.
    @available(iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1, *)
    typealias StoreKitExternalPurchase = StoreKit.ExternalPurchase
    @available(iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1, *)
    typealias StoreKitExternalPurchaseLink = StoreKit.ExternalPurchaseLink

    // ExternalPurchaseCustomLink: iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1.
    @available(iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1, *)
    typealias StoreKitExternalPurchaseCustomLink = StoreKit.ExternalPurchaseCustomLink

    #if os(iOS) || os(tvOS)
        @available(iOS 16, tvOS 16.4, *)
        typealias StoreKitExternalLinkAccount = StoreKit.ExternalLinkAccount
    #endif

    // AdvancedCommerceProduct, InvalidRequestError: iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4.
    @available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *)
    typealias StoreKitAdvancedCommerceProduct = StoreKit.AdvancedCommerceProduct
    @available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *)
    typealias StoreKitInvalidRequestError = StoreKit.InvalidRequestError
#else
    internal import IAPReferenceStoreKit

    /// Whether the system has its own store and needs no device of a reference store.
    package enum SystemStore {
        package static let isPresent = false
    }

    typealias StoreKitProduct = IAPReferenceStoreKit.Product
    typealias StoreKitTransaction = IAPReferenceStoreKit.Transaction
    typealias StoreKitStorefront = IAPReferenceStoreKit.Storefront
    typealias StoreKitError = IAPReferenceStoreKit.StoreKitError
    typealias StoreKitAppStore = IAPReferenceStoreKit.AppStore
    typealias StoreKitVerificationResult = IAPReferenceStoreKit.VerificationResult
    typealias StoreKitAppTransaction = IAPReferenceStoreKit.AppTransaction
    typealias StoreKitMessage = IAPReferenceStoreKit.Message
    typealias StoreKitPaymentMethodBinding = IAPReferenceStoreKit.PaymentMethodBinding
    typealias StoreKitPurchaseIntent = IAPReferenceStoreKit.PurchaseIntent
    typealias StoreKitExternalPurchase = IAPReferenceStoreKit.ExternalPurchase
    typealias StoreKitExternalPurchaseLink = IAPReferenceStoreKit.ExternalPurchaseLink
    typealias StoreKitExternalPurchaseCustomLink = IAPReferenceStoreKit.ExternalPurchaseCustomLink
    typealias StoreKitExternalLinkAccount = IAPReferenceStoreKit.ExternalLinkAccount
    typealias StoreKitAdvancedCommerceProduct = IAPReferenceStoreKit.AdvancedCommerceProduct
    typealias StoreKitInvalidRequestError = IAPReferenceStoreKit.InvalidRequestError
#endif

typealias StoreKitSubscriptionInfo = StoreKitProduct.SubscriptionInfo
typealias StoreKitSubscriptionStatus = StoreKitProduct.SubscriptionInfo.Status
