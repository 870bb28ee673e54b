// Linux has no UIKit. These types replace its classes in StoreKit's signatures: calls look the same. They are empty; the
// reference store's player acts through `iap_store_answer_next_sheet()`.

/// A scene of the app.
open class UIScene: @unchecked Sendable {  // It has no state.
    public init() {}
}

/// A scene with windows that shows sheets.
public final class UIWindowScene: UIScene, @unchecked Sendable {}

/// The content of a window. Each view controller can present the next one.
public final class UIViewController: @unchecked Sendable {  // One thread at a time uses it, as in UIKit.
    public var presentedViewController: UIViewController?
    public var isBeingDismissed = false

    public init() {}
}
