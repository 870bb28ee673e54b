import IAPModel

final class PurchaseIntentHandle: Handle {
    enum Text: Int, CaseIterable {
        case productID, offerID
    }

    let intent: PurchaseIntent
    /// The number of the client that made it. Intents are numbered by each client for itself.
    let owner: UInt
    private let texts: Texts

    init(_ intent: PurchaseIntent, of owner: UInt) {
        self.intent = intent
        self.owner = owner
        texts = Texts([intent.productID, intent.offerID])
    }

    func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text.rawValue] }
}

final class PurchaseIntentListHandle: Handle {
    let intents: [PurchaseIntentHandle]

    init(_ intents: [PurchaseIntent], of owner: UInt) {
        self.intents = intents.map { PurchaseIntentHandle($0, of: owner) }
    }
}
