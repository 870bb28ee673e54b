/// Apple does not document the numbers; real receipts have them.
package enum ReceiptProductType: Int, Sendable, Hashable, CaseIterable {
    case nonConsumable = 0
    case consumable = 1
    case nonRenewingSubscription = 2
    case autoRenewableSubscription = 3
}
