internal import IAPModel

/// Subscriptions by the JSON that the ledger has for them: a settlement reads every subscription that is due, and decoding takes
/// longer than all else that it does. Equal texts are equal subscriptions, so nothing here becomes outdated. It is used with the
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
