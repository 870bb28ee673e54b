"""Package.swift as it is read on a Mac: its JSON on standard input, as `swift package dump-package` gives it.

Prints the targets of which a static library consists, one a line. Fails if a game in Xcode could not depend on the package.
"""

import json
import sys

package = json.load(sys.stdin)
products = {product["name"]: product for product in package["products"]}
targets = {target["name"]: target for target in package["targets"] if target["type"] != "test"}

assert list(products) == ["iap"], f"a game would see the products {list(products)}"
assert products["iap"]["type"] == {"library": ["dynamic"]} and products["iap"]["targets"] == ["IAPClient"], products
for name, target in targets.items():
    for setting in target["settings"]:
        # SwiftPM refuses the first in dependencies; the second cannot be told beside Xcode's -suppress-warnings.
        assert not {"unsafeFlags", "treatAllWarnings"} & set(setting["kind"]), f"{name}: {setting['kind']}"
# A target of C, which tells those who depend on it where its headers are; a system library would not.
assert targets["CIAP"]["type"] == "regular", targets["CIAP"]
assert [resource["path"] for resource in targets["IAPClient"]["resources"]] == ["PrivacyInfo.xcprivacy"]
print("\n".join(sorted(name for name in targets if name != "CIAP")))
