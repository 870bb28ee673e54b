internal import IAPDatabase
internal import IAPModel
internal import IAPSignedData
internal import IAPSignedText

/// `verifyReceipt`: servers sent app receipts to it for a check by the App Store. Apple has deprecated it, but it still works.
extension ReferenceStore {
    /// Returns the response as JSON.
    package func answer(_ request: VerifyReceiptRequest) throws(StoreFailure) -> String {
        if let status = request.status, status != 0, status != Status.expired {
            return VerifyReceiptAnswer.text(status: status, request)
        }
        guard let question = request.question else { return VerifyReceiptAnswer.text(status: Status.noJSON, request) }
        let receipt: AppReceipt
        switch check(question, request) {
        case .success(let checked): receipt = checked
        case .failure(let refusal): return VerifyReceiptAnswer.text(status: refusal.status, request)
        }
        let bytes = question.receipt ?? []
        return try read { ledger throws(DatabaseError) in
            var answer = VerifyReceiptAnswer(receipt, request, date: try self.now(ledger))
            for (index, purchase) in receipt.purchases.enumerated() where purchase.cancellationDate != nil {
                guard let id = purchase.transactionID else { continue }
                answer.purchases[index].cancellationReason = try ledger.transaction(id)?.revocation?.reason
            }
            // Only subscriptions need the rest.
            guard receipt.hasSubscriptions, let device = try self.device(of: receipt, ledger) else {
                return answer.text
            }
            let history = try ledger.history(of: device.account)
            answer.latest = (question.excludesOldTransactions ? history.latestOfSubscriptions : history).reversed()
            answer.renewals = try self.statuses(of: device.account, groupID: nil, ledger)
            answer.latestReceipt = try self.latestReceipt(for: device, ledger) ?? String(decoding: bytes, as: UTF8.self)
            return answer.text
        }
    }

    private enum Status {
        static let noJSON: Int32 = 21000
        static let malformed: Int32 = 21002
        static let notAuthentic: Int32 = 21003
        static let wrongSecret: Int32 = 21004
        static let expired: Int32 = 21006
        static let ofSandbox: Int32 = 21007
        static let ofProduction: Int32 = 21008
    }

    private struct Refusal: Error {
        var status: Int32
    }

    /// Receipts of other apps are authentic too.
    private func check(
        _ question: VerifyReceiptRequest.Question, _ request: VerifyReceiptRequest
    ) -> Result<AppReceipt, Refusal> {
        func refusal(_ status: Int32) -> Result<AppReceipt, Refusal> { .failure(Refusal(status: status)) }
        guard let bytes = question.receipt, let read = try? AppReceipt(unchecked: bytes) else {
            return refusal(Status.malformed)
        }
        let environment = SignedEnvironments(receiptType: read.receiptType)
        if environment == .sandbox, request.isForProduction { return refusal(Status.ofSandbox) }
        if environment == .production, !request.isForProduction { return refusal(Status.ofProduction) }
        guard let receipt = try? identity.certificates.receiptVerifier.verify(bytes) else {
            return refusal(Status.notAuthentic)
        }
        if let secret = request.sharedSecret, question.password != nil || receipt.hasSubscriptions {
            guard question.password.map(ExactText.init) == ExactText(secret) else { return refusal(Status.wrongSecret) }
        }
        return .success(receipt)
    }

    /// Returns the receipt in Base64; nil if the store cannot make it.
    private func latestReceipt(for device: DeviceAddress, _ ledger: Ledger) throws(DatabaseError) -> String? {
        let receipt = try receipt(for: device, ledger)
        return (try? identity.sign(receipt, forgedAs: nil)).map(Base64.encode)
    }
}

extension AppReceipt {
    fileprivate var hasSubscriptions: Bool { purchases.contains { $0.productType == .autoRenewableSubscription } }
}

extension [LedgerTransaction] {
    /// The newest transaction of each auto-renewable subscription, and all other transactions, in the order of their ids.
    fileprivate var latestOfSubscriptions: [LedgerTransaction] {
        var latest: [UInt64: UInt64] = [:]
        for transaction in self where transaction.productType == .autoRenewableSubscription {
            latest[transaction.originalID] = transaction.id
        }
        return filter { $0.productType != .autoRenewableSubscription || latest[$0.originalID] == $0.id }
    }
}
