package import IAPModel

/// What the App Store requests from the game: purchases that the player started there, and messages.
extension PaymentQueue {
    // MARK: Purchase intents

    /// The intents that the game has neither taken nor declined, in the order of arrival.
    package var purchaseIntents: [PurchaseIntent] { intents.map(\.intent) }

    /// Buys what the player started to buy in the App Store.
    ///
    /// - Parameter payment: How to buy. Nil for a plain payment. The offer of the intent is added.
    package mutating func take(intent id: UInt64, _ payment: Payment?) throws(IAPError) -> (
        id: UInt64, effects: [Effect]
    ) {
        let index = try index(ofIntent: id)
        let intent = intents[index].intent
        var payment = payment ?? Payment(productID: intent.productID)
        guard ExactText(payment.productID) == ExactText(intent.productID) else {
            throw IAPError(
                .invalidArgument, "the payment is for \(payment.productID), but the intent is for \(intent.productID)")
        }
        if let offerID = intent.offerID {
            guard payment.offer == nil else {
                throw IAPError(
                    .invalidArgument, "both the payment and the intent name an offer; take the offer out of the payment"
                )
            }
            guard payment.advancedCommerceJWS == nil else {
                throw IAPError(
                    .invalidArgument,
                    "the payment has advanced_commerce_jws, and the intent is for the win-back offer \(offerID)")
            }
            payment.offer = .winBack(id: offerID)
        }
        let added = try add(payment)
        intents.remove(at: index)
        return added
    }

    package mutating func `defer`(intent id: UInt64) throws(IAPError) {
        intents[try index(ofIntent: id)].intent.isDeferred = true
    }

    package mutating func decline(intent id: UInt64) throws(IAPError) {
        intents.remove(at: try index(ofIntent: id))
    }

    /// Whether the game has not yet taken, deferred or declined it.
    package func isUndecided(intent id: UInt64) -> Bool {
        intents.contains { $0.intent.id == id && !$0.intent.isDeferred }
    }

    /// The game has received the intent. An observer that is added later receives it again, unless the game has
    /// decided.
    package mutating func markTold(intent id: UInt64) {
        guard let index = intents.firstIndex(where: { $0.intent.id == id }) else { return }
        intents[index].isTold = true
    }

    /// An observer was added. It receives the intents that others have received and not decided.
    package mutating func repeatIntents() -> [Effect] {
        var effects: [Effect] = []
        for index in intents.indices where intents[index].isTold && !intents[index].intent.isDeferred {
            // The intent is queued again. An observer that is added before its delivery receives this one.
            intents[index].isTold = false
            effects.append(.emit(.purchaseIntentReceived(intents[index].intent)))
        }
        return effects
    }

    mutating func enter(_ intent: PurchaseIntent) -> [Effect] {
        var intent = intent
        intent.id = nextID()
        intents.append(HeldIntent(intent: intent))
        return [.emit(.purchaseIntentReceived(intent))]
    }

    private func index(ofIntent id: UInt64) throws(IAPError) -> Int {
        guard let index = intents.firstIndex(where: { $0.intent.id == id }) else {
            throw IAPError(.notFound, "the purchase intent was already taken or declined")
        }
        return index
    }

    // MARK: Messages

    /// Opens the request that shows a message. Each message is shown once, and by one request at a time.
    package mutating func display(
        message id: UInt64, _ anchor: Anchor?
    ) throws(IAPError) -> (id: UInt64, effects: [Effect]) {
        guard messages.remove(id) != nil else {
            throw IAPError(.notFound, "the message was already shown, or it belongs to another client")
        }
        let opened = open(.store(.show(.message(id), anchor)))
        displays[opened.id] = id
        return opened
    }

    /// A message that could not be shown can be shown later. A message that the player dismissed counts as shown.
    mutating func endDisplay(_ request: UInt64, _ result: Result<Answer, IAPError>) {
        guard let message = displays.removeValue(forKey: request), case .failure(let error) = result else { return }
        switch error.status.category {
        case .cancelled, .notFound: break
        default: messages.insert(message)
        }
    }

    mutating func enter(_ message: StoreMessage) -> [Effect] {
        guard messages.insert(message.id).inserted else { return [] }
        return [.emit(.messageReceived(message))]
    }
}
