package import CIAP
package import IAPInterop
package import IAPModel
package import IAPPaymentQueue

/// An event, with the handles of its content.
package final class EventHandle: TextHandle {
    package let type: iap_event_type_t
    /// Whether it ends a request that has its own function. All other events go to the observers.
    package let isResponse: Bool
    package let request: UInt64
    package let texts = HandleTexts()
    private let content: Content

    fileprivate enum Content {
        case nothing
        case handle(any Handle)
        case flag(Bool)
        case text(String)
        case storefront(Storefront)
        case ownership(productID: String, isOwned: Bool)
        case error(IAPError)
    }

    package init(_ event: Event, of owner: UInt) {
        var request: UInt64 = 0
        var isResponse = false
        switch event {
        case .requestEnded(let id, let kind, let result):
            (type, request, isResponse) = (kind.eventType, id, true)
            content = Content(result, kind, of: owner)
        case .transactionUpdated(let item):
            (type, content) = (IAP_EVENT_TRANSACTION_UPDATED, .handle(TransactionHandle(item, of: owner)))
        case .transactionRemoved(let item):
            (type, content) = (IAP_EVENT_TRANSACTION_REMOVED, .handle(TransactionHandle(item, of: owner)))
        case .restoreFinished(let id):
            (type, request, content) = (IAP_EVENT_RESTORE_FINISHED, id, .nothing)
        case .restoreFailed(let id, let failure):
            (type, request, content) = (IAP_EVENT_RESTORE_FAILED, id, .error(failure))
        case .entitlementRevoked(let item):
            (type, content) = (IAP_EVENT_ENTITLEMENT_REVOKED, .handle(TransactionHandle(item, of: owner)))
        case .verificationRequested(let item):
            (type, content) = (IAP_EVENT_VERIFICATION_REQUESTED, .handle(TransactionHandle(item, of: owner)))
        case .storefrontChanged(let storefront):
            (type, content) = (IAP_EVENT_STOREFRONT_CHANGED, .storefront(storefront))
        case .subscriptionStatusChanged(let status):
            (type, content) = (
                IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, .handle(SubscriptionStatusHandle(status, of: owner))
            )
        case .purchaseIntentReceived(let intent):
            (type, content) = (IAP_EVENT_PURCHASE_INTENT_RECEIVED, .handle(PurchaseIntentHandle(intent, of: owner)))
        case .messageReceived(let message):
            (type, content) = (IAP_EVENT_MESSAGE_RECEIVED, .handle(MessageHandle(message, of: owner)))
        case .problemReported(let failure):
            (type, content) = (IAP_EVENT_PROBLEM_REPORTED, .error(failure))
        case .entitlementChanged(let productID, let isOwned):
            (type, content) = (IAP_EVENT_ENTITLEMENT_CHANGED, .ownership(productID: productID, isOwned: isOwned))
        }
        self.request = request
        self.isResponse = isResponse
    }

    // MARK: Content

    /// The object of the event. The type determines the kind of handle. Borrowed.
    package var subject: OpaquePointer? { if case .handle(let handle) = content { handle.borrowed } else { nil } }

    /// The callback that borrowed the subject has returned.
    package func endBorrowing() { if case .handle(let handle) = content { handle.endBorrowing() } }

    /// The subject, if the event has one of these types.
    package func subject(of types: iap_event_type_t...) -> OpaquePointer? { types.contains(type) ? subject : nil }

    package var transaction: Transaction? { queued?.transaction }

    package var queued: QueuedTransaction? {
        if case .handle(let handle as TransactionHandle) = content { handle.item } else { nil }
    }

    package var purchaseIntent: PurchaseIntent? {
        if case .handle(let handle as PurchaseIntentHandle) = content { handle.intent } else { nil }
    }

    package var flag: Bool {
        switch content {
        case .flag(let flag), .ownership(_, isOwned: let flag): flag
        default: false
        }
    }

    package var productID: String? { if case .ownership(let id, _) = content { id } else { nil } }
    package var text: String? { if case .text(let text) = content { text } else { nil } }
    package var storefront: Storefront? { if case .storefront(let storefront) = content { storefront } else { nil } }

    package var error: IAPError? { if case .error(let error) = content { error } else { nil } }
}

extension EventHandle.Content {
    fileprivate init(_ result: Result<Response, IAPError>, _ kind: Response.Kind, of owner: UInt) {
        switch (result, kind) {
        case (.failure(let error), _): self = .error(error)
        case (.success(.done), .done), (.success(.entitlements), .entitlements): self = .nothing
        case (.success(.flag(let flag)), .flag): self = .flag(flag)
        case (.success(.text(let text)), .text): self = .text(text)
        case (.success(.products(let response)), .products): self = .handle(ProductListHandle(response))
        case (.success(.transactions(let page)), .transactions):
            self = .handle(TransactionListHandle(page, of: owner))
        case (.success(.storefront(let storefront)), .storefront): self = .storefront(storefront)
        case (.success(.statuses(let statuses)), .statuses):
            self = .handle(SubscriptionStatusListHandle(statuses, of: owner))
        case (.success(.appTransaction(let transaction)), .appTransaction):
            self = .handle(AppTransactionHandle(transaction))
        case (.success(.promotions(let promotions)), .promotions): self = .handle(PromotionListHandle(promotions))
        // The game's function would take a handle of another kind for its own.
        case (.success, _):
            self = .error(IAPError(.internalFailure, "the store returned another kind of response than \(kind)"))
        }
    }
}

extension Response.Kind {
    fileprivate var eventType: iap_event_type_t {
        switch self {
        case .done: IAP_EVENT_REQUEST_COMPLETED
        case .flag: IAP_EVENT_FLAG_RECEIVED
        case .text: IAP_EVENT_TEXT_RECEIVED
        case .products: IAP_EVENT_PRODUCTS_RECEIVED
        case .transactions: IAP_EVENT_TRANSACTIONS_RECEIVED
        case .storefront: IAP_EVENT_STOREFRONT_RECEIVED
        case .statuses: IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED
        case .appTransaction: IAP_EVENT_APP_TRANSACTION_RECEIVED
        case .promotions: IAP_EVENT_PROMOTIONS_RECEIVED
        // The queue ends a restore with events for the observers.
        case .entitlements: IAP_EVENT_RESTORE_FINISHED
        }
    }
}
