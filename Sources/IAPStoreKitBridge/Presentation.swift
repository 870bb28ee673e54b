internal import IAPModel
internal import IAPPaymentQueue
#if canImport(UIKit)
    internal import UIKit
#elseif canImport(AppKit)
    internal import AppKit
#else
    internal import IAPReferenceStoreKit
#endif

/// Shows StoreKit's user interface at the game's anchor. All differences between the systems' user interfaces are here:
/// UIKit has scenes, AppKit has windows, and on Linux there are scenes that show nothing.
#if canImport(StoreKit)
    @MainActor
#endif
enum Presentation {
    // MARK: Purchases

    /// Buys. The system shows the payment sheet at the anchor. If the game has closed its client meanwhile, the system
    /// shows no sheet.
    static func buy(
        _ product: StoreKitProduct, _ options: Set<StoreKitProduct.PurchaseOption>, at anchor: Anchor?
    ) async throws -> StoreKitProduct.PurchaseResult {
        try Task.checkCancellation()
        #if os(macOS)
            // Product.purchase(confirmIn: NSWindow): macOS 15.2.
            #if canImport(StoreKit, _version: 814.2)
                if #available(macOS 15.2, *), anchor != nil {
                    return try await product.purchase(confirmIn: try window(for: anchor), options: options)
                }
            #endif
            return try await product.purchase(options: options)
        #elseif os(visionOS)
            return try await product.purchase(confirmIn: try windowScene(for: anchor), options: options)
        #else
            // Product.purchase(confirmIn: UIViewController): iOS 18.2, tvOS 18.2. From these systems on, the sheet does
            // not appear in a scene if its controller presents another controller over the full screen.
            #if !canImport(StoreKit) || canImport(StoreKit, _version: 814.2)
                if #available(iOS 18.2, tvOS 18.2, *) {
                    return try await product.purchase(confirmIn: try viewController(for: anchor), options: options)
                }
            #endif
            // Product.purchase(confirmIn: UIScene): iOS 17, tvOS 17. If the game names no scene and none is in the
            // foreground, the system chooses.
            #if !canImport(StoreKit) || canImport(StoreKit, _version: 813)
                if #available(iOS 17, tvOS 17, *) {
                    let scene = anchor == nil ? frontScene : try windowScene(for: anchor)
                    if let scene { return try await product.purchase(confirmIn: scene, options: options) }
                }
            #endif
            return try await product.purchase(options: options)
        #endif
    }

    /// Buys with a request that the game's server has signed.
    static func buy(
        _ payment: Payment, advancedCommerceJWS text: String
    ) async throws -> StoreKitProduct.PurchaseResult {
        // AdvancedCommerceProduct: iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4.
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 814.4)
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *) {
                var options: Set<StoreKitAdvancedCommerceProduct.PurchaseOption> = []
                if let storefronts = payment.storefronts {
                    options.insert(.onStorefrontChange { storefronts.contains($0.countryCode) })
                }
                #if os(macOS)
                    let place = try window(for: payment.anchor)
                #else
                    let place = try viewController(for: payment.anchor)
                #endif
                let product = try await StoreKitAdvancedCommerceProduct(id: payment.productID)
                try Task.checkCancellation()
                return try await product.purchase(compactJWS: text, confirmIn: place, options: options)
            }
        #endif
        throw IAPError(unsupported: .advancedCommerce)
    }

    // MARK: Sheets

    static func show(_ sheet: StoreRequest.Sheet, at anchor: Anchor?) async throws {
        #if os(tvOS)
            throw IAPError(unsupported: sheet.feature)
        #elseif os(macOS)
            try await showOnMac(sheet, in: try viewController(for: anchor))
        #else
            let scene = try windowScene(for: anchor)
            switch sheet {
            case .refund(let id):
                if try await StoreKitTransaction.beginRefundRequest(for: id, in: scene) == .userCancelled {
                    throw IAPError(cancelled: "requesting a refund of transaction \(id)")
                }
            case .manageSubscriptions(let groupID):
                // AppStore.showManageSubscriptions(in:subscriptionGroupID:): iOS 17, visionOS 1. Older systems show all groups.
                #if !canImport(StoreKit) || canImport(StoreKit, _version: 813)
                    if #available(iOS 17, *), let groupID {
                        return try await StoreKitAppStore.showManageSubscriptions(
                            in: scene, subscriptionGroupID: groupID)
                    }
                #endif
                try await StoreKitAppStore.showManageSubscriptions(in: scene)
            case .offerCodeRedemption:
                guard #available(iOS 16, *) else { throw IAPError(unsupported: sheet.feature) }
                try await StoreKitAppStore.presentOfferCodeRedeemSheet(in: scene)
            case .review:
                guard #available(iOS 16, *) else { throw IAPError(unsupported: sheet.feature) }
                StoreKitAppStore.requestReview(in: scene)
            case .message:
                // This type does not contain messages. `show(_:at:)` shows them.
                throw IAPError(unsupported: sheet.feature)
            }
        #endif
    }

    /// - Parameter message: A `StoreKitMessage`.
    static func show(_ message: any Sendable, at anchor: Anchor?) async throws {
        #if os(iOS) || os(visionOS) || !canImport(StoreKit)
            if #available(iOS 16, *), let message = message as? StoreKitMessage {
                return try message.display(in: try windowScene(for: anchor))
            }
        #endif
        throw IAPError(unsupported: .messages)
    }

    /// Apple's systems have one store. On Linux the calling task has a device.
    nonisolated static var hasStore: Bool {
        #if canImport(StoreKit)
            true
        #else
            CurrentDevice.device != nil
        #endif
    }

    /// Apple's systems show the App Store's messages themselves, unless the app listens for them.
    nonisolated static func showMessagesOfTheSystem() async {
        #if !canImport(StoreKit)
            await CurrentDevice.showMessages()
        #endif
    }

    private static func noPlace(_ what: String) -> IAPError {
        IAPError(
            .invalidAnchor,
            "there is no \(what) to show it in; pass one as ui_anchor while the app is in the foreground")
    }
}

