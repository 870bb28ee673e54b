"""Retention messaging: images, messages, defaults and the realtime URL."""

import http.server
import json
import struct
import threading
import zlib
from uuid import UUID

from appstoreserverlibrary.api_client import APIError, APIException
from appstoreserverlibrary.models.DefaultConfigurationRequest import DefaultConfigurationRequest
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ImageSize import ImageSize
from appstoreserverlibrary.models.ImageState import ImageState
from appstoreserverlibrary.models.MessageState import MessageState
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest
from appstoreserverlibrary.models.UploadMessageImage import UploadMessageImage
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier


IMAGE = UUID("6a5e0b0e-6d0c-4a5e-9d0b-5b1f0e6a5e0b")
MESSAGE = UUID("7b5e0b0e-6d0c-4a5e-9d0b-5b1f0e6a5e0b")


def _png(width, height):
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    lines = (b"\0" + b"\0" * ((width + 7) // 8)) * height
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def _refused(world, error, what, call, *arguments):
    """Apple's pages give no messages for these errors."""
    try:
        call(*arguments)
        got = None
    except APIException as exception:
        got = exception.api_error
    world.equal(got, error, f"the answer to {what}")


class _Server:
    """A game server that responds with a message."""

    def __init__(self):
        self.requests = []
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                server.requests.append(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["signedPayload"])
                body = json.dumps({"message": {"messageIdentifier": str(MESSAGE)}}).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/retention"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def close(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def images_and_messages_are_kept(world):
    client = world.client
    client.upload_image(IMAGE, _png(3840, 200), ImageSize.FULL_SIZE)
    image = client.get_image_list().imageIdentifiers[0]
    world.equal((image.imageIdentifier, image.imageState, image.imageSize), (IMAGE, ImageState.APPROVED, ImageSize.FULL_SIZE),
                "the image")
    _refused(world, APIError.IMAGE_ALREADY_EXISTS, "the same image", client.upload_image, IMAGE, _png(3840, 200))
    _refused(world, APIError.INVALID_IMAGE, "a small image", client.upload_image, MESSAGE, _png(384, 200))
    client.upload_message(MESSAGE, UploadMessageRequestBody("Stay", "A month for free", UploadMessageImage(IMAGE, "a cave")))
    message = client.get_message_list().messageIdentifiers[0]
    world.equal((message.messageIdentifier, message.messageState), (MESSAGE, MessageState.APPROVED), "the message")
    _refused(world, APIError.IMAGE_IN_USE, "deleting its image", client.delete_image, IMAGE)
    client.delete_message(MESSAGE)
    client.delete_image(IMAGE)
    world.equal((client.get_image_list().imageIdentifiers, client.get_message_list().messageIdentifiers), ([], []), "what is left")
    _refused(world, APIError.MESSAGE_NOT_FOUND, "deleting it again", client.delete_message, MESSAGE)
    _refused(world, APIError.IMAGE_NOT_FOUND, "deleting it again", client.delete_image, IMAGE)


def defaults_are_of_a_product_and_a_locale(world):
    client = world.client
    client.upload_message(MESSAGE, UploadMessageRequestBody("Stay", "A month for free"))
    client.configure_default_message("news.weekly", "de-DE", DefaultConfigurationRequest(MESSAGE))
    world.equal(client.get_default_message("news.weekly", "de-DE").messageIdentifier, MESSAGE, "the default message")
    _refused(world, APIError.DEFAULT_MESSAGE_NOT_FOUND, "another locale", client.get_default_message, "news.weekly", "fr-FR")
    client.delete_default_message("news.weekly", "de-DE")
    _refused(world, APIError.DEFAULT_MESSAGE_NOT_FOUND, "a deleted one", client.get_default_message, "news.weekly", "de-DE")


def the_realtime_url_is_asked(world):
    client, server = world.client, _Server()
    try:
        _refused(world, APIError.REALTIME_URL_NOT_FOUND, "an address that is not there", client.get_realtime_url)
        client.configure_realtime_url(RealtimeUrlRequest(server.url))
        world.equal(client.get_realtime_url().realtimeURL, server.url, "the address")
        id = world.store.buy("anna", "news.weekly")
        shown = world.store.do("retention", id=id, locale="de-DE")
        world.equal((shown["shown"], str(MESSAGE) in shown["response"]), ("the response", True), "what is shown")
        verifier = SignedDataVerifier([world.store.root], False, Environment.SANDBOX, world.store.bundle_id)
        request = verifier.verify_and_decode_realtime_request(server.requests[0])
        world.equal((request.originalTransactionId, request.productId, request.userLocale), (id, "news.weekly", "de-DE"),
                    "the request")
        world.equal(len(server.requests), 1, "the number of requests")
        client.delete_realtime_url()
        _refused(world, APIError.REALTIME_URL_NOT_FOUND, "a deleted address", client.get_realtime_url)
    finally:
        server.close()


CHECKS = [images_and_messages_are_kept, defaults_are_of_a_product_and_a_locale, the_realtime_url_is_asked]
