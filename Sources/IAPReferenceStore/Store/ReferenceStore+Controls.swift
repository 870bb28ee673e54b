internal import IAPDatabase
package import IAPModel

/// Commands of a test to the store.
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

    /// False if there is no such country.
    package func setStorefront(_ countryCode: String, locale: String?) throws(StoreFailure) -> Bool {
        guard let row = StorefrontTable.row(countryCode) else { return false }
        try change(.setStorefront(countryCode: countryCode, locale: locale)) { ledger throws(DatabaseError) in
            try ledger.set(.storefront, Value(row.countryCode))
            if let locale { try ledger.set(.locale, Value(locale)) }
        }
        return true
    }

    /// The store moves while the next purchase is under way. False if there is no such country.
    package func moveDuringNextPurchase(_ countryCode: String) throws(StoreFailure) -> Bool {
        guard let row = StorefrontTable.row(countryCode) else { return false }
        try change(.moveDuringNextPurchase(countryCode: countryCode)) { ledger throws(DatabaseError) in
            try ledger.set(.nextStorefront, Value(row.countryCode))
        }
        return true
    }

    /// Lets something of StoreKit fail from now on, or work again. The failure has to be one that it can have.
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

    /// What decides how products are named and priced.
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

    /// Sets the clock, also back.
    package func setClock(to time: Int64) throws(StoreFailure) -> ClockResult {
        guard isVirtual else { return .notVirtual }
        guard time >= 0, time < Self.latestTime else { return .tooFar }
        try change(.setClock(time: time)) { ledger throws(DatabaseError) in try self.setNow(time, ledger) }
        return .moved
    }

    package var totals: LedgerTotals {
        get throws(StoreFailure) { try read { ledger throws(DatabaseError) in try ledger.totals() } }
    }

    /// The end of the year 9998; calendars and certificates know no later year than the next one.
    package static let latestTime: Int64 = 253_370_764_800_000
}

struct StorefrontAndLocale: Sendable, Hashable {
    var storefront: Storefront
    var locale: String
}
