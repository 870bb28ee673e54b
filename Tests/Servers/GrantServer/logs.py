"""The logs of all servers of a run contain no secret and no player's name."""

import json

from bench import Bench
from programs import NAME_END, TOKEN_START, GrantServer


def check(bench: Bench) -> None:
    servers = [program for program in bench.started if isinstance(program, GrantServer)]
    lines = [line for log in sorted({server.log for server in servers})
             for line in log.read_text(errors="replace").splitlines()]
    print(f"{len(lines)} lines in the logs of {len(servers)} servers")
    forbidden = {
        "access key": [*bench.keys.texts.values(), "iap_game_", "iap_studio_", "iap_support_"],
        "digest of an access key": [line["sha256"] for line in bench.keys.lines],
        "webhook secret": [bench.webhook_secret],
        "signed text": ["eyJ"],
        "receipt or certificate": ["MII"],
        "player's name": [NAME_END],
        "token of a player": [TOKEN_START],
    }
    bench.checks.holds("the servers have written logs", len(lines) > len(servers))
    for what, texts in forbidden.items():
        found = [line[:300] for line in lines if any(text in line for text in texts)]
        bench.checks.equal(f"no log has a {what}", found[:3], [])
    bench.checks.equal("each line of a log is a JSON object",
                       [line[:300] for line in lines if not is_object(line)][:3], [])


def is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False
