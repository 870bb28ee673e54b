"""The online checks of Apple's verifier, which ask the store's OCSP server."""

import socket
from contextlib import closing, contextmanager

from appstoreserverlibrary.signed_data_verifier import VerificationException

from .signed import Reader
from .store import Store


def _free_port():
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextmanager
def _store_with_ocsp(world, path="/ocsp"):
    port = _free_port()
    address = f"http://127.0.0.1:{port}{path}"
    with closing(Store(world.program, world.catalogue, "--ocsp-url", address, port=port)) as store:
        yield store


def _verdict(world, store):
    client = world.client_kind(store)
    try:
        id = store.buy("anna", "coins.bag")
        text = client.get_transaction_info(id).signedTransactionInfo
        return Reader(store, online=True).transaction(text).transactionId == id
    except VerificationException as error:
        return f"{error.status.name} ({error.__cause__})"
    finally:
        client.close()


def the_store_answers_for_its_certificates(world):
    with _store_with_ocsp(world) as store:
        # The verifier uses the machine's clock, and so does an OCSP response; the store's clock is in the past.
        world.equal(_verdict(world, store), True, "the verdict")


def no_response_is_no_verdict(world):
    with _store_with_ocsp(world, "/nothing") as store:
        verdict = _verdict(world, store)
        world.holds(str(verdict).startswith("RETRYABLE_VERIFICATION_FAILURE"), f"the verdict is {verdict}")


CHECKS = [the_store_answers_for_its_certificates, no_response_is_no_verdict]
