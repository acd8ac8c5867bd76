#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""browser.py PAGE...: opens each page in headless Chromium, wide and narrow, light and dark, for inspect.js to look at.

     browser.py --NUL-separated JSON on a pipe (DevTools protocol)--> chromium: a tab a view
                <--what inspect.js found, and every message of the console--

Prints "PAGE: VIEW: what is wrong", a line each. Exit status: 0 nothing is wrong, 1 something is, 77 there is no browser
that starts, with the reason as the only line. Needs nothing but Python's own library; CHROMIUM names another browser.
"""
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

VIEWS = [(width, scheme) for width in (1400, 400) for scheme in ("light", "dark")]
PATIENCE = 300  # seconds until a browser that says nothing counts as hung: no measure of how fast it is


class Unusable(Exception):
    """There is no browser, or it does not start."""


class Browser:
    def __init__(self):
        names = ("chromium", "chromium-browser", "google-chrome")
        program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
        if not program:
            raise Unusable("chromium is not installed (make browser)")
        while os.open(os.devnull, os.O_RDONLY) < 4:
            pass
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.said = tempfile.TemporaryFile()
        self.rest, self.number, self.events = b"", 0, []
        self.start(program)
        try:
            self.ask("Browser.getVersion")
        except EOFError:
            self.said.seek(0)
            words = self.said.read().decode(errors="replace").strip().splitlines() or ["it said nothing"]
            raise Unusable(f"{program} does not start: {words[-1]}") from None

    def start(self, program):
        # It reads commands from descriptor 3 and answers on 4, which nothing else here may have.
        read, self.to = os.pipe()
        self.back, write = os.pipe()
        os.dup2(read, 3)
        os.dup2(write, 4)
        command = [program, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self.folder.name}",
                   "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions",
                   "--disable-background-networking", "--hide-scrollbars"]
        if os.geteuid() == 0:
            command.append("--no-sandbox")  # which Chromium refuses to be without, as root
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.said, stderr=self.said,
                                            pass_fds=(3, 4))
        except OSError as error:
            raise Unusable(f"{program}: {error.strerror}") from None
        finally:
            for end in (3, 4, read, write):
                os.close(end)

    def read(self):
        """The next message."""
        end = time.monotonic() + PATIENCE
        while b"\0" not in self.rest:
            if not select.select([self.back], [], [], max(0, end - time.monotonic()))[0]:
                raise EOFError("the browser hangs")
            some = os.read(self.back, 1 << 20)
            if not some:
                raise EOFError("the browser ended")
            self.rest += some
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, session=None, **parameters):
        self.number += 1
        question = {"id": self.number, "method": method, "params": parameters}
        if session:
            question["sessionId"] = session
        try:
            os.write(self.to, json.dumps(question).encode() + b"\0")
        except BrokenPipeError:
            raise EOFError("the browser ended") from None
        while True:
            message = self.read()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.events.append(message)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.read())

    def close(self):
        try:
            self.ask("Browser.close")
        except (EOFError, RuntimeError):
            pass
        for end in (self.to, self.back):
            os.close(end)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.folder.cleanup()


def messages(events):
    """What a reader with the console open would see."""
    for event in events:
        of = event.get("params", {})
        if event.get("method") == "Runtime.consoleAPICalled":
            yield " ".join(str(a.get("value", a.get("description", ""))) for a in of["args"])
        elif event.get("method") == "Runtime.exceptionThrown":
            details = of["exceptionDetails"]
            yield details.get("exception", {}).get("description") or details["text"]
        elif event.get("method") == "Log.entryAdded":
            yield of["entry"]["text"]


def broken_files(page, links):
    """Links to files that are not there."""
    for link in links:
        parts = urllib.parse.urlsplit(link)
        if parts.scheme in ("http", "https", "mailto"):  # what a reader may follow; nothing is fetched
            continue
        path = os.path.join(os.path.dirname(page), urllib.parse.unquote(parts.path))
        if parts.scheme or not os.path.exists(path):
            yield f"link to {link}: no such file"


def look(browser, page, width, scheme, inspect):
    browser.events.clear()
    tab = browser.ask("Target.createTarget", url="about:blank")["targetId"]
    session = browser.ask("Target.attachToTarget", targetId=tab, flatten=True)["sessionId"]
    for domain in ("Page", "Runtime", "Log"):
        browser.ask(f"{domain}.enable", session)
    browser.ask("Emulation.setDeviceMetricsOverride", session, width=width, height=900, deviceScaleFactor=1,
                mobile=False)
    browser.ask("Emulation.setEmulatedMedia", session, features=[{"name": "prefers-color-scheme", "value": scheme}])
    went = browser.ask("Page.navigate", session, url="file://" + urllib.parse.quote(os.path.abspath(page)))
    if "errorText" in went:
        return [went["errorText"]]
    browser.wait("Page.loadEventFired")
    answer = browser.ask("Runtime.evaluate", session, expression=f"({inspect})({json.dumps(scheme)})",
                         returnByValue=True)
    if "exceptionDetails" in answer:
        return ["inspect.js: " + answer["exceptionDetails"]["exception"]["description"]]
    found = answer["result"]["value"]
    browser.ask("Target.closeTarget", targetId=tab)
    said = [f"console: {text}" for text in messages(browser.events)]
    return said + found["wrong"] + list(broken_files(page, found["links"]))


def main(pages):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "inspect.js"), encoding="utf-8") as file:
        inspect = file.read().split("*/", 1)[1].strip()
    try:
        browser = Browser()
    except Unusable as reason:
        print(reason)
        return 77
    wrong = 0
    for page in pages:
        for width, scheme in VIEWS:
            for text in look(browser, page, width, scheme, inspect):
                print(f"{page}: {width} pixels, {scheme}: {' '.join(text.split())}")
                wrong += 1
    browser.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
