"""Checks a running server against the OpenIAP Commerce Protocol 1.0, REST binding, with Apple as its store.

Without --apple it checks everything that needs no purchase. With --webhook-port it also checks events. README.md has more.
"""

import argparse
import sys

import authorization
import descriptor
import inputs
import purchases
import stories
from apple import Apple
from client import Client
from consumer import Consumer
from counting import Checks


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base_url", metavar="BASE_URL", help="the part of the URL before /commerce/v1")
    parser.add_argument("--server-key", required=True, metavar="KEY", help="the credential of a game's server")
    parser.add_argument("--verification-key", required=True, metavar="KEY", help="the credential of an app")
    parser.add_argument("--apple", metavar="FILE", help="the line that `iap-store serve --ready-fd` has written")
    parser.add_argument("--notifications", metavar="URL", help="the URL at which the server receives the store's notifications")
    parser.add_argument("--webhook-port", type=int, metavar="N", help="where the server sends events, on 127.0.0.1")
    parser.add_argument("--webhook-secret", action="append", default=[], metavar="SECRET",
                        help="with which it signs them; give it twice while it changes from one to another")
    parser.add_argument("--environment", metavar="NAME",
                        help="the environment of the purchases, if the server reads another one by default")
    parser.add_argument("--timeout", type=float, default=30, metavar="SECONDS",
                        help="how long an event may take, with four retries (default: 30)")
    options = parser.parse_args()
    if (options.webhook_port is None) != (not options.webhook_secret):
        parser.error("--webhook-port and --webhook-secret belong together")
    if options.webhook_port is not None and options.apple is None:
        parser.error("--webhook-port needs --apple")
    return options


def main() -> int:
    options = arguments()
    checks = Checks("CommerceProtocol")
    client = Client(checks, options.base_url, options.server_key, options.verification_key,
                    options.environment)
    # The consumer listens before the tests start: each delivery then finds an open port.
    consumer = None if options.webhook_port is None else Consumer(options.webhook_port)
    before = descriptor.check(client, consumer is not None)
    authorization.check(client)
    inputs.check(client)
    if options.apple is not None:
        apple = Apple.from_file(options.apple)
        if options.notifications is not None:
            apple.notify_to(options.notifications)
        purchases.check(client, apple)
        if consumer is not None:
            stories.check(client, apple, consumer, options.webhook_secret, options.timeout)
    descriptor.check_unchanged(client, before)
    if consumer is not None:
        consumer.close()
    return checks.end()


if __name__ == "__main__":
    sys.exit(main())
