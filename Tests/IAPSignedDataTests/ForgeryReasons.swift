import Foundation
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData
@testable import IAPSignedText

/// The reason for which a verifier rejects each forgery. The table is that of the conformance tests:
/// `Tests/Conformance/support/forgeries.c`.
struct ForgeryReasons {
    /// The reason for a signed transaction. nil: the verifier accepts it.
    let ofText: VerifyReason?
    /// The reason for a receipt. nil: the verifier accepts it.
    let ofReceipt: VerifyReason?

    static func of(_ forgery: Forgery) throws -> Self { try #require(table.get()[forgery]) }

    private static let table = Result { try read() }

    private static func read() throws -> [Forgery: Self] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.appendingPathComponent("Conformance/support/forgeries.c")
        var table: [Forgery: Self] = [:]
        // FORGERY(name, verification, of_renewal_info, reason, reason_of_receipt),
        for row in try String(contentsOf: file, encoding: .utf8).matches(of: /\n    FORGERY\(([A-Z0-9_,\s]+)\)/) {
            let columns = row.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            try #require(columns.count == 5)
            table[try named(columns[0])] = Self(ofText: try reason(columns[3]), ofReceipt: try reason(columns[4]))
        }
        return table
    }

    private static func reason(_ name: String) throws -> VerifyReason? { name == "NONE" ? nil : try named(name) }

    /// Returns the case that has this name in C.
    private static func named<Case: CaseIterable>(_ name: String) throws -> Case {
        let letters = name.filter { $0 != "_" }.lowercased()
        return try #require(Case.allCases.first { "\($0)".lowercased() == letters }, "\(name)")
    }
}

struct ForgeryReasonsTests {
    @Test(arguments: Forgery.allCases)
    func everyForgeryHasItsReasons(forgery: Forgery) throws {
        let reasons = try ForgeryReasons.of(forgery)
        // Only the device itself knows its device id.
        #expect((reasons.ofText == nil) == (forgery == .otherDevice))
    }
}
