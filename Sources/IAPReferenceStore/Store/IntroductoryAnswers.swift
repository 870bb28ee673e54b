internal import IAPModel

/// The first responses to a launch of the game about its eligibility for introductory offers. A sign-in counts as a launch.
struct IntroductoryAnswers: Sendable {
    struct Question: Sendable, Hashable {
        var groupID: ExactText
        /// The number of the sign-in.
        var session: Int
    }

    private var first: [Question: Bool] = [:]
    private var count = 0

    /// - Returns: The first response to this question, and the number of this response.
    mutating func note(_ answer: Bool, to question: Question) -> (first: Bool, number: Int) {
        count += 1
        let first = first[question] ?? answer
        self.first[question] = first
        return (first, count)
    }
}
