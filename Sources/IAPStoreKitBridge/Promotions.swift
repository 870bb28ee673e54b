internal import IAPModel
internal import IAPPaymentQueue

/// The products on the App Store page, as this player sees them. Product.PromotionInfo: iOS 16.4.
enum Promotions {
    static func answer(_ request: StoreRequest) async throws -> Answer {
        #if os(iOS) || !canImport(StoreKit)
            if #available(iOS 16.4, *) {
                switch request {
                case .setPromotionOrder(let ids):
                    try await StoreKitProduct.PromotionInfo.updateProductOrder(byID: ids)
                    return .done
                case .setPromotionVisibility(let productID, let visibility):
                    try await StoreKitProduct.PromotionInfo.updateProductVisibility(
                        visibility.storeKitValue, for: productID)
                    return .done
                default:
                    return .promotions(
                        try await StoreKitProduct.PromotionInfo.currentOrder.map {
                            Promotion(productID: $0.productID, visibility: Promotion.Visibility($0.visibility))
                        })
                }
            }
        #endif
        throw IAPError(unsupported: .promotions)
    }
}

#if os(iOS) || !canImport(StoreKit)
    @available(iOS 16.4, *)
    extension Promotion.Visibility {
        fileprivate init(_ visibility: StoreKitProduct.PromotionInfo.Visibility) {
            self =
                switch visibility {
                case .appStoreConnectDefault: .appStoreConnectDefault
                case .visible: .visible
                case .hidden: .hidden
                #if canImport(StoreKit)
                    @unknown default: .appStoreConnectDefault
                #endif
                }
        }

        fileprivate var storeKitValue: StoreKitProduct.PromotionInfo.Visibility {
            switch self {
            case .appStoreConnectDefault: .appStoreConnectDefault
            case .visible: .visible
            case .hidden: .hidden
            }
        }
    }
#endif
