/// The judgement of JSON that is signed or was signed.
package enum StrictJSON {
    /// Refuses what is no JSON object, has a name twice in an object, is nested too deep, or has a number that no reader holds.
    package static func check(object bytes: [UInt8]) throws(Rejection) {
        _ = try ClaimReader(bytes)
    }
}
