// Linux has no UIKit. These stand in for its classes in the signatures of StoreKit, so that the calls read the same; there is
// nothing to see in them, and the reference store's player answers by `iap_store_answer_next_sheet()`.

/// A scene of the app.
open class UIScene: @unchecked Sendable {  // It has no state.
    public init() {}
}

/// A scene with windows, in which sheets are shown.
public final class UIWindowScene: UIScene, @unchecked Sendable {}

/// What fills a window. Of one object after the other, each may present the next.
public final class UIViewController: @unchecked Sendable {  // Used by one thread at a time, as UIKit's.
    public var presentedViewController: UIViewController?
    public var isBeingDismissed = false

    public init() {}
}
