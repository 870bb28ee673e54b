"""How notifications reach the game server, or fail to reach it."""

from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.SendAttemptResult import SendAttemptResult

from .store import HOUR

START = 1_767_225_600_000
RETRIES = (1, 12, 24, 48, 72)


def _attempts(world):
    """The attempts for the first notification, from the history."""
    world.store.until_sent()
    request = NotificationHistoryRequest(startDate=START - 1, endDate=START + 10_000 * HOUR)
    item = world.client.get_notification_history(None, request).notificationHistory[0]
    return [(attempt.attemptDate, attempt.sendAttemptResult) for attempt in item.sendAttempts]


def _results(world):
    return [result for _, result in _attempts(world)]


def a_failure_is_tried_again_by_the_schedule(world):
    world.listen()
    world.receiver.status = 500
    world.store.buy("anna", "coins.bag")
    dates = [START]
    world.receiver.wait(1)
    for number, hours in enumerate(RETRIES, start=2):
        world.store.advance(f"{hours * 3600 - 1}s")
        world.equal(len(_attempts(world)), number - 1, f"the number of attempts before {hours} hours are over")
        world.store.advance("1s")
        dates.append(dates[-1] + hours * HOUR)
        world.receiver.wait(number)
        world.equal(_attempts(world), [(date, SendAttemptResult.UNSUCCESSFUL_HTTP_RESPONSE_CODE) for date in dates],
                    f"the attempts after {hours} hours more")
    world.store.advance("1000h")
    world.equal(len(_attempts(world)), 6, "the number of attempts in the end")
    world.equal((len(world.receiver.payloads), len(set(world.receiver.payloads))), (6, 1), "what was sent and is different")


def a_late_success_ends_the_attempts(world):
    world.listen()
    world.receiver.status = 503
    world.store.buy("anna", "coins.bag")
    world.store.until_sent()
    world.receiver.status = 200
    world.store.advance("1h")
    world.receiver.wait(2)
    world.equal(_results(world), [SendAttemptResult.UNSUCCESSFUL_HTTP_RESPONSE_CODE, SendAttemptResult.SUCCESS], "the attempts")
    world.store.advance("200h")
    world.equal((len(_attempts(world)), len(world.receiver.payloads)), (2, 2), "the attempts after the success")


def statuses_from_200_to_206_are_success(world):
    world.listen()
    for status, expected in [
        (200, SendAttemptResult.SUCCESS), (201, SendAttemptResult.SUCCESS), (204, SendAttemptResult.SUCCESS),
        (206, SendAttemptResult.SUCCESS), (207, SendAttemptResult.UNSUCCESSFUL_HTTP_RESPONSE_CODE),
        (302, SendAttemptResult.UNSUCCESSFUL_HTTP_RESPONSE_CODE), (400, SendAttemptResult.UNSUCCESSFUL_HTTP_RESPONSE_CODE),
        (404, SendAttemptResult.UNSUCCESSFUL_HTTP_RESPONSE_CODE), (500, SendAttemptResult.UNSUCCESSFUL_HTTP_RESPONSE_CODE),
    ]:
        world.receiver.status = status
        token = world.client.request_test_notification().testNotificationToken
        world.news.expect("TEST")
        attempts = world.client.get_test_notification_status(token).sendAttempts
        world.equal([attempt.sendAttemptResult for attempt in attempts], [expected], f"the attempts with status {status}")


def a_sandbox_tries_once(world):
    world.listen(retries="sandbox")
    world.receiver.status = 500
    world.store.buy("anna", "coins.bag")
    world.store.until_sent()
    world.store.advance("500h")
    world.equal((len(_attempts(world)), len(world.receiver.payloads)), (1, 1), "the attempts")


def nobody_listens(world):
    world.listen()
    world.receiver.close()
    world.store.buy("anna", "coins.bag")
    world.equal(_results(world), [SendAttemptResult.SOCKET_ISSUE], "the attempts")


def notifications_come_in_their_order(world):
    world.listen()
    ids = [world.store.buy("anna", "coins.bag") for _ in range(40)]
    told = world.news.expect(*["ONE_TIME_CHARGE"] * 40)
    world.equal([one.transaction.transactionId for one in told], ids, "the order")
    world.equal(len({one.notification.notificationUUID for one in told}), 40, "the number of different UUIDs")


def a_notification_is_sent_again_on_request(world):
    world.listen()
    world.store.buy("anna", "coins.bag")
    told = world.news.expect_one("ONE_TIME_CHARGE")
    world.store.do("resend", uuid=told.notification.notificationUUID)
    world.receiver.wait(2)
    world.equal(_results(world), [SendAttemptResult.SUCCESS] * 2, "the attempts")
    world.equal(len(set(world.receiver.payloads)), 1, "the number of different payloads")


def a_notification_comes_twice(world):
    world.listen()
    world.store.fault("notifications", "duplicate", count=1)
    for _ in range(2):
        world.store.buy("anna", "coins.bag")
    world.store.until_sent()
    payloads = world.receiver.wait(3)
    world.equal((len(payloads), payloads[0] == payloads[1], payloads[1] == payloads[2]), (3, True, False), "what came twice")


def a_notification_is_lost_on_its_way(world):
    world.listen()
    world.store.fault("notifications", "drop", count=1)
    world.store.buy("anna", "coins.bag")
    world.equal((_results(world), len(world.receiver.payloads)), ([SendAttemptResult.NO_RESPONSE], 0), "the attempts")
    world.store.advance("1h")
    world.receiver.wait(1)
    world.equal(_results(world), [SendAttemptResult.NO_RESPONSE, SendAttemptResult.SUCCESS], "the attempts an hour later")


def notifications_come_in_another_order(world):
    world.listen()
    world.receiver.status = 500
    ids = [world.store.buy("anna", "coins.bag") for _ in range(5)]
    world.receiver.wait(5)
    world.store.until_sent()
    # All five are due again at the same time.
    world.store.fault("notifications", "reorder", count=1)
    world.receiver.status = 200
    world.store.advance("1h")
    texts = world.receiver.wait(10)[5:]
    told = [world.reader.notification(text) for text in texts]
    got = [world.reader.transaction(one.data.signedTransactionInfo).transactionId for one in told]
    world.equal((sorted(got), got != ids), (ids, True), "the other order")


CHECKS = [
    a_failure_is_tried_again_by_the_schedule, a_late_success_ends_the_attempts, statuses_from_200_to_206_are_success,
    a_sandbox_tries_once, nobody_listens, notifications_come_in_their_order, a_notification_is_sent_again_on_request,
    a_notification_comes_twice, a_notification_is_lost_on_its_way, notifications_come_in_another_order,
]
