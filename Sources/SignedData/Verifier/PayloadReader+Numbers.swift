extension PayloadReader {
    private static let maximumNumberLength = 64

    mutating func readNumber(
        _ entry: UnsafePointer<FieldTable.Entry>?
    ) throws(Rejection) -> (PayloadMember.Content, Int64) {
        let start = index
        let isNegative = bytes[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let firstDigit = index
        var magnitude: UInt64 = 0
        var isOverflow = false
        while case 0x30...0x39 = bytes[index] {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(bytes[index] - 0x30))
            isOverflow = isOverflow || overflow || carry
            magnitude = sum
            index += 1
        }
        guard index > firstDigit, index == firstDigit + 1 || bytes[firstDigit] != 0x30 else {
            index = start
            throw fault("has a value that is none of JSON's")
        }
        var isWhole = true
        if bytes[index] == UInt8(ascii: ".") {
            isWhole = false
            try readDigits()
        }
        if bytes[index] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            if bytes[index + 1] == UInt8(ascii: "+") || bytes[index + 1] == UInt8(ascii: "-") { index += 1 }
            try readDigits()
        }
        var value: Int64?
        if isWhole, !isOverflow {
            value = isNegative ? Int64(exactly: -Int128(magnitude)) : Int64(exactly: magnitude)
        }
        if value == nil {
            // What is written without a fraction is not rounded to a number that it is not.
            let number = try wholePart(of: start, isDate: entry?.pointee.type == .date)
            value = isWhole ? nil : number
        }
        if let entry { try check(value, entry, start) }
        return value.map { (.wholeNumber, $0) } ?? (.otherNumber, 0)
    }

    /// Skips one byte and the digits after it, at least one.
    private mutating func readDigits() throws(Rejection) {
        index += 1
        let start = index
        while case 0x30...0x39 = bytes[index] { index += 1 }
        guard index > start else { throw fault("has a number that is not well-formed") }
    }

    /// The value of a number with a fraction or an exponent, or of many digits; nil if it is not a whole one of 64 bits.
    private func wholePart(of start: Int, isDate: Bool) throws(Rejection) -> Int64? {
        let digits = UnsafeBufferPointer(start: bytes + start, count: index - start)
        guard digits.count <= Self.maximumNumberLength else {
            throw Rejection(
                .numberOutOfRange,
                "the payload has a number of more than \(Self.maximumNumberLength) characters at byte \(start)")
        }
        guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else {
            throw Rejection(.numberOutOfRange, "the payload has a number that no reader can hold at byte \(start)")
        }
        // From here on not every whole number is a Double: it may have been rounded.
        guard number.magnitude < 0x1p53 else { return nil }
        return Int64(exactly: isDate ? number.rounded(.down) : number)
    }

    private func check(
        _ value: Int64?, _ entry: UnsafePointer<FieldTable.Entry>, _ start: Int
    ) throws(Rejection) {
        let isInRange: Bool
        switch entry.pointee.type {
        case .int64, .date: isInRange = value != nil
        case .int32: isInRange = value.flatMap(Int32.init(exactly:)) != nil
        case .text, .flag, .texts, .object: throw wrongType(entry, "a number")
        }
        guard !isInRange else { return }
        let digits = String(decoding: UnsafeBufferPointer(start: bytes + start, count: index - start), as: UTF8.self)
        if let number = Double(digits), number.rounded() != number {
            throw wrongType(entry, "the fraction \(digits)")
        }
        throw Rejection(.numberOutOfRange, "the field \(entry.pointee.field) is \(digits), which is too large")
    }
}
