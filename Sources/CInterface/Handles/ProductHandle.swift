import IAPModel
import PaymentQueue

final class ProductHandle: Handle {
    enum Text: Int, CaseIterable {
        case id, type, displayName, description, currencyCode, displayPrice, groupID, groupName, json
    }

    let product: Product
    let offers: [OfferHandle]
    let billingPlans: [BillingPlanHandle]
    private let texts: Texts

    init(_ product: Product) {
        self.product = product
        offers = product.subscription?.offers.map(OfferHandle.init) ?? []
        billingPlans = product.subscription?.billingPlans.map(BillingPlanHandle.init) ?? []
        texts = Texts([
            product.id, product.type.rawValue, product.displayName, product.description, product.price.currencyCode,
            product.displayPrice, product.subscription?.groupID, product.subscription?.groupName, product.json,
        ])
    }

    func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text.rawValue] }
}

/// Lives as long as its product.
final class OfferHandle: Handle {
    enum Text: Int, CaseIterable {
        case id, displayPrice
    }

    let offer: Product.Offer
    private let texts: Texts

    init(_ offer: Product.Offer) {
        self.offer = offer
        texts = Texts([offer.id, offer.displayPrice])
    }

    func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text.rawValue] }
}

/// Lives as long as its product.
final class BillingPlanHandle: Handle {
    let plan: Product.BillingPlan
    private let texts: Texts

    init(_ plan: Product.BillingPlan) {
        self.plan = plan
        texts = Texts([plan.displayPrice])
    }

    var displayPrice: UnsafePointer<CChar>? { texts[0] }
}

final class ProductListHandle: Handle {
    let products: [ProductHandle]
    let invalidIDs: Texts
    let source: ProductsAnswer.ListSource

    init(_ answer: ProductsAnswer) {
        products = answer.products.map(ProductHandle.init)
        invalidIDs = Texts(answer.invalidIDs)
        source = answer.source
    }
}
