/// Finds fields by their names' bytes, without making a string of them.
///
/// Unchecked Sendable: nothing changes after its making.
final class FieldTable: @unchecked Sendable {
    static let shared = FieldTable()

    struct Entry {
        var name: UnsafePointer<UInt8>
        var count: Int
        var field: SignedField
        var type: SignedField.ValueType
        /// One bit for each `SignedPlace`.
        var places: UInt16
    }

    /// A power of two, many times the number of fields, so that nearly every name has a slot of its own.
    private static let slotCount = 1024

    /// Of a field's entry, by its number.
    let entries: UnsafePointer<Entry>
    /// 0 is nobody's number.
    private let slots: UnsafePointer<UInt8>

    private init() {
        let fields = SignedField.allCases
        let slots = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.slotCount)
        slots.initialize(repeating: 0, count: Self.slotCount)
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: fields.count + 1)
        for field in fields {
            let text = Array("\(field)".utf8)
            let name = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count)
            name.initialize(from: text, count: text.count)
            let places = SignedPlace.allCases.reduce(into: UInt16(0)) { places, place in
                if place.fields.contains(field) { places |= 1 << UInt16(place.rawValue) }
            }
            (entries + Int(field.rawValue)).initialize(
                to: Entry(name: name, count: text.count, field: field, type: field.valueType, places: places))
            var slot = Self.slot(name, text.count)
            while slots[slot] != 0 { slot = (slot + 1) & (Self.slotCount - 1) }
            slots[slot] = field.rawValue
        }
        self.slots = UnsafePointer(slots)
        self.entries = UnsafePointer(entries)
    }

    private static func slot(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let (first, middle, last) = (Int(name[0]), Int(name[count / 2]), Int(name[count - 1]))
        return (count &* 47 &+ first &* 31 &+ middle &* 331 &+ last &* 97) & (slotCount - 1)
    }

    /// Nil for a name that Apple does not document for this place.
    func find(_ name: UnsafePointer<UInt8>, _ count: Int, in place: SignedPlace) -> UnsafePointer<Entry>? {
        guard count > 0 else { return nil }
        var slot = Self.slot(name, count)
        while slots[slot] != 0 {
            let entry = entries + Int(slots[slot])
            if entry.pointee.count == count, Self.isEqual(entry.pointee.name, name, count) {
                return entry.pointee.places & (1 << UInt16(place.rawValue)) != 0 ? entry : nil
            }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    private static func isEqual(_ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        for index in 0..<count where one[index] != other[index] { return false }
        return true
    }
}
