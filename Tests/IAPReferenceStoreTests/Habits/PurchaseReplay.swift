import IAPModel

@testable import IAPReferenceStore

extension ReferenceStore {
    /// Whether a store to which the same is said to have happened knows the same.
    func isTheSameAfterReplay(of catalogue: String = TestStore.catalogue) throws -> Bool {
        var options = Options()
        options.clock = .virtual(start: TestStore.start)
        return try Self.replay(log, catalogue: Catalogue(catalogue), options: options).stateText == stateText
    }
}
