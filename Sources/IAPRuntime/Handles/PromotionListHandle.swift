package import IAPBoundary
package import IAPModel

package final class PromotionListHandle: Handle {
    package let promotions: [Promotion]
    package let productIDs: Texts

    package init(_ promotions: [Promotion]) {
        self.promotions = promotions
        productIDs = Texts(promotions.map(\.productID))
    }
}
