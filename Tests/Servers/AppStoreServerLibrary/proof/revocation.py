"""Revocation: both verifiers ask the store's OCSP server on the loopback, and give the same verdict."""

import base64
import http.server
import json
import threading

from cryptography import x509
from cryptography.x509 import ocsp

from .chain import jws
from .ocsp_responses import Answer, Chain
from .ocsp_table import BUSY, UNREADABLE, Http, answers
from .outcome import Kind, both
from .payloads import payload
from .shop import REAL, Shop
from .verdicts import FAILURE, OK, RETRY, judge

# The IAP_STORE_OCSP_… values.
GOOD, REVOKED, UNKNOWN, STALE, FOREIGN_SIGNER, GARBAGE, TRY_LATER, DELEGATE, NO_NEXT_UPDATE = range(1, 10)
# What the server does instead of asking the store.
SERVER_ERROR, NOTHING = "an error of the server", "a connection that ends"

# The server's response about both certificates, or about the intermediate one and the leaf; the status, the difference.
ANSWERS = (
    ("good", GOOD, OK, None),
    ("good, by a delegate", DELEGATE, OK, None),
    ("revoked", REVOKED, FAILURE, None),
    ("unknown", UNKNOWN, FAILURE, None),
    ("stale", STALE, FAILURE, None),
    ("by a foreign signer", FOREIGN_SIGNER, FAILURE, None),
    ("without an end", NO_NEXT_UPDATE, FAILURE, None),
    ("garbage", GARBAGE, RETRY, UNREADABLE),
    ("try later", TRY_LATER, RETRY, BUSY),
    ("only the leaf revoked", (GOOD, REVOKED), FAILURE, None),
    ("only the intermediate one revoked", (REVOKED, GOOD), FAILURE, None),
    ("nothing of the leaf", (GOOD, NOTHING), RETRY, None),
    ("nothing of the intermediate one", (NOTHING, GOOD), RETRY, None),
    (SERVER_ERROR, SERVER_ERROR, RETRY, None),
    (NOTHING, NOTHING, RETRY, None),
)


class Responder(http.server.ThreadingHTTPServer):
    """Sends the configured response; counts the requests."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.store = None
        self.leaf_number = None
        self.say(GOOD)
        self.requests = 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def say(self, answer):
        """Sets the response from now on."""
        self.of_intermediate, self.of_leaf = answer if isinstance(answer, tuple) else (answer, answer)
        self.table, self.chain = None, None

    def say_of(self, chain, answer):
        """The same for the certificates of a chain that is not the store's."""
        self.table, self.chain = answer, chain

    def response_to(self, request):
        self.requests += 1
        is_about_leaf = ocsp.load_der_ocsp_request(request).serial_number == self.leaf_number
        return self.of_leaf if is_about_leaf else self.of_intermediate

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/ocsp"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        request = self.rfile.read(int(self.headers["Content-Length"]))
        if self.server.table is not None:
            self.send(*bytes_of(self.server.table, self.server.chain.subject(request)))
            return
        answer = self.server.response_to(request)
        if answer == NOTHING:
            self.close_connection = True
            return
        if answer == SERVER_ERROR:
            self.send_error(500)
            return
        body = bytes.fromhex(self.server.store.do("ocsp_response", request=request, answer=answer)["bytes"])
        self.send(200, {"Content-Type": "application/ocsp-response"}, body)

    def send(self, status, headers, body, length=None):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def bytes_of(answer, subject):
    """Status, headers, body and length of a web server's response."""
    http = answer if isinstance(answer, Http) else Http(body=answer)
    body = http.body
    if isinstance(body, Answer):
        body = body.der(subject)
    elif not isinstance(body, bytes):
        body = (body or bytes)(Answer().der(subject))
    length = len(body) + http.length if http.length and http.length < 0 else http.length
    return http.status, http.headers, body, length


def run_table(report, verifier, responder):
    report.group("each answer of the table has the same verdict")
    chain = Chain(responder.url)
    text = jws(chain.chain, payload(Kind.TRANSACTION))
    for name, answer, status, *difference in answers():
        responder.say_of(chain, answer)
        judge(report, name, Kind.TRANSACTION, text, both(verifier, chain.chain.root, check_revocation=True), status, *difference)
        report.attack("answers of OCSP", name, repr(bytes_of(answer, chain.leaf)))


def leaf_of(text):
    header = text.split(".")[0]
    x5c = json.loads(base64.urlsafe_b64decode(header + "=" * (-len(header) % 4)))["x5c"]
    return x509.load_der_x509_certificate(base64.b64decode(x5c[0]))


def asked(responder, check):
    """How many requests the server received in between."""
    before = responder.requests
    check()
    return responder.requests - before


def run(report, store, storekit, verifier):
    responder = Responder()
    shop = Shop(store, storekit, clock=REAL, ocsp_url=responder.url)
    responder.store = shop.program
    shop.pay("Ann", "pass.gold")
    texts = {Kind.TRANSACTION: shop.transactions("Ann")[0]["text"],
             Kind.RENEWAL_INFO: shop.statuses("Ann")[0]["renewal_info"],
             Kind.APP_TRANSACTION: shop.app_transaction("Ann"),
             Kind.NOTIFICATION: shop.notification("TEST")}
    responder.leaf_number = leaf_of(texts[Kind.TRANSACTION]).serial_number

    def new_verifiers():
        return both(verifier, shop.root, check_revocation=True)

    report.group("each answer of OCSP has the same verdict")
    for name, answer, status, difference in ANSWERS:
        responder.say(answer)
        for kind, text in texts.items():
            judge(report, name, kind, text, new_verifiers(), status, difference)
        report.attack("answers of OCSP", name, f"of the store: {name}")

    report.group("answers of OCSP are kept alike")
    responder.say(GOOD)
    kept = new_verifiers()
    text = texts[Kind.TRANSACTION]
    for name, each in zip(("ours", "Apple's"), kept):
        count = asked(responder, lambda: each.check(Kind.TRANSACTION, text))
        report.case(f"{name} asks once for each certificate", [] if count == 2 else [f"it asks {count} times"])
    responder.say(REVOKED)
    for name, each in zip(("ours", "Apple's"), kept):
        count = asked(responder, lambda: each.check(Kind.NOTIFICATION, texts[Kind.NOTIFICATION]))
        report.case(f"{name} asks not again for another text", [] if count == 0 else [f"it asks {count} times"])
    judge(report, "revoked after it was good", Kind.TRANSACTION, text, kept, OK)
    judge(report, "revoked, for a new verifier", Kind.TRANSACTION, text, new_verifiers(), FAILURE)
    judge(report, "revoked, for verifiers that do not ask", Kind.TRANSACTION, text, both(verifier, shop.root), OK)
    silent = Shop(store, storekit, clock=REAL)
    judge(report, "certificates that name no server", Kind.NOTIFICATION, silent.notification("TEST"),
          both(verifier, silent.root, check_revocation=True), FAILURE)
    silent.program.close()

    run_table(report, verifier, responder)

    responder.shutdown()
    responder.server_close()
    judge(report, "a server that is gone", Kind.TRANSACTION, text, new_verifiers(), RETRY)
    judge(report, "a server that is gone, for those who have asked", Kind.TRANSACTION, text, kept, OK)
    shop.program.close()
