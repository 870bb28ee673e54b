internal import Foundation
internal import IAPJSON
package import IAPJournal
package import IAPModel
package import IAPPaymentQueue
internal import IAPPlatform

package protocol ProductListFetching: Sendable {
    /// Returns the bytes as the server sent them, unchecked. Fails with `.network` or `.server`.
    func bytes(for request: ProductListRequest) async throws(IAPError) -> [UInt8]
}

package struct ProductListLoader: Sendable {
    private let journal: Journal
    private let fetch: any ProductListFetching

    package init(journal: Journal, fetch: any ProductListFetching) {
        self.journal = journal
        self.fetch = fetch
    }

    /// Returns the server's list, else the last valid list from the server, else the file.
    package func load(
        _ request: ProductListRequest
    ) async throws(IAPError) -> (ids: [String], source: ProductsResponse.ListSource) {
        guard let url = request.url else {
            guard let path = request.path else {
                throw IAPError(.invalidArgument, "a product list needs a path or a URL")
            }
            return (try ProductListFile.ids(at: path), .file)
        }
        do throws(IAPError) {
            let ids = try await idsOfServer(request)
            // The list is valid even if the journal cannot store it.
            try? journal.storeProductList(url: url, ids: ids)
            return (ids, .server)
        } catch {
            if let ids = (try? journal.lastGoodProductList(url: url)) ?? nil { return (ids, .lastGood) }
            guard let path = request.path else { throw error }
            return (try ProductListFile.ids(at: path), .file)
        }
    }

    /// Fetches the server's list. A response that is not a list counts as a failure of the server.
    private func idsOfServer(_ request: ProductListRequest) async throws(IAPError) -> [String] {
        let bytes = try await fetch.bytes(for: request)
        // A file of the game may have a byte order mark. A server must not send one.
        guard !bytes.starts(with: JSONReader.byteOrderMark) else {
            throw IAPError(
                .server, "the server's product list: begins with a byte order mark; send it without one",
                isRetryable: true)
        }
        do throws(IAPError) { return try ProductListFile.ids(in: bytes, name: "the server's product list") } catch {
            throw IAPError(.server, error.message, isRetryable: true)
        }
    }
}

/// A list of the products that a game sells: JSON, or a property list (XML or binary).
package enum ProductListFile {
    /// The largest number of ids, and the largest size of an id and of the whole list, in bytes.
    package static let idsLimit = 1000
    package static let idLimit = 1024
    package static let sizeLimit = 16 << 20

    /// Reads the file at a path.
    ///
    /// - Returns: the ids in order, each once.
    package static func ids(at path: String) throws(IAPError) -> [String] {
        try ids(in: try RegularFile.bytesOfGame(at: path, limit: sizeLimit), name: path)
    }

    /// Reads the content of a file or of a server's response.
    ///
    /// - Parameter name: The name of the list in messages.
    /// - Returns: the ids in order, each once.
    package static func ids(in bytes: [UInt8], name: String) throws(IAPError) -> [String] {
        guard bytes.count <= sizeLimit else { throw refusal(name, "is longer than \(sizeLimit) bytes") }
        let list: ProductListEntries
        do throws(ProductListFault) { list = try ProductListEntries(bytes) } catch { throw refusal(name, error.reason) }
        guard list.entries.count <= idsLimit else {
            throw refusal(name, "contains \(list.entries.count) products; at most \(idsLimit) are allowed")
        }
        var (ids, seen): ([String], Set<ExactText>) = ([], [])
        for (index, entry) in list.entries.enumerated() {
            let place = "\(list.place)[\(index)]"
            let id = try id(entry, place, name)
            if seen.insert(ExactText(id)).inserted { ids.append(id) }
        }
        return ids
    }

    private static func id(_ entry: ProductListEntries.Entry, _ place: String, _ name: String) throws(IAPError)
        -> String
    {
        let (id, place) =
            switch entry {
            case .id(let id): (id, place)
            case .object(id: let id?): (id, "\(place).id")
            case .object(id: nil): throw refusal(name, "\(place) has no \"id\" that is a text")
            case .other: throw refusal(name, "\(place) is neither an id nor an object with an \"id\"")
            }
        guard !id.isEmpty else { throw refusal(name, "\(place) is empty") }
        guard id.utf8.count <= idLimit else { throw refusal(name, "\(place) is longer than \(idLimit) bytes") }
        // A C program would treat the NUL as the end of the text.
        guard !id.hasNUL else { throw refusal(name, "\(place) contains a NUL") }
        return id
    }

    private static func refusal(_ name: String, _ reason: String) -> IAPError {
        IAPError(.invalidFile, "\(name): \(reason)")
    }
}

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
        case UInt8(ascii: "<"): self = try Self.xmlPropertyList(text)
        default: self = try Self.json(text)
        }
    }

    private static func json(_ text: Data) throws(ProductListFault) -> Self {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(Array(text)) } catch {
            throw ProductListFault(reason: "is not valid JSON: \(error.description)")
        }
        return try Self(value)
    }

    /// `PropertyListSerialization` limits the nesting of arrays and dictionaries, but not the nesting of the tag <plist>.
    /// `PropertyListDecoder` would overflow the stack of a small thread before that limit.
    private static func xmlPropertyList(_ text: Data) throws(ProductListFault) -> Self {
        guard !isNested(Data("<plist".utf8), in: text) else { throw ProductListFault(reason: "is nested too deeply") }
        // The space at the start stops the text from declaring another encoding than the one in which the tags were
        // counted.
        let text = Data(" ".utf8) + text
        let value: Any
        do { value = try PropertyListSerialization.propertyList(from: text, options: [], format: nil) } catch {
            throw ProductListFault(reason: "is not a property list\(describe(error))")
        }
        return try Self(value)
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

    /// Reads a binary list. Xcode turns the property lists of an app into this form. A binary list can contain the same
    /// array in many places, and reading all of it could take forever. The decoder reads only the parts it is asked
    /// for.
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
