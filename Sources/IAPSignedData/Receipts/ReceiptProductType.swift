/// Apple does not document the numbers. Real receipts contain them.
package enum ReceiptProductType: Int, Sendable, Hashable, CaseIterable {
    case nonConsumable = 0
    case consumable = 1
    case nonRenewingSubscription = 2
    case autoRenewableSubscription = 3
}
