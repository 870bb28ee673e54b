"""What steps.bash prints for three steps in two rows: without a terminal, with one, and when a step fails."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from terminal import Terminal  # noqa: E402

# The waiting step ends when another process opens the pipe for writing.
SCRIPT = """
set -euo pipefail
logs=
trap 'rm -rf ${logs:+"$logs"}' EXIT
. %(here)s/steps.bash
waits() { read -r _ <%(pipe)s; echo "it has waited"; }
fails() { echo "before"; false; echo "after"; }
one() { step "A step that waits" waits; step "A step that skips" echo "2 skipped"; }
two() { step "Another step" %(other)s; }
steps_begin one two
must "The first step" %(first)s
one &
two
wait
steps_end
"""


class Steps(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.pipe = pathlib.Path(self.folder.name, "pipe")
        os.mkfifo(self.pipe)
        # Opened for both directions: neither opening nor writing then blocks.
        self.writer = os.open(self.pipe, os.O_RDWR)
        self.addCleanup(os.close, self.writer)

    def command(self, first="echo built", other="echo fine"):
        return ["bash", "-c", SCRIPT % {"here": HERE, "pipe": self.pipe, "first": first, "other": other}]

    def let_go(self):
        os.write(self.writer, b"go\n")

    def run_without_terminal(self, **steps):
        with subprocess.Popen(self.command(**steps), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as run:
            if "first" not in steps:
                self.let_go()
            output = run.stdout.read()
        return run.returncode, re.sub(r"\b\d+ s\b", "N s", output)

    def test_without_a_terminal_each_step_is_told_when_it_has_ended(self):
        status, output = self.run_without_terminal()
        self.assertEqual(status, 0, output)
        self.assertNotIn("\x1b", output)
        self.assertTrue(output.startswith("The first step\n    ok, N s: built\n"), output)
        for told in ("A step that waits\n    ok, N s: it has waited\n", "Another step\n    ok, N s: fine\n",
                     "A step that skips\n    ok, N s: 2 skipped\n    2 skipped\n"):
            self.assertIn(told, output)
        self.assertTrue(output.endswith("Tests: 4 passed, 0 failed\n"), output)

    def test_on_a_terminal_the_last_line_tells_what_runs_and_for_how_long(self):
        terminal = Terminal(self.command())
        self.assertTrue(terminal.wait_for(" s A step that waits"), terminal.shown[-300:])
        self.let_go()
        self.assertEqual(terminal.end(), 0, terminal.shown)
        # Nothing of the line remains.
        lines = terminal.lines()
        self.assertFalse([line for line in lines if " of 4" in line], lines)
        self.assertIn("A step that waits", lines)
        self.assertIn("Tests: 4 passed, 0 failed", lines)

    def test_the_line_fits_a_narrow_terminal(self):
        terminal = Terminal(self.command(), columns=24)
        self.assertTrue(terminal.wait_for("2 of 4  "), terminal.shown[-300:])
        self.let_go()
        self.assertEqual(terminal.end(), 0, terminal.shown)
        drawn = re.findall(r"\r\x1b\[K(\d of 4[^\r\n]*)", terminal.shown)
        self.assertTrue(drawn)
        self.assertFalse([line for line in drawn if len(line) >= 24], drawn)

    def test_a_step_that_fails_shows_its_output_and_fails_the_run(self):
        status, output = self.run_without_terminal(other="fails")
        self.assertEqual(status, 1, output)
        # Another row may print a step between its title and its end.
        self.assertIn("    | before\n    FAILED after N s: Another step\n", output)
        self.assertNotIn("after\n", output)
        self.assertTrue(output.endswith("Tests: 3 passed, 1 failed\n"), output)

    def test_a_row_that_ends_early_fails_the_run(self):
        status, output = self.run_without_terminal(other="fine; return; step \"More\" echo more")
        self.assertEqual(status, 1, output)
        self.assertIn("FAILED  Only 3 of 4 steps have ended\n", output)

    def test_without_the_first_step_nothing_else_is_tried(self):
        status, output = self.run_without_terminal(first="false")
        self.assertEqual(status, 1, output)
        self.assertIn("FAILED  The first step; the other steps did not run", output)
        self.assertNotIn("Another step", output)


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=0, argv=sys.argv[:1])
    result = program.result
    failed = len(result.failures) + len(result.errors)
    print(f"steps: {result.testsRun - failed} passed, {failed} failed")
    sys.exit(failed > 0)
