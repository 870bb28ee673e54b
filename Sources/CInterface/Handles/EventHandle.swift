import CIAP
import IAPModel
import PaymentQueue

/// An event with everything it tells made ready for C, off the thread that pumps.
final class EventHandle: Handle {
    let type: iap_event_type
    let request: UInt64
    /// What the event is about; the type tells what kind of handle it is.
    let subject: (any Handle)?
    /// A storefront's country code and identifier, or the text that was asked for.
    let texts: Texts?
    let flag: Bool
    let error: IAPError?

    init(_ event: Event, of owner: UInt) {
        var request: UInt64 = 0
        var subject: (any Handle)?
        var texts: Texts?
        var flag = false
        var error: IAPError?
        switch event {
        case .productsReceived(let id, let result):
            (type, request) = (IAP_EVENT_PRODUCTS_RECEIVED, id)
            switch result {
            case .success(let answer): subject = ProductListHandle(answer)
            case .failure(let failure): error = failure
            }
        case .transactionsReceived(let id, let result):
            (type, request) = (IAP_EVENT_TRANSACTIONS_RECEIVED, id)
            switch result {
            case .success(let answer):
                subject = TransactionListHandle(answer.transactions, nextPage: answer.nextPage, of: owner)
            case .failure(let failure): error = failure
            }
        case .storefrontReceived(let id, let result):
            (type, request) = (IAP_EVENT_STOREFRONT_RECEIVED, id)
            switch result {
            case .success(let value): texts = Texts([value.countryCode, value.id])
            case .failure(let failure): error = failure
            }
        case .answerReceived(let id, let kind, let result):
            (type, request) = (kind.eventType, id)
            switch (kind, result) {
            case (_, .failure(let failure)): error = failure
            case (.done, .success(.done)): break
            case (.flag, .success(.flag(let value))): flag = value
            case (.text, .success(.text(let text))): texts = Texts([text])
            case (.statuses, .success(.statuses(let values))): subject = SubscriptionStatusListHandle(values, of: owner)
            case (.appTransaction, .success(.appTransaction(let value))): subject = AppTransactionHandle(value)
            case (.promotions, .success(.promotions(let values))): subject = PromotionListHandle(values)
            case (_, .success):
                error = IAPError(
                    .internalFailure, "the store's answer to request \(id) is of another kind than \(kind)")
            }
        case .transactionUpdated(let item):
            (type, subject) = (IAP_EVENT_TRANSACTION_UPDATED, TransactionHandle(item, of: owner))
        case .transactionRemoved(let item):
            (type, subject) = (IAP_EVENT_TRANSACTION_REMOVED, TransactionHandle(item, of: owner))
        case .restoreFinished(let id):
            (type, request) = (IAP_EVENT_RESTORE_FINISHED, id)
        case .restoreFailed(let id, let failure):
            (type, request, error) = (IAP_EVENT_RESTORE_FAILED, id, failure)
        case .entitlementRevoked(let item):
            (type, subject) = (IAP_EVENT_ENTITLEMENT_REVOKED, TransactionHandle(item, of: owner))
        case .verificationRequested(let item):
            (type, subject) = (IAP_EVENT_VERIFICATION_REQUESTED, TransactionHandle(item, of: owner))
        case .storefrontChanged(let value):
            (type, texts) = (IAP_EVENT_STOREFRONT_CHANGED, Texts([value.countryCode, value.id]))
        case .subscriptionStatusChanged(let status):
            (type, subject) = (IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, SubscriptionStatusHandle(status, of: owner))
        case .purchaseIntentReceived(let intent):
            (type, subject) = (IAP_EVENT_PURCHASE_INTENT_RECEIVED, PurchaseIntentHandle(intent, of: owner))
        case .messageReceived(let message):
            (type, subject) = (IAP_EVENT_MESSAGE_RECEIVED, MessageHandle(message, of: owner))
        case .problemReported(let failure):
            (type, error) = (IAP_EVENT_PROBLEM_REPORTED, failure)
        }
        self.request = request
        self.subject = subject
        self.texts = texts
        self.flag = flag
        self.error = error
    }

    /// What the event is about, if it is an event of one of these types.
    func subject(of types: iap_event_type...) -> OpaquePointer? {
        types.contains(type) ? subject?.borrowed : nil
    }

    /// One of its texts, if it is an event of one of these types.
    func text(_ index: Int, of types: iap_event_type...) -> UnsafePointer<CChar>? {
        types.contains(type) ? texts?[index] : nil
    }
}

extension StoreRequest.AnswerKind {
    fileprivate var eventType: iap_event_type {
        switch self {
        case .done: IAP_EVENT_REQUEST_COMPLETED
        case .flag: IAP_EVENT_FLAG_RECEIVED
        case .text: IAP_EVENT_TEXT_RECEIVED
        case .statuses: IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED
        case .appTransaction: IAP_EVENT_APP_TRANSACTION_RECEIVED
        case .promotions: IAP_EVENT_PROMOTIONS_RECEIVED
        }
    }
}
