internal import IAPJSON

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
