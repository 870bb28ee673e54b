#if os(Linux)
    import CIAP
    import Glibc
    import IAPModel
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
                let text = try keyText(of: path)
                guard let signer = try? SigningKey(pkcs8Text: text) else {
                    throw IAPError(.invalidFile, "\(path): the file has no P-256 private key as PKCS #8")
                }
                key = AppServerKey(id: id, issuerID: issuerID, bundleID: bundleID, key: signer)
            case (nil, let text?, nil):
                let text = try Input.text(text, "options.key_text", limit: keyLimit)
                guard let signer = try? SigningKey(pkcs8Text: text) else {
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

        private static func keyText(of path: String) throws(IAPError) -> String {
            func refused(_ reason: String) -> IAPError { IAPError(.invalidFile, "\(path): the file \(reason)") }
            // A device or a pipe would be read without end or block for ever.
            var status = stat()
            guard stat(path, &status) == 0 else { throw refused("cannot be found") }
            guard status.st_mode & S_IFMT == S_IFREG else { throw refused("is not a regular file") }
            guard let file = fopen(path, "rb") else { throw refused("cannot be opened for reading") }
            defer { fclose(file) }
            // One byte more than allowed tells a file that is too large from one that is just not.
            var bytes = [UInt8](repeating: 0, count: keyLimit + 1)
            let count = fread(&bytes, 1, bytes.count, file)
            guard ferror(file) == 0 else { throw refused("cannot be read") }
            guard count <= keyLimit else { throw refused("is larger than \(keyLimit) bytes") }
            guard let text = String(validating: bytes[..<count], as: UTF8.self) else { throw refused("is no text") }
            return text
        }
    }
#endif
