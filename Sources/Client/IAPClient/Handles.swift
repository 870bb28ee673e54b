package import IAPInterop
package import IAPModel
package import IAPPaymentQueue

package final class TransactionHandle: TextHandle {
    package let item: QueuedTransaction
    /// The number of the client that created it. Each client numbers its own payments.
    package let owner: UInt
    /// For a restored transaction, the purchase that it restores.
    package let original: TransactionHandle?
    package let texts = HandleTexts()

    package init(_ item: QueuedTransaction, of owner: UInt) {
        self.item = item
        self.owner = owner
        original =
            item.state == .restored
            ? item.transaction.map { TransactionHandle(QueuedTransaction($0, state: .purchased), of: owner) } : nil
    }

    package var key: PaymentQueue.Key {
        guard let transaction = item.transaction else { return .payment(item.paymentID) }
        return item.state == .restored ? .restored(transaction.id) : .store(transaction.id)
    }
}

package final class TransactionListHandle: TextHandle {
    package let transactions: [TransactionHandle]
    /// Nil on the last page.
    package let nextPage: String?
    package let texts = HandleTexts()

    package init(_ items: [QueuedTransaction], of owner: UInt) {
        transactions = items.map { TransactionHandle($0, of: owner) }
        nextPage = nil
    }

    package init(_ page: TransactionPage, of owner: UInt) {
        transactions = page.transactions.map { TransactionHandle(QueuedTransaction(reported: $0), of: owner) }
        nextPage = page.next?.text
    }
}

extension String {
    /// Nil for an empty text. Where Apple's type is not optional, the model has an empty text if the system does not
    /// report the value.
    package var orNilIfEmpty: String? { isEmpty ? nil : self }
}

// MARK: Products

package final class ProductHandle: TextHandle {
    package let product: Product
    package let offers: [OfferHandle]
    package let billingPlans: [BillingPlanHandle]
    package let texts = HandleTexts()

    package init(_ product: Product) {
        self.product = product
        offers = product.subscription?.offers.map(OfferHandle.init) ?? []
        billingPlans = product.subscription?.billingPlans.map(BillingPlanHandle.init) ?? []
    }
}

/// Lives as long as its product.
package final class OfferHandle: TextHandle {
    package let offer: Product.Offer
    package let texts = HandleTexts()

    package init(_ offer: Product.Offer) { self.offer = offer }
}

/// Lives as long as its product.
package final class BillingPlanHandle: TextHandle {
    package let plan: Product.BillingPlan
    package let texts = HandleTexts()

    package init(_ plan: Product.BillingPlan) { self.plan = plan }
}

package final class ProductListHandle: Handle {
    package let products: [ProductHandle]
    package let invalidIDs: Texts
    package let source: ProductsResponse.ListSource

    package init(_ response: ProductsResponse) {
        products = response.products.map(ProductHandle.init)
        invalidIDs = Texts(response.invalidIDs)
        source = response.source
    }
}

package final class PromotionListHandle: Handle {
    package let promotions: [Promotion]
    package let productIDs: Texts

    package init(_ promotions: [Promotion]) {
        self.promotions = promotions
        productIDs = Texts(promotions.map(\.productID))
    }
}

// MARK: Subscriptions and the app

package final class SubscriptionStatusHandle: TextHandle {
    package let status: SubscriptionStatus
    package let transaction: TransactionHandle
    package let renewalInfo: RenewalInfoHandle
    package let texts = HandleTexts()

    package init(_ status: SubscriptionStatus, of owner: UInt) {
        self.status = status
        transaction = TransactionHandle(QueuedTransaction(reported: status.transaction), of: owner)
        renewalInfo = RenewalInfoHandle(status.renewalInfo)
    }
}

package final class SubscriptionStatusListHandle: Handle {
    package let statuses: [SubscriptionStatusHandle]

    package init(_ statuses: [SubscriptionStatus], of owner: UInt) {
        self.statuses = statuses.map { SubscriptionStatusHandle($0, of: owner) }
    }
}

/// Lives as long as its status.
package final class RenewalInfoHandle: TextHandle {
    package let info: RenewalInfo
    package let eligibleWinBackOfferIDs: Texts
    package let texts = HandleTexts()

    package init(_ info: RenewalInfo) {
        self.info = info
        eligibleWinBackOfferIDs = Texts(info.eligibleWinBackOfferIDs)
    }
}

package final class AppTransactionHandle: TextHandle {
    package let appTransaction: AppTransaction
    package let texts = HandleTexts()

    package init(_ appTransaction: AppTransaction) { self.appTransaction = appTransaction }
}

// MARK: What the App Store requests, and the inventory

package final class PurchaseIntentHandle: TextHandle {
    package let intent: PurchaseIntent
    /// The number of the client that created it. Each client numbers its own intents.
    package let owner: UInt
    package let texts = HandleTexts()

    package init(_ intent: PurchaseIntent, of owner: UInt) {
        self.intent = intent
        self.owner = owner
    }
}

package final class PurchaseIntentListHandle: Handle {
    package let intents: [PurchaseIntentHandle]

    package init(_ intents: [PurchaseIntent], of owner: UInt) {
        self.intents = intents.map { PurchaseIntentHandle($0, of: owner) }
    }
}

package final class MessageHandle: Handle {
    package let message: StoreMessage
    /// The number of the client that created it. Each client's connection numbers its own messages.
    package let owner: UInt

    package init(_ message: StoreMessage, of owner: UInt) {
        self.message = message
        self.owner = owner
    }
}

package final class InventoryListHandle: Handle {
    package let items: [InventoryItemHandle]

    package init(_ items: [InventoryItem]) { self.items = items.map(InventoryItemHandle.init) }
}

/// Lives as long as its list.
package final class InventoryItemHandle: TextHandle {
    package let item: InventoryItem
    package let texts = HandleTexts()

    package init(_ item: InventoryItem) { self.item = item }
}
