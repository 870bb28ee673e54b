internal import IAPDatabase
internal import IAPModel

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

extension ReferenceStore {
    package var settings: StoreSettings {
        get throws(StoreFailure) {
            try read { ledger throws(DatabaseError) in
                StoreSettings(
                    isAskToBuyEnabled: try ledger.integer(.isAskToBuyEnabled) == 1,
                    arePaymentsAllowed: try ledger.integer(.arePaymentsAllowed) != 0,
                    areDialogsDisabled: try ledger.integer(.areDialogsDisabled) == 1,
                    isBillingRetryOnRenewal: try ledger.integer(.isBillingRetryOnRenewal) == 1,
                    gracePeriodDays: try ledger.integer(.gracePeriodDays) ?? 0,
                    renewalLimit: try ledger.integer(.renewalLimit) ?? 0,
                    timeRate: Int64(try self.timeRate(ledger).rawValue),
                    interruption: try self.interruption(ledger),
                    purchaseFailure: try ledger.text(.purchaseFailure).flatMap(StoreFailure.Kind.init(rawValue:)),
                    storefront: try self.storefront(ledger).countryCode, locale: try ledger.text(.locale) ?? "")
            }
        }
    }

    /// Returns nil if the API works.
    package func simulatedError(for api: StoreAPI) throws(StoreFailure) -> StoreFailure.Kind? {
        try read { ledger throws(DatabaseError) in try ledger.simulatedError(api) }
    }

    /// Interrupts purchases; nil stops this.
    package func setInterruption(_ interruption: PurchaseInterruption?) throws(StoreFailure) {
        try change(.setInterruption(interruption: interruption)) { ledger throws(DatabaseError) in
            try ledger.set(.interruption, .integer(Int64(interruption?.rawValue ?? 0)))
        }
    }

    /// Makes purchases fail; nil stops this.
    package func setPurchaseFailure(_ kind: StoreFailure.Kind?) throws(StoreFailure) {
        try change(.setPurchaseFailure(failure: kind)) { ledger throws(DatabaseError) in
            guard let kind else { return try ledger.remove(.purchaseFailure) }
            try ledger.set(.purchaseFailure, Value(kind.rawValue))
        }
    }

    package func setDialogsDisabled(_ areDisabled: Bool) throws(StoreFailure) {
        try change(.setDialogsDisabled(areDisabled: areDisabled)) { ledger throws(DatabaseError) in
            try ledger.set(.areDialogsDisabled, Value(areDisabled))
        }
    }

    /// Sets whether each purchase of a non-renewing subscription is a current entitlement, or only the latest one.
    package func setAllNonRenewingEntitlements(_ isEnabled: Bool) throws(StoreFailure) {
        try change(.setAllNonRenewingEntitlements(isEnabled: isEnabled)) { ledger throws(DatabaseError) in
            try ledger.set(.areAllNonRenewingEntitled, Value(isEnabled))
        }
    }

    /// Sets the language that the store takes on during the next purchase.
    package func setLocaleDuringNextPurchase(_ locale: String) throws(StoreFailure) {
        try change(.setLocaleDuringNextPurchase(locale: locale)) { ledger throws(DatabaseError) in
            try ledger.set(.nextLocale, Value(locale))
        }
    }

    /// Takes on the next language. The game is not asked, because a purchase costs the same in every language.
    func takeOnNextLocale(_ ledger: Ledger) throws(DatabaseError) {
        guard let locale = try ledger.text(.nextLocale) else { return }
        try ledger.remove(.nextLocale)
        try ledger.set(.locale, Value(locale))
    }

    // MARK: The settings of the file

    package func resetToDefaultState() throws(StoreFailure) {
        try change(.resetToDefaultState) { ledger throws(DatabaseError) in
            try ledger.clearSettings()
            try Self.resetSettings(ledger, to: self.catalogue.settings)
        }
    }

    /// Writes the first settings of a store.
    static func resetSettings(_ ledger: Ledger, to settings: CatalogueSettings) throws(DatabaseError) {
        for failure in settings.simulatedFailures where failure.isEnabled {
            try ledger.set(failure.kind, for: StoreAPI(failure.api))
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
