package import IAPModel
internal import IAPPlatform

/// A list of the products that a game sells: JSON, or a property list in any of its forms.
package enum ProductListFile {
    /// The largest number of ids, and the largest size of an id and of the whole list, in bytes.
    package static let idsLimit = 1000
    package static let idLimit = 1024
    package static let sizeLimit = 16 << 20

    /// Reads the file at a path.
    ///
    /// - Returns: the ids in order, each once.
    package static func ids(at path: String) throws(IAPError) -> [String] {
        try ids(in: try bytes(at: path), name: path)
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

    private static func bytes(at path: String) throws(IAPError) -> [UInt8] {
        do throws(RegularFile.Failure) {
            return try RegularFile.bytes(at: path, limit: sizeLimit)
        } catch {
            switch error {
            case .notRegular: throw refusal(path, "is not a file")
            case .notFound(let reason), .unreadable(let reason): throw refusal(path, "cannot be read (\(reason))")
            }
        }
    }
}
