"""Measures a purchase, an idle pump and a getter in Python, and in C in the same run.

    benchmark.py PROGRAM_IN_C STOREKIT PRODUCT
"""

import subprocess
import sys
import time
from typing import List

import iapbridge as iap
from iapbridge import testing

ROUNDS, PURCHASES, PUMPS = 5, 400, 100_000
NAMES = ("a purchase, buy to finish", "an idle pump", "a number of a snapshot")


def in_python(storekit: str, product: str) -> List[float]:
    """Nanoseconds of each."""
    with testing.open_store(storekit) as store, testing.open_client(store) as client:
        removed: List[iap.Transaction] = []

        def updated(transaction: iap.Transaction) -> None:
            if transaction.state == iap.TransactionState.PURCHASED:
                client.finish_transaction(transaction)

        client.add_observer(iap.Observer(transaction_updated=updated, transaction_removed=removed.append))
        start = time.process_time_ns()
        for number in range(PURCHASES):
            client.buy(product)
            while len(removed) == number:
                client.pump()
        purchase = (time.process_time_ns() - start) / PURCHASES
        while client.pump():
            pass
        start = time.process_time_ns()
        for _ in range(PUMPS):
            client.pump()
        pump = (time.process_time_ns() - start) / PUMPS
        transaction = removed[0]
        start = time.process_time_ns()
        for _ in range(PUMPS):
            transaction.id
        return [purchase, pump, (time.process_time_ns() - start) / PUMPS]


def in_c(program: str, storekit: str, product: str) -> List[float]:
    words = [program, storekit, product, str(PURCHASES), str(PUMPS)]
    return [
        float(word) for word in subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()[:3]
    ]


def main(program: str, storekit: str, product: str) -> None:
    rounds = [(in_c(program, storekit, product), in_python(storekit, product)) for _ in range(ROUNDS)]
    print(f"the fastest of {ROUNDS} rounds, in microseconds of processor time; Python {sys.version.split()[0]}")
    print(f"{'':28}{'C':>10}{'Python':>10}")
    for index, name in enumerate(NAMES):
        c, python = (min(each[side][index] for each in rounds) / 1000 for side in (0, 1))
        print(f"{name:28}{c:10.3f}{python:10.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
