"""Runs all groups: python -m proof PROGRAMS STOREKIT."""

import os
import sys
import traceback

from . import chains, contents, decoding, forgeries, offers, receipts, revocation, texts
from .program import Program
from .report import Report


def main(programs, storekit):
    report = Report()
    store = os.path.join(programs, "store")
    verifier = Program(os.path.join(programs, "verifier"))
    for part in (decoding, forgeries, chains, texts, contents, offers, receipts, revocation):
        try:
            part.run(report, store, storekit, verifier)
        except Exception as error:
            # An exception is a failure of its part; the other parts still run.
            report.case("does not come to its end", traceback.format_exception(error))
    verifier.close()
    return report.finish()


sys.exit(main(*sys.argv[1:]))
