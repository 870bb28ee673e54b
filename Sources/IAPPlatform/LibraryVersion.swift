internal import CIAP

/// The version of the library and of its programs. The header is the only place where it is written.
package enum LibraryVersion {
    /// Major, minor and patch version, for example "1.2.3".
    package static var text: String {
        let version = UInt32(IAP_HEADER_VERSION)
        return "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
    }
}
