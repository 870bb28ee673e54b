#if os(Linux)
    import SignedData

    final class ServerKeyHandle: Handle {
        let key: AppServerKey
        /// Milliseconds since 1970.
        let now: @Sendable () -> Int64
        private let texts: Texts

        init(_ key: AppServerKey, now: @escaping @Sendable () -> Int64) {
            self.key = key
            // Nothing can be signed outside these years; a clock of the caller may say anything.
            self.now = { min(max(now(), 0), Input.latestServerTime) }
            texts = Texts([key.id, key.publicKeyText])
        }

        var id: UnsafePointer<CChar>? { texts[0] }
        var publicKey: UnsafePointer<CChar>? { texts[1] }
    }

    final class ServerSignatureHandle: Handle {
        let signature: ServerSignature
        private let texts: Texts

        init(_ signature: ServerSignature) {
            self.signature = signature
            texts = Texts([
                signature.text, signature.nonce, signature.productID, signature.offerID, signature.transactionID,
                signature.requestJSON,
            ])
        }

        var text: UnsafePointer<CChar>? { texts[0] }
        var nonce: UnsafePointer<CChar>? { texts[1] }
        var productID: UnsafePointer<CChar>? { texts[2] }
        var offerID: UnsafePointer<CChar>? { texts[3] }
        var transactionID: UnsafePointer<CChar>? { texts[4] }
        var requestJSON: UnsafePointer<CChar>? { texts[5] }
    }
#endif
