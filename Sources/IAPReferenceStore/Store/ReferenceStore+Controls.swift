internal import IAPDatabase
package import IAPModel

/// The commands of a test for the store.
extension ReferenceStore {
    package func order(_ outcome: PurchaseOrder) throws(StoreFailure) {
        try change(.order(outcome: outcome)) { ledger throws(DatabaseError) in try ledger.order(outcome) }
    }

    package func setAskToBuy(_ isEnabled: Bool) throws(StoreFailure) {
        try change(.setAskToBuy(isEnabled: isEnabled)) { ledger throws(DatabaseError) in
            try ledger.set(.isAskToBuyEnabled, Value(isEnabled))
        }
    }

    package func setPaymentsAllowed(_ areAllowed: Bool) throws(StoreFailure) {
        try change(.setPaymentsAllowed(areAllowed: areAllowed)) { ledger throws(DatabaseError) in
            try ledger.set(.arePaymentsAllowed, Value(areAllowed))
        }
    }

    package var arePaymentsAllowed: Bool {
        get throws(StoreFailure) {
            try read { ledger throws(DatabaseError) in try ledger.integer(.arePaymentsAllowed) != 0 }
        }
    }

    /// Moves the store. Returns false for an unknown country.
    package func setStorefront(_ countryCode: String, locale: String?) throws(StoreFailure) -> Bool {
        guard let row = StorefrontTable.row(countryCode) else { return false }
        try change(.setStorefront(countryCode: countryCode, locale: locale)) { ledger throws(DatabaseError) in
            try ledger.set(.storefront, Value(row.countryCode))
            if let locale { try ledger.set(.locale, Value(locale)) }
        }
        return true
    }

    /// Moves the store during the next purchase. Returns false for an unknown country.
    package func moveDuringNextPurchase(_ countryCode: String) throws(StoreFailure) -> Bool {
        guard let row = StorefrontTable.row(countryCode) else { return false }
        try change(.moveDuringNextPurchase(countryCode: countryCode)) { ledger throws(DatabaseError) in
            try ledger.set(.nextStorefront, Value(row.countryCode))
        }
        return true
    }

    /// Makes a StoreKit API fail from now on, or work again. The failure must be possible for this API.
    package func setSimulatedError(_ kind: StoreFailure.Kind?, for api: StoreAPI) throws(StoreFailure) {
        try change(.setSimulatedError(failure: kind, api: api)) { ledger throws(DatabaseError) in
            try ledger.set(kind, for: api)
        }
    }

    package func set(_ feature: Feature, isSupported: Bool) throws(StoreFailure) {
        try change(.setFeature(feature: feature, isSupported: isSupported)) { ledger throws(DatabaseError) in
            try ledger.set(feature, isSupported: isSupported)
        }
    }

    /// The country and language that determine the names and prices of products.
    var storefrontAndLocale: StorefrontAndLocale {
        get throws(StoreFailure) {
            try read { ledger throws(DatabaseError) in
                StorefrontAndLocale(
                    storefront: try self.storefront(ledger).storefront, locale: try ledger.text(.locale) ?? "")
            }
        }
    }

    package var storefront: Storefront {
        get throws(StoreFailure) { try read { ledger throws(DatabaseError) in try self.storefront(ledger).storefront } }
    }

    package enum ClockResult: Sendable {
        case moved, notVirtual, tooFar
    }

    package func advanceClock(by milliseconds: Int64) throws(StoreFailure) -> ClockResult {
        guard isVirtual else { return .notVirtual }
        return try change(.advanceClock(milliseconds: milliseconds)) { ledger throws(DatabaseError) in
            let (time, overflow) = try self.now(ledger).addingReportingOverflow(milliseconds)
            guard !overflow, time < Self.latestTime else { return .tooFar }
            try self.setNow(time, ledger)
            return .moved
        }
    }

    /// Sets the clock forward or back.
    package func setClock(to time: Int64) throws(StoreFailure) -> ClockResult {
        guard isVirtual else { return .notVirtual }
        guard time >= 0, time < Self.latestTime else { return .tooFar }
        try change(.setClock(time: time)) { ledger throws(DatabaseError) in try self.setNow(time, ledger) }
        return .moved
    }

    package var totals: LedgerTotals {
        get throws(StoreFailure) { try read { ledger throws(DatabaseError) in try ledger.totals() } }
    }

    /// The end of the year 9998: calendars and certificates support only one later year.
    package static let latestTime: Int64 = 253_370_764_800_000
}

struct StorefrontAndLocale: Sendable, Hashable {
    var storefront: Storefront
    var locale: String
}
