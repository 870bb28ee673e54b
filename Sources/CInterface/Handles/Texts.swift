/// C strings that live as long as the handle they belong to, in one allocation.
final class Texts: @unchecked Sendable {  // Never changes after its making.
    private let memory: UnsafeMutablePointer<CChar>
    private let offsets: [Int?]

    init(_ texts: [String?]) {
        var (offsets, size): ([Int?], Int) = ([], 0)
        for text in texts {
            offsets.append(text == nil ? nil : size)
            size += text.map { $0.utf8.count + 1 } ?? 0
        }
        memory = .allocate(capacity: max(size, 1))
        for case (let text?, let offset?) in zip(texts, offsets) {
            var next = memory + offset
            for byte in text.utf8 {
                next.pointee = CChar(bitPattern: byte)
                next += 1
            }
            next.pointee = 0
        }
        self.offsets = offsets
    }

    deinit { memory.deallocate() }

    var count: Int { offsets.count }

    subscript(index: Int) -> UnsafePointer<CChar>? {
        offsets.indices.contains(index) ? offsets[index].map { UnsafePointer(memory + $0) } : nil
    }
}
