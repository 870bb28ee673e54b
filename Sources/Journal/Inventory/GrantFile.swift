internal import Foundation
internal import IAPModel
internal import Platform

/// A file that says what products grant.
struct GrantFile: Decodable {
    private let products: [Product]

    /// The grants in the order of the file, each with its place.
    static func grants(path: String) throws(IAPError) -> [(grant: Grant, place: String)] {
        let content = try content(of: path)
        let file: GrantFile
        do throws(JSONMistake) { file = try JSONMistake.find(content) } catch {
            throw IAPError(.invalidFile, "\(path): \(error.text)")
        }
        return file.products.enumerated().flatMap { number, product in
            product.grants.enumerated().map { ($1.grant(of: product.id), "products[\(number)].grants[\($0)]") }
        }
    }

    private static func content(of path: String) throws(IAPError) -> Data {
        func refused(_ reason: String) -> IAPError { IAPError(.invalidFile, "\(path): the file \(reason)") }
        let bytes: [UInt8]
        do throws(RegularFile.Failure) { bytes = try RegularFile.bytes(at: path, limit: InventoryLimit.file) } catch {
            switch error {
            case .notFound: throw refused("cannot be found")
            case .notRegular: throw refused("is not a regular file")
            case .unreadable(let reason): throw refused("cannot be read (\(reason))")
            }
        }
        guard bytes.count <= InventoryLimit.file else {
            throw refused("is larger than \(InventoryLimit.file >> 20) MiB")
        }
        return Data(bytes)
    }

    private struct Product: Decodable {
        var id = ""
        var grants: [Entry] = []

        private enum CodingKeys: CodingKey { case id, grants }

        init(from decoder: any Decoder) throws {
            // An id in place of an object grants nothing.
            if (try? decoder.singleValueContainer().decode(String.self)) != nil { return }
            guard try !decoder.keys().contains("grant") else {
                throw try decoder.mistake("has the key \"grant\"; it is called \"grants\"")
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.text(.id, GrantRule.mistake(inProductID:))
            grants = try container.decodeIfPresent([Entry].self, forKey: .grants) ?? []
        }
    }

    private struct Entry: Decodable {
        private let kind: Grant.Kind
        private let name: String
        private var amount: Int64 = 0
        private let policy: Grant.RevocationPolicy

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case counter, unlock, amount
            case policy = "on_revocation"
        }

        init(from decoder: any Decoder) throws {
            // A grant with a misspelt key would not do what its author means.
            if let key = try decoder.keys().first(where: { CodingKeys(stringValue: $0) == nil }) {
                let known = CodingKeys.allCases.map { "\"\($0.stringValue)\"" }.joined(separator: ", ")
                throw try decoder.mistake("has the unknown key \(key.quoted); a grant has \(known)")
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            switch (container.has(.counter), container.has(.unlock)) {
            case (true, false):
                kind = .counter
                name = try container.text(.counter, GrantRule.mistake(inName:))
                amount = try container.wholeNumber(.amount, GrantRule.amounts)
            case (false, true):
                kind = .unlock
                name = try container.text(.unlock, GrantRule.mistake(inName:))
                guard try !container.has(.amount) || container.decode(Double.self, forKey: .amount) == 0 else {
                    throw container.mistake(.amount, "is there; an unlock has no amount")
                }
            case (true, true): throw container.mistake("names both a counter and an unlock")
            case (false, false): throw container.mistake("names neither a counter nor an unlock")
            }
            policy = container.has(.policy) ? try container.revocationPolicy(.policy) : .takeBack
        }

        func grant(of productID: String) -> Grant {
            Grant(productID: productID, kind: kind, name: name, amount: amount, revocationPolicy: policy)
        }
    }
}
