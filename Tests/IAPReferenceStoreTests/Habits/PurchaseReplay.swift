import IAPModel

@testable import IAPReferenceStore

extension ReferenceStore {
    /// Returns whether a second store has the same content after a replay of the same commands.
    func isTheSameAfterReplay(of catalogue: String = TestStore.catalogue) throws -> Bool {
        var options = Options()
        options.clock = .virtual(start: TestStore.start)
        return try Self.replay(log, catalogue: Catalogue(catalogue), options: options).stateText == stateText
    }
}
