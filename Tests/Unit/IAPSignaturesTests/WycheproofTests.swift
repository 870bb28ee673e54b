import Foundation
import IAPJSON
import Testing

@testable import IAPSignatures

/// Signatures that are made to break implementations, with their expected verdicts.
struct WycheproofTests {
    private struct Vector {
        var name: String
        var key: VerifyingKey
        var message: [UInt8]
        var signature: [UInt8]
        var isValid: Bool
    }

    private func vectors(_ name: String) throws -> [Vector] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Wycheproof")
        let file = try object(JSONReader.read([UInt8](Data(contentsOf: folder.appendingPathComponent(name)))))
        return try list(file["testGroups"]).flatMap { group in
            let group = try object(group)
            let key = try #require(VerifyingKey(publicKeyDER: bytes(text(group["publicKeyDer"]))))
            return try list(group["tests"]).map { test in
                let test = try object(test)
                return Vector(
                    name: try text(test["comment"]), key: key, message: bytes(try text(test["msg"])),
                    signature: bytes(try text(test["sig"])), isValid: try text(test["result"]) == "valid")
            }
        }
    }

    private func object(_ value: JSONValue?) throws -> JSONObject {
        guard case .object(let object) = value else { throw NotOfTheSchema() }
        return object
    }

    private func list(_ value: JSONValue?) throws -> [JSONValue] {
        guard case .list(let elements) = value else { throw NotOfTheSchema() }
        return elements
    }

    private func text(_ value: JSONValue?) throws -> String {
        guard case .text(let text) = value else { throw NotOfTheSchema() }
        return text
    }

    private struct NotOfTheSchema: Error {}

    @Test
    func rawSignaturesAreJudgedAsTheVectorsSay() throws {
        let vectors = try vectors("ecdsa_secp256r1_sha256_p1363_test.json")
        #expect(vectors.count > 200)
        for vector in vectors {
            #expect(vector.key.isValid(vector.signature, of: vector.message) == vector.isValid, "\(vector.name)")
        }
        #expect(vectors.contains { $0.isValid })
    }
}
