"""The work of the script sbom beside this file."""

import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys
import uuid

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.contrib.this.builders import this_component
from cyclonedx.model import ExternalReference, ExternalReferenceType, Property, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# What the self-contained library and the programs of a release contain (static) and need from the system. The C and C++ libraries
# belong to every system and are left out. The xcframeworks contain nothing else: there Apple's systems have everything.
RUNTIME = ["swift", "icu"]
LIBIAP = [*RUNTIME, "sqlite3", "libcrypto", "libcurl"]
PRODUCTS = {
    "libiap": (ComponentType.LIBRARY, "The library", LIBIAP),
    "iap-store": (ComponentType.APPLICATION, "The reference App Store as a program", [*LIBIAP, "libmicrohttpd"]),
    "iap-server": (ComponentType.APPLICATION, "The game's server", [*LIBIAP, "libmicrohttpd", "libpq"]),
}
# Libraries of the system, by their names in Package.swift and pkg-config: name, licence (SPDX), vendor and product in CPE, home page.
LIBRARIES = {
    "sqlite3": ("sqlite", "blessing", "sqlite:sqlite", "https://www.sqlite.org"),
    "libcrypto": ("openssl", "Apache-2.0", "openssl:openssl", "https://www.openssl.org"),
    "libcurl": ("libcurl", "curl", "haxx:libcurl", "https://curl.se"),
    "libmicrohttpd": ("libmicrohttpd", "LGPL-2.1-or-later", "gnu:libmicrohttpd", "https://www.gnu.org/software/libmicrohttpd"),
    "libpq": ("libpq", "PostgreSQL", "postgresql:postgresql", "https://www.postgresql.org"),
}


def fail(what):
    sys.exit(f"sbom: {what}")


def ran(*command, advice):
    try:
        return subprocess.run(command, text=True, capture_output=True, check=True, cwd=ROOT).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as mistake:
        fail(f"{' '.join(command)} failed: {getattr(mistake, 'stderr', '') or mistake}; {advice}")


def found(pattern, text, what):
    return match[1] if (match := re.search(pattern, text, re.MULTILINE)) else fail(what)


def component(name, version, licence, *, ref=None, linked=None, cpe=None, page=None, kind=ComponentType.LIBRARY, description=None):
    return Component(
        bom_ref=ref or name, name=name, version=version, type=kind, description=description,
        licenses=[LicenseFactory().make_from_string(licence)],
        purl=PackageURL("generic", name=name, version=version),
        cpe=cpe and f"cpe:2.3:a:{cpe}:{version}:*:*:*:*:*:*:*",
        properties=[Property(name="iapbridge:linked", value=linked)] if linked else None,
        external_references=[ExternalReference(type=ExternalReferenceType.WEBSITE, url=XsUri(page))] if page else None)


def parts():
    """What the products are made of, by the names in PRODUCTS, which are also the references in the file."""
    swift = shutil.which("swift") or fail("swift is not on PATH; install a Swift 6.3 toolchain (https://www.swift.org/install)")
    version = found(r"Swift version (\S+)", ran(swift, "--version", advice="install another toolchain"), "swift prints no version")
    header = pathlib.Path(swift).resolve().parents[1] / "lib/swift_static/_foundation_unicode/uvernum.h"
    icu = found(r'^#define U_ICU_VERSION "(.*)"', header.read_text(encoding="utf-8"), f"{header} has no version of ICU")
    every = {
        "swift": component(
            "swift", version, "Apache-2.0 WITH Swift-exception", linked="static", page="https://www.swift.org",
            description="Swift's standard library, Concurrency, Dispatch and Foundation"),
        "icu": component(
            "icu", icu, "Unicode-3.0", linked="static", page="https://icu.unicode.org",
            description="The part of ICU that Foundation contains. ICU-LICENSE.txt has the licences of its data"),
    }
    declared = set(re.findall(r'\bsystem\("[^"]+", "([^"]+)"', (ROOT / "Package.swift").read_text(encoding="utf-8")))
    if declared != set(LIBRARIES):
        fail(f"Package.swift and LIBRARIES differ in {', '.join(sorted(declared ^ set(LIBRARIES)))}; correct LIBRARIES and PRODUCTS")
    for package, (name, licence, cpe, page) in LIBRARIES.items():
        version = ran("pkg-config", "--modversion", package, advice=f"install pkg-config and the headers of {name}")
        every[package] = component(name, version, licence, ref=package, linked="system", cpe=cpe, page=page)
    return every


def bill(version):
    bom, every = Bom(), parts()
    bom.metadata.component = project = component("iapbridge", version, "MIT", kind=ComponentType.FRAMEWORK)
    bom.metadata.tools.components.add(this_component())
    products = []
    for name, (kind, description, uses) in PRODUCTS.items():
        product = component(name, version, "MIT", kind=kind, description=description)
        bom.register_dependency(product, [every[part] for part in uses])
        products.append(product)
    bom.register_dependency(project, products)
    for one in (*products, *every.values()):
        bom.components.add(one)
    # The time of the commit, and a number made from the content: the same content gives the same file.
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or ran(
        "git", "log", "-1", "--format=%ct", advice="outside a git clone set SOURCE_DATE_EPOCH to the time of the release in seconds")
    bom.metadata.timestamp = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
    content = " ".join([seconds, *sorted(str(one.purl) for one in bom.components)])
    bom.serial_number = uuid.uuid5(uuid.NAMESPACE_URL, content)
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def check(text, file):
    mistakes = list(JsonStrictValidator(SchemaVersion.V1_6).validate_str(text, all_errors=True) or ())
    for mistake in mistakes:
        print(f"sbom: {file}: {mistake}", file=sys.stderr)
    if mistakes:
        sys.exit(1)


def main(words):
    if words[0] == "--check":
        check(pathlib.Path(words[1]).read_text(encoding="utf-8"), words[1])
        print(f"{words[1]} follows the schema of CycloneDX 1.6")
        return
    version = ran(str(HERE / "set-version"), "--print", advice="iap.h must have a version")
    file = pathlib.Path(words[0]) / f"iapbridge-{version}.cdx.json"
    text = bill(version)
    check(text, file)
    file.write_text(text, encoding="utf-8")
    print(file)


main(sys.argv[1:])
