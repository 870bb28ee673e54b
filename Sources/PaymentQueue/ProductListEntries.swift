internal import Foundation

/// Why some bytes are no list of products: a phrase that follows their name.
struct ProductListFault: Error {
    let reason: String

    static let shape = ProductListFault(reason: "is neither an array of ids nor an object with the array \"products\"")
}

/// What a list of products consists of, before anybody has looked at the ids.
struct ProductListEntries {
    enum Entry {
        case id(String)
        case object(id: String?)
        case other
    }

    /// What has the entries: "products", or nothing if the list is no more than them.
    var place = ""
    var entries: [Entry] = []

    private static let binaryBeginning = Array("bplist".utf8)
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let neither = "is neither JSON nor a property list"
    private static let nestingLimit = 32
    private static let spaces = Set(" \t\r\n".utf8)

    init(_ bytes: [UInt8]) throws(ProductListFault) {
        if bytes.starts(with: Self.binaryBeginning) {
            self = try Self.binaryPropertyList(Data(bytes))
            return
        }
        let text = Data(bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(Self.byteOrderMark.count) : bytes[...])
        guard String(data: text, encoding: .utf8) != nil, !text.contains(0) else {
            throw ProductListFault(reason: "is not text in UTF-8")
        }
        switch text.first(where: { !Self.spaces.contains($0) }) {
        case nil: throw ProductListFault(reason: "is empty")
        case UInt8(ascii: "["): self = try Self.json(text)
        // So begins an object of JSON, and a dictionary in the oldest form of property lists.
        case UInt8(ascii: "{"):
            do throws(ProductListFault) { self = try Self.json(text) } catch {
                guard let list = try? Self.propertyList(text) else { throw error }
                self = list
            }
        default: self = try Self.propertyList(text)
        }
    }

    /// `JSONDecoder` stops the program at some texts that are nested too deeply.
    private static func json(_ text: Data) throws(ProductListFault) -> Self {
        let value: Any
        do { value = try JSONSerialization.jsonObject(with: text) } catch {
            throw ProductListFault(reason: "is no JSON\(describe(error))")
        }
        return try Self(value)
    }

    /// Of XML, only this reader stops at too deep a nesting, though not of this tag.
    private static func propertyList(_ text: Data) throws(ProductListFault) -> Self {
        guard !isNested(Data("<plist".utf8), in: text) else { throw ProductListFault(reason: "is nested too deeply") }
        // A space before it, so that no other encoding can be declared than that in which the tags were looked for.
        let text = Data(" ".utf8) + text
        let value: Any
        do { value = try PropertyListSerialization.propertyList(from: text, options: [], format: nil) } catch {
            throw ProductListFault(reason: "\(neither)\(describe(error))")
        }
        guard !(value is String) || text.contains(UInt8(ascii: "<")) || isJSON(text) else {
            // In the oldest form any word is a property list by itself.
            throw ProductListFault(reason: neither)
        }
        return try Self(value)
    }

    /// - Parameter text: neither an array nor an object.
    private static func isJSON(_ text: Data) -> Bool {
        (try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)) != nil
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

    /// In a binary list the same array may be in many places. Only the decoder looks at no more than it is asked for.
    private static func binaryPropertyList(_ bytes: Data) throws(ProductListFault) -> Self {
        do { return try PropertyListDecoder().decode(Self.self, from: bytes) } catch let fault as ProductListFault {
            throw fault
        } catch { throw ProductListFault(reason: "is no property list") }
    }

    private static func describe(_ error: any Error) -> String {
        ((error as NSError).userInfo["NSDebugDescription"] as? String).map { ": \($0)" } ?? ""
    }

    /// - Parameter value: as Foundation reads lists.
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
