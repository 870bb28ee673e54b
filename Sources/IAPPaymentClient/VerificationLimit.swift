/// Limits how many verifications run at the same time. A launch may find many purchases that have no verdict.
actor VerificationLimit {
    private static let width = 4
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
        if running < Self.width {
            running += 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
    }
}
