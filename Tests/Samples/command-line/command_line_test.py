"""Samples/run with a `swift` of the test in its PATH, which notes that it was called and then waits."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests"))
from terminal import Terminal  # noqa: E402

SWIFT = """#!/bin/sh
echo "$@" >>%(folder)s/called
echo "[12/48] Compiling IAPModel"
read -r status <%(folder)s/pipe
exit "$status"
"""


class CommandLine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        os.mkfifo(self.folder / "pipe")
        # Opened for both directions: neither opening nor writing then blocks.
        self.pipe = os.open(self.folder / "pipe", os.O_RDWR)
        self.addCleanup(os.close, self.pipe)
        swift = self.folder / "swift"
        swift.write_text(SWIFT % {"folder": folder.name})
        swift.chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{folder.name}:{os.environ['PATH']}"}

    def run_it(self, *arguments):
        done = subprocess.run([ROOT / "Samples/run", *arguments], env=self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=60)
        self.assertFalse((self.folder / "called").exists(), f"{arguments}: something is built")
        return done

    def refused(self, *arguments):
        done = self.run_it(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        return done.stderr

    def samples(self):
        found = {path.name for path in (ROOT / "Samples").iterdir() if path.is_dir()}
        self.assertGreater(len(found), 4)
        return found

    def test_help_names_each_sample_and_nothing_is_built(self):
        for option in ("--help", "-h"):
            done = self.run_it(option)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(set(re.findall(r"^  ([\w-]+) +\S", done.stdout, re.MULTILINE)), self.samples())

    def test_a_sample_that_is_not_there_is_refused_and_the_others_are_named(self):
        told = self.refused("sdl3")
        self.assertIn('there is no sample "sdl3"', told)
        self.assertEqual(set(told.partition("samples are: ")[2].split()), self.samples())

    def test_an_option_that_a_sample_does_not_have_is_refused(self):
        for arguments in (["--scirpt", "store"], ["harness", "--shel"], ["sdl2", "--ofline"], ["sdl2", "--reset", "-r"],
                          ["server", "--sty"]):
            self.assertRegex(self.refused(*arguments), r"(harness|sdl2|server) has no option -")
        self.assertIn("takes no options", self.refused("c-minimal", "--help"))
        self.assertIn("has no script stroe", self.refused("--script", "stroe"))

    def test_the_engine_has_to_be_where_the_command_line_says(self):
        self.assertIn("Samples/run cocos2d-x DIR", self.refused("cocos2d-x"))
        self.assertIn("there is no cocos/cocos2d.h", self.refused("cocos2d-x", str(self.folder)))

    def test_the_help_of_a_sample_is_what_its_source_says(self):
        for sample, source in (("harness", "main.c"), ("sdl2", "main.cpp")):
            done = self.run_it(sample, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            # Like a compiler: adjacent literals are one text.
            text = (ROOT / "Samples" / sample / source).read_text(encoding="utf-8")
            literals = re.search(r"\busage(?:\[\])? =\s*((?:\"(?:[^\"\\]|\\.)*\"\s*)+);", text)[1]
            parts = re.findall(r"\"((?:[^\"\\]|\\.)*)\"", literals)
            self.assertEqual(done.stdout, "".join(parts).replace('\\"', '"').replace("\\n", "\n"))
            self.assertGreater(done.stdout.count("\n"), 5)

    def test_options_that_a_sample_has_lead_to_the_build(self):
        for arguments in ([], ["--script", "store"], ["harness", "--shell", "--state", "x"],
                          ["sdl2", "--reset", "--play", "x"], ["unit-test"], ["server", "--stay"]):
            with self.subTest(arguments):
                self.built(arguments)

    def built(self, arguments):
        called = self.folder / "called"
        called.unlink(missing_ok=True)
        with subprocess.Popen([ROOT / "Samples/run", *arguments], env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            os.write(self.pipe, b"1\n")
            output, told = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 1)
        self.assertTrue(called.read_text().startswith("build "))
        # Without a terminal nothing is drawn over, and standard output has only the sample's text.
        self.assertEqual(output, "")
        self.assertNotIn("\x1b", told)
        self.assertIn("Samples/run: building the library\n[12/48] Compiling IAPModel\n", told)
        self.assertIn("Samples/run: this failed: swift build", told)

    def test_on_a_terminal_a_line_shows_what_is_built_and_for_how_long(self):
        terminal = Terminal([ROOT / "Samples/run"], columns=60, env=self.environment)
        self.assertTrue(terminal.wait_for("building the library, 1 s  [12/48] Comp"), terminal.shown[-300:])
        os.write(self.pipe, b"1\n")
        self.assertEqual(terminal.end(), 1)
        lines = terminal.lines()
        self.assertFalse([line for line in lines if "building the library" in line], lines)
        self.assertIn("[12/48] Compiling IAPModel", lines)  # the output of the build, because it failed
        drawn = re.findall(r"\r\x1b\[K([^\r\n]+)", terminal.shown)
        self.assertFalse([line for line in drawn if "building" in line and len(line) >= 60], drawn)


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=0, argv=sys.argv[:1])
    result = program.result
    failed = len(result.failures) + len(result.errors)
    print(f"Samples/run: {result.testsRun - failed} passed, {failed} failed")
    sys.exit(failed > 0)
