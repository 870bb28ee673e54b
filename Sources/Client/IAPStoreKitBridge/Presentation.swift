internal import IAPModel
internal import IAPPaymentQueue
#if IAP_REFERENCE_STORE
    internal import IAPReferenceStoreKit
#elseif canImport(UIKit)
    internal import UIKit
#else
    internal import AppKit
#endif

/// Shows StoreKit's user interface at the game's anchor. All differences between the systems' user interfaces are here:
/// UIKit has scenes, AppKit has windows, and the reference store has scenes that show nothing.
#if !IAP_REFERENCE_STORE
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
        #if os(macOS) && !IAP_REFERENCE_STORE
            // Product.purchase(confirmIn: NSWindow): macOS 15.2.
            if #available(macOS 15.2, *), anchor != nil {
                return try await product.purchase(confirmIn: try window(for: anchor), options: options)
            }
            return try await product.purchase(options: options)
        #elseif os(visionOS)
            return try await product.purchase(confirmIn: try windowScene(for: anchor), options: options)
        #else
            // Product.purchase(confirmIn: UIViewController): iOS 18.2, tvOS 18.2. From these systems on, the sheet does
            // not appear in a scene if its controller presents another controller over the full screen.
            if #available(iOS 18.2, tvOS 18.2, *) {
                return try await product.purchase(confirmIn: try viewController(for: anchor), options: options)
            }
            // Product.purchase(confirmIn: UIScene): iOS 17, tvOS 17. If the game names no scene and none is in the
            // foreground, the system chooses.
            if #available(iOS 17, tvOS 17, *) {
                let scene = anchor == nil ? frontScene : try windowScene(for: anchor)
                if let scene { return try await product.purchase(confirmIn: scene, options: options) }
            }
            return try await product.purchase(options: options)
        #endif
    }

    static func buy(
        _ payment: Payment, advancedCommerceJWS text: String
    ) async throws -> StoreKitProduct.PurchaseResult {
        // AdvancedCommerceProduct: iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4.
        if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *) {
            var options: Set<StoreKitAdvancedCommerceProduct.PurchaseOption> = []
            if let storefronts = payment.storefronts {
                options.insert(.onStorefrontChange { storefronts.contains($0.countryCode) })
            }
            #if os(macOS) && !IAP_REFERENCE_STORE
                let place = try window(for: payment.anchor)
            #else
                let place = try viewController(for: payment.anchor)
            #endif
            let product = try await StoreKitAdvancedCommerceProduct(id: payment.productID)
            try Task.checkCancellation()
            return try await product.purchase(compactJWS: text, confirmIn: place, options: options)
        }
        throw IAPError(unsupported: .advancedCommerce)
    }

    // MARK: Sheets

    static func show(_ sheet: StoreRequest.Sheet, at anchor: Anchor?) async throws {
        #if os(tvOS)
            throw IAPError(unsupported: sheet.feature)
        #elseif os(macOS) && !IAP_REFERENCE_STORE
            try await showOnMac(sheet, at: anchor)
        #else
            let scene = try windowScene(for: anchor)
            switch sheet {
            case .refund(let id):
                if try await StoreKitTransaction.beginRefundRequest(for: id, in: scene) == .userCancelled {
                    throw IAPError(cancelled: "requesting a refund of transaction \(id)")
                }
            case .manageSubscriptions(let groupID):
                // AppStore.showManageSubscriptions(in:subscriptionGroupID:): iOS 17, visionOS 1. Older systems show all groups.
                if #available(iOS 17, *), let groupID {
                    return try await StoreKitAppStore.showManageSubscriptions(
                        in: scene, subscriptionGroupID: groupID)
                }
                try await StoreKitAppStore.showManageSubscriptions(in: scene)
            case .offerCodeRedemption:
                guard #available(iOS 16, *) else { throw IAPError(unsupported: sheet.feature) }
                try await StoreKitAppStore.presentOfferCodeRedeemSheet(in: scene)
            case .review:
                guard #available(iOS 16, *) else { throw IAPError(unsupported: sheet.feature) }
                StoreKitAppStore.requestReview(in: scene)
            case .merchandising, .message:
                // The connection keeps the messages, and has its own functions for both sheets.
                throw IAPError(unsupported: sheet.feature)
            }
        #endif
    }

    /// - Returns: Nil if the player closed the sheet and bought nothing.
    static func merchandising(
        of groupID: String, at anchor: Anchor?
    ) async throws -> StoreKitProduct.PurchaseResult? {
        // AppStore.presentMerchandising(_:from: UIViewController): iOS 26, tvOS 26; with an NSWindow: macOS 26.2.
        #if os(macOS) && !IAP_REFERENCE_STORE && canImport(StoreKit, _version: 815.2)
            if #available(macOS 26.2, *) {
                let end = try await StoreKitAppStore.presentMerchandising(
                    .subscriptionBundle(groupID), from: try window(for: anchor))
                if case .purchaseCompleted(let result) = end { return result }
                return nil
            }
        #elseif IAP_REFERENCE_STORE || (os(iOS) || os(tvOS)) && canImport(StoreKit, _version: 815)
            if #available(iOS 26, tvOS 26, *) {
                let end = try await StoreKitAppStore.presentMerchandising(
                    .subscriptionBundle(groupID), from: try viewController(for: anchor))
                if case .purchaseCompleted(let result) = end { return result }
                return nil
            }
        #endif
        throw IAPError(unsupported: .merchandising)
    }

    /// - Parameter message: A `StoreKitMessage`.
    static func show(_ message: any Sendable, at anchor: Anchor?) async throws {
        #if os(iOS) || os(visionOS) || IAP_REFERENCE_STORE
            if #available(iOS 16, *), let message = message as? StoreKitMessage {
                return try message.display(in: try windowScene(for: anchor))
            }
        #endif
        throw IAPError(unsupported: .messages)
    }

    /// Apple's systems show the App Store's messages themselves, unless the app listens for them.
    nonisolated static func showMessagesOfTheSystem() async {
        #if IAP_REFERENCE_STORE
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

#if IAP_REFERENCE_STORE
    extension Presentation {
        // The reference store shows nothing, and needs the places only as arguments of StoreKit's functions.
        static func windowScene(for anchor: Anchor?) throws(IAPError) -> UIWindowScene { UIWindowScene() }
        static func viewController(for anchor: Anchor?) throws(IAPError) -> UIViewController { UIViewController() }
        static var frontScene: UIWindowScene? { UIWindowScene() }
    }
#elseif canImport(UIKit)
    extension Presentation {
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

        /// The scene of the key window, else any scene in the foreground. The scene of an external display is active, too,
        /// and the player cannot touch it.
        static var frontScene: UIWindowScene? {
            let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
                .filter { $0.session.role == .windowApplication }
            let active = scenes.filter { $0.activationState == .foregroundActive }
            return active.first { $0.windows.contains(where: \.isKeyWindow) } ?? active.first
                ?? scenes.first { $0.activationState == .foregroundInactive }
        }
    }
#else
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

        /// Windows of SDL, GLFW and cocos2d-x have no view controller, and StoreKit's sheets need one. Such a window gets an
        /// empty controller while the sheet is shown.
        private static func withController(
            at anchor: Anchor?, _ body: (NSViewController) async throws -> Void
        ) async throws {
            if let controller = anchor?.object as? NSViewController { return try await body(controller) }
            let window = try window(for: anchor)
            if let controller = window.contentViewController { return try await body(controller) }
            guard let content = window.contentView else { throw noPlace("view") }
            let controller = NSViewController()
            controller.view = NSView(frame: .zero)
            content.addSubview(controller.view)
            defer { controller.view.removeFromSuperview() }
            try await body(controller)
        }

        fileprivate static func showOnMac(_ sheet: StoreRequest.Sheet, at anchor: Anchor?) async throws {
            try await withController(at: anchor) { try await showOnMac(sheet, in: $0) }
        }

        private static func showOnMac(
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
                if #available(macOS 15, *) {
                    return try await StoreKitAppStore.presentOfferCodeRedeemSheet(from: controller)
                }
            case .review:
                if #available(macOS 13, *) { return StoreKitAppStore.requestReview(in: controller) }
            case .manageSubscriptions, .merchandising, .message:
                break
            }
            throw IAPError(unsupported: sheet.feature)
        }
    }
#endif

#if !os(macOS) || IAP_REFERENCE_STORE
    extension Presentation {
        /// Also compiled with the reference store, where a unit test tries it.
        ///
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
