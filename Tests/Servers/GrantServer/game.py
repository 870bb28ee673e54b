"""A game with the verification queue of its client: python3 game.py STORE_URL STORE_TOKEN SERVER_URL KEY FILE

It asks the store for unfinished purchases, keeps each in its file until the server has given a verdict, and then finishes it.
The file is kept after the process ends.
"""

import base64
import json
import sqlite3
import sys
import time

from asking import Answer, NoResponse, ask

TIMEOUT = 15
LONGEST_WAIT = 0.2


def token_in(text: str) -> str | None:
    payload = text.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))).get("appAccountToken")


class Game:
    def __init__(self, store: str, token: str, server: str, key: str, file: str):
        self.store = store
        self.token = token
        self.server = server
        self.key = key
        self.file = sqlite3.connect(file, isolation_level=None)
        self.file.executescript("""
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            CREATE TABLE IF NOT EXISTS purchase (
                id TEXT PRIMARY KEY, player TEXT NOT NULL, mark TEXT, text TEXT NOT NULL,
                verdict TEXT, granted TEXT, grants INTEGER NOT NULL DEFAULT 0, finished INTEGER NOT NULL DEFAULT 0);
            """)

    def admin(self, command: str, **members):
        answer = ask(self.store, "POST", f"/admin/v1/{command}", json.dumps(members).encode(),
                     {"Authorization": f"Bearer {self.token}"}, TIMEOUT)
        if answer.status != 200:
            raise OSError(f"{command}: {answer.status}")
        return answer.json

    def note_purchases(self) -> None:
        known = {id_ for id_, in self.file.execute("SELECT id FROM purchase")}
        for purchase in self.admin("transactions", unfinished=True):
            id_ = purchase["transactionId"]
            if id_ not in known:
                text = self.admin("signed", id=id_)["signedTransactionInfo"]
                # Each account has one player, and this player has one token.
                self.file.execute("INSERT INTO purchase (id, player, mark, text) VALUES (?, ?, ?, ?)",
                                  [id_, purchase["account"], token_in(text), text])

    def ask_for_verdicts(self) -> float:
        """Returns how long to wait."""
        wait = 0.02
        rows = self.file.execute("SELECT id, player, mark, text FROM purchase WHERE verdict IS NULL ORDER BY id").fetchall()
        for id_, player, mark, text in rows:
            answer = self.submit(id_, player, mark, text)
            verdict = answer.json.get("verdict") if answer.status == 200 else None
            if verdict in ("valid", "invalid"):
                self.note_verdict(id_, answer.json)
            else:
                wait = min(LONGEST_WAIT, float(answer.headers["Retry-After"] or LONGEST_WAIT))
        return wait

    def submit(self, id_: str, player: str, mark: str | None, text: str) -> Answer:
        body = json.dumps({"signedTransaction": text, "transactionId": id_, "environment": "Sandbox"}).encode()
        headers = {"Authorization": f"Bearer {self.key}", "Iap-Player": player, "Idempotency-Key": f"iap-Sandbox-{id_}"}
        if mark is not None:
            headers["Iap-App-Account-Token"] = mark
        return ask(self.server, "POST", "/v1/purchases", body, headers, TIMEOUT)

    def note_verdict(self, id_: str, answer: dict) -> None:
        is_valid = answer["verdict"] == "valid"
        self.file.execute("UPDATE purchase SET verdict = ?, granted = ?, grants = grants + ? WHERE id = ?",
                          [answer["verdict"], json.dumps(answer.get("granted")), int(is_valid), id_])

    def finish(self) -> None:
        rows = self.file.execute("SELECT id FROM purchase WHERE verdict IS NOT NULL AND finished = 0").fetchall()
        for id_, in rows:
            self.admin("control", json={"finish": {"id": int(id_)}})
            self.file.execute("UPDATE purchase SET finished = 1 WHERE id = ?", [id_])

    def play(self) -> None:
        while True:
            wait = LONGEST_WAIT
            # Store and server stop and start independently.
            for step in [self.note_purchases, self.ask_for_verdicts, self.finish]:
                try:
                    wait = step() or wait
                except NoResponse:
                    continue
            time.sleep(wait)


if __name__ == "__main__":
    Game(*sys.argv[1:6]).play()
