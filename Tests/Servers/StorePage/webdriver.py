"""A small client of the WebDriver protocol, and the browser that it drives."""

import base64
import http.client
import json
import os
import re
import subprocess

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def reference(element):
    """An element as an argument of a script."""
    return {ELEMENT: element}


class WebDriverError(Exception):
    """chromedriver refuses a command. `kind` is the protocol's word for it."""

    def __init__(self, value):
        super().__init__(f"{value.get('error')}: {value.get('message', '').splitlines()[0]}")
        self.kind = value.get("error")


class Browser:
    """A headless Chromium. Elements are the protocol's ids."""

    def __init__(self, folder):
        self._log = open(os.path.join(folder, "chromedriver.log"), "w", encoding="utf-8")
        self._driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=self._log, text=True)
        self._port = self._read_port()
        self._session = None
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en-US",
                            f"--user-data-dir={folder}/profile"]}
        answer = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})
        self._session = answer["sessionId"]
        self._ask("POST", "/timeouts", {"script": 10_000, "pageLoad": 20_000})

    def _read_port(self):
        for line in self._driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                return int(found.group(1))
        raise RuntimeError("chromedriver does not start")

    def _ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        prefix = f"/session/{self._session}" if self._session else ""
        text = json.dumps(body or {}) if method == "POST" else None
        connection.request(method, prefix + path, text, {"Content-Type": "application/json"})
        value = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(value, dict) and "error" in value:
            raise WebDriverError(value)
        return value

    def close(self):
        if self._session:
            self._ask("DELETE", "")
        self._driver.terminate()
        self._driver.wait(timeout=20)
        self._driver.stdout.close()
        self._log.close()

    # The page

    def open(self, url):
        self._ask("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        """Runs the body of a function in the page, and returns what it returns."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, css):
        """The ids of all elements that fit."""
        return [one[ELEMENT] for one in self._ask("POST", "/elements", {"using": "css selector", "value": css})]

    def click(self, element):
        self._ask("POST", f"/element/{element}/click")

    def clear(self, element):
        self._ask("POST", f"/element/{element}/clear")

    def type(self, element, text):
        self._ask("POST", f"/element/{element}/value", {"text": text})

    def press_keys(self, keys):
        """Presses keys, one after the other, wherever the focus is."""
        steps = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._ask("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": steps}]})

    def messages(self):
        """What the page has written to the console since the last time, warnings and errors only."""
        found = self._ask("POST", "/se/log", {"type": "browser"})
        return [one["message"] for one in found if one["level"] in ("WARNING", "SEVERE")]

    def picture(self):
        return base64.b64decode(self._ask("GET", "/screenshot"))

    # What it looks like

    def _devtools(self, command, **parameters):
        self._ask("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def set_size(self, width, height):
        self._devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def set_theme(self, theme, has_motion=True):
        features = [{"name": "prefers-color-scheme", "value": theme}]
        if not has_motion:
            features.append({"name": "prefers-reduced-motion", "value": "reduce"})
        self._devtools("Emulation.setEmulatedMedia", features=features)

    def set_language(self, language):
        agent = self.run("return navigator.userAgent")
        self._devtools("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
