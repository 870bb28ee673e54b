internal import IAPJSON

/// Why a `.storekit` file cannot be used.
package struct CatalogueError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable, CaseIterable {
        case notFound
        case unreadable
        case empty
        case tooLarge
        case notJSON
        /// A value of the wrong JSON type, one that makes no sense, or a missing one that the store cannot do without.
        case invalidValue
        case duplicate
    }

    package var kind: Kind
    /// The path or name under which the file was given.
    package var file: String
    /// The JSON path, such as `subscriptionGroups[0].subscriptions[2].displayPrice`, or `line 3, column 7` where the text is
    /// not JSON; empty where the trouble is the file as a whole.
    package var place: String
    package var reason: String

    package init(_ kind: Kind, file: String, place: String = "", reason: String) {
        self.kind = kind
        self.file = file
        self.place = place
        self.reason = reason
    }

    /// One line: file, place, reason.
    package var description: String {
        place.isEmpty ? "\(file): \(reason)" : "\(file): \(place): \(reason)"
    }
}

extension CatalogueError {
    /// A text that is not JSON.
    init(_ error: JSONError, file: String) {
        switch error.kind {
        case .empty: self.init(.empty, file: file, reason: "the file is empty")
        case .duplicateName: self.init(.duplicate, file: file, place: error.place, reason: error.reason)
        case .notUTF8, .halfCharacter, .malformed, .tooDeep, .numberOutOfRange:
            self.init(.notJSON, file: file, place: error.place, reason: error.reason)
        }
    }
}
