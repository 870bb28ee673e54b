import IAPDatabase
import IAPModel
import IAPPaymentQueue
import Testing

@testable import IAPJournal

struct AuditLogTests {
    /// Lines of a failed commit do not push older lines out of the audit log.
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
                    // SQLite finds this error only at the commit.
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

struct AuditLineTests {
    /// Players send logs of older versions. The people and programs that read them depend on these names.
    @Test func formOfALineIsFixed() {
        let transaction = Transaction(
            id: 18_446_744_073_709_551_615, originalID: 7, productID: "a/\"b\"", productType: .consumable, quantity: 1,
            purchaseDate: 1, originalPurchaseDate: 1, environment: "", signedText: "")
        var line = AuditLine("event", transaction, count: 2, cause: "\(DeliveryState.granted)")
        line.timeMS = 5
        #expect(
            line.text == #"{"cause":"granted","count":2,"event":"event","product_id":"a/\"b\"","time_ms":5,"#
                + #""transaction_id":"18446744073709551615"}"#)
        line = AuditLine("event", name: "coins", amount: -3, balance: .max)
        line.status = -10
        line.paymentID = .max
        line.storeDomain = "SQLite"
        line.storeCode = 13
        #expect(
            line.text == #"{"amount":-3,"balance":9223372036854775807,"event":"event","name":"coins","#
                + #""payment_id":18446744073709551615,"status":-10,"store_code":13,"store_domain":"SQLite","time_ms":0}"#
        )
    }

    @Test func deliveryStatesHaveTheWordsOfTheLog() {
        let states: [DeliveryState] = [.none, .new, .seen, .granted]
        #expect(states.map { "\($0)" } == ["none", "new", "seen", "granted"])
    }
}
