internal import IAPJSON

/// Why a `.storekit` file cannot be used.
package struct CatalogueError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable, CaseIterable {
        case notFound
        case unreadable
        case empty
        case tooLarge
        case notJSON
        /// A value has the wrong JSON type or makes no sense, or a required value is missing.
        case invalidValue
        case duplicate
    }

    package var kind: Kind
    /// The path or name that the caller gave for the file.
    package var file: String
    /// The JSON path, such as `subscriptionGroups[0].subscriptions[2].displayPrice`. It is `line 3, column 7` if the text is
    /// not JSON, and empty if the problem concerns the whole file.
    package var place: String
    package var reason: String

    package init(_ kind: Kind, file: String, place: String = "", reason: String) {
        self.kind = kind
        self.file = file
        self.place = place
        self.reason = reason
    }

    /// One line with file, place and reason.
    package var description: String {
        place.isEmpty ? "\(file): \(reason)" : "\(file): \(place): \(reason)"
    }
}

extension CatalogueError {
    /// Makes the error for a text that is not JSON.
    init(_ error: JSONError, file: String) {
        switch error.kind {
        case .empty: self.init(.empty, file: file, reason: "the file is empty")
        case .duplicateName: self.init(.duplicate, file: file, place: error.place, reason: error.reason)
        case .notUTF8, .halfCharacter, .malformed, .tooDeep, .numberOutOfRange:
            self.init(.notJSON, file: file, place: error.place, reason: error.reason)
        }
    }
}