// MARK: - Places

#if canImport(UIKit)
    extension Presentation {
        /// The scene that contains the anchor, or the scene in the foreground.
        static func windowScene(for anchor: Anchor?) throws(IAPError) -> UIWindowScene {
            let scene: UIWindowScene?
            switch anchor?.object {
            case nil: scene = frontScene
            case let object as UIWindowScene: scene = object
            case let object as UIViewController: scene = object.viewIfLoaded?.window?.windowScene
            case let object as UIWindow: scene = object.windowScene
            case let object as UIView: scene = object.window?.windowScene
            default: scene = nil
            }
            guard let scene else { throw noPlace("window scene") }
            return scene
        }

        /// The view controller in the foreground at the anchor.
        static func viewController(for anchor: Anchor?) throws(IAPError) -> UIViewController {
            let controller: UIViewController?
            switch anchor?.object {
            case let object as UIViewController: controller = topmost(object)
            case let object as UIWindow: controller = object.rootViewController.map(topmost)
            case let object as UIView: controller = object.window?.rootViewController.map(topmost)
            case let object as UIWindowScene: controller = topmost(in: object)
            default: controller = nil
            }
            // A controller without a window shows nothing. This may be a scene of the game that was dismissed
            // meanwhile.
            let shown = controller?.viewIfLoaded?.window == nil ? frontController : controller
            guard let shown else { throw noPlace("view controller") }
            return shown
        }

        private static func topmost(in scene: UIWindowScene) -> UIViewController? {
            let windows = scene.windows.filter { $0.rootViewController != nil }
            return (windows.first { $0.isKeyWindow } ?? windows.first)?.rootViewController.map(topmost)
        }

        /// Nil if no scene is in the foreground, or if that scene shows no controller.
        static var frontController: UIViewController? { frontScene.flatMap(topmost(in:)) }

        static var frontScene: UIWindowScene? {
            let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
            return scenes.first { $0.activationState == .foregroundActive }
                ?? scenes.first { $0.activationState == .foregroundInactive }
        }
    }
#elseif canImport(AppKit)
    extension Presentation {
        static func window(for anchor: Anchor?) throws(IAPError) -> NSWindow {
            let window: NSWindow?
            switch anchor?.object {
            case nil: window = NSApplication.shared.keyWindow ?? NSApplication.shared.mainWindow
            case let object as NSWindow: window = object
            case let object as NSViewController: window = object.isViewLoaded ? object.view.window : nil
            case let object as NSView: window = object.window
            default: window = nil
            }
            guard let window else { throw noPlace("window") }
            return window
        }

        static func viewController(for anchor: Anchor?) throws(IAPError) -> NSViewController {
            if let controller = anchor?.object as? NSViewController { return controller }
            guard let controller = try window(for: anchor).contentViewController else {
                throw noPlace("view controller")
            }
            return controller
        }

        fileprivate static func showOnMac(
            _ sheet: StoreRequest.Sheet, in controller: NSViewController
        ) async throws {
            switch sheet {
            case .refund(let id):
                if try await StoreKitTransaction.beginRefundRequest(for: id, in: controller) == .userCancelled {
                    throw IAPError(cancelled: "requesting a refund of transaction \(id)")
                }
                return
            case .offerCodeRedemption:
                // AppStore.presentOfferCodeRedeemSheet(from: NSViewController): macOS 15.
                #if canImport(StoreKit, _version: 814)
                    if #available(macOS 15, *) {
                        return try await StoreKitAppStore.presentOfferCodeRedeemSheet(from: controller)
                    }
                #endif
            case .review:
                if #available(macOS 13, *) { return StoreKitAppStore.requestReview(in: controller) }
            case .manageSubscriptions, .message:
                break
            }
            throw IAPError(unsupported: sheet.feature)
        }
    }
#else
    extension Presentation {
        static func windowScene(for anchor: Anchor?) throws(IAPError) -> UIWindowScene { UIWindowScene() }
        static func viewController(for anchor: Anchor?) throws(IAPError) -> UIViewController {
            topmost(UIViewController())
        }
        static var frontScene: UIWindowScene? { UIWindowScene() }
        static var frontController: UIViewController? { topmost(UIViewController()) }
    }
#endif

#if !os(macOS)
    extension Presentation {
        /// The controller that covers this one: the controller that it or one of its parents presents, the controller
        /// that this one presents, and so on. A controller that is being dismissed cannot present.
        static func topmost(_ controller: UIViewController) -> UIViewController {
            var controller = controller
            while let presented = controller.presentedViewController, !presented.isBeingDismissed {
                controller = presented
            }
            return controller
        }
    }
#endif
