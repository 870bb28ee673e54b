"""Several servers on one database; each purchase is submitted to several of them at the same time: one grant."""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from bench import Bench
from databases import Database
from hearing import Receiver
from programs import COINS_OF_A_PURCHASE, GrantServer, Store, free_port, player

PURCHASES, SUBMISSIONS, COPIES = 200, 5, 40
PLAYERS = [player(name) for name in ("anna", "ben", "carla")]


def play(bench: Bench) -> None:
    """Four processes on PostgreSQL, two on an SQLite file."""
    place = bench.place("duplicates")
    receiver = Receiver(bench, place)
    bench.run(receiver)
    port = free_port()
    # The store sends its notifications to the first server, while the games send requests to all of them.
    store = bench.store(place, server_port=port)
    database = bench.database(place)
    common = {"webhooks": [receiver.webhook]}
    servers = [bench.server(place, database, store, name="server-1", listen={"port": port}, **common)]
    servers += [bench.server(place, database, store, name=f"server-{number}", **common)
                for number in range(2, 3 if bench.postgresql is None else 5)]
    owners = {store.buy(owner): owner for number in range(PURCHASES) for owner in [PLAYERS[number % len(PLAYERS)]]}
    submit_at_once(bench, servers, store, owners)
    of_two_players(bench, servers, store)
    under_two_ids(bench, servers, store)
    grants(bench, servers, database, owners)
    events(bench, receiver, database)
    for server in servers:
        bench.checks.equal(f"{server.name} exits with 0", server.end(), 0)
    store.end()
    receiver.kill()


def submit_at_once(bench: Bench, servers: list[GrantServer], store: Store, owners: dict[str, str]) -> None:
    texts = {purchase: store.signed(purchase) for purchase in owners}
    choices = random.Random(f"{bench.seed}/duplicates")
    jobs = []
    for purchase in owners:
        asked = choices.sample(servers * SUBMISSIONS, SUBMISSIONS)
        jobs += [(server, purchase) for server in asked]

    def submit(job: tuple[GrantServer, str]) -> str:
        server, purchase = job
        return server.verdict(owners[purchase], texts[purchase], transactionId=purchase)

    with ThreadPoolExecutor(20) as pool:
        verdicts = Counter(pool.map(submit, jobs))
    bench.checks.equal(f"{len(jobs)} submissions to {len(servers)} servers", dict(verdicts), {"valid": len(jobs)})


def of_two_players(bench: Bench, servers: list[GrantServer], store: Store) -> None:
    """Two players submit a purchase at the same time: one of them gets it."""
    rivals = [player("rival-1"), player("rival-2")]
    for _ in range(20):
        text = store.signed(store.buy(rivals[0]))
        jobs = [(servers[number % len(servers)], rivals[number % 2]) for number in range(6)]
        with ThreadPoolExecutor(6) as pool:
            verdicts = list(pool.map(lambda job: (job[1], job[0].verdict(job[1], text)), jobs))
        winners = {owner for owner, verdict in verdicts if verdict == "valid"}
        if len(winners) != 1 or Counter(verdict for _, verdict in verdicts) != {"valid": 3, "undecided": 3}:
            bench.checks.equal("a purchase that two players submit", verdicts, "one of them")
    total = sum(servers[0].coins(rival) for rival in rivals)
    bench.checks.equal("the coins of two players who both submit 20 purchases", total, 20 * COINS_OF_A_PURCHASE)


def under_two_ids(bench: Bench, servers: list[GrantServer], store: Store) -> None:
    """Each purchase has two transaction ids. Several servers receive both of them at the same moment."""
    checks, owner = bench.checks, player("two-ids")
    purchases = [(first, store.copy(first)) for first in (store.buy(owner) for _ in range(COPIES))]
    texts = {id_: store.signed(id_) for ids in purchases for id_ in ids}
    jobs = [(servers[number % len(servers)], id_) for ids in purchases for number, id_ in enumerate(ids * 2)]

    def submit(job: tuple[GrantServer, str]) -> dict:
        server, id_ = job
        return server.submit(owner, texts[id_], transactionId=id_).json

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(submit, jobs))
    checks.equal("both ids of a purchase are valid", {answer["verdict"] for answer in answers}, {"valid"})
    checks.equal("each response has the id that the game sent", [answer["transactionId"] for answer in answers],
                 [id_ for _, id_ in jobs])
    checks.equal("and the same grant", [answer["granted"] for answer in answers],
                 [[{"counter": "coins", "amount": COINS_OF_A_PURCHASE}]] * len(jobs))
    checks.equal("each purchase is granted once", {server.coins(owner) for server in servers},
                 {COPIES * COINS_OF_A_PURCHASE})
    entries = [[server.entries(id_, "granted") for server in servers for id_ in ids] for ids in purchases]
    checks.equal("either id finds the one grant", [found for found in entries if found != [found[0]] * len(found)
                                                   or len(found[0]) != 1], [])
    found = [servers[-1].get(f"/v1/players?transaction={id_}", "support")["players"] for id_ in texts]
    checks.equal("and the player", found, [[owner]] * len(found))
    # The store refunds a first id together with its copy, and a copy alone.
    for number, ids in enumerate(purchases):
        store.admin("refund", id=ids[number % 2])
    checks.comes("a refund of either id takes back the grant", lambda: servers[0].coins(owner) == 0)
    later = Counter(server.verdict(owner, store.signed(id_)) for ids in purchases for id_ in ids for server in servers)
    checks.equal("both ids stay invalid", set(later), {"invalid"})
    checks.equal("and grant nothing", {server.coins(owner) for server in servers}, {0})
    taken = [ids for ids in purchases for id_ in ids if len(servers[0].entries(id_, "taken-back")) != 1]
    checks.equal("each grant was taken back once", taken, [])


def grants(bench: Bench, servers: list[GrantServer], database: Database, owners: dict[str, str]) -> None:
    counts = Counter(database.column("SELECT transaction_id FROM entry WHERE kind = 'granted'"))
    bench.checks.equal("each purchase has one grant", {id_: counts[id_] for id_ in owners if counts[id_] != 1}, {})
    wrong = [id_ for id_ in owners if len(servers[-1].entries(id_, "granted")) != 1]
    bench.checks.equal("and the server reports it", wrong, [])
    for owner, number in Counter(owners.values()).items():
        seen = {server.coins(owner) for server in servers}
        bench.checks.equal(f"{owner.split('.')[0]}'s coins by each server", seen, {number * COINS_OF_A_PURCHASE})


def events(bench: Bench, receiver: Receiver, database: Database) -> None:
    """All processes send; each event is sent by one of them."""
    bench.checks.comes("each event is delivered", lambda: database.column(
        "SELECT DISTINCT state FROM delivery") == ["delivered"], timeout=30)
    granted = sorted(database.column("SELECT transaction_id FROM entry WHERE kind = 'granted'"))
    bench.checks.equal("one purchase.granted for each purchase", receiver.transactions("purchase.granted"), granted)
    bench.checks.equal("none was sent twice", len(receiver.heard()), len(receiver.events()))
    bench.checks.equal("each signature is valid", [event for event in receiver.heard() if not event["genuine"]], [])
