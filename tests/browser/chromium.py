"""Drives Chromium by WebDriver, with Python's own library."""

import base64
import contextlib
import json
import re
import subprocess
import time
import urllib.request

SECONDS = 60
PORT = 9515


class Browser:
    def __init__(self):
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync"]

        def attempt():
            try:
                return post("/session", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": arguments}}}})
            except OSError:
                return None  # The driver has not begun to listen.
        self.session = "/session/" + wait_for("the browser", attempt)["sessionId"]

    def open(self, address):
        post(self.session + "/url", {"url": address})

    def run(self, script):
        """Returns what the script returns."""
        return post(self.session + "/execute/sync", {"script": script, "args": []})

    def show(self, width, scheme):
        """Takes a width in pixels, and light or dark."""
        self._command("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self._command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def check_colors(self, name, ink, back, scheme):
        is_dark = luminance(back) < luminance(ink)
        assert is_dark == (scheme == "dark"), f"{name}: {ink} on {back}"
        assert abs(luminance(back) - luminance(ink)) > 125, f"{name}: {ink} on {back}"

    def save_picture(self, file):
        picture = self._command("Page.captureScreenshot")["data"]
        with open(file, "wb") as to:
            to.write(base64.b64decode(picture))

    def _command(self, command, **parameters):
        return post(self.session + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def close(self):
        urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{PORT}{self.session}", method="DELETE"))


@contextlib.contextmanager
def browser():
    driver = subprocess.Popen(["chromedriver", f"--port={PORT}"], stdout=subprocess.DEVNULL)
    try:
        opened = Browser()
        yield opened
        opened.close()
    finally:
        driver.terminate()
        driver.wait()


def post(path, value):
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", json.dumps(value).encode(),
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        return json.load(answer)["value"]


def wait_for(what, condition):
    end = time.monotonic() + SECONDS
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < end, what + " has not come"
        time.sleep(0.1)


def luminance(color):
    red, green, blue = (float(part) for part in re.findall(r"[\d.]+", color)[:3])
    return 0.3 * red + 0.6 * green + 0.1 * blue
