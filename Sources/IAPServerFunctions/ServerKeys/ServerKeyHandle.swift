import IAPBoundary
import IAPSignedData

final class ServerKeyHandle: Handle {
    enum Text: Int, CaseIterable {
        case id, publicKey
    }

    let key: AppServerKey
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64
    private let texts: NamedTexts<Text>

    init(_ key: AppServerKey, now: @escaping @Sendable () -> Int64) {
        self.key = key
        // Nothing can be signed outside these years, and a clock of the caller may return any time.
        self.now = { min(max(now(), 0), Input.latestServerTime) }
        texts = NamedTexts { name in
            switch name {
            case .id: key.id
            case .publicKey: key.publicKeyText
            }
        }
    }

    func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text] }
}

final class ServerSignatureHandle: Handle {
    enum Text: Int, CaseIterable {
        case text, nonce, productID, offerID, transactionID, requestJSON
    }

    let signature: ServerSignature
    private let texts: NamedTexts<Text>

    init(_ signature: ServerSignature) {
        self.signature = signature
        texts = NamedTexts { name in
            switch name {
            case .text: signature.text
            case .nonce: signature.nonce
            case .productID: signature.productID
            case .offerID: signature.offerID
            case .transactionID: signature.transactionID
            case .requestJSON: signature.requestJSON
            }
        }
    }

    func text(_ text: Text) -> UnsafePointer<CChar>? { texts[text] }
}
