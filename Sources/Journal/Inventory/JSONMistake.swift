internal import Foundation
internal import IAPModel

/// What is wrong with a JSON text that somebody else has written, and at which place.
struct JSONMistake: Error {
    /// Whole numbers that a floating-point one holds exactly.
    static let exactNumbers = -InventoryLimit.balance...InventoryLimit.balance

    /// For example "products[3].id is missing".
    var text: String

    static func find<Content: Decodable>(_ data: Data) throws(JSONMistake) -> Content {
        // Foundation reads other encodings as well, which it knows by their zeros.
        guard !data.contains(0), String(data: data, encoding: .utf8) != nil else {
            throw JSONMistake(text: "the text is not UTF-8")
        }
        // The decoder stops the program at some texts that are nested too deeply and end too early; the older reader does not.
        do { _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) } catch {
            throw JSONMistake(text: "the text is not JSON\(reason(data))")
        }
        do { return try JSONDecoder().decode(Content.self, from: data) } catch {
            throw JSONMistake(error as? DecodingError, data)
        }
    }

    private init(text: String) { self.text = text }

    private init(_ error: DecodingError?, _ data: Data) {
        switch error {
        case .keyNotFound(let key, let context): text = Self.place(context.codingPath + [key]) + " is missing"
        case .valueNotFound(_, let context): text = Self.place(context.codingPath) + " is null"
        case .typeMismatch(let type, let context): text = Self.place(context.codingPath) + " is not \(Self.words(type))"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            text = Self.place(context.codingPath) + " " + context.debugDescription
        default: text = "the text is not JSON\(Self.reason(data))"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        guard !path.isEmpty else { return "the text" }
        return path.enumerated().map { index, key in
            if let number = key.intValue { return "[\(number)]" }
            return index == 0 ? key.stringValue : ".\(key.stringValue)"
        }.joined()
    }

    private static func words(_ type: Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Double.Type: "a number"
        case is [Any].Type: "an array"
        default: "an object"
        }
    }

    /// The decoder keeps to itself what it did not like; the older reader tells.
    private static func reason(_ data: Data) -> String {
        do { _ = try JSONSerialization.jsonObject(with: data) } catch {
            let told = (error as NSError).userInfo["NSDebugDescription"] as? String
            return told.map { ": \($0)" } ?? ""
        }
        return ""
    }
}

extension Decoder {
    /// The keys of an object, in order.
    func keys() throws -> [String] {
        try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    /// What is wrong with the object as a whole.
    func mistake(_ reason: String) throws -> DecodingError {
        try container(keyedBy: AnyKey.self).mistake(reason)
    }
}

/// A key that nobody has to know.
private struct AnyKey: CodingKey {
    let stringValue: String

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    var intValue: Int? { nil }
}

extension KeyedDecodingContainer {
    /// Whether the key is there and not null.
    func has(_ key: Key) -> Bool { contains(key) && (try? decodeNil(forKey: key)) != true }

    /// What is wrong with the object as a whole.
    func mistake(_ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: reason))
    }

    func mistake(_ key: Key, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
    }

    /// - Parameter rule: says what is wrong with a text; nil if nothing is.
    func text(_ key: Key, _ rule: (String) -> String?) throws -> String {
        let text = try decode(String.self, forKey: key)
        if let reason = rule(text) { throw mistake(key, reason) }
        return text
    }

    /// - Parameter range: within `JSONMistake.exactNumbers`. Of what is no whole number, or too large for one, the decoder
    ///   itself would not tell the place.
    func wholeNumber(_ key: Key, _ range: ClosedRange<Int64>) throws -> Int64 {
        let number = try decode(Double.self, forKey: key)
        guard let whole = Int64(exactly: number), range.contains(whole) else {
            let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
            // People write numbers without an exponent; what only has one is not shown.
            let shown = Int64(exactly: number).map(String.init) ?? "\(number)"
            throw mistake(key, shown.contains("e") ? "is not \(wanted)" : "is \(shown); it has to be \(wanted)")
        }
        return whole
    }

    /// One of some words.
    func word<Value>(_ key: Key, _ words: [(word: String, value: Value)]) throws -> Value {
        let text = try decode(String.self, forKey: key)
        guard let value = words.first(where: { ExactText($0.word) == ExactText(text) })?.value else {
            throw mistake(key, "is none of \(words.map { "\"\($0.word)\"" }.joined(separator: ", "))")
        }
        return value
    }

    func revocationPolicy(_ key: Key) throws -> Grant.RevocationPolicy { try word(key, Grant.RevocationPolicy.words) }
}

extension Grant.RevocationPolicy {
    static let words = [("take_back", takeBack), ("keep", keep), ("game_decides", gameDecides)]
    var word: String {
        switch self {
        case .takeBack: "take_back"
        case .keep: "keep"
        case .gameDecides: "game_decides"
        }
    }
}
