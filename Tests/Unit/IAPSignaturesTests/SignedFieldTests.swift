import Foundation
import Testing

@testable import IAPSignatures

/// The C header lists the fields for its callers, and `SignedField` lists them for the verifier.
@Suite struct SignedFieldTests {
    private struct Interface: Decodable {
        struct Enumeration: Decodable {
            struct Value: Decodable {
                struct FieldType: Decodable {
                    let kind: String
                    let isFlag: Bool?
                }

                let name: String
                let value: Int32
                let type: FieldType?
            }

            let name: String
            let values: [Value]
        }

        let enums: [Enumeration]
    }

    private func header() throws -> [Interface.Enumeration.Value] {
        var project = URL(fileURLWithPath: #filePath)
        for _ in 1...4 { project.deleteLastPathComponent() }
        let file = try Data(contentsOf: project.appendingPathComponent("Sources/Bindings/iap_api.json"))
        let fields = try JSONDecoder().decode(Interface.self, from: file).enums.first {
            $0.name == "iap_signed_field_t"
        }
        return try #require(fields).values
    }

    @Test func eachFieldOfTheHeaderIsReadWithItsType() throws {
        for field in try header() {
            let type = try #require(field.type)
            let expected: Set<SignedField.ValueType> =
                switch type.kind {
                case "text": [.text, .object]
                case "texts": [.texts]
                case "uint64": [.id, .numericID]
                case "int32": type.isFlag == true ? [.flag] : [.int32]
                case "int64": [.int64, .date]
                case "enum": [.text, .int32]
                default: []
                }
            let found = SignedField.fields(numbered: field.value)
            #expect(!found.isEmpty, "\(field.name) has no row in SignedField")
            for one in found { #expect(expected.contains(one.valueType), "\(field.name) has another type than \(one)") }
        }
    }

    @Test func eachFieldOutsideTheHeaderIsAnObjectThatHasFields() throws {
        let numbers = Set(try header().map(\.value))
        let known = Set(numbers.flatMap { SignedField.fields(numbered: $0) })
        for field in SignedField.allCases where !known.contains(field) {
            #expect([.object, .objects].contains(field.valueType), "the header has no constant for \(field)")
        }
    }
}
