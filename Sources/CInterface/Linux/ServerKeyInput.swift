#if os(Linux)
    import CIAP
    import Glibc
    import IAPModel
    import Platform
    import SignedData

    /// What a server says of its key, checked. No message has a part of the key.
    extension Input {
        static let serverIDLimit = Int(IAP_SERVER_ID_LENGTH_MAX)
        private static let keyLimit = Int(IAP_SERVER_KEY_LENGTH_MAX)

        static func serverKey(
            _ pointer: UnsafePointer<iap_server_key_options>?
        ) throws(IAPError) -> ServerKeyHandle {
            let given = try options(
                pointer, "options", zero: iap_server_key_options(), sizes: [MemoryLayout<iap_server_key_options>.size])
            let id = try text(given.key_id, "options.key_id", limit: serverIDLimit)
            let issuerID = try optionalText(given.issuer_id, "options.issuer_id", limit: serverIDLimit)
            let bundleID = try text(given.bundle_id, "options.bundle_id", limit: serverIDLimit)
            let key: AppServerKey
            switch (given.key_path, given.key_text, given.public_key_text) {
            case (let path?, nil, nil):
                let path = try text(path, "options.key_path", limit: pathLimit)
                let signer = try signer(of: path)
                key = AppServerKey(id: id, issuerID: issuerID, bundleID: bundleID, key: signer)
            case (nil, let text?, nil):
                // Not as a string, whose copies nobody would wipe.
                let length = strnlen(text, keyLimit + 1)
                guard length <= keyLimit else {
                    throw IAPError(.tooLarge, "options.key_text is longer than \(keyLimit) bytes")
                }
                let bytes = UnsafeRawBufferPointer(start: text, count: length).assumingMemoryBound(to: UInt8.self)
                guard let signer = try? SigningKey(pkcs8Text: bytes) else {
                    throw IAPError(.invalidText, "options.key_text has no P-256 private key as PKCS #8")
                }
                key = AppServerKey(id: id, issuerID: issuerID, bundleID: bundleID, key: signer)
            case (nil, nil, let text?):
                let publicKey = try publicKey(text, "options.public_key_text")
                key = AppServerKey(id: id, issuerID: issuerID, bundleID: bundleID, publicKey: publicKey)
            default:
                throw IAPError(.invalidArgument, "give one of key_path, key_text and public_key_text")
            }
            return ServerKeyHandle(key, now: clock(given.clock, given.clock_user_data))
        }

        private static func publicKey(
            _ pointer: UnsafePointer<CChar>?, _ name: String
        ) throws(IAPError) -> VerifyingKey {
            guard let key = VerifyingKey(pem: try text(pointer, name, limit: keyLimit)) else {
                throw IAPError(.invalidText, "\(name) is not PEM of a P-256 public key")
            }
            return key
        }

        private static func signer(of path: String) throws(IAPError) -> SigningKey {
            func refused(_ reason: String) -> IAPError { IAPError(.invalidFile, "\(path): the file \(reason)") }
            guard let kind = RegularFile.kind(of: path) else { throw refused("cannot be found") }
            guard kind == .regular else { throw refused("is not a regular file") }
            // Without the buffer of a stream, which nobody would wipe.
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw refused("cannot be opened for reading") }
            defer { close(file) }
            // One byte more than allowed tells a file that is too large from one that is just not.
            return try withSecretBytes(count: keyLimit + 1) { bytes throws(IAPError) in
                var count = 0
                while count < bytes.count {
                    let step = read(file, bytes.baseAddress! + count, bytes.count - count)
                    if step == 0 { break }
                    if step < 0, errno == EINTR { continue }
                    guard step > 0 else { throw refused("cannot be read") }
                    count += step
                }
                guard count <= keyLimit else { throw refused("is larger than \(keyLimit) bytes") }
                guard let key = try? SigningKey(pkcs8Text: UnsafeBufferPointer(rebasing: bytes[..<count])) else {
                    throw refused("has no P-256 private key as PKCS #8")
                }
                return key
            }
        }
    }
#endif
