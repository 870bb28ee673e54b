/// C strings that live as long as their handle, in one allocation: first the start of each string, then the strings.
package final class Texts: @unchecked Sendable {  // Never changes after its creation.
    private let memory: UnsafeMutableRawPointer
    package let count: Int

    package init(_ texts: [String?]) {
        count = texts.count
        let table = count * MemoryLayout<Int>.stride
        let size = texts.reduce(table) { $0 + ($1.map { $0.utf8.count + 1 } ?? 0) }
        memory = .allocate(byteCount: max(size, 1), alignment: MemoryLayout<Int>.alignment)
        var end = table
        for (index, text) in texts.enumerated() {
            // No string starts at 0, where the table is.
            memory.storeBytes(of: text == nil ? 0 : end, toByteOffset: index * MemoryLayout<Int>.stride, as: Int.self)
            guard var text else { continue }
            text.withUTF8 { bytes in
                if let start = bytes.baseAddress { (memory + end).copyMemory(from: start, byteCount: bytes.count) }
                end += bytes.count
            }
            memory.storeBytes(of: 0, toByteOffset: end, as: UInt8.self)
            end += 1
        }
    }

    deinit { memory.deallocate() }

    package subscript(index: Int) -> UnsafePointer<CChar>? {
        guard index >= 0, index < count else { return nil }
        let offset = memory.load(fromByteOffset: index * MemoryLayout<Int>.stride, as: Int.self)
        return offset == 0 ? nil : UnsafePointer((memory + offset).assumingMemoryBound(to: CChar.self))
    }
}
