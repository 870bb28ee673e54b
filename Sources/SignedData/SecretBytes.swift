import COpenSSL

/// Lends memory that nobody finds the content of afterwards: an array leaves its behind, and copies of it whenever it grows.
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
