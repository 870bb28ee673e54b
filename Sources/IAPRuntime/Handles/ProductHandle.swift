package import IAPBoundary
package import IAPModel
package import IAPPaymentQueue

package final class ProductHandle: Handle {
    package enum Text: Int, CaseIterable {
        case id, type, displayName, description, currencyCode, displayPrice, groupID, groupName, json
    }

    package let product: Product
    package let offers: [OfferHandle]
    package let billingPlans: [BillingPlanHandle]
    private let texts: NamedTexts<Text>

    package init(_ product: Product) {
        self.product = product
        offers = product.subscription?.offers.map(OfferHandle.init) ?? []
        billingPlans = product.subscription?.billingPlans.map(BillingPlanHandle.init) ?? []
        texts = NamedTexts { name in
            switch name {
            case .id: product.id
            case .type: product.type.rawValue
            case .displayName: product.displayName
            case .description: product.description
            case .currencyCode: product.price.currencyCode
            case .displayPrice: product.displayPrice
            case .groupID: product.subscription?.groupID
            case .groupName: product.subscription?.groupName
            case .json: product.json
            }
        }
    }

    package func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text] }
}

/// Lives as long as its product.
package final class OfferHandle: Handle {
    package enum Text: Int, CaseIterable {
        case id, displayPrice
    }

    package let offer: Product.Offer
    private let texts: NamedTexts<Text>

    package init(_ offer: Product.Offer) {
        self.offer = offer
        texts = NamedTexts { name in
            switch name {
            case .id: offer.id
            case .displayPrice: offer.displayPrice
            }
        }
    }

    package func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text] }
}

/// Lives as long as its product.
package final class BillingPlanHandle: Handle {
    package let plan: Product.BillingPlan
    private let text: SingleText

    package init(_ plan: Product.BillingPlan) {
        self.plan = plan
        text = SingleText(plan.displayPrice)
    }

    package var displayPrice: UnsafePointer<CChar>? { text.pointer }
}

package final class ProductListHandle: Handle {
    package let products: [ProductHandle]
    package let invalidIDs: Texts
    package let source: ProductsAnswer.ListSource

    package init(_ answer: ProductsAnswer) {
        products = answer.products.map(ProductHandle.init)
        invalidIDs = Texts(answer.invalidIDs)
        source = answer.source
    }
}
