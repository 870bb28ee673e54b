internal import IAPModel

/// The products on the App Store page, as this player sees them. Product.PromotionInfo: iOS 16.4.
enum Promotions {
    static func current() async throws -> [Promotion] {
        #if os(iOS) || !canImport(StoreKit)
            if #available(iOS 16.4, *) {
                return try await StoreProduct.PromotionInfo.currentOrder.map {
                    Promotion(productID: $0.productID, visibility: Promotion.Visibility($0.visibility))
                }
            }
        #endif
        throw IAPError(unsupported: .promotions)
    }

    static func setOrder(_ ids: [String]) async throws {
        #if os(iOS) || !canImport(StoreKit)
            if #available(iOS 16.4, *) {
                return try await StoreProduct.PromotionInfo.updateProductOrder(byID: ids)
            }
        #endif
        throw IAPError(unsupported: .promotions)
    }

    static func setVisibility(_ visibility: Promotion.Visibility, of productID: String) async throws {
        #if os(iOS) || !canImport(StoreKit)
            if #available(iOS 16.4, *) {
                return try await StoreProduct.PromotionInfo.updateProductVisibility(
                    visibility.storeValue, for: productID)
            }
        #endif
        throw IAPError(unsupported: .promotions)
    }
}

#if os(iOS) || !canImport(StoreKit)
    @available(iOS 16.4, *)
    extension Promotion.Visibility {
        fileprivate init(_ visibility: StoreProduct.PromotionInfo.Visibility) {
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

        fileprivate var storeValue: StoreProduct.PromotionInfo.Visibility {
            switch self {
            case .appStoreConnectDefault: .appStoreConnectDefault
            case .visible: .visible
            case .hidden: .hidden
            }
        }
    }
#endif
