public import CIAP
import Foundation
import IAPInterop
import IAPModel
import IAPPlatform
import IAPSignatures

extension SignedDataVerifier: Handle {}

@c @implementation
public func iap_verifier_options_init(_ options: UnsafeMutablePointer<iap_verifier_options>?) {
    initialize(options, iap_verifier_options(), \.struct_size)
}

@c @implementation
public func iap_verify_result_init(_ result: UnsafeMutablePointer<iap_verify_result>?) {
    initialize(result, iap_verify_result(), \.struct_size)
}

@c @implementation
public func iap_verifier_open(
    _ options: UnsafePointer<iap_verifier_options>?, _ verifier: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status_t {
    verifier?.pointee = nil
    return returnStatus(error) { () throws(IAPError) in
        let verifier = try Input.place(verifier, "verifier")
        verifier.pointee = try Input.verifier(options).given
    }
}

@c @implementation public func iap_verifier_retain(_ p: CHandle) -> CHandle { SignedDataVerifier.retain(p) }
@c @implementation public func iap_verifier_release(_ p: CHandle) { SignedDataVerifier.release(p) }

@c @implementation
public func iap_verifier_check(
    _ verifier: OpaquePointer?, _ kind: iap_signed_kind_t, _ text: UnsafePointer<CChar>?, _ length: Int,
    _ data: UnsafeMutablePointer<OpaquePointer?>?, _ result: UnsafeMutablePointer<iap_verify_result>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status_t {
    data?.pointee = nil
    fill(result, verdict: 0)
    return returnStatus(error) { () throws(IAPError) in
        try Input.checkSize(of: result)
        let verifier = try Input.verifier(verifier)
        guard let kind = SignedKind(rawValue: kind) else {
            throw IAPError(.invalidArgument, "kind is \(kind), which is not an IAP_SIGNED_… value")
        }
        guard let text else { throw IAPError(.invalidArgument, "text is NULL") }
        guard length >= 0 else { throw IAPError(.invalidArgument, "length is \(UInt(bitPattern: length))") }
        let data = try Input.place(data, "data")
        let bytes = UnsafeRawBufferPointer(start: text, count: length).bindMemory(to: UInt8.self)
        judge(result) { () throws(Rejection) in
            let verified = try verifier.check(kind, bytes)
            data.pointee = SignedDataHandle(verified).given
            return verified.isSignatureChecked
        }
    }
}

/// Fills the caller's result with the verdict of a check.
///
/// - Parameter check: Returns whether the signature was checked.
func judge(_ result: UnsafeMutablePointer<iap_verify_result>?, _ check: () throws(Rejection) -> Bool) {
    do throws(Rejection) { fill(result, verdict: IAP_VERDICT_VALID, isSignatureChecked: try check()) } catch {
        fill(
            result, verdict: error.reason.isRetryable ? IAP_VERDICT_UNDECIDED : IAP_VERDICT_INVALID, rejection: error)
    }
}

/// Fills the caller's result, under the rules of `fill` for errors.
func fill(
    _ output: UnsafeMutablePointer<iap_verify_result>?, verdict: iap_verdict_t, rejection: Rejection? = nil,
    isSignatureChecked: Bool = false
) {
    guard let output else { return }
    let size = Int(UnsafeRawPointer(output).load(as: UInt32.self))
    guard size == MemoryLayout<iap_verify_result>.size else { return }
    output.pointee.verdict = verdict
    output.pointee.reason = rejection?.reason.rawValue ?? IAP_VERIFY_REASON_NONE
    output.pointee.signature_checked = isSignatureChecked ? 1 : 0
    withUnsafeMutableBytes(of: &output.pointee.message) { write(rejection?.detail.inOneLine ?? "", to: $0) }
}

@c @implementation
public func iap_verify_reason_name(_ reason: iap_verify_reason_t) -> UnsafePointer<CChar>? {
    let known = VerifyReason.allCases
    let unknown = known.count + (reason == IAP_VERIFY_REASON_NONE ? 0 : 1)
    return reasonNames[known.firstIndex { $0.rawValue == reason } ?? unknown]
}

/// The names of the header's constants, made of the names of the cases: IAP_VERIFY_REASON_TOO_LARGE for `tooLarge`.
private let reasonNames = Texts(
    (VerifyReason.allCases.map { "\($0)" } + ["none", "unknown"]).map { name in
        let words = name.reduce("") { $1.isUppercase && $0.last?.isLowercase == true ? "\($0)_\($1)" : "\($0)\($1)" }
        return "IAP_VERIFY_REASON_" + words.uppercased()
    })

extension Input {
    private static let certificateLimit = 1 << 20

    static func verifier(
        _ pointer: OpaquePointer?, function: String = #function
    ) throws(IAPError) -> SignedDataVerifier {
        guard let verifier = SignedDataVerifier.at(pointer, function: function) else {
            throw IAPError(.invalidArgument, "the verifier is NULL")
        }
        return verifier
    }

    /// The options of a verifier, checked.
    static func verifier(_ pointer: UnsafePointer<iap_verifier_options>?) throws(IAPError) -> SignedDataVerifier {
        let given = try options(
            pointer, "options")
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

    private static func environments(_ given: iap_environment_t) throws(IAPError) -> SignedEnvironments {
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
            let read = try RootCertificateFile.read(path: path)
            for (number, root) in read.enumerated() where !SignedDataVerifier.isCertificate(root) {
                throw RootCertificateFile.refusal(
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
            UnsafePointer(result), "result")
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
