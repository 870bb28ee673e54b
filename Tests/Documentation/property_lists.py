"""The property lists of the builds for Apple's systems.

    property_lists.py ROOT WORK MODULE...

ROOT is the project, WORK the folder in which make-xcframework has made its slices, MODULE a module of which the library
consists on Apple's systems. The privacy manifest has to name those of
Apple's required-reason APIs that the sources of the client side use, and no others.
"""

import pathlib
import plistlib
import re
import sys

# What Apple lists for each category ("Describing use of required reason API").
REQUIRED_REASON = {
    "NSPrivacyAccessedAPICategoryFileTimestamp":
        r"\b(?:f|l|fstat)?stat(?:at)?\(|\.(?:creationDate|modificationDate)\b(?!Key)|contentModificationDateKey|creationDateKey"
        r"|\bf?getattrlist(?:bulk|at)?\(|attributesOfItem",
    "NSPrivacyAccessedAPICategorySystemBootTime": r"\bsystemUptime\b|\bmach_absolute_time\b",
    "NSPrivacyAccessedAPICategoryDiskSpace":
        r"\bf?statv?fs\(|volumeAvailableCapacity|volumeTotalCapacity|systemFreeSize|systemSize\b",
    "NSPrivacyAccessedAPICategoryActiveKeyboards": r"\bactiveInputModes\b",
    "NSPrivacyAccessedAPICategoryUserDefaults": r"\bUserDefaults\b",
}
REASONS = {"NSPrivacyAccessedAPICategoryFileTimestamp": ["C617.1"]}
PLATFORMS = {
    "ios": ("iPhoneOS", "MinimumOSVersion", "15.0"),
    "ios-simulator": ("iPhoneSimulator", "MinimumOSVersion", "15.0"),
    "macos": ("MacOSX", "LSMinimumSystemVersion", "12.0"),
    "tvos": ("AppleTVOS", "MinimumOSVersion", "15.0"),
    "tvos-simulator": ("AppleTVSimulator", "MinimumOSVersion", "15.0"),
    "visionos": ("XROS", "MinimumOSVersion", "1.0"),
    "visionos-simulator": ("XRSimulator", "MinimumOSVersion", "1.0"),
}


def used(root, modules):
    """The categories of which the sources use something. What is for Linux only is not compiled there."""
    found = set()
    for module in modules:
        folder = next((root / "Sources").glob(f"*/{module}"))
        for path in sorted(folder.rglob("*")):
            if path.suffix not in (".swift", ".c", ".h") or {"OpenSSL", "Curl"} & set(path.relative_to(folder).parts):
                continue
            text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
            found |= {category for category, pattern in REQUIRED_REASON.items() if re.search(pattern, text)}
    return found


def main(root, work, modules):
    manifest = plistlib.loads((root / "Sources/Client/IAPClient/PrivacyInfo.xcprivacy").read_bytes())
    declared = {entry["NSPrivacyAccessedAPIType"]: entry["NSPrivacyAccessedAPITypeReasons"]
                for entry in manifest["NSPrivacyAccessedAPITypes"]}
    needed = used(root, modules)
    assert set(declared) == needed, f"declared are {sorted(declared)}, used {sorted(needed)}"
    assert declared == REASONS, declared
    assert manifest["NSPrivacyTracking"] is False
    assert manifest["NSPrivacyTrackingDomains"] == [] and manifest["NSPrivacyCollectedDataTypes"] == []

    package = (root / "Package.swift").read_text(encoding="utf-8")
    for system, version in [("iOS", "15"), ("macOS", "12"), ("tvOS", "15"), ("visionOS", "1")]:
        # A Mac with the reference store needs a later version.
        assert re.search(rf"\.{system}\((hasStore \? \.v\d+ : )?\.v{version}\)", package), f"Package.swift has another version of {system}"
    for slice_, (platform, key, minimum) in PLATFORMS.items():
        resources = work / slice_ / "framework/iap.framework" / ("Versions/A/Resources" if slice_ == "macos" else "")
        info = plistlib.loads((resources / "Info.plist").read_bytes())
        assert info["CFBundleSupportedPlatforms"] == [platform] and info[key] == minimum, (slice_, info)
        assert re.fullmatch(r"\d+\.\d+\.\d+", info["CFBundleShortVersionString"]), info
        assert re.fullmatch(r"[A-Za-z0-9.-]+", info["CFBundleIdentifier"]), info
        assert "@" not in str(info), info
        assert plistlib.loads((resources / "PrivacyInfo.xcprivacy").read_bytes()) == manifest, slice_


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:])
