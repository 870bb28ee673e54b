internal import IAPModel
internal import IAPReferenceStore

extension Product {
    /// A product on the App Store page, as this player sees it.
    public struct PromotionInfo: Equatable {
        public let productID: Product.ID
        public var visibility: Visibility

        public enum Visibility: Int, Hashable, Sendable {
            case appStoreConnectDefault
            case visible
            case hidden
        }

        /// The products in their order; empty for the order of App Store Connect.
        public static var currentOrder: [PromotionInfo] {
            get async throws {
                try await CurrentDevice.ask { device throws(StoreFailure) in try device.promotions() }.map(
                    PromotionInfo.init)
            }
        }

        public func update() async throws {
            try await Self.updateProductVisibility(visibility, for: productID)
        }

        public static func updateProductOrder(byID order: some Collection<Product.ID>) async throws {
            try await CurrentDevice.ask { device throws(StoreFailure) in try device.setPromotionOrder(Array(order)) }
        }

        public static func updateProductVisibility(
            _ visibility: Visibility, for productID: Product.ID
        ) async throws {
            try await CurrentDevice.ask { device throws(StoreFailure) in
                try device.setPromotionVisibility(productID, visibility.promotion)
            }
        }

        public static func updateAll(_ promotions: some Collection<PromotionInfo>) async throws {
            try await updateProductOrder(byID: promotions.map(\.productID))
            for promotion in promotions { try await promotion.update() }
        }

        private init(_ promotion: Promotion) {
            productID = promotion.productID
            visibility =
                switch promotion.visibility {
                case .appStoreConnectDefault: .appStoreConnectDefault
                case .visible: .visible
                case .hidden: .hidden
                }
        }
    }
}

extension Product.PromotionInfo.Visibility {
    fileprivate var promotion: Promotion.Visibility {
        switch self {
        case .appStoreConnectDefault: .appStoreConnectDefault
        case .visible: .visible
        case .hidden: .hidden
        }
    }
}
