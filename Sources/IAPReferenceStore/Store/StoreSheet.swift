/// The sheets of the system. The numbers are those of the C header's `IAP_STORE_SHEET_…`.
package enum StoreSheet: Int32, Sendable, Hashable, CaseIterable {
    case refund = 1
    case manageSubscriptions = 2
    case offerCode = 3
    case message = 4
    case review = 5
    /// The notice sheet, the link sheets, and the sheet of custom links.
    case externalPurchaseNotice = 6
}

/// The player's action in a sheet.
package struct SheetAnswer: Sendable, Hashable, Codable {
    package var isAccepted: Bool
    package var detail: String?

    package init(isAccepted: Bool, detail: String? = nil) {
        self.isAccepted = isAccepted
        self.detail = detail
    }
}

/// How the player left a sheet.
package enum SheetResult: Sendable, Hashable {
    case done, cancelled
}

/// The decision about a refund request.
enum RefundDecision: String {
    case approve = "approve"
    case decline = "decline"
    /// The store decides later.
    case later = "later"
}

/// The player's changes of a subscription's renewal, except the choice of another product.
enum SubscriptionChange: String {
    case on = "on"
    case off = "off"
}
