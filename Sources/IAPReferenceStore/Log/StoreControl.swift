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

    // These are the names in the log.

    private enum CodingKeys: String, CodingKey {
        case order, setAskToBuy, setPaymentsAllowed, charge, decline, refund, buyOutside, answerNext, setStorefront
        case moveDuringNextPurchase, setSimulatedError, setFeature, open, advanceClock, setTimeRate, setClock
        case controlSubscription, changeSubscription, setRenewal, setBillingRetryOnRenewal, setGracePeriod
        case setRenewalLimit, setOnSale, setFamily, setSharing, repeatUpdate, copyTransaction, restart
        case deleteTransaction, clearTransactions, resetToDefaultState, setDialogsDisabled, setInterruption
        case setPurchaseFailure, setLocaleDuringNextPurchase, setForgery, takeRequestNumber, addServerKey
        case setAllNonRenewingEntitlements, setNotifications, noteSendAttempts, sendNotification
        case sendNotificationAgain, askAsServer, setServerFaults, setProfile, setHabit
    }
    private enum OrderCodingKeys: String, CodingKey { case outcome }
    private enum SetAskToBuyCodingKeys: String, CodingKey { case isEnabled }
    private enum SetPaymentsAllowedCodingKeys: String, CodingKey { case areAllowed }
    private enum ChargeCodingKeys: String, CodingKey { case id, kind }
    private enum DeclineCodingKeys: String, CodingKey { case id }
    private enum RefundCodingKeys: String, CodingKey { case id, kind, reason }
    private enum BuyOutsideCodingKeys: String, CodingKey { case purchase, account }
    private enum AnswerNextCodingKeys: String, CodingKey { case sheet, answer }
    private enum SetStorefrontCodingKeys: String, CodingKey { case countryCode, locale }
    private enum MoveDuringNextPurchaseCodingKeys: String, CodingKey { case countryCode }
    private enum SetSimulatedErrorCodingKeys: String, CodingKey { case failure, api }
    private enum SetFeatureCodingKeys: String, CodingKey { case feature, isSupported }
    private enum OpenCodingKeys: String, CodingKey { case rate }
    private enum AdvanceClockCodingKeys: String, CodingKey { case milliseconds }
    private enum SetTimeRateCodingKeys: String, CodingKey { case rate }
    private enum SetClockCodingKeys: String, CodingKey { case time }
    private enum ControlSubscriptionCodingKeys: String, CodingKey { case transactionID, control }
    private enum ChangeSubscriptionCodingKeys: String, CodingKey { case transactionID, productID, plan }
    private enum SetRenewalCodingKeys: String, CodingKey { case transactionID, setting }
    private enum SetBillingRetryOnRenewalCodingKeys: String, CodingKey { case isEnabled }
    private enum SetGracePeriodCodingKeys: String, CodingKey { case policy }
    private enum SetRenewalLimitCodingKeys: String, CodingKey { case limit }
    private enum SetOnSaleCodingKeys: String, CodingKey { case productID, isOnSale }
    private enum SetAllNonRenewingEntitlementsCodingKeys: String, CodingKey { case isEnabled }
    private enum SetFamilyCodingKeys: String, CodingKey { case account, family }
    private enum SetSharingCodingKeys: String, CodingKey { case account, isSharing }
    private enum RepeatUpdateCodingKeys: String, CodingKey { case id }
    private enum CopyTransactionCodingKeys: String, CodingKey { case id }
    private enum DeleteTransactionCodingKeys: String, CodingKey { case id }
    private enum SetDialogsDisabledCodingKeys: String, CodingKey { case areDisabled }
    private enum SetInterruptionCodingKeys: String, CodingKey { case interruption }
    private enum SetPurchaseFailureCodingKeys: String, CodingKey { case failure }
    private enum SetLocaleDuringNextPurchaseCodingKeys: String, CodingKey { case locale }
    private enum SetProfileCodingKeys: String, CodingKey { case name }
    private enum SetHabitCodingKeys: String, CodingKey { case name, value }
    private enum SetForgeryCodingKeys: String, CodingKey { case forgery }
    private enum AddServerKeyCodingKeys: String, CodingKey { case key }
    private enum SetNotificationsCodingKeys: String, CodingKey { case url, retries }
    private enum NoteSendAttemptsCodingKeys: String, CodingKey { case attempts }
    private enum SendNotificationCodingKeys: String, CodingKey { case request }
    private enum SendNotificationAgainCodingKeys: String, CodingKey { case uuid }
    private enum AskAsServerCodingKeys: String, CodingKey { case request }
    private enum SetServerFaultsCodingKeys: String, CodingKey { case faults }
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

    // These are the names in the log.

    private enum CodingKeys: String, CodingKey {
        case setAutoRenewal, resolveBillingIssue, increasePrice, consentToPriceIncrease, declinePriceIncrease
        case expire, forceRenewal
    }
    private enum SetAutoRenewalCodingKeys: String, CodingKey { case isOn }
    private enum IncreasePriceCodingKeys: String, CodingKey { case milliunits, needsConsent }

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
