/// The `settings` of a `.storekit` file: the tester's choices in Xcode's editor, and Xcode's defaults for the rest.
package struct CatalogueSettings: Sendable, Hashable {
    /// `_locale`: the language of names and descriptions.
    package var locale = "en_US"
    /// `_storefront`: ISO 3166-1 alpha-3.
    package var storefront = "USA"
    /// `_timeRate`
    package var timeRate = TimeRate.realTime
    /// `_askToBuyEnabled`: every purchase waits for a parent's approval.
    package var isAskToBuyEnabled = false
    /// `_billingIssuesEnabled`: purchases fail until the customer resolves an issue.
    package var isInterruptedPurchasesEnabled = false
    /// `_renewalBillingIssuesEnabled`: renewals cannot be paid and enter billing retry.
    package var isBillingRetryOnRenewalEnabled = false
    /// `_billingGracePeriodEnabled`: has an effect only together with billing retry.
    package var isBillingGracePeriodEnabled = false
    /// `_disableDialogs`: the store acts as if the customer confirmed everything.
    package var isDisableDialogs = false
    /// `_failTransactionsEnabled`: the old switch of the original StoreKit.
    package var isFailTransactionsEnabled = false
    /// `_storeKitError`: the `SKError` code for that switch.
    package var failTransactionsCode = 0
    /// `_storeKitErrors`: in the order of the file, at most one for each API.
    package var simulatedFailures: [SimulatedFailure] = []
    /// `_applicationInternalID`: an opaque text in files that Xcode synchronizes with App Store Connect.
    package var applicationInternalID: String?
    /// `_developerTeamID`: an opaque text in the same files.
    package var developerTeamID: String?

    package init() {}
}
