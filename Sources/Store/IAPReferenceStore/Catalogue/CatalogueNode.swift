internal import IAPJSON

/// An object of a `.storekit` file. Callers read it by key. A null value counts as absent. A value of another type is an error
/// that names its place.
///
/// The node remembers the keys that were read, and can list the other ones.
final class CatalogueNode {
    let place: String
    private let file: String
    private let members: JSONObject
    private let warnings: WarningList
    private var knownKeys: Set<String> = []

    /// Makes the node of the whole text.
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
                .invalidValue, file: file, place: place, reason: "expected an object, found \(value.kindName)")
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
            // A C program may receive any of these texts, and would cut it at the zero.
            guard !text.unicodeScalars.contains("\0") else {
                throw error(key, "the text contains the character U+0000; remove it")
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
                throw error(key, "the number is not a whole number that fits in 32 bits")
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

    /// Marks keys that the store does not need as known.
    func ignore(_ keys: String...) { knownKeys.formUnion(keys) }

    /// Continues after an error if the list collects errors.
    func tolerating<Value>(_ body: () throws(CatalogueError) -> Value) throws(CatalogueError) -> Value? {
        try warnings.tolerating(body)
    }

    func warnAboutUnknownKeys() {
        for key in members.members.map(\.name).filter({ !knownKeys.contains($0) }).sorted() {
            warnings.append(place, "unknown key \(key.quotedInMessage); the store ignores it", at: path(key))
        }
    }

    func warn(_ key: String, _ text: String) { warnings.append(path(key), text) }

    func error(_ key: String, _ reason: String, kind: CatalogueError.Kind = .invalidValue) -> CatalogueError {
        CatalogueError(kind, file: file, place: path(key), reason: reason)
    }

    /// The error for a word that is not one of the allowed words. Xcode offers these in a menu, so the word was written by hand.
    func unknown(_ word: String, _ key: String, _ allowed: [String]) -> CatalogueError {
        let list = allowed.map(\.quotedInMessage)
        return error(
            key,
            "\(word.quotedInMessage) is not allowed; write \(list.dropLast().joined(separator: ", ")) or \(list.last ?? "")"
        )
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
        error(key, "expected \(expected), found \(value.kindName)")
    }

    private func path(_ key: String) -> String { place.isEmpty || key.isEmpty ? place + key : "\(place).\(key)" }
}

/// The warnings of one load, in the order of reading. The list is limited: a file with a million problems cannot fill the
/// memory.
final class WarningList {
    static let longest = 200

    /// Whether the list also collects errors: one check then finds all of them.
    let collectsErrors: Bool
    private(set) var problems: [CatalogueProblem] = []
    private var omitted = 0

    init(collectsErrors: Bool = false) { self.collectsErrors = collectsErrors }

    /// - Parameter precisePlace: The exact place, if the line names only the object that contains it.
    func append(_ place: String, _ text: String, at precisePlace: String? = nil) {
        append(
            CatalogueProblem(
                isError: false, place: precisePlace ?? place, text: text,
                line: place.isEmpty ? text : "\(place): \(text)"))
    }

    /// Continues after an error if the list collects errors.
    func tolerating<Value>(_ body: () throws(CatalogueError) -> Value) throws(CatalogueError) -> Value? {
        do throws(CatalogueError) { return try body() } catch {
            guard collectsErrors else { throw error }
            append(CatalogueProblem(isError: true, place: error.place, text: error.reason, line: error.description))
            return nil
        }
    }

    private func append(_ problem: CatalogueProblem) {
        // Warnings and errors have separate limits: many warnings do not hide the errors.
        if problems.count(where: { $0.isError == problem.isError }) < Self.longest {
            problems.append(problem)
        } else {
            omitted += 1
        }
    }

    /// A problem that tells how many others were omitted; empty if none was.
    var rest: [CatalogueProblem] {
        let text = "\(omitted) more warnings are not shown"
        return omitted == 0 ? [] : [CatalogueProblem(isError: false, place: "", text: text, line: text)]
    }

    var all: [String] { (problems + rest).map(\.line) }
}

/// A problem of a `.storekit` file.
package struct CatalogueProblem: Sendable, Hashable {
    /// Whether the store cannot use the file because of this problem.
    package var isError: Bool
    /// The JSON path; empty if the problem concerns the whole file.
    package var place: String
    package var text: String
    /// The line in the store's list of warnings.
    var line: String
}

/// A problem of a `.storekit` file, with its place in the text.
package struct PlacedProblem: Sendable, Hashable {
    package var problem: CatalogueProblem
    /// Nil if the problem concerns the whole file. Lines and columns begin with 1, and columns count characters.
    package var line: Int?
    package var column: Int?

    init(_ problem: CatalogueProblem, _ places: JSONPlaces) {
        self.problem = problem
        (line, column) = places.position(of: problem.place) ?? (nil, nil)
    }
}

/// Finds the place in a text to which a JSON path leads.
struct JSONPlaces {
    private let text: [UInt8]
    private let root: JSONValue?

    init(_ text: [UInt8]) {
        self.text = text
        root = try? JSONReader.read(text)
    }

    /// Returns the place of the last member on the path that exists. If a key is missing, this is the object that should
    /// contain it. If the text is not JSON, the path is already a line and a column.
    func position(of path: String) -> (Int?, Int?)? {
        guard let root else { return Self.written(path) }
        guard !path.isEmpty else { return nil }
        var value = root
        var offset: Int?
        for step in Self.steps(path) {
            switch (step, value) {
            case (.name(let name), .object(let object)):
                guard let member = object.member(name) else { return placed(offset) }
                (value, offset) = (member.value, member.start)
            case (.index(let index), .list(let elements)):
                guard elements.indices.contains(index) else { return placed(offset) }
                value = elements[index]
                if case .object(let object) = value, let first = object.members.first { offset = first.start }
            default: return placed(offset)
            }
        }
        return placed(offset)
    }

    private func placed(_ offset: Int?) -> (Int?, Int?)? {
        offset.map { offset in
            let position = JSONReader.position(of: offset, in: text)
            return (position.line, position.column)
        }
    }

    /// Reads `line 3, column 7`.
    private static func written(_ place: String) -> (Int?, Int?)? {
        let numbers = place.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
        return numbers.count == 2 && place.hasPrefix("line ") ? (numbers[0], numbers[1]) : nil
    }

    private enum Step {
        case name(String)
        case index(Int)
    }

    /// Returns the steps of a path such as `subscriptionGroups[0].subscriptions[2].displayPrice`.
    private static func steps(_ path: String) -> [Step] {
        path.split(separator: ".").flatMap { part -> [Step] in
            let pieces = part.split(separator: "[")
            let indices = pieces.dropFirst().compactMap { Int($0.dropLast()) }.map(Step.index)
            return (pieces.first.map { [.name(String($0))] } ?? []) + indices
        }
    }
}
