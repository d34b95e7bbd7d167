"""Looks at the page of a running job in Chromium: wide and narrow, light and dark. Arguments: a folder for pictures."""

import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

SECONDS = 60
PORT = 9515
FACTS = """
const rows = [...document.querySelectorAll('#ranks tr')];
return {
  ranks: rows.length,
  overflow: document.documentElement.scrollWidth - innerWidth,
  heads: getComputedStyle(document.querySelector('thead')).display,
  ink: getComputedStyle(document.body).color,
  back: getComputedStyle(document.body).backgroundColor,
  report: document.querySelector('#report pre').textContent,
};"""


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
    red, green, blue = (int(part) for part in re.findall(r"\d+", color)[:3])
    return 0.3 * red + 0.6 * green + 0.1 * blue


def open_browser():
    arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                 "--disable-background-networking", "--disable-component-update", "--disable-sync"]

    def attempt():
        try:
            return post("/session", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": arguments}}}})
        except OSError:
            return None  # The driver has not begun to listen.
    return "/session/" + wait_for("the browser", attempt)["sessionId"]


def facts(browser):
    return post(browser + "/execute/sync", {"script": FACTS, "args": []})


def check(browser, folder, width, scheme):
    run = browser + "/goog/cdp/execute"
    post(run, {"cmd": "Emulation.setDeviceMetricsOverride",
               "params": {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}})
    post(run, {"cmd": "Emulation.setEmulatedMedia",
               "params": {"features": [{"name": "prefers-color-scheme", "value": scheme}]}})
    wait_for("figures of two ranks", lambda: facts(browser)["ranks"] == 2)
    seen = facts(browser)
    name = f"{width} pixels, {scheme}"
    assert seen["overflow"] <= 0, f"{name}: {seen['overflow']} pixels are beyond the edge"
    assert (seen["heads"] == "none") == (width < 640), f"{name}: heads of columns: {seen['heads']}"
    is_dark = luminance(seen["back"]) < luminance(seen["ink"])
    assert is_dark == (scheme == "dark"), f"{name}: {seen['ink']} on {seen['back']}"
    assert abs(luminance(seen["back"]) - luminance(seen["ink"])) > 125, f"{name}: {seen['ink']} on {seen['back']}"
    picture = post(run, {"cmd": "Page.captureScreenshot", "params": {}})["data"]
    with open(f"{folder}/page-{width}-{scheme}.png", "wb") as file:
        file.write(base64.b64decode(picture))


def main(folder):
    os.makedirs(folder, exist_ok=True)
    stop = os.path.join(tempfile.mkdtemp(), "stop")
    with open(folder + "/job.out", "w+") as output:
        job = subprocess.Popen(["build/bin/rmi4mpirun", "--monitor", "0", "-n", "2", "-cp", "build/tests/*",
                                "org.rmi4mpi.tests.programs.Monitored", stop], stdout=output, stderr=output)
        driver = subprocess.Popen(["chromedriver", f"--port={PORT}"], stdout=subprocess.DEVNULL)
        try:
            page = wait_for("the address of the page", lambda: re.search(
                r"http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{32}", open(folder + "/job.out").read())).group()
            browser = open_browser()
            post(browser + "/url", {"url": page})
            for width in (1280, 360):
                for scheme in ("light", "dark"):
                    check(browser, folder, width, scheme)
            post(browser + "/execute/sync", {"script": "document.getElementById('why').click()", "args": []})
            wait_for("the report", lambda: "rank" in facts(browser)["report"])
            urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{PORT}{browser}", method="DELETE"))
            open(stop, "w").close()
            assert job.wait(SECONDS) == 0, "the job has failed"
        finally:
            job.terminate()
            driver.terminate()
    print("the page is right wide and narrow, light and dark: pictures are in " + folder)


main(sys.argv[1])
