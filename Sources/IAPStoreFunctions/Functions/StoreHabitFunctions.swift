public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_set_profile(
    _ store: OpaquePointer?, _ profile: iap_profile, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard let known = HabitProfile(rawValue: profile) else {
            throw IAPError(.invalidArgument, "profile is \(profile), which is not an IAP_PROFILE_… value")
        }
        try $0.setProfile(known)
    }
}

@c @implementation public func iap_store_get_profile(
    _ store: OpaquePointer?, _ profile: UnsafeMutablePointer<iap_profile>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    profile?.pointee = IAP_PROFILE_NONE
    return control(store, error) {
        guard let profile else { throw IAPError(.invalidArgument, "profile is NULL") }
        profile.pointee = try $0.profile?.rawValue ?? IAP_PROFILE_NONE
    }
}

@c @implementation public func iap_store_set_habit(
    _ store: OpaquePointer?, _ habit: iap_habit, _ value: Int64, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        let known = try Habit(given: habit)
        guard (0...known.largest).contains(value) else {
            throw IAPError(
                .invalidArgument, "the habit \(known.name) takes a value from 0 to \(known.largest), not \(value)")
        }
        try $0.setHabit(known, to: value)
    }
}

@c @implementation public func iap_store_get_habit(
    _ store: OpaquePointer?, _ habit: iap_habit, _ value: UnsafeMutablePointer<Int64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    value?.pointee = 0
    return control(store, error) {
        guard let value else { throw IAPError(.invalidArgument, "value is NULL") }
        value.pointee = try $0.habit(Habit(given: habit))
    }
}

@c @implementation public func iap_habit_count() -> Int { Habit.allCases.count }

@c @implementation public func iap_habit_at(_ index: Int) -> iap_habit {
    Habit.allCases.indices.contains(index) ? Habit.allCases[index].rawValue : IAP_HABIT_NONE
}

@c @implementation public func iap_habit_name(_ habit: iap_habit) -> UnsafePointer<CChar>? {
    HabitTexts.names.text(of: habit)
}

@c @implementation public func iap_habit_named(_ name: UnsafePointer<CChar>?) -> iap_habit {
    guard let name, let habit = Habit(named: String(cString: name)) else { return IAP_HABIT_NONE }
    return habit.rawValue
}

@c @implementation public func iap_habit_sentence(_ habit: iap_habit) -> UnsafePointer<CChar>? {
    HabitTexts.sentences.text(of: habit)
}

@c @implementation public func iap_habit_source(_ habit: iap_habit) -> UnsafePointer<CChar>? {
    HabitTexts.sources.text(of: habit)
}

@c @implementation public func iap_habit_largest(_ habit: iap_habit) -> Int64 {
    Habit(rawValue: habit)?.largest ?? -1
}

@c @implementation public func iap_habit_value_name(_ habit: iap_habit, _ value: Int64) -> UnsafePointer<CChar>? {
    guard let known = Habit(rawValue: habit), let index = Int(exactly: value) else { return nil }
    return HabitTexts.valueNames[known]?[index]
}

@c @implementation public func iap_habit_value_in(_ habit: iap_habit, _ profile: iap_profile) -> Int64 {
    guard let habit = Habit(rawValue: habit), let profile = HabitProfile(rawValue: profile) else { return -1 }
    return habit.value(in: profile)
}

@c @implementation public func iap_profile_count() -> Int { HabitProfile.allCases.count }

@c @implementation public func iap_profile_at(_ index: Int) -> iap_profile {
    HabitProfile.allCases.indices.contains(index) ? HabitProfile.allCases[index].rawValue : IAP_PROFILE_NONE
}

@c @implementation public func iap_profile_name(_ profile: iap_profile) -> UnsafePointer<CChar>? {
    HabitTexts.profiles.text(of: profile)
}

@c @implementation public func iap_profile_named(_ name: UnsafePointer<CChar>?) -> iap_profile {
    guard let name, let profile = HabitProfile(named: String(cString: name)) else { return IAP_PROFILE_NONE }
    return profile.rawValue
}

/// The texts of habits for C callers. They live as long as the process.
private enum HabitTexts {
    static let names = TextsOfCases<Habit>(\.name)
    static let sentences = TextsOfCases<Habit>(\.sentence.english)
    static let sources = TextsOfCases<Habit>(\.source)
    static let profiles = TextsOfCases<HabitProfile>(\.name)

    /// Only for habits whose values have names.
    static let valueNames: [Habit: Texts] = Dictionary(
        Habit.allCases.filter { $0.kind == .choice }.map { ($0, Texts($0.choices.map(\.name))) },
        uniquingKeysWith: { $1 })
}

/// A text for each case, by its number.
private struct TextsOfCases<Value: CaseIterable & RawRepresentable<Int32> & Sendable>: Sendable {
    private let texts: Texts
    private let places: [Int32: Int]

    init(_ text: (Value) -> String) {
        texts = Texts(Value.allCases.map(text))
        places = Dictionary(
            Value.allCases.enumerated().map { ($0.element.rawValue, $0.offset) }, uniquingKeysWith: { $1 })
    }

    /// Returns nil if no case has the number.
    func text(of number: Int32) -> UnsafePointer<CChar>? { places[number].flatMap { texts[$0] } }
}

extension Habit {
    fileprivate init(given: iap_habit) throws(IAPError) {
        guard let habit = Habit(rawValue: given) else {
            throw IAPError(.invalidArgument, "habit is \(given), which is not an IAP_HABIT_… value")
        }
        self = habit
    }
}
