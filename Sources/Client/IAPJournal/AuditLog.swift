internal import Foundation
internal import IAPDatabase
internal import IAPJSON
package import IAPModel
internal import IAPPaymentQueue
internal import IAPPlatform

/// The last events. They are in the journal itself: a line exists if and only if its change exists.
package struct AuditLog {
    /// In bytes.
    package static let usualLimit = 1 << 20

    private let limit: Int
    /// The size of all lines in bytes. Nil until they are counted.
    private var size: Int?

    init(limit: Int) { self.limit = limit }

    /// Writes the lines of a commit, and deletes the oldest lines if there are too many.
    mutating func append(_ commit: inout Commit) throws(IAPError) {
        guard !commit.audit.isEmpty else { return }
        var size = if let known = size { known } else { try Self.size(commit) }
        for index in commit.audit.indices {
            commit.audit[index].timeMS = commit.now
            let text = commit.audit[index].text
            try commit.run("INSERT INTO audit (line) VALUES (?)", [Value(text)])
            size += text.utf8.count
        }
        if size > limit { size = try rotate(size, &commit) }
        self.size = size
    }

    /// The commit failed. Its lines are not in the log.
    mutating func noteFailure() { size = nil }

    /// Deletes an eighth of the log at a time. Otherwise each new line would delete one.
    private func rotate(_ size: Int, _ commit: inout Commit) throws(IAPError) -> Int {
        let lines = try commit.query("SELECT number, length(CAST(line AS BLOB)) FROM audit ORDER BY number") {
            (number: $0.integer(0), size: Int($0.integer(1)))
        }
        var size = size
        var last: Int64?
        for line in lines.dropLast() where size > limit - limit / 8 {
            size -= line.size
            last = line.number
        }
        if let last { try commit.run("DELETE FROM audit WHERE number <= ?", [.integer(last)]) }
        return size
    }

    private static func size(_ commit: Commit) throws(IAPError) -> Int {
        try commit.query("SELECT coalesce(sum(length(CAST(line AS BLOB))), 0) FROM audit") { Int($0.integer(0)) }.first
            ?? 0
    }
}

extension Journal {
    package func auditLines() throws(IAPError) -> [String] {
        try read { commit throws(IAPError) in
            try commit.query("SELECT line FROM audit ORDER BY number") { $0.text(0) }
        }
    }

    package func copyAudit(to path: String) throws(IAPError) {
        guard !isOwnFile(path) else {
            throw IAPError(.invalidArgument, "\(path) is the journal itself or not a regular file; give another path")
        }
        let text = try auditLines().map { $0 + "\n" }.joined()
        do throws(FileReplacement.Failure) { try FileReplacement.write(Array(text.utf8), to: path) } catch {
            guard let code = error.code else {
                throw IAPError(.invalidArgument, "\(path) is not a regular file; give another path")
            }
            throw IAPError(
                error.isFull ? .storageFull : .storage, "the audit log cannot be written to \(path): \(error.reason)",
                isRetryable: error.isFull, storeDomain: "errno", storeCode: Int(code))
        }
    }
}

extension AuditLine {
    var text: String {
        // Texts and whole numbers can always be written.
        JSONEncoder.sortedText(self, inSnakeCase: true) ?? "{}"
    }
}
