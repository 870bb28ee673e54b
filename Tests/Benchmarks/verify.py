"""Verifications per second of Apple's library: reads the root in hexadecimal digits and a signed transaction."""

import sys
import time

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

root, text = sys.stdin.read().split()
verifier = SignedDataVerifier([bytes.fromhex(root)], False, Environment.SANDBOX, "com.example.game")
for _ in range(50):
    verifier.verify_and_decode_signed_transaction(text)
start, count = time.process_time(), 0
while time.process_time() - start < 1:
    verifier.verify_and_decode_signed_transaction(text)
    count += 1
print(count / (time.process_time() - start))
