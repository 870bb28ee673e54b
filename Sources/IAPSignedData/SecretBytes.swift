import CIAPOpenSSL

/// Lends memory that is wiped afterwards. An array is not wiped, and leaves copies in memory whenever it grows.
package func withSecretBytes<Result, Failure: Error>(
    count: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
    bytes.initialize(repeating: 0)
    defer {
        OPENSSL_cleanse(bytes.baseAddress, bytes.count)
        bytes.deallocate()
    }
    return try body(bytes)
}
