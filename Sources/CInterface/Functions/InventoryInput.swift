import CIAP
import IAPModel
import Journal

extension Input {
    static func grantTable(_ options: UnsafePointer<iap_inventory_options>?) throws(IAPError) -> GrantTable? { nil }
}
