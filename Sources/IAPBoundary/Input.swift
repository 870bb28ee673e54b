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

    package static let pathLimit = 4096
    package static let urlLimit = 4096
    /// The limit for ids of subscription groups and similar ids.
    package static let idLimit = 1024
    package static let serverIDLimit = Int(IAP_SERVER_ID_LENGTH_MAX)
    package static let secretLimit = 1024

    /// A list of product ids, each once.
    package static func productIDs(
        _ list: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
    ) throws(IAPError) -> [String] {
        guard count >= 0, count <= Int(IAP_PRODUCT_IDS_MAX) else {
            throw IAPError(
                .tooLarge,
                "product_ids has \(UInt(bitPattern: count)) ids; at most \(IAP_PRODUCT_IDS_MAX) are allowed in one request"
            )
        }
        guard count == 0 || list != nil else { throw IAPError(.invalidArgument, "product_ids is NULL") }
        var (ids, seen): ([String], Set<ExactText>) = ([], [])
        for index in 0..<count {
            let id = try text(list?[index], "product_ids[\(index)]", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
            if seen.insert(ExactText(id)).inserted { ids.append(id) }
        }
        return ids
    }

    /// A copy of an options struct. A caller that was compiled with an earlier header passes a shorter struct. Its
    /// missing members are zero.
    ///
    /// - Parameter sizes: The sizes of the struct in the released versions of the header.
    package static func options<Options>(
        _ pointer: UnsafePointer<Options>?, _ name: String, zero: Options, sizes: [Int]
    ) throws(IAPError) -> Options {
        guard let pointer else { throw IAPError(.invalidArgument, "\(name) is NULL") }
        let raw = UnsafeRawPointer(pointer)
        let size = Int(raw.load(as: UInt32.self))
        guard sizes.contains(size) else {
            throw IAPError(
                .invalidStructSize,
                "\(name).struct_size is \(size), of no known version; start the struct with its INIT macro")
        }
        var copy = zero
        withUnsafeMutableBytes(of: &copy) { $0.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: size)) }
        return copy
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
