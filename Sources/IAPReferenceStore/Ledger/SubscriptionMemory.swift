internal import IAPModel

/// Remembers decoded subscriptions by their JSON in the ledger. A settlement reads every due subscription, and decoding takes
/// longer than the rest of its work. Equal texts are equal subscriptions: entries cannot become outdated. Use it only with the
/// store's lock held.
final class SubscriptionMemory {
    private var byText: [ExactText: GroupSubscription] = [:]
    private static let capacity = 4096

    func subscription(_ text: String) throws -> GroupSubscription {
        if let known = byText[ExactText(text)] { return known }
        let subscription = try KeptJSON.value(GroupSubscription.self, of: text)
        note(subscription, text)
        return subscription
    }

    func note(_ subscription: GroupSubscription, _ text: String) {
        if byText.count >= Self.capacity { byText = [:] }
        byText[ExactText(text)] = subscription
    }
}
