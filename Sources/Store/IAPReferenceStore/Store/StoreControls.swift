internal import IAPDatabase
package import IAPModel

/// The settings of the store.
package struct StoreSettings: Sendable, Hashable {
    package var isAskToBuyEnabled: Bool
    package var arePaymentsAllowed: Bool
    package var areDialogsDisabled: Bool
    package var isBillingRetryOnRenewal: Bool
    /// 0 for no grace period.
    package var gracePeriodDays: Int64
    /// 0 for no limit.
    package var renewalLimit: Int64
    /// The raw value of a `TimeRate`.
    package var timeRate: Int64
    package var interruption: PurchaseInterruption?
    /// The failure of all purchases; nil if they succeed.
    package var purchaseFailure: StoreFailure.Kind?
    package var storefront: String
    package var locale: String
}

/// What a test sets in the store.
package struct StoreControls: Sendable {
    let file: LedgerFile
    let catalogue: Catalogue

    package var settings: StoreSettings {
        get throws {
            try file.read { ledger in
                StoreSettings(
                    isAskToBuyEnabled: try ledger.integer(.isAskToBuyEnabled) == 1,
                    arePaymentsAllowed: try ledger.integer(.arePaymentsAllowed) != 0,
                    areDialogsDisabled: try ledger.integer(.areDialogsDisabled) == 1,
                    isBillingRetryOnRenewal: try ledger.integer(.isBillingRetryOnRenewal) == 1,
                    gracePeriodDays: try ledger.integer(.gracePeriodDays) ?? 0,
                    renewalLimit: try ledger.integer(.renewalLimit) ?? 0,
                    timeRate: Int64(try ledger.timeRate.rawValue),
                    interruption: try ledger.interruption,
                    purchaseFailure: try ledger.text(.purchaseFailure).flatMap(StoreFailure.Kind.init(rawValue:)),
                    storefront: try ledger.storefront.countryCode, locale: try ledger.text(.locale) ?? "")
            }
        }
    }

    /// Returns nil if the API works.
    package func simulatedError(for api: StoreAPI) throws -> StoreFailure.Kind? {
        try file.read { ledger in try ledger.simulatedError(api) }
    }

    /// Interrupts purchases; nil stops this.
    package func setInterruption(_ interruption: PurchaseInterruption?) throws {
        try file.set(.interruption, .integer(Int64(interruption?.rawValue ?? 0)))
    }

    /// Makes purchases fail; nil stops this.
    package func setPurchaseFailure(_ kind: StoreFailure.Kind?) throws {
        try file.change { ledger in
            guard let kind else { return try ledger.remove(.purchaseFailure) }
            try ledger.set(.purchaseFailure, Value(kind.rawValue))
        }
    }

    package func setDialogsDisabled(_ areDisabled: Bool) throws {
        try file.set(.areDialogsDisabled, Value(areDisabled))
    }

    /// Sets whether each purchase of a non-renewing subscription is a current entitlement, or only the latest one.
    package func setAllNonRenewingEntitlements(_ isEnabled: Bool) throws {
        try file.set(.areAllNonRenewingEntitled, Value(isEnabled))
    }

    package func order(_ outcome: PurchaseOrder) throws { try file.change { ledger in try ledger.order(outcome) } }

    package func setAskToBuy(_ isEnabled: Bool) throws { try file.set(.isAskToBuyEnabled, Value(isEnabled)) }

    package func setPaymentsAllowed(_ areAllowed: Bool) throws { try file.set(.arePaymentsAllowed, Value(areAllowed)) }

    package var arePaymentsAllowed: Bool {
        get throws { try file.read { ledger in try ledger.integer(.arePaymentsAllowed) != 0 } }
    }

    /// Makes a StoreKit API fail from now on, or work again. The failure must be possible for this API.
    package func setSimulatedError(_ kind: StoreFailure.Kind?, for api: StoreAPI) throws {
        try file.change { ledger in try ledger.set(kind, for: api) }
    }

    package func set(_ feature: Feature, isSupported: Bool) throws {
        try file.change { ledger in try ledger.set(feature, isSupported: isSupported) }
    }

    /// Forges everything that the store signs from now on; nil returns to proper signatures.
    package func setForgery(_ forgery: Forgery?) throws {
        try file.change { ledger in
            guard let forgery else { return try ledger.remove(.forgery) }
            try ledger.set(.forgery, .integer(Int64(forgery.rawValue)))
        }
    }

    /// Restarts the store's service on the devices.
    package func restart() throws {
        try file.change { ledger in try ledger.set(.restarts, .integer(try ledger.restarts().clampedAdding(1))) }
    }

    // MARK: Conditions of renewals

    package func setBillingRetryOnRenewal(_ isEnabled: Bool) throws {
        try file.set(.isBillingRetryOnRenewal, Value(isEnabled))
    }

    /// - Parameter policy: The grace policy; nil for no grace period.
    package func setGracePeriod(_ policy: GracePolicy?) throws {
        try file.set(.gracePeriodDays, Value(policy?.rawValue ?? 0))
    }

    /// - Parameter limit: 0 for no limit.
    package func setRenewalLimit(_ limit: Int) throws { try file.set(.renewalLimit, Value(limit)) }

    // MARK: The settings of the file

    package func reset() throws {
        try file.change { ledger in
            try ledger.clearSettings()
            try Self.resetSettings(ledger, to: catalogue.settings)
        }
    }

    /// Writes the first settings of a store.
    static func resetSettings(_ ledger: Ledger, to settings: CatalogueSettings) throws {
        for failure in settings.simulatedFailures where failure.isEnabled {
            try ledger.set(failure.kind, for: failure.api)
        }
        try ledger.set(.isAskToBuyEnabled, Value(settings.isAskToBuyEnabled))
        try ledger.set(.arePaymentsAllowed, Value(true))
        try ledger.set(.areDialogsDisabled, Value(settings.isDisableDialogs))
        if settings.isInterruptedPurchasesEnabled {
            try ledger.set(.interruption, .integer(Int64(PurchaseInterruption.pending.rawValue)))
        }
        if settings.isFailTransactionsEnabled {
            try ledger.set(.purchaseFailure, Value(settings.purchaseFailure.rawValue))
        }
        try ledger.set(.isBillingRetryOnRenewal, Value(settings.isBillingRetryOnRenewalEnabled))
        try ledger.set(
            .gracePeriodDays,
            Value(settings.isBillingGracePeriodEnabled ? GracePolicy.sixteenDays.rawValue : 0))
        try ledger.set(.renewalLimit, .integer(0))
        try ledger.set(.storefront, Value(settings.storefront))
        try ledger.set(.locale, Value(settings.locale))
    }
}

extension CatalogueSettings {
    /// The failure for the `SKError` code of the file. A code that `failureError` of `SKTestSession` does not accept becomes
    /// `unknown`.
    fileprivate var purchaseFailure: StoreFailure.Kind {
        switch failTransactionsCode {
        case 11: .invalidOfferIdentifier
        case 12: .invalidOfferSignature
        case 13: .missingOfferParameters
        case 14: .invalidOfferPrice
        default: .unknown
        }
    }
}

extension StoreFailure.Kind {
    /// Whether `failureError` of `SKTestSession` accepts it.
    package var isTransactionFailure: Bool {
        switch self {
        case .unknown, .invalidOfferIdentifier, .invalidOfferSignature, .missingOfferParameters, .invalidOfferPrice:
            true
        default: false
        }
    }
}

struct StorefrontAndLocale: Sendable, Hashable {
    var storefront: Storefront
    var locale: String
}
