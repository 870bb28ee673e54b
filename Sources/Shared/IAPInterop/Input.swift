package import CIAP
import Foundation
package import IAPModel

/// Reads what a C caller passes, and refuses invalid input.
package enum Input {
    /// A NUL-terminated text of 1 to `limit` bytes of UTF-8, or nil where no text is allowed.
    package static func text(
        _ pointer: UnsafePointer<CChar>?, _ name: String, limit: Int, mayBeEmpty: Bool = false
    ) throws(IAPError) -> String {
        guard let pointer else { throw IAPError(.invalidArgument, "\(name) is NULL") }
        // One byte beyond the limit decides. A text of a gigabyte is not read to its end.
        let length = strnlen(pointer, limit + 1)
        guard length <= limit else { throw IAPError(.tooLarge, "\(name) is longer than \(limit) bytes") }
        guard length > 0 || mayBeEmpty else { throw IAPError(.invalidText, "\(name) is empty") }
        guard let text = String(validatingCString: pointer) else {
            throw IAPError(.invalidText, "\(name) is not valid UTF-8")
        }
        return text
    }

    package static func optionalText(_ pointer: UnsafePointer<CChar>?, _ name: String, limit: Int) throws(IAPError)
        -> String?
    {
        pointer == nil ? nil : try text(pointer, name, limit: limit)
    }

    /// A value that the header names.
    ///
    /// - Parameter names: The beginning of the names of its constants.
    package static func value<Value: RawRepresentable>(
        _ type: Value.Type, _ number: Value.RawValue, _ name: String, _ names: String
    ) throws(IAPError) -> Value {
        guard let value = Value(rawValue: number) else {
            throw IAPError(.invalidArgument, "\(name) is \(number), which is not an \(names)_… value")
        }
        return value
    }

    package static let pathLimit = 4096
    package static let urlLimit = 4096
    /// The limit for ids of subscription groups and similar ids.
    package static let idLimit = 1024
    package static let serverIDLimit = Int(IAP_SERVER_ID_LENGTH_MAX)

    package static func productIDs(
        _ list: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
    ) throws(IAPError) -> [String] {
        var (ids, seen): ([String], Set<ExactText>) = ([], [])
        for (index, id) in try self.list(list, count, "product_ids", limit: Int(IAP_PRODUCT_IDS_MAX)).enumerated() {
            let id = try text(id, "product_ids[\(index)]", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
            if seen.insert(ExactText(id)).inserted { ids.append(id) }
        }
        return ids
    }

    /// A list that the caller lends.
    package static func list<Element>(
        _ pointer: UnsafePointer<Element>?, _ count: Int, _ name: String, limit: Int
    ) throws(IAPError) -> UnsafeBufferPointer<Element> {
        // A count that does not fit a signed number arrives as a negative number.
        guard (0...limit).contains(count) else {
            throw IAPError(
                .tooLarge, "\(name) has \(UInt(bitPattern: count)) elements; at most \(limit) are allowed")
        }
        guard count == 0 || pointer != nil else { throw IAPError(.invalidArgument, "\(name) is NULL") }
        return UnsafeBufferPointer(start: pointer, count: count)
    }

    /// The place for a new handle.
    package static func place<Content>(
        _ pointer: UnsafeMutablePointer<Content>?, _ name: String
    ) throws(IAPError) -> UnsafeMutablePointer<Content> {
        guard let pointer else {
            throw IAPError(.invalidArgument, "\(name) is NULL: there is nowhere to put the handle")
        }
        return pointer
    }

    /// A copy of an options struct. Its first member is its size.
    package static func options<Options>(_ pointer: UnsafePointer<Options>?, _ name: String) throws(IAPError) -> Options
    {
        guard let pointer else { throw IAPError(.invalidArgument, "\(name) is NULL") }
        let size = UnsafeRawPointer(pointer).load(as: UInt32.self)
        guard size == MemoryLayout<Options>.size else {
            throw IAPError(
                .invalidStructSize,
                "\(name).struct_size is \(size), of no known version; start the struct with its INIT macro")
        }
        return pointer.pointee
    }

    /// A UUID in its usual text form, lowercase.
    package static func uuid(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(IAPError) -> String? {
        guard let text = try optionalText(pointer, name, limit: 64) else { return nil }
        guard let uuid = UUID(uuidString: text) else {
            // An account token may name the player. So no error message contains it.
            throw IAPError(
                .invalidText,
                "\(name) is not a UUID, which has 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12; this text has \(text.utf8.count) bytes"
            )
        }
        return uuid.uuidString.lowercased()
    }

    /// Nil for `IAP_BILLING_PLAN_NONE`.
    package static func billingPlan(_ plan: iap_billing_plan_type_t, _ name: String) throws(IAPError)
        -> BillingPlanType?
    {
        switch plan {
        case IAP_BILLING_PLAN_NONE: nil
        case IAP_BILLING_PLAN_UP_FRONT: .upFront
        case IAP_BILLING_PLAN_MONTHLY: .monthly
        default: throw IAPError(.invalidArgument, "\(name) is \(plan), which is not an IAP_BILLING_PLAN_… value")
        }
    }
}

/// Prepares a struct of the caller, as its INIT macro does.
package func initialize<Struct>(
    _ pointer: UnsafeMutablePointer<Struct>?, _ zero: Struct, _ size: WritableKeyPath<Struct, UInt32>
) {
    pointer?.pointee = zero
    pointer?.pointee[keyPath: size] = UInt32(MemoryLayout<Struct>.size)
}

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
