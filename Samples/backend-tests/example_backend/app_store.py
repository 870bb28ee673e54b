"""Sends requests to the App Store, and verifies signed data."""

from appstoreserverlibrary.api_client import APIError, APIException, AppStoreServerAPIClient
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.JWSTransactionDecodedPayload import JWSTransactionDecodedPayload
from appstoreserverlibrary.models.ResponseBodyV2DecodedPayload import ResponseBodyV2DecodedPayload
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException, VerificationStatus

from .retrying import Retrying, Unavailable
from .settings import Settings

# Sandbox data has no Apple id of the app. The production verifier reports this first.
OF_THE_OTHER_ENVIRONMENT = {VerificationStatus.INVALID_ENVIRONMENT, VerificationStatus.INVALID_APP_IDENTIFIER}


class NotGenuine(Exception):
    """The data is not signed by the App Store for this app."""


class Unknown(Exception):
    """The App Store has no such transaction."""


class AppStore:
    """Uses both environments: in App Review and TestFlight the released game buys in the sandbox."""

    def __init__(self, settings: Settings, retrying: Retrying):
        self._retrying = retrying
        self._clients = {
            Environment.PRODUCTION: _client(settings, Environment.PRODUCTION, settings.production_url),
            Environment.SANDBOX: _client(settings, Environment.SANDBOX, settings.sandbox_url),
        }
        self._verifiers = {
            environment: SignedDataVerifier(
                settings.roots, settings.has_online_checks, environment, settings.bundle_id, settings.app_apple_id)
            for environment in self._clients
        }

    def transaction(self, id: str) -> JWSTransactionDecodedPayload:
        """Returns the current state of a transaction at the App Store.

        - Raises Unknown, NotGenuine, Unavailable, and APIException for a mistake of this server.
        """
        for environment, client in self._clients.items():
            try:
                answer = self._retrying.call(lambda: client.get_transaction_info(id))
            except APIException as error:
                if error.api_error == APIError.TRANSACTION_ID_NOT_FOUND:
                    continue
                if error.api_error == APIError.INVALID_TRANSACTION_ID:
                    raise Unknown(id) from error
                raise
            if answer.signedTransactionInfo is None:
                raise NotGenuine("the response has no transaction")
            return self._verified(environment, answer.signedTransactionInfo)
        raise Unknown(id)

    def notification(self, signed_payload: str) -> tuple[ResponseBodyV2DecodedPayload, JWSTransactionDecodedPayload | None]:
        """Returns the content of a notification, with its transaction, which has its own signature.

        - Raises NotGenuine, and Unavailable if the certificate check with Apple failed.
        """
        for environment, verifier in self._verifiers.items():
            try:
                reported = verifier.verify_and_decode_notification(signed_payload)
            except VerificationException as error:
                if error.status in OF_THE_OTHER_ENVIRONMENT:
                    continue
                raise _verdict(error) from error
            text = reported.data.signedTransactionInfo if reported.data else None
            return reported, None if text is None else self._verified(environment, text)
        raise NotGenuine("of another app or environment")

    def _verified(self, environment: Environment, text: str) -> JWSTransactionDecodedPayload:
        try:
            return self._verifiers[environment].verify_and_decode_signed_transaction(text)
        except VerificationException as error:
            raise _verdict(error) from error


def _verdict(error: VerificationException) -> Exception:
    if error.status == VerificationStatus.RETRYABLE_VERIFICATION_FAILURE:
        return Unavailable("the certificates could not be checked")
    return NotGenuine(error.status.name)


def _client(settings: Settings, environment: Environment, url: str | None) -> AppStoreServerAPIClient:
    client = AppStoreServerAPIClient(
        settings.private_key.encode(), settings.key_id, settings.issuer_id, settings.bundle_id, environment)
    if url is not None:
        client._base_url = url
    return client
