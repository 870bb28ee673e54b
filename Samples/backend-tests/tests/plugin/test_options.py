"""How the plugin finds the program and the .storekit file."""

import json
import subprocess
from pathlib import Path

import pytest
from iap_store_testing.program import find_program

TEST = """
def test_it(iap_store):
    print("app", iap_store.bundle_id)
    print("sells", [one["productId"] for one in iap_store.admin("products")])
"""


@pytest.fixture
def program(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> str:
    """The program. From here on only the test names it."""
    found = str(find_program(pytestconfig.getoption("--iap-store")))
    monkeypatch.delenv("IAP_STORE_PROGRAM", raising=False)
    monkeypatch.delenv("IAP_STOREKIT", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    return found


@pytest.fixture
def storekit(tmp_path: Path, program: str) -> Path:
    """A file that sells a single product."""
    path = tmp_path / "Shop.storekit"
    subprocess.run([program, "init", str(path)], check=True, capture_output=True)
    content = json.loads(path.read_text(encoding="utf-8"))
    del content["products"][1:], content["subscriptionGroups"]
    content["products"][0]["productID"] = "com.example.shop.gems"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def output(pytester: pytest.Pytester, *words: str, **outcomes: int) -> str:
    pytester.makepyfile(TEST)
    result = pytester.runpytest_inprocess("-s", "-p", "no:cacheprovider", *words)
    result.assert_outcomes(**outcomes)
    return result.stdout.str()


def test_the_option_names_the_program(pytester: pytest.Pytester, program: str) -> None:
    text = output(pytester, f"--iap-store={program}", passed=1)
    assert "app com.example.game" in text
    assert "'com.example.game.coins', 'com.example.game.editor', 'com.example.game.club'" in text


def test_the_option_may_name_the_folder(pytester: pytest.Pytester, program: str) -> None:
    output(pytester, f"--iap-store={Path(program).parent}", passed=1)


def test_the_variable_names_the_program(pytester: pytest.Pytester, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IAP_STORE_PROGRAM", program)
    output(pytester, passed=1)


def test_path_has_the_program(pytester: pytest.Pytester, program: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "iap-store").symlink_to(program)
    monkeypatch.setenv("PATH", str(tmp_path))
    output(pytester, passed=1)


def test_without_the_program_the_error_says_how_to_get_it(pytester: pytest.Pytester, program: str) -> None:
    text = output(pytester, errors=1)
    assert "there is no iap-store in PATH; build it in the library's folder with 'swift build" in text
    assert "During handling" not in text and "plugin.py" not in text


def test_what_is_named_and_not_there_is_an_error(
    pytester: pytest.Pytester, program: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(Path(program).parent))
    assert f"--iap-store names {tmp_path}/none, which is not there" in output(pytester, f"--iap-store={tmp_path}/none", errors=1)
    monkeypatch.setenv("IAP_STORE_PROGRAM", "/none")
    assert "IAP_STORE_PROGRAM names /none, which is not there" in output(pytester, errors=1)


def test_what_is_no_program_is_an_error(pytester: pytest.Pytester, program: str, tmp_path: Path) -> None:
    text = tmp_path / "iap-store"
    text.write_text("no program")
    assert "'chmod +x' makes it one" in output(pytester, f"--iap-store={text}", errors=1)
    text.chmod(0o755)
    assert "cannot be run: Exec format error" in output(pytester, f"--iap-store={text}", errors=1)
    text.write_text("#!/bin/sh\necho I am another program\n")
    assert "init' makes no file, exit code 0: I am another program" in output(pytester, f"--iap-store={text}", errors=1)


def test_the_option_names_what_is_sold(pytester: pytest.Pytester, program: str, storekit: Path) -> None:
    assert "sells ['com.example.shop.gems']" in output(pytester, f"--iap-store={program}", f"--storekit={storekit}", passed=1)
    text = output(pytester, f"--iap-store={program}", "--storekit=/none.storekit", errors=1)
    assert "--storekit names /none.storekit, which is not there" in text


def test_the_ini_file_names_what_is_sold(pytester: pytest.Pytester, program: str, storekit: Path) -> None:
    (pytester.path / "Shop.storekit").write_bytes(storekit.read_bytes())
    pytester.makeini("[pytest]\nstorekit = Shop.storekit\niap_bundle_id = com.example.shop")
    text = output(pytester, f"--iap-store={program}", passed=1)
    assert "sells ['com.example.shop.gems']" in text and "app com.example.shop" in text


def test_the_variable_names_what_is_sold(
    pytester: pytest.Pytester, program: str, storekit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IAP_STOREKIT", str(storekit))
    assert "sells ['com.example.shop.gems']" in output(pytester, f"--iap-store={program}", passed=1)


def test_a_broken_storekit_file_is_named(pytester: pytest.Pytester, program: str, tmp_path: Path) -> None:
    (tmp_path / "Broken.storekit").write_text("{")
    text = output(pytester, f"--iap-store={program}", f"--storekit={tmp_path}/Broken.storekit", errors=1)
    assert "does not start: " in text and "Broken.storekit" in text


def test_the_option_names_the_app(pytester: pytest.Pytester, program: str) -> None:
    assert "app com.example.other" in output(
        pytester, f"--iap-store={program}", "--iap-bundle-id=com.example.other", passed=1)
