internal import IAPJSON
internal import IAPPlatform
internal import IAPSignedText

extension SignedField {
    /// Throws unless the value has the type that Apple documents, or is null.
    func check(_ value: JSONValue) throws(Rejection) {
        switch (value, valueType) {
        case (.null, _), (.flag, .flag), (.object, .object): return
        case (.text(let text), .text):
            guard !text.hasNUL else { throw wrongType("a text that contains a NUL") }
        case (.list(let elements), .texts):
            for element in elements {
                guard case .text = element else { throw wrongType("a list with values other than texts") }
            }
        case (.list(let elements), .objects):
            for element in elements {
                guard case .object = element else { throw wrongType("a list with values other than objects") }
            }
        case (.number(let number), .int32), (.number(let number), .int64), (.number(let number), .date):
            try check(number)
        default: throw wrongType(value.kindName)
        }
    }

    private func check(_ number: JSONNumber) throws(Rejection) {
        let whole = whole(number)
        guard whole == nil || valueType == .int32 && Int32(exactly: whole ?? 0) == nil else { return }
        guard number.double.rounded() == number.double else { throw wrongType("the fraction \(number.digits)") }
        throw Rejection(.numberOutOfRange, "the field \(self) is \(number.digits), which is too large")
    }

    /// The value of the field. Xcode signs dates with parts of a millisecond, which are cut off.
    func whole(_ number: JSONNumber) -> Int64? {
        valueType == .date ? number.wholeNumber(.down) : number.wholeNumber(nil)
    }

    private func wrongType(_ what: String) -> Rejection {
        Rejection(.wrongType, "the field \(self) is \(what), which Apple does not document")
    }
}
