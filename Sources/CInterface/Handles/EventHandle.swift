import CIAP
import IAPModel
import PaymentQueue

/// An event with everything it tells made ready for C, off the thread that pumps.
final class EventHandle: Handle {
    let type: iap_event_type
    let request: UInt64
    let products: ProductListHandle?
    let transaction: TransactionHandle?
    let transactions: TransactionListHandle?
    /// Country code and identifier.
    let storefront: Texts?
    let error: IAPError?

    init(_ event: Event, of owner: UInt) {
        var request: UInt64 = 0
        var products: ProductListHandle?
        var transaction: TransactionHandle?
        var transactions: TransactionListHandle?
        var storefront: Texts?
        var error: IAPError?
        switch event {
        case .productsReceived(let id, let result):
            (type, request) = (IAP_EVENT_PRODUCTS_RECEIVED, id)
            switch result {
            case .success(let answer): products = ProductListHandle(answer)
            case .failure(let failure): error = failure
            }
        case .transactionsReceived(let id, let result):
            (type, request) = (IAP_EVENT_TRANSACTIONS_RECEIVED, id)
            switch result {
            case .success(let items): transactions = TransactionListHandle(items, of: owner)
            case .failure(let failure): error = failure
            }
        case .storefrontReceived(let id, let result):
            (type, request) = (IAP_EVENT_STOREFRONT_RECEIVED, id)
            switch result {
            case .success(let value): storefront = Texts([value.countryCode, value.id])
            case .failure(let failure): error = failure
            }
        case .transactionUpdated(let item):
            (type, transaction) = (IAP_EVENT_TRANSACTION_UPDATED, TransactionHandle(item, of: owner))
        case .transactionRemoved(let item):
            (type, transaction) = (IAP_EVENT_TRANSACTION_REMOVED, TransactionHandle(item, of: owner))
        case .restoreFinished(let id):
            (type, request) = (IAP_EVENT_RESTORE_FINISHED, id)
        case .restoreFailed(let id, let failure):
            (type, request, error) = (IAP_EVENT_RESTORE_FAILED, id, failure)
        case .entitlementRevoked(let item):
            (type, transaction) = (IAP_EVENT_ENTITLEMENT_REVOKED, TransactionHandle(item, of: owner))
        case .storefrontChanged(let value):
            (type, storefront) = (IAP_EVENT_STOREFRONT_CHANGED, Texts([value.countryCode, value.id]))
        case .problemReported(let failure):
            (type, error) = (IAP_EVENT_PROBLEM_REPORTED, failure)
        }
        self.request = request
        self.products = products
        self.transaction = transaction
        self.transactions = transactions
        self.storefront = storefront
        self.error = error
    }
}
