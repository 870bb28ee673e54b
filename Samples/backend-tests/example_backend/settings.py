"""The settings that differ between tests and production. All of them come from outside."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    bundle_id: str
    #: "Apple ID" under App Information in App Store Connect.
    app_apple_id: int
    #: The key of the App Store Server API, as the text of the .p8 file.
    private_key: str
    key_id: str
    issuer_id: str
    #: The trusted root certificates, as DER: "Apple Root CA - G3", or the one of a test's store.
    roots: list[bytes]
    #: The database with the grants.
    database: Path
    #: Base URLs that replace Apple's.
    production_url: str | None = None
    sandbox_url: str | None = None
    #: Whether to check with Apple that its certificates are not revoked.
    has_online_checks: bool = True

    @staticmethod
    def from_environment(environment: Mapping[str, str]) -> "Settings":
        return Settings(
            bundle_id=environment["BUNDLE_ID"],
            app_apple_id=int(environment["APP_APPLE_ID"]),
            private_key=Path(environment["PRIVATE_KEY_FILE"]).read_text(encoding="ascii"),
            key_id=environment["KEY_ID"],
            issuer_id=environment["ISSUER_ID"],
            roots=[Path(environment["ROOT_FILE"]).read_bytes()],
            database=Path(environment.get("DATABASE", "ledger.db")),
            production_url=environment.get("PRODUCTION_URL"),
            sandbox_url=environment.get("SANDBOX_URL"),
            has_online_checks=environment.get("ONLINE_CHECKS", "yes") == "yes",
        )
