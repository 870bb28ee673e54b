import IAPModel
import PaymentQueue

final class ProductHandle: Handle {
    enum Text: Int, CaseIterable {
        case id, type, displayName, description, currencyCode, displayPrice, groupID
    }

    let product: Product
    private let texts: Texts

    init(_ product: Product) {
        self.product = product
        texts = Texts([
            product.id, product.type.rawValue, product.displayName, product.description, product.price.currencyCode,
            product.displayPrice, product.subscription?.groupID,
        ])
    }

    func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text.rawValue] }
}

final class ProductListHandle: Handle {
    let products: [ProductHandle]
    let invalidIDs: Texts

    init(_ answer: ProductsAnswer) {
        products = answer.products.map(ProductHandle.init)
        invalidIDs = Texts(answer.invalidIDs)
    }
}
