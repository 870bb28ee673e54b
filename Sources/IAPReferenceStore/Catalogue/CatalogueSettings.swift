/// The `settings` of a `.storekit` file: what a tester chose in Xcode's editor, with Xcode's defaults where nothing was chosen.
package struct CatalogueSettings: Sendable, Hashable {
    /// `_locale`: which language names and descriptions are in.
    package var locale = "en_US"
    /// `_storefront`: ISO 3166-1 alpha-3.
    package var storefront = "USA"
    /// `_timeRate`
    package var timeRate = TimeRate.realTime
    /// `_askToBuyEnabled`: every purchase waits for a parent's approval.
    package var isAskToBuyEnabled = false
    /// `_billingIssuesEnabled`: purchases fail until the customer has resolved an issue.
    package var isInterruptedPurchasesEnabled = false
    /// `_renewalBillingIssuesEnabled`: renewals cannot be paid and enter billing retry.
    package var isBillingRetryOnRenewalEnabled = false
    /// `_billingGracePeriodEnabled`: no effect unless billing retry is on.
    package var isBillingGracePeriodEnabled = false
    /// `_disableDialogs`: the customer counts as having confirmed everything.
    package var isDisableDialogs = false
    /// `_failTransactionsEnabled`: the old switch of the original StoreKit.
    package var isFailTransactionsEnabled = false
    /// `_storeKitError`: the `SKError` code that goes with it.
    package var failTransactionsCode = 0
    /// `_storeKitErrors`: in file order; at most one for each API.
    package var simulatedFailures: [SimulatedFailure] = []
    /// `_applicationInternalID`: present in files that Xcode synchronizes with App Store Connect; an opaque text.
    package var applicationInternalID: String?
    /// `_developerTeamID`: present in the same files; an opaque text.
    package var developerTeamID: String?

    package init() {}
}
