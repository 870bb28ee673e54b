import IAPModel

final class AppTransactionHandle: Handle {
    enum Text: Int, CaseIterable {
        case appVersion, bundleID, environment, originalAppVersion, appTransactionID, originalPlatform
        case deviceVerification, deviceVerificationNonce, signedText, json
    }

    let appTransaction: AppTransaction
    private let texts: Texts

    init(_ appTransaction: AppTransaction) {
        self.appTransaction = appTransaction
        texts = Texts([
            appTransaction.appVersion, appTransaction.bundleID, appTransaction.environment,
            appTransaction.originalAppVersion, appTransaction.appTransactionID, appTransaction.originalPlatform,
            appTransaction.deviceVerification, appTransaction.deviceVerificationNonce, appTransaction.signedText,
            appTransaction.json,
        ])
    }

    func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text.rawValue] }
}
