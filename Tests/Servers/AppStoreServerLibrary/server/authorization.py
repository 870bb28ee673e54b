"""Which requests the server accepts: the token of each request, and the environment."""

import time

import jwt
from appstoreserverlibrary.api_client import APIError, GetTransactionHistoryVersion
from appstoreserverlibrary.models.TransactionHistoryRequest import TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from .plain import ask


def _new_key():
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def clients_with_wrong_credentials_are_not_let_in(world):
    id = world.store.buy("anna", "coins.bag")
    for what, wrong in [
        ("another key", {"signing_key": _new_key()}), ("another key id", {"key_id": "ABCDEFGHIJ"}),
        ("another issuer", {"issuer_id": "00000000-0000-4000-8000-000000000000"}),
        ("another app", {"bundle_id": "com.example.other"}),
    ]:
        client = world.other_client(**wrong)
        world.unauthorized(f"info with {what}", client.get_transaction_info, id)
        world.unauthorized(f"a test notification with {what}", client.request_test_notification)


def wrong_tokens_are_not_let_in(world):
    path = f"/inApps/v1/transactions/{world.store.buy('anna', 'coins.bag')}"
    key, now = world.store.key, int(time.time())
    right = {"iss": key["issuerId"], "aud": "appstoreconnect-v1", "bid": world.store.bundle_id, "exp": now + 300}

    def status(token):
        answer = ask(world, "GET", path, token=token)
        world.holds(answer.type != "application/json" or answer.status == 200, f"{answer.status} comes with JSON")
        return answer.status

    def signed(key_id=key["keyId"], algorithm="ES256", private_key=key["privateKey"], header=None, **changes):
        claims = {name: value for name, value in {**right, **changes}.items() if value is not None}
        return jwt.encode(claims, private_key, algorithm, headers={"kid": key_id, **(header or {})})

    for what, token in [
        ("no iat", signed()), ("an iat", signed(iat=now)), ("an hour", signed(iat=now, exp=now + 3600)),
        ("a nonce", signed(nonce="1")),
    ]:
        world.equal(status(token), 200, f"the status with {what}")
    # The last character of a signature has bits without a meaning.
    changed = signed()
    changed = changed[:-10] + ("A" if changed[-10] != "A" else "B") + changed[-9:]
    for what, token in [
        ("no token", ""), ("nonsense", "nonsense"), ("another audience", signed(aud="appstoreconnect-v2")),
        ("no audience", signed(aud=None)), ("an expired token", signed(exp=now - 600)), ("no exp", signed(exp=None)),
        ("more than an hour", signed(iat=now, exp=now + 3720)), ("no issuer", signed(iss=None)), ("no app", signed(bid=None)),
        ("no key id", signed(header={"kid": ""})), ("a changed signature", changed),
        ("HMAC", signed(algorithm="HS256", private_key="a secret of thirty-two characters")),
        ("no signature", signed(algorithm="none", private_key=None)),
    ]:
        world.equal(status(token), 401, f"the status with {what}")


def production_has_none_of_it(world):
    id, client = world.store.buy("anna", "news.weekly"), world.client
    app = world.reader.transaction(client.get_transaction_info(id).signedTransactionInfo).appTransactionId
    client.client._base_url = world.store.url + "/production"
    history = TransactionHistoryRequest()
    for what, call, arguments in [
        ("transaction info", client.get_transaction_info, (id,)),
        ("app transaction info", client.get_app_transaction_info, (id,)),
        ("app transaction info by its own id", client.get_app_transaction_info, (app,)),
        ("statuses", client.get_all_subscription_statuses, (id,)), ("refunds", client.get_refund_history, (id, None)),
        ("history v1", client.get_transaction_history, (id, None, history, GetTransactionHistoryVersion.V1)),
        ("history v2", client.get_transaction_history, (id, None, history, GetTransactionHistoryVersion.V2)),
        ("finish", client.finish_transaction, (id,)),
        ("the account token", client.set_app_account_token,
         (id, UpdateAppAccountTokenRequest("a4f3c1d2-0b6e-4f7a-9c8d-1e2f3a4b5c6d"))),
    ]:
        world.refused(APIError.TRANSACTION_ID_NOT_FOUND, f"{what} in production", call, *arguments)
    world.equal(world.store.do("transaction", id=id)["finished"], False, "whether production has finished it")
    world.listen()
    world.refused(APIError.SERVER_NOTIFICATION_URL_NOT_FOUND, "a test notification in production",
                  client.request_test_notification)


CHECKS = [clients_with_wrong_credentials_are_not_let_in, wrong_tokens_are_not_let_in, production_has_none_of_it]
