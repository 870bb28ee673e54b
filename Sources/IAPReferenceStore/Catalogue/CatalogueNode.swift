internal import IAPJSON

/// An object of a `.storekit` file, read by key: absent and null are the same, and a value of another type is an error with its place.
///
/// It remembers which keys were asked for, so that the others can be listed.
final class CatalogueNode {
    let place: String
    private let file: String
    private let members: JSONObject
    private let warnings: WarningList
    private var knownKeys: Set<String> = []

    /// The object that a whole text is.
    convenience init(_ text: [UInt8], file: String, warnings: WarningList) throws(CatalogueError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.read(text, deepestNesting: Self.deepestNesting)
        } catch {
            throw CatalogueError(error, file: file)
        }
        try self.init(value, place: "", file: file, warnings: warnings)
    }

    /// Several times as deep as Xcode writes.
    private static let deepestNesting = 48

    init(_ value: JSONValue, place: String, file: String, warnings: WarningList) throws(CatalogueError) {
        guard case .object(let members) = value else {
            throw CatalogueError(
                .invalidValue, file: file, place: place, reason: "\(value.kindName) stands where an object is expected")
        }
        self.place = place
        self.file = file
        self.members = members
        self.warnings = warnings
    }

    func string(_ key: String) throws(CatalogueError) -> String? {
        switch value(key) {
        case nil: return nil
        case .text(let text):
            // Every text may reach a C program, where a zero would end it early.
            guard !text.unicodeScalars.contains("\0") else {
                throw error(key, "the text contains the character U+0000")
            }
            return text
        case .some(let other): throw mismatch(key, other, "a text")
        }
    }

    func bool(_ key: String) throws(CatalogueError) -> Bool? {
        switch value(key) {
        case nil: return nil
        case .flag(let flag): return flag
        case .some(let other): throw mismatch(key, other, "a boolean")
        }
    }

    func int(_ key: String) throws(CatalogueError) -> Int? {
        switch value(key) {
        case nil: return nil
        case .number(let number):
            guard let int = number.wholeNumber().flatMap(Int32.init(exactly:)) else {
                throw error(key, "the number is not a whole number of 32 bits")
            }
            return Int(int)
        case .some(let other): throw mismatch(key, other, "a number")
        }
    }

    func object(_ key: String) throws(CatalogueError) -> CatalogueNode? {
        guard let value = value(key) else { return nil }
        return try child(value, place: path(key))
    }

    func objects(_ key: String) throws(CatalogueError) -> [CatalogueNode] {
        var nodes: [CatalogueNode] = []
        for (index, element) in try elements(key).enumerated() where element != .null {
            nodes.append(try child(element, place: "\(path(key))[\(index)]"))
        }
        return nodes
    }

    func strings(_ key: String) throws(CatalogueError) -> [String] {
        var strings: [String] = []
        for (index, element) in try elements(key).enumerated() where element != .null {
            guard case .text(let text) = element else { throw mismatch("\(key)[\(index)]", element, "a text") }
            strings.append(text)
        }
        return strings
    }

    /// For texts that nothing depends on: another type is worth a warning only.
    func opaqueText(_ key: String) -> String? {
        guard let value = value(key) else { return nil }
        guard case .text(let text) = value else {
            warn(key, "\(value.kindName) stands where a text is expected; it is ignored")
            return nil
        }
        return text
    }

    /// Keys whose values the store has no use for.
    func ignore(_ keys: String...) {
        knownKeys.formUnion(keys)
    }

    /// Goes on after an error if errors are collected.
    func tolerating<Value>(_ body: () throws(CatalogueError) -> Value) throws(CatalogueError) -> Value? {
        try warnings.tolerating(body)
    }

    func warnAboutUnknownKeys() {
        for key in members.members.map(\.name).filter({ !knownKeys.contains($0) }).sorted() {
            warnings.append(place, "the key \(key.quotedInMessage) is not known and is ignored", at: path(key))
        }
    }

    func warn(_ key: String, _ text: String) {
        warnings.append(path(key), text)
    }

    func error(_ key: String, _ reason: String, kind: CatalogueError.Kind = .invalidValue) -> CatalogueError {
        CatalogueError(kind, file: file, place: path(key), reason: reason)
    }

    private func value(_ key: String) -> JSONValue? {
        knownKeys.insert(key)
        guard let value = members[key], value != .null else { return nil }
        return value
    }

    private func elements(_ key: String) throws(CatalogueError) -> [JSONValue] {
        switch value(key) {
        case nil: return []
        case .list(let elements): return elements
        case .some(let other): throw mismatch(key, other, "an array")
        }
    }

    private func child(_ value: JSONValue, place: String) throws(CatalogueError) -> CatalogueNode {
        try CatalogueNode(value, place: place, file: file, warnings: warnings)
    }

    private func mismatch(_ key: String, _ value: JSONValue, _ expected: String) -> CatalogueError {
        error(key, "\(value.kindName) stands where \(expected) is expected")
    }

    private func path(_ key: String) -> String {
        place.isEmpty || key.isEmpty ? place + key : "\(place).\(key)"
    }
}

/// What one load has to say, in the order of reading; a file of a million oddities does not fill the memory with them.
final class WarningList {
    static let longest = 200

    /// Whether errors are collected as well, so that one look at a file finds them all.
    let collectsErrors: Bool
    private(set) var problems: [CatalogueProblem] = []
    private var omitted = 0

    init(collectsErrors: Bool = false) { self.collectsErrors = collectsErrors }

    /// - Parameter precisePlace: the place itself, where the line is to name the object around it.
    func append(_ place: String, _ text: String, at precisePlace: String? = nil) {
        append(
            CatalogueProblem(
                isError: false, place: precisePlace ?? place, text: text,
                line: place.isEmpty ? text : "\(place): \(text)"))
    }

    /// Goes on after an error if errors are collected.
    func tolerating<Value>(_ body: () throws(CatalogueError) -> Value) throws(CatalogueError) -> Value? {
        do throws(CatalogueError) { return try body() } catch {
            guard collectsErrors else { throw error }
            append(CatalogueProblem(isError: true, place: error.place, text: error.reason, line: error.description))
            return nil
        }
    }

    private func append(_ problem: CatalogueProblem) {
        // A file with many warnings still has its errors.
        if problems.count(where: { $0.isError == problem.isError }) < Self.longest {
            problems.append(problem)
        } else {
            omitted += 1
        }
    }

    /// What says how many were left out; empty if none was.
    var rest: [CatalogueProblem] {
        let text = "\(omitted) more warnings are not listed"
        return omitted == 0 ? [] : [CatalogueProblem(isError: false, place: "", text: text, line: text)]
    }

    var all: [String] {
        (problems + rest).map(\.line)
    }
}

/// Something about a `.storekit` file.
package struct CatalogueProblem: Sendable, Hashable {
    /// Whether the store cannot use the file because of it.
    package var isError: Bool
    /// The JSON path; empty where it is the file as a whole.
    package var place: String
    package var text: String
    /// As the store's warnings have it.
    var line: String
}
