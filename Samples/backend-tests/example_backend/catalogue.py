"""The grants of each product."""

COINS = {"com.example.game.coins": 100}
UNLOCKS = {"com.example.game.editor"}
SUBSCRIPTIONS = {"com.example.game.club"}


def is_known(product: str) -> bool:
    return product in COINS or product in UNLOCKS or product in SUBSCRIPTIONS
