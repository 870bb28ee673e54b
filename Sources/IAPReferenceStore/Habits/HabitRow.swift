/// What the list of habits says about a habit.
struct HabitRow: Sendable {
    var name: String
    var group: HabitGroup
    var kind: Habit.Kind
    var choices: [HabitChoice] = []
    /// The value in each profile, in the order of their numbers.
    var values: [Int64]
    var sentence: PageText
    var source: String
}

/// A value that has a name.
package struct HabitChoice: Sendable, Hashable {
    package var name: String
    package var title: PageText
}

/// A text of the store's page in the page's languages.
package struct PageText: Sendable, Hashable {
    package var english: String
    package var chinese: String

    init(_ english: String, _ chinese: String) {
        self.english = english
        self.chinese = chinese
    }
}
