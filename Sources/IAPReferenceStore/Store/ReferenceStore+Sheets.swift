internal import IAPDatabase
internal import IAPModel

/// The player's actions in the system's sheets, as a test scripts them.
extension ReferenceStore {
    /// Sets the player's action for the next time the sheet appears. Returns false if the sheet does not have this action.
    package func answerNext(_ sheet: StoreSheet, _ answer: SheetAnswer) throws(StoreFailure) -> Bool {
        guard isPossible(answer, in: sheet) else { return false }
        try change(.answerNext(sheet: sheet, answer: answer)) { ledger throws(DatabaseError) in
            try ledger.insert(answer, to: sheet)
        }
        return true
    }

    package func count(of sheet: StoreSheet) throws(StoreFailure) -> Int {
        try read { ledger throws(DatabaseError) in try ledger.count(of: sheet) }
    }

    private func isPossible(_ answer: SheetAnswer, in sheet: StoreSheet) -> Bool {
        guard let detail = answer.detail else { return true }
        guard answer.isAccepted else { return false }
        switch sheet {
        case .refund: return RefundDecision(rawValue: detail) != nil
        case .manageSubscriptions:
            return SubscriptionChange(rawValue: detail) != nil || catalogue.product(id: detail)?.subscription != nil
        case .offerCode: return codeOffer(detail) != nil
        case .message, .review, .externalPurchaseNotice: return false
        }
    }

    /// Returns the product and code that a text such as `com.example.month/WELCOME` names.
    func codeOffer(_ detail: String) -> (product: CatalogueProduct, code: String)? {
        let wanted = ExactText(detail)
        for product in catalogue.products {
            for offer in product.subscription?.codeOffers ?? []
            where ExactText("\(product.productID)/\(offer.referenceName)") == wanted {
                return (product, offer.referenceName)
            }
        }
        return nil
    }
}
