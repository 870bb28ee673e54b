import CIAP
import Glibc
import IAPBoundary
import IAPSignedData

final class SignedDataHandle: Handle {
    let data: VerifiedData
    private let strings = StringPool()

    init(_ data: VerifiedData) { self.data = data }

    /// The text as a C string that lives as long as the handle.
    func characters(_ text: String?) -> UnsafePointer<CChar>? { text.map(strings.characters) }
}

// The shared part of the getters of signed data. An absent field is 0 or NULL. `function` is the getter, for the log.

func signedText(_ data: OpaquePointer?, _ field: SignedField, function: String = #function) -> UnsafePointer<CChar>? {
    SignedDataHandle.at(data, function: function).flatMap { $0.characters($0.data.text(field)) }
}

func signedNumber(_ data: OpaquePointer?, _ field: SignedField, function: String = #function) -> Int64 {
    SignedDataHandle.at(data, function: function)?.data.number(field) ?? 0
}

func signedFlag(_ data: OpaquePointer?, _ field: SignedField, function: String = #function) -> Int32 {
    signedNumber(data, field, function: function) == 0 ? 0 : 1
}

/// The value of a field that holds at most 32 bits.
func signedSmallNumber(_ data: OpaquePointer?, _ field: SignedField, function: String = #function) -> Int32 {
    Int32(clamping: signedNumber(data, field, function: function))
}

/// The number that a text of digits represents; 0 for other texts.
func signedID(_ data: OpaquePointer?, _ field: SignedField, function: String = #function) -> UInt64 {
    guard var digit = signedText(data, field, function: function) else { return 0 }
    var id: UInt64 = 0
    while digit.pointee != 0 {
        guard case 0x30...0x39 = digit.pointee else { return 0 }
        let (tens, isTooLarge) = id.multipliedReportingOverflow(by: 10)
        let (sum, isTooLargeNow) = tens.addingReportingOverflow(UInt64(digit.pointee - 0x30))
        guard !isTooLarge, !isTooLargeNow else { return 0 }
        id = sum
        digit += 1
    }
    return id
}

/// The constant for a word of a field; 0 if the field is absent.
///
/// - Parameter unknown: For words of other versions.
func signedWord(
    _ data: OpaquePointer?, _ field: SignedField, unknown: Int32 = 0, function: String = #function,
    _ words: KeyValuePairs<StaticString, Int32>
) -> Int32 {
    guard let text = signedText(data, field, function: function) else { return 0 }
    return words.first { strcmp($0.key.utf8Start, text) == 0 }?.value ?? unknown
}

/// The constant for a number of a field; 0 if the field is absent.
///
/// - Parameter unknown: For numbers of other versions.
func signedChoice(
    _ data: OpaquePointer?, _ field: SignedField, unknown: Int32 = 0, function: String = #function,
    _ choices: KeyValuePairs<Int64, Int32>
) -> Int32 {
    guard let number = SignedDataHandle.at(data, function: function)?.data.number(field) else { return 0 }
    return choices.first { $0.key == number }?.value ?? unknown
}

func signedBillingPlan(_ data: OpaquePointer?, _ field: SignedField, function: String = #function)
    -> iap_billing_plan_type_t
{
    signedWord(
        data, field, unknown: IAP_BILLING_PLAN_UNKNOWN, function: function,
        ["BILLED_UPFRONT": IAP_BILLING_PLAN_UP_FRONT, "MONTHLY": IAP_BILLING_PLAN_MONTHLY])
}

func signedAutoRenewal(_ data: OpaquePointer?, _ field: SignedField, function: String = #function) -> iap_auto_renewal {
    signedChoice(data, field, function: function, [0: IAP_AUTO_RENEWAL_OFF, 1: IAP_AUTO_RENEWAL_ON])
}
