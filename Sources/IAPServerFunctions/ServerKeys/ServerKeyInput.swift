import CIAP
import Glibc
import IAPBoundary
import IAPModel
import IAPPlatform
import IAPSignedData

/// The options of a server key, checked. No message contains a part of the key.
extension Input {
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
            // A Swift string may be copied, and its copies are not wiped.
            let length = strnlen(text, keyLimit + 1)
            guard length <= keyLimit else {
                throw IAPError(.tooLarge, "options.key_text is longer than \(keyLimit) bytes")
            }
            let bytes = UnsafeRawBufferPointer(start: text, count: length).assumingMemoryBound(to: UInt8.self)
            let signer = try signer(bytes) {
                IAPError(.invalidText, "options.key_text is not a P-256 private key in PKCS #8")
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
            throw IAPError(.invalidText, "\(name) is not a P-256 public key in PEM")
        }
        return key
    }

    private static func signer(of path: String) throws(IAPError) -> PrivateKey {
        func refused(_ reason: String) -> IAPError { IAPError(.invalidFile, "\(path): the file \(reason)") }
        guard let kind = RegularFile.kind(of: path) else { throw refused("cannot be found") }
        guard kind == .regular else { throw refused("is not a regular file") }
        // A stream has a buffer that is not wiped. So the file is read without a stream.
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw refused("cannot be opened for reading") }
        defer { close(file) }
        // One byte more than allowed distinguishes a file that is too large from a file of exactly the limit.
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
            return try signer(UnsafeBufferPointer(rebasing: bytes[..<count])) {
                refused("is not a P-256 private key in PKCS #8")
            }
        }
    }

    private static func signer(
        _ text: UnsafeBufferPointer<UInt8>, refusal: () -> IAPError
    ) throws(IAPError) -> PrivateKey {
        do throws(SignedDataError) { return try PrivateKey(pkcs8Text: text) } catch {
            if case .systemFailure(let line) = error { throw IAPError(.internalFailure, line) }
            throw refusal()
        }
    }
}
