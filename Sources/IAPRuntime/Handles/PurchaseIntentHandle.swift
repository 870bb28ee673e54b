import IAPBoundary
package import IAPModel

package final class PurchaseIntentHandle: Handle {
    package enum Text: Int, CaseIterable {
        case productID, offerID
    }

    package let intent: PurchaseIntent
    /// The number of the client that created it. Each client numbers its own intents.
    package let owner: UInt
    private let texts: NamedTexts<Text>

    package init(_ intent: PurchaseIntent, of owner: UInt) {
        self.intent = intent
        self.owner = owner
        texts = NamedTexts { name in
            switch name {
            case .productID: intent.productID
            case .offerID: intent.offerID
            }
        }
    }

    package func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text] }
}

package final class PurchaseIntentListHandle: Handle {
    package let intents: [PurchaseIntentHandle]

    package init(_ intents: [PurchaseIntent], of owner: UInt) {
        self.intents = intents.map { PurchaseIntentHandle($0, of: owner) }
    }
}
