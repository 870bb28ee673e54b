internal import Foundation
internal import IAPJSON

/// Why some bytes are not a list of products. In a message the reason follows the name of the list.
struct ProductListFault: Error {
    let reason: String

    static let shape = ProductListFault(reason: "is neither an array of ids nor an object with the array \"products\"")
}

/// The elements of a list of products, before their ids are checked.
struct ProductListEntries {
    enum Entry {
        case id(String)
        case object(id: String?)
        case other
    }

    /// The key of the list: "products", or empty if the whole text is the list.
    var place = ""
    var entries: [Entry] = []

    private static let binaryBeginning = Array("bplist".utf8)
    private static let neither = "is neither JSON nor a property list"
    private static let nestingLimit = 32
    private static let spaces = Set(" \t\r\n".utf8)

    init(_ bytes: [UInt8]) throws(ProductListFault) {
        if bytes.starts(with: Self.binaryBeginning) {
            self = try Self.binaryPropertyList(Data(bytes))
            return
        }
        let text = Data(
            bytes.starts(with: JSONReader.byteOrderMark) ? bytes.dropFirst(JSONReader.byteOrderMark.count) : bytes[...])
        guard String(data: text, encoding: .utf8) != nil, !text.contains(0) else {
            throw ProductListFault(reason: "is not text in UTF-8")
        }
        switch text.first(where: { !Self.spaces.contains($0) }) {
        case nil: throw ProductListFault(reason: "is empty")
        case UInt8(ascii: "["): self = try Self.json(text)
        // A JSON object and a dictionary in the oldest form of property lists both start with this character.
        case UInt8(ascii: "{"):
            do throws(ProductListFault) { self = try Self.json(text) } catch {
                guard let list = try? Self.propertyList(text) else { throw error }
                self = list
            }
        default: self = try Self.propertyList(text)
        }
    }

    private static func json(_ text: Data) throws(ProductListFault) -> Self {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(Array(text)) } catch {
            throw ProductListFault(reason: "is not valid JSON: \(error.description)")
        }
        return try Self(value)
    }

    /// Foundation's reader limits the nesting of XML, but not the nesting of the tag <plist>.
    private static func propertyList(_ text: Data) throws(ProductListFault) -> Self {
        guard !isNested(Data("<plist".utf8), in: text) else { throw ProductListFault(reason: "is nested too deeply") }
        // The space at the start stops the text from declaring another encoding than the one in which the tags were
        // counted.
        let text = Data(" ".utf8) + text
        let value: Any
        do { value = try PropertyListSerialization.propertyList(from: text, options: [], format: nil) } catch {
            throw ProductListFault(reason: "\(neither)\(describe(error))")
        }
        guard !(value is String) || text.contains(UInt8(ascii: "<")) || isJSON(text) else {
            // In the oldest form any word is a property list.
            throw ProductListFault(reason: neither)
        }
        return try Self(value)
    }

    /// - Parameter text: Neither an array nor an object.
    private static func isJSON(_ text: Data) -> Bool {
        (try? JSONReader.read(Array(text))) != nil
    }

    private static func isNested(_ tag: Data, in text: Data) -> Bool {
        var (count, rest) = (0, text)
        while let place = rest.range(of: tag) {
            count += 1
            guard count <= nestingLimit else { return true }
            rest = rest[place.upperBound...]
        }
        return false
    }

    /// Reads a binary list. A binary list can contain the same array in many places, and reading all of it could take
    /// forever. The decoder reads only the parts it is asked for.
    private static func binaryPropertyList(_ bytes: Data) throws(ProductListFault) -> Self {
        do { return try PropertyListDecoder().decode(Self.self, from: bytes) } catch let fault as ProductListFault {
            throw fault
        } catch { throw ProductListFault(reason: "is not a property list") }
    }

    private static func describe(_ error: any Error) -> String {
        ((error as NSError).userInfo["NSDebugDescription"] as? String).map { ": \($0)" } ?? ""
    }

    private init(_ value: JSONValue) throws(ProductListFault) {
        switch value {
        case .list(let list): entries = list.map(Entry.init)
        case .object(let object):
            guard let list = object.list("products") else { throw .shape }
            (place, entries) = ("products", list.map(Entry.init))
        default: throw .shape
        }
    }

    /// - Parameter value: A property list as Foundation reads it.
    private init(_ value: Any) throws(ProductListFault) {
        if let list = value as? [Any] {
            entries = list.map(Entry.init)
        } else if let object = value as? [AnyHashable: Any], let list = object["products"] as? [Any] {
            (place, entries) = ("products", list.map(Entry.init))
        } else {
            throw ProductListFault.shape
        }
    }
}

extension ProductListEntries.Entry {
    fileprivate init(_ value: JSONValue) {
        switch value {
        case .text(let id): self = .id(id)
        case .object(let object): self = .object(id: object.text("id"))
        default: self = .other
        }
    }

    fileprivate init(_ value: Any) {
        if let id = value as? String {
            self = .id(id)
        } else if let object = value as? [AnyHashable: Any] {
            self = .object(id: object["id"] as? String)
        } else {
            self = .other
        }
    }
}

extension ProductListEntries: Decodable {
    private enum Key: String, CodingKey { case products }

    init(from decoder: any Decoder) throws {
        if let list = try? decoder.unkeyedContainer() {
            try read(list)
        } else if let object = try? decoder.container(keyedBy: Key.self),
            let list = try? object.nestedUnkeyedContainer(forKey: .products)
        {
            place = "products"
            try read(list)
        } else {
            throw ProductListFault.shape
        }
    }

    private mutating func read(_ list: any UnkeyedDecodingContainer) throws {
        var list = list
        while !list.isAtEnd { entries.append(try list.decode(Entry.self)) }
    }
}

extension ProductListEntries.Entry: Decodable {
    private enum Key: String, CodingKey { case id }

    init(from decoder: any Decoder) throws {
        if let id = try? decoder.singleValueContainer().decode(String.self) {
            self = .id(id)
        } else if let object = try? decoder.container(keyedBy: Key.self) {
            self = .object(id: try? object.decode(String.self, forKey: .id))
        } else {
            self = .other
        }
    }
}
