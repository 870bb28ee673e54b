internal import Foundation
internal import IAPJSON
internal import IAPModel
internal import IAPReferenceStore

/// The command for everything that a test can do to the store and that has no command of its own.
enum ControlCommand {
    static let command = Command(
        name: "control", summary: "Send a test control to the store",
        arguments: [.init("JSON", "an object with one member: the name of the control and its values")],
        details: """
            Controls: order (outcome: cancel, lose error, lose silence, or a StoreKit error), setAskToBuy (isEnabled),
            setPaymentsAllowed (areAllowed), setInterruption (interruption: 1 pending, 2 error), setPurchaseFailure (failure),
            moveDuringNextPurchase (countryCode), setLocaleDuringNextPurchase (locale), setDialogsDisabled (areDisabled),
            answerNext (sheet, isAccepted, detail), finish (id), repeatUpdate (id), copyTransaction (id),
            deleteTransaction (id), clearTransactions, resetToDefaultState, restart, setBillingRetryOnRenewal (isEnabled),
            setGracePeriod (policy: 3, 16 or 28 days), setRenewalLimit (limit), setOnSale (productID, isOnSale),
            setAllNonRenewingEntitlements (isEnabled), changeSubscription (transactionID, productID, plan),
            setRenewal (transactionID, willAutoRenew, autoRenewProductID, expirationReason, priceIncrease, isInBillingRetry,
            gracePeriodExpirationDate, priceMilliunits), setFamily (account, family), setSharing (account, isSharing),
            setFeature (feature, isSupported), setForgery (forgery). Numbers are those of iap_store.h. Without a value, a
            setting is switched off.
            """,
        example: #"iap-store control '{"setAskToBuy":{"isEnabled":true}}'"#
    ) { call, store in
        let control: Control
        do {
            let text = Array(call.argument("JSON").utf8)
            _ = try JSONReader.read(text)
            control = try JSONDecoder().decode(Control.self, from: Data(text))
        } catch {
            throw CommandError.usage(
                "the control cannot be read; 'iap-store help control' lists the controls and their values")
        }
        try control.carryOut(in: store)
        return .text("Done.\n", key: "done")
    }
}

private enum Control: Decodable {
    // Purchases
    case order(outcome: PurchaseOrder)
    case setAskToBuy(isEnabled: Bool)
    case setPaymentsAllowed(areAllowed: Bool)
    case setInterruption(interruption: PurchaseInterruption?)
    case setPurchaseFailure(failure: StoreFailure.Kind?)
    case moveDuringNextPurchase(countryCode: String)
    case setLocaleDuringNextPurchase(locale: String)
    case setDialogsDisabled(areDisabled: Bool)
    case answerNext(sheet: StoreSheet, isAccepted: Bool, detail: String?)
    // Transactions
    case finish(id: UInt64)
    case repeatUpdate(id: UInt64)
    case copyTransaction(id: UInt64)
    case deleteTransaction(id: UInt64)
    case clearTransactions
    case resetToDefaultState
    case restart
    // Subscriptions
    case setBillingRetryOnRenewal(isEnabled: Bool)
    case setGracePeriod(policy: GracePolicy?)
    case setRenewalLimit(limit: Int)
    case setOnSale(productID: String, isOnSale: Bool)
    case setAllNonRenewingEntitlements(isEnabled: Bool)
    case changeSubscription(transactionID: UInt64, productID: String, plan: BillingPlanType?)
    case setRenewal(
        transactionID: UInt64, willAutoRenew: Bool?, autoRenewProductID: String?, expirationReason: Int?,
        priceIncrease: Int32?, isInBillingRetry: Bool?, gracePeriodExpirationDate: Int64?, priceMilliunits: Int64?)
    // Families, features and signatures
    case setFamily(account: String, family: String?)
    case setSharing(account: String, isSharing: Bool)
    case setFeature(feature: Feature, isSupported: Bool)
    case setForgery(forgery: Forgery?)

    func carryOut(in store: ReferenceStore) throws {
        switch self {
        case .order(let outcome): try store.controls.order(outcome)
        case .setAskToBuy(let isEnabled): try store.controls.setAskToBuy(isEnabled)
        case .setPaymentsAllowed(let areAllowed): try store.controls.setPaymentsAllowed(areAllowed)
        case .setInterruption(let interruption): try store.controls.setInterruption(interruption)
        case .setPurchaseFailure(let failure): try store.controls.setPurchaseFailure(failure)
        case .moveDuringNextPurchase(let countryCode): try store.shelf.moveDuringNextPurchase(countryCode)
        case .setLocaleDuringNextPurchase(let locale): try store.shelf.setLocaleDuringNextPurchase(locale)
        case .setDialogsDisabled(let areDisabled): try store.controls.setDialogsDisabled(areDisabled)
        case .answerNext(let sheet, let isAccepted, let detail):
            try store.sheets.answerNext(sheet, SheetAnswer(isAccepted: isAccepted, detail: detail))
        case .finish(let id):
            guard try store.server.carryOut(.finish(id: id)) == .done else { throw IAPError(unknownTransaction: id) }
        case .repeatUpdate(let id): try store.transactions.repeatUpdate(id)
        case .copyTransaction(let id): _ = try store.transactions.copy(id)
        case .deleteTransaction(let id): try store.transactions.delete(id)
        case .clearTransactions: try store.transactions.clear()
        case .resetToDefaultState: try store.controls.reset()
        case .restart: try store.controls.restart()
        case .setBillingRetryOnRenewal(let isEnabled): try store.controls.setBillingRetryOnRenewal(isEnabled)
        case .setGracePeriod(let policy): try store.controls.setGracePeriod(policy)
        case .setRenewalLimit(let limit): try store.controls.setRenewalLimit(limit)
        case .setOnSale(let productID, let isOnSale): try store.shelf.setOnSale(productID, isOnSale)
        case .setAllNonRenewingEntitlements(let isEnabled): try store.controls.setAllNonRenewingEntitlements(isEnabled)
        case .changeSubscription(let id, let productID, let plan):
            let result = try store.subscriptions.changeSubscription(ofTransaction: id, to: productID, plan)
            if case .awaitsApproval = result { return }
            try result.check(id, product: productID)
        case .setRenewal(
            let id, let willAutoRenew, let productID, let reason, let increase, let isInBillingRetry, let graceEnd,
            let price):
            var setting = RenewalSetting()
            setting.willAutoRenew = willAutoRenew ?? true
            setting.autoRenewProductID = productID
            setting.expirationReason = reason.map(RenewalInfo.ExpirationReason.init)
            setting.priceIncrease = increase.flatMap(RenewalInfo.PriceIncrease.init) ?? .none
            setting.isInBillingRetry = isInBillingRetry ?? false
            (setting.gracePeriodExpirationDate, setting.priceMilliunits) = (graceEnd, price)
            try store.subscriptions.setRenewal(ofTransaction: id, setting).check(id)
        case .setFamily(let account, let family): try store.families.set(family, of: account)
        case .setSharing(let account, let isSharing): try store.families.set(isSharing: isSharing, of: account)
        case .setFeature(let feature, let isSupported): try store.controls.set(feature, isSupported: isSupported)
        case .setForgery(let forgery): try store.controls.setForgery(forgery)
        }
    }
}

extension PurchaseOrder: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let order = Self(rawValue: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no order has this name")
        }
        self = order
    }
}

extension PurchaseInterruption: Decodable {}
extension StoreSheet: Decodable {}
extension GracePolicy: Decodable {}
extension Feature: Decodable {}
extension Forgery: Decodable {}
