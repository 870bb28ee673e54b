import IAPModel

final class PromotionListHandle: Handle {
    let promotions: [Promotion]
    let productIDs: Texts

    init(_ promotions: [Promotion]) {
        self.promotions = promotions
        productIDs = Texts(promotions.map(\.productID))
    }
}
