import CIAP
import Foundation
import IAPBoundary
import IAPModel
import IAPSignatureCheck
import IAPSignedData

extension Input {
    private static let certificateLimit = 1 << 20

    /// The options of a verifier, checked.
    static func verifier(_ pointer: UnsafePointer<iap_verifier_options>?) throws(IAPError) -> SignedDataVerifier {
        let given = try options(
            pointer, "options", zero: iap_verifier_options(), sizes: [MemoryLayout<iap_verifier_options>.size])
        let environments = try environments(given.environments)
        let bundleID = try text(given.bundle_id, "options.bundle_id", limit: idLimit)
        guard let appID = Int64(exactly: given.app_apple_id) else {
            throw IAPError(
                .invalidArgument, "options.app_apple_id is \(given.app_apple_id), which is not the Apple id of an app")
        }
        guard !environments.contains(.production) || appID != 0 else {
            throw IAPError(
                .invalidArgument, "options.app_apple_id is 0: a verifier for production needs the app's Apple id")
        }
        var options = SignedDataVerifier.Options(
            roots: try roots(given), bundleID: bundleID, appAppleID: appID == 0 ? nil : appID,
            environments: environments, now: clock(given.clock, given.clock_user_data))
        options.checksRevocation = given.check_revocation != 0
        if given.ocsp_timeout_ms != 0 { options.ocspTimeoutMilliseconds = given.ocsp_timeout_ms }
        do throws(SignedDataError) {
            return try SignedDataVerifier(options)
        } catch {
            throw IAPError(.internalFailure, "\(error)")
        }
    }

    private static func environments(_ given: iap_environment) throws(IAPError) -> SignedEnvironments {
        let environments = SignedEnvironments(rawValue: given)
        guard !environments.isEmpty else {
            throw IAPError(.invalidArgument, "options.environments is 0; name at least one environment")
        }
        guard environments.isSubset(of: .all) else {
            throw IAPError(
                .invalidArgument, "options.environments is \(given), which contains more than IAP_ENVIRONMENT_… values")
        }
        guard environments.isDisjoint(with: .unsigned) || !environments.contains(.production) else {
            throw IAPError(
                .invalidArgument,
                "options.environments has Production together with Xcode or local testing, whose data anybody can create; open a separate verifier for each"
            )
        }
        return environments
    }

    private static func roots(_ given: iap_verifier_options) throws(IAPError) -> [[UInt8]] {
        let limit = Int(IAP_VERIFIER_ROOTS_MAX)
        for count in [given.root_path_count, given.root_count] where count < 0 || count > limit {
            throw IAPError(
                .tooLarge, "options has \(UInt(bitPattern: count)) root certificates; at most \(limit) are allowed")
        }
        guard given.root_path_count == 0 || given.root_paths != nil else {
            throw IAPError(.invalidArgument, "options.root_paths is NULL")
        }
        guard given.root_count == 0 || given.roots != nil else {
            throw IAPError(.invalidArgument, "options.roots is NULL")
        }
        var roots: [[UInt8]] = []
        for index in 0..<given.root_path_count {
            let path = try text(given.root_paths?[index], "options.root_paths[\(index)]", limit: pathLimit)
            let read = try RootCertificates.read(path: path)
            for (number, root) in read.enumerated() where !SignedDataVerifier.isCertificate(root) {
                throw RootCertificates.refusal(
                    path, "contains something other than a certificate as certificate \(number + 1) of \(read.count)")
            }
            roots += read
        }
        for index in 0..<given.root_count {
            roots.append(try certificate(given.roots[index], "options.roots[\(index)]"))
        }
        guard !roots.isEmpty else {
            throw IAPError(.invalidArgument, "options has no root certificate; give at least one")
        }
        guard roots.count <= limit else {
            throw IAPError(.tooLarge, "options has \(roots.count) root certificates; at most \(limit) are allowed")
        }
        return roots
    }

    private static func certificate(_ given: iap_bytes, _ name: String) throws(IAPError) -> [UInt8] {
        guard given.length >= 0, given.length <= certificateLimit else {
            throw IAPError(.tooLarge, "\(name) has \(UInt(bitPattern: given.length)) bytes, more than 1 MiB")
        }
        guard let bytes = given.bytes, given.length > 0 else {
            throw IAPError(.invalidArgument, "\(name) is empty or NULL")
        }
        let der = Array(UnsafeBufferPointer(start: bytes, count: given.length))
        guard SignedDataVerifier.isCertificate(der) else {
            throw IAPError(.invalidFile, "\(name) is not one certificate in DER")
        }
        return der
    }

    /// A result that cannot be filled would keep its old verdict.
    static func checkSize(of result: UnsafeMutablePointer<iap_verify_result>?) throws(IAPError) {
        guard let result else { return }
        _ = try options(
            UnsafePointer(result), "result", zero: iap_verify_result(),
            sizes: [MemoryLayout<iap_verify_result>.size])
    }

    /// Milliseconds since 1970.
    static func clock(
        _ clock: iap_clock_function?, _ userData: UnsafeMutableRawPointer?
    ) -> @Sendable () -> Int64 {
        guard let clock else { return { Int64(Date().timeIntervalSince1970 * 1000) } }
        // The header requires a function that any thread may call.
        nonisolated(unsafe) let userData = userData
        return { clock(userData) }
    }
}
