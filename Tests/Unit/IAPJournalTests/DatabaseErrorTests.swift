import IAPDatabase
import IAPModel
import Testing

@testable import IAPJournal

/// The errors that the game receives when files fail.
struct DatabaseErrorTests {
    static let kinds: [(DatabaseError.Kind, IAPError.Status, isRetryable: Bool)] = [
        (.foreign, .storageForeign, false), (.newer, .storageNewer, false), (.busy, .busy, true),
        (.full, .storageFull, true), (.failed, .storage, true), (.wrongPath, .storage, false),
    ]

    @Test(arguments: kinds.indices) func kindsBecomeStatusesAndOnlyPassingOnesAreRetryable(index: Int) {
        let (kind, status, isRetryable) = Self.kinds[index]
        let error = IAPError(DatabaseError(kind, code: 13, "the file cannot be used"))
        #expect(error.status == status)
        #expect(error.isRetryable == isRetryable)
        #expect(error.storeDomain == "SQLite" && error.storeCode == 13)
        #expect(error.message == "the file cannot be used")
    }

    /// SQLite cannot read a protected file while the device is locked. The journal stays as it is.
    @Test func lockedDeviceIsNotDamage() {
        let authorization: Int32 = 23
        let error = DatabaseError(.failed, code: authorization, "authorization denied")
        #expect(!error.isAboutTheFile && error.isPassing)
        #expect(IAPError(error).status == .storage && IAPError(error).isRetryable)
    }
}
