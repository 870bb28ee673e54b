"""Furnishes a store for pictures: some accounts that have bought this and that."""

CLUB = "com.example.caves.club.monthly"
CLUB_OF_A_YEAR = "com.example.caves.club.yearly"


def furnish(store):
    store.call("notification-url", url="http://127.0.0.1:9/apple")
    store.call("clock", what="set", value="2026-01-12T09:30:00Z")
    store.call("buy", account="anna", product=CLUB)
    store.call("buy", account="ben", product=CLUB)
    store.call("buy", account="chen", product=CLUB)
    store.call("buy", account="anna", product="com.example.caves.editor")
    store.call("clock", what="advance", value="40d")
    store.call("buy", account="chen", product="com.example.caves.coins.large", quantity=2)
    store.call("change", id=last_of(store, "ben"), product=CLUB_OF_A_YEAR)
    store.call("clock", what="advance", value="35d")
    store.call("refund", id=last_of(store, "chen"), reason="issue", prorated=True)
    store.call("buy", account="dora", product=CLUB)
    store.control(setBillingRetryOnRenewal={"isEnabled": True})
    store.control(setGracePeriod={"policy": 16})
    store.call("clock", what="advance", value="33d")
    store.call("buy", account="ben", product="com.example.caves.season")
    store.call("price-increase", id=last_of(store, "ben"), price="79.99", consent=True)
    store.call("buy", account="anna", product="com.example.caves.coins.small")
    store.control(setAskToBuy={"isEnabled": True})


def last_of(store, account):
    return store.subscription(account)["transactionId"]
