package import IAPModel

/// A command of a test or of the store's administration. Its values contain everything that the new state depends on.
package enum StoreControl: Sendable, Hashable, Codable {
    // Purchases
    case order(outcome: PurchaseOrder)
    case setAskToBuy(isEnabled: Bool)
    case setPaymentsAllowed(areAllowed: Bool)
    /// A waiting purchase continues.
    case charge(id: UInt64, kind: Attempt.Kind)
    case decline(id: UInt64)
    case refund(id: UInt64, kind: RefundKind, reason: Int)
    case buyOutside(purchase: ReferenceStore.OutsidePurchase, account: String)
    case answerNext(sheet: StoreSheet, answer: SheetAnswer)
    // Country and features
    case setStorefront(countryCode: String, locale: String?)
    case moveDuringNextPurchase(countryCode: String)
    case setSimulatedError(failure: StoreFailure.Kind?, api: StoreAPI)
    case setFeature(feature: Feature, isSupported: Bool)
    // Time
    /// The store was opened with a clock of another rate than before.
    case open(rate: TimeRate)
    case advanceClock(milliseconds: Int64)
    case setTimeRate(rate: TimeRate)
    case setClock(time: Int64)
    // Subscriptions
    case controlSubscription(transactionID: UInt64, control: SubscriptionControl)
    case changeSubscription(transactionID: UInt64, productID: String, plan: BillingPlanType?)
    case setRenewal(transactionID: UInt64, setting: RenewalSetting)
    case setBillingRetryOnRenewal(isEnabled: Bool)
    case setGracePeriod(policy: GracePolicy?)
    case setRenewalLimit(limit: Int)
    case setOnSale(productID: String, isOnSale: Bool)
    case setAllNonRenewingEntitlements(isEnabled: Bool)
    // Families
    case setFamily(account: String, family: String?)
    case setSharing(account: String, isSharing: Bool)
    // Updates and responses
    case repeatUpdate(id: UInt64)
    case copyTransaction(id: UInt64)
    case restart
    // Administration
    case deleteTransaction(id: UInt64)
    case clearTransactions
    case resetToDefaultState
    case setDialogsDisabled(areDisabled: Bool)
    case setInterruption(interruption: PurchaseInterruption?)
    case setPurchaseFailure(failure: StoreFailure.Kind?)
    case setLocaleDuringNextPurchase(locale: String)
    // Habits
    case setProfile(name: String)
    case setHabit(name: String, value: Int64)
    // Signatures
    case setForgery(forgery: Forgery?)
    // The game's server
    case takeRequestNumber
    case addServerKey(key: KnownServerKey)
    case setNotifications(url: String?, retries: [Int64])
    case noteSendAttempts(attempts: [SendAttempt])
    case sendNotification(request: NotificationRequest)
    case sendNotificationAgain(uuid: String)
    case askAsServer(request: ServerAPIRequest)
    case setServerFaults(faults: [ServerFault])
}

/// A change of one subscription.
package enum SubscriptionControl: Sendable, Hashable, Codable {
    case setAutoRenewal(isOn: Bool)
    case resolveBillingIssue
    case increasePrice(milliunits: Int64, needsConsent: Bool)
    case consentToPriceIncrease
    case declinePriceIncrease
    case expire
    case forceRenewal

    var command: SubscriptionCommand {
        switch self {
        case .setAutoRenewal(let isOn): .setAutoRenewal(isOn)
        case .resolveBillingIssue: .resolveBillingIssue
        case .increasePrice(let milliunits, let needsConsent):
            .increasePrice(milliunits: milliunits, needsConsent: needsConsent)
        case .consentToPriceIncrease: .consentToPriceIncrease
        case .declinePriceIncrease: .declinePriceIncrease
        case .expire: .expire
        case .forceRenewal: .forceRenewal
        }
    }
}
