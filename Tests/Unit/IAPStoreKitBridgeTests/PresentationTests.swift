import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// The payment sheet appears above everything that covers the game.
struct PresentationTests {
    private static func controllers(_ count: Int) -> [UIViewController] {
        let controllers = (0..<count).map { _ in UIViewController() }
        for (below, above) in zip(controllers, controllers.dropFirst()) { below.presentedViewController = above }
        return controllers
    }

    @Test(arguments: [1, 2, 4]) func sheetAppearsAboveThePresentedController(count: Int) {
        let controllers = Self.controllers(count)
        for controller in controllers { #expect(Presentation.topmost(controller) === controllers.last) }
    }

    @Test func controllerThatGoesAwayPresentsNothing() {
        let controllers = Self.controllers(3)
        controllers[2].isBeingDismissed = true
        #expect(Presentation.topmost(controllers[0]) === controllers[1])
        controllers[1].isBeingDismissed = true
        #expect(Presentation.topmost(controllers[0]) === controllers[0])
    }
}
