import IAPBoundary
package import IAPModel

package final class AppTransactionHandle: Handle {
    package enum Text: Int, CaseIterable {
        case appVersion, bundleID, environment, originalAppVersion, appTransactionID, originalPlatform
        case deviceVerification, deviceVerificationNonce, signedText, json
    }

    package let appTransaction: AppTransaction
    private let texts: NamedTexts<Text>

    package init(_ appTransaction: AppTransaction) {
        self.appTransaction = appTransaction
        texts = NamedTexts { name in
            switch name {
            case .appVersion: appTransaction.appVersion
            case .bundleID: appTransaction.bundleID
            case .environment: appTransaction.environment
            case .originalAppVersion: appTransaction.originalAppVersion
            case .appTransactionID: appTransaction.appTransactionID
            case .originalPlatform: appTransaction.originalPlatform
            case .deviceVerification: appTransaction.deviceVerification
            case .deviceVerificationNonce: appTransaction.deviceVerificationNonce
            case .signedText: appTransaction.signedText
            case .json: appTransaction.json
            }
        }
    }

    package func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text] }
}
