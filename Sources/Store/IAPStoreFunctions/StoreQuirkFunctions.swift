public import CIAP
import IAPInterop
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_set_profile(
    _ store: Pointer, _ profile: iap_profile_t, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        let known = try Input.value(QuirkProfile.self, profile, "profile", "IAP_PROFILE")
        try $0.quirks.setProfile(known)
    }
}

@c @implementation public func iap_store_get_profile(
    _ store: Pointer, _ profile: UnsafeMutablePointer<iap_profile_t>?, _ error: Failure
) -> iap_status_t {
    profile?.pointee = IAP_PROFILE_NONE
    return control(store, error) {
        guard let profile else { throw IAPError(.invalidArgument, "profile is NULL") }
        profile.pointee = try $0.quirks.profile?.rawValue ?? IAP_PROFILE_NONE
    }
}

@c @implementation public func iap_store_set_quirk(
    _ store: Pointer, _ quirk: iap_quirk_t, _ value: Int64, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        let known = try Quirk(given: quirk)
        guard (0...known.largest).contains(value) else {
            throw IAPError(
                .invalidArgument, "the quirk \(known.name) takes a value from 0 to \(known.largest), not \(value)")
        }
        try $0.quirks.set(known, to: value)
    }
}

@c @implementation public func iap_store_get_quirk(
    _ store: Pointer, _ quirk: iap_quirk_t, _ value: UnsafeMutablePointer<Int64>?, _ error: Failure
) -> iap_status_t {
    value?.pointee = 0
    return control(store, error) {
        guard let value else { throw IAPError(.invalidArgument, "value is NULL") }
        value.pointee = try $0.quirks.value(Quirk(given: quirk))
    }
}

@c @implementation public func iap_quirk_count() -> Int { Quirk.allCases.count }

@c @implementation public func iap_quirk_at(_ index: Int) -> iap_quirk_t {
    Quirk.allCases.indices.contains(index) ? Quirk.allCases[index].rawValue : IAP_QUIRK_NONE
}

@c @implementation public func iap_quirk_name(_ quirk: iap_quirk_t) -> Text {
    QuirkTexts.names.text(of: quirk)
}

@c @implementation public func iap_quirk_named(_ name: Text) -> iap_quirk_t {
    guard let name, let quirk = Quirk(named: String(cString: name)) else { return IAP_QUIRK_NONE }
    return quirk.rawValue
}

@c @implementation public func iap_quirk_sentence(_ quirk: iap_quirk_t) -> Text {
    QuirkTexts.sentences.text(of: quirk)
}

@c @implementation public func iap_quirk_source(_ quirk: iap_quirk_t) -> Text {
    QuirkTexts.sources.text(of: quirk)
}

@c @implementation public func iap_quirk_largest(_ quirk: iap_quirk_t) -> Int64 {
    Quirk(rawValue: quirk)?.largest ?? -1
}

@c @implementation public func iap_quirk_value_name(_ quirk: iap_quirk_t, _ value: Int64) -> Text {
    guard let known = Quirk(rawValue: quirk), let index = Int(exactly: value) else { return nil }
    return QuirkTexts.valueNames[known]?[index]
}

@c @implementation public func iap_quirk_value_in(_ quirk: iap_quirk_t, _ profile: iap_profile_t) -> Int64 {
    guard let quirk = Quirk(rawValue: quirk), let profile = QuirkProfile(rawValue: profile) else { return -1 }
    return quirk.value(in: profile)
}

@c @implementation public func iap_profile_count() -> Int { QuirkProfile.allCases.count }

@c @implementation public func iap_profile_at(_ index: Int) -> iap_profile_t {
    QuirkProfile.allCases.indices.contains(index) ? QuirkProfile.allCases[index].rawValue : IAP_PROFILE_NONE
}

@c @implementation public func iap_profile_name(_ profile: iap_profile_t) -> Text {
    QuirkTexts.profiles.text(of: profile)
}

@c @implementation public func iap_profile_named(_ name: Text) -> iap_profile_t {
    guard let name, let profile = QuirkProfile(named: String(cString: name)) else { return IAP_PROFILE_NONE }
    return profile.rawValue
}

/// The texts of quirks for C callers. They live as long as the process.
private enum QuirkTexts {
    static let names = TextsOfCases<Quirk>(\.name)
    static let sentences = TextsOfCases<Quirk>(\.sentence.english)
    static let sources = TextsOfCases<Quirk>(\.source)
    static let profiles = TextsOfCases<QuirkProfile>(\.name)

    /// Only for quirks whose values have names.
    static let valueNames: [Quirk: Texts] = Dictionary(
        Quirk.allCases.filter { $0.kind == .choice }.map { ($0, Texts($0.choices.map(\.name))) },
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

extension Quirk {
    fileprivate init(given: iap_quirk_t) throws(IAPError) {
        let quirk = try Input.value(Quirk.self, given, "quirk", "IAP_QUIRK")
        self = quirk
    }
}
