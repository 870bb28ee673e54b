internal import IAPReferenceStore

extension Transaction {
    public enum RefundRequestError: Error, Hashable, Sendable {
        case duplicateRequest
        case failed
    }

    public enum RefundRequestStatus: Hashable, Sendable {
        case success
        case userCancelled
    }

    /// Shows the sheet in which the player requests a refund. Success means that the request was sent.
    public func beginRefundRequest(in scene: UIWindowScene) async throws -> RefundRequestStatus {
        try await Self.beginRefundRequest(for: id, in: scene)
    }

    public static func beginRefundRequest(
        for transactionID: UInt64, in scene: UIWindowScene
    ) async throws -> RefundRequestStatus {
        try await CurrentDevice.ask { device throws(StoreFailure) in
            switch try device.showRefundSheet(transactionID) {
            case .done: .success
            case .cancelled: .userCancelled
            }
        }
    }
}
