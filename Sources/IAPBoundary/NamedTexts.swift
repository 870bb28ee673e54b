/// C strings that live as long as their handle, each under its name.
package struct NamedTexts<Name: CaseIterable & RawRepresentable & Sendable>: Sendable where Name.RawValue == Int {
    private let texts: Texts

    /// - Parameter text: Returns the text of each name; nil for none.
    package init(_ text: (Name) -> String?) {
        texts = Texts(Name.allCases.map(text))
    }

    package subscript(name: Name) -> UnsafePointer<CChar>? { texts[name.rawValue] }
}

/// A C string that lives as long as its handle; nil for none.
package struct SingleText: Sendable {
    private let texts: Texts

    package init(_ text: String?) {
        texts = Texts([text])
    }

    package var pointer: UnsafePointer<CChar>? { texts[0] }
}
