public import CIAP
import IAPBoundary
import IAPModel
import IAPPlatform

@c @implementation public func iap_version() -> UInt32 { UInt32(IAP_HEADER_VERSION) }

@c @implementation public func iap_error_init(_ error: UnsafeMutablePointer<iap_error>?) {
    error?.pointee = value(of: nil)
}

@c @implementation public func iap_status_name(_ status: iap_status) -> UnsafePointer<CChar>? {
    StatusNames.text(of: status)
}

/// The pointer that the game passes together with a function.
private struct UserData: @unchecked Sendable {  // The library only passes it on.
    let pointer: UnsafeMutableRawPointer?
}

@c @implementation public func iap_set_log_function(
    _ level: iap_log_level, _ function: iap_log_function?, _ user_data: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    answer(error) { () throws(IAPError) in
        let chosen = UInt32(exactly: level).flatMap { Log.Level(rawValue: $0) }
        guard chosen != nil || level == IAP_LOG_NONE else {
            throw IAPError(.invalidArgument, "level is \(level), which is not an IAP_LOG_… value")
        }
        let data = UserData(pointer: user_data)
        guard let function else { return Log.set(chosen, nil) }
        Log.set(chosen) { level, message in
            message.withCString { function(data.pointer, iap_log_level(level.rawValue), $0) }
        }
    }
}

@c @implementation public func iap_check_handles() {
    CheckedHandles.turnOn()
}
