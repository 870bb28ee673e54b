internal import Foundation
package import IAPModel
internal import IAPPlatform

/// The certificates of a file: PEM (RFC 7468) with one or more certificates, or one certificate in DER.
package enum RootCertificateFile {
    private static let maximumLength = 1 << 20
    private static let (begin, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----")

    /// - Returns: DER, at least one. This does not check whether it is a certificate.
    /// - Throws: `.invalidFile`. The message names the file and what is wrong with it.
    package static func read(path: String) throws(IAPError) -> [[UInt8]] {
        let bytes: [UInt8]
        do throws(RegularFile.Failure) { bytes = try RegularFile.bytes(at: path, limit: maximumLength) } catch {
            switch error {
            case .notRegular: throw refusal(path, "is not a regular file")
            case .notFound(let reason), .unreadable(let reason): throw refusal(path, "cannot be read (\(reason))")
            }
        }
        guard bytes.count <= maximumLength else { throw refusal(path, "is larger than \(maximumLength) bytes") }
        guard !bytes.isEmpty else { throw refusal(path, "is empty") }
        // DER of a certificate begins with a sequence, and no text does.
        if bytes[0] == 0x30, bytes.contains(where: { $0 >= 0x80 || $0 < 0x09 }) { return [bytes] }
        return try certificates(pem: bytes, path: path)
    }

    package static func refusal(_ path: String, _ reason: String) -> IAPError {
        IAPError(.invalidFile, "the file of root certificates \(path) \(reason)")
    }

    private static func certificates(pem bytes: [UInt8], path: String) throws(IAPError) -> [[UInt8]] {
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw refusal(path, "is neither PEM nor one certificate in DER")
        }
        var certificates: [[UInt8]] = []
        var block: String?
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            switch (line, block) {
            case (begin, nil): block = ""
            case (end, let digits?):
                guard let der = Base64.decode(digits), !der.isEmpty else {
                    throw refusal(path, "has a certificate that is not Base64; it ends at line \(index + 1)")
                }
                certificates.append(der)
                block = nil
            case (_, let digits?):
                guard !line.hasPrefix("-----") else {
                    throw refusal(path, "has a certificate without an end before line \(index + 1)")
                }
                block = digits + line
            case (_, nil):
                // Text around the certificates describes them. A private key must not be in a game.
                guard !line.hasPrefix("-----") else {
                    throw refusal(path, "contains something other than certificates at line \(index + 1)")
                }
            }
        }
        guard block == nil else { throw refusal(path, "has a certificate without an end") }
        guard !certificates.isEmpty else { throw refusal(path, "contains no certificate, neither in PEM nor in DER") }
        return certificates
    }
}
