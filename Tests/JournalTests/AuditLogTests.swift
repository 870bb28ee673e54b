import Database
import IAPModel
import Testing

@testable import Journal

struct AuditLogTests {
    /// What a commit says that does not come about takes no room from what did.
    @Test func failedCommitsMakeNoLineGo() throws {
        let journal = try Journal(path: nil, auditLimit: 4000)
        defer { journal.close() }
        try journal.database.execute(
            """
            CREATE TABLE a (id INTEGER PRIMARY KEY);
            CREATE TABLE b (a INTEGER REFERENCES a (id) DEFERRABLE INITIALLY DEFERRED);
            """)
        for number in 1...10 { _ = journal.write([.note(AuditLine("line \(number)"))]) }
        let lines = try journal.auditLines()
        #expect(lines.count == 10)
        for _ in 1...200 {
            #expect(throws: IAPError.self) {
                try journal.change { (commit: inout Commit) throws(IAPError) in
                    commit.audit.append(AuditLine("this does not happen"))
                    // Found only when it is committed.
                    try commit.run("INSERT INTO b VALUES (7)")
                }
            }
        }
        _ = journal.write([.note(AuditLine("line 11"))])
        #expect(try journal.auditLines().prefix(10).elementsEqual(lines))
        #expect(try journal.auditLines().count == 11)
    }

    @Test func oldestLinesMakeRoom() throws {
        let journal = try Journal(path: nil, auditLimit: 4000)
        defer { journal.close() }
        for number in 1...500 {
            _ = journal.write([.note(AuditLine("line \(number)"))])
            #expect(try journal.auditLines().reduce(0) { $0 + $1.utf8.count } <= 4000)
        }
        let lines = try journal.auditLines()
        #expect(lines.count > 20 && lines.last?.contains("line 500") == true)
    }
}
