package import IAPModel

/// Writes the requested content into memory of the caller: all of it or nothing.
///
/// - Parameters:
///   - buffer: Nil only requests the length.
///   - capacity: The number of elements that fit into the buffer.
///   - name: The name of the content, for the message.
package func give<Element>(
    _ content: [Element], _ name: String, in buffer: UnsafeMutablePointer<Element>?, capacity: Int,
    length: UnsafeMutablePointer<Int>
) throws(IAPError) {
    length.pointee = content.count
    guard let buffer else { return }
    // A capacity that does not fit a signed number arrives as a negative number.
    guard UInt(content.count) <= UInt(bitPattern: capacity) else {
        throw IAPError(.tooLarge, "the \(name) needs \(content.count) bytes")
    }
    content.withUnsafeBufferPointer { content in
        if let start = content.baseAddress { buffer.update(from: start, count: content.count) }
    }
}

extension Input {
    /// Bytes that the caller lends. NULL means no bytes.
    package static func bytes(
        _ pointer: UnsafePointer<UInt8>?, _ length: Int, _ name: String
    ) throws(IAPError) -> UnsafeBufferPointer<UInt8> {
        // A length that does not fit a signed number arrives as a negative number.
        guard length >= 0 else { throw IAPError(.tooLarge, "\(name) has \(UInt(bitPattern: length)) bytes") }
        guard length == 0 || pointer != nil else { throw IAPError(.invalidArgument, "\(name) is NULL") }
        return UnsafeBufferPointer(start: pointer, count: length)
    }
}

/// Writes a text into the caller's buffer, if there is one, and reports the number of bytes that it needs with its NUL.
package func write(
    _ text: String, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ needed: UnsafeMutablePointer<Int>?
) throws(IAPError) {
    guard let needed else { throw IAPError(.invalidArgument, "needed is NULL") }
    let count = text.utf8.count + 1
    needed.pointee = count
    guard let buffer else { return }
    guard UInt(count) <= UInt(bitPattern: capacity) else {
        throw IAPError(.tooLarge, "the text needs \(count) bytes")
    }
    let place = UnsafeMutableRawBufferPointer(start: buffer, count: count)
    place.copyBytes(from: text.utf8)
    place[count - 1] = 0
}
