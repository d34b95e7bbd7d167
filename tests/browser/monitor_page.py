"""Looks at the page of a running job in Chromium: wide and narrow, light and dark. Arguments: a folder for pictures."""

import os
import re
import subprocess
import sys
import tempfile

import chromium

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


def check(browser, folder, width, scheme):
    browser.show(width, scheme)
    chromium.wait_for("figures of two ranks", lambda: browser.run(FACTS)["ranks"] == 2)
    seen = browser.run(FACTS)
    name = f"{width} pixels, {scheme}"
    assert seen["overflow"] <= 0, f"{name}: {seen['overflow']} pixels are beyond the edge"
    assert (seen["heads"] == "none") == (width < 640), f"{name}: heads of columns: {seen['heads']}"
    browser.check_colors(name, seen["ink"], seen["back"], scheme)
    browser.save_picture(f"{folder}/page-{width}-{scheme}.png")


def main(folder):
    os.makedirs(folder, exist_ok=True)
    stop = os.path.join(tempfile.mkdtemp(), "stop")
    with open(folder + "/job.out", "w+") as output:
        job = subprocess.Popen(["build/bin/rmi4mpirun", "--monitor", "0", "-n", "2", "-cp", "build/tests/*",
                                "org.rmi4mpi.tests.programs.Monitored", stop], stdout=output, stderr=output)
        try:
            page = chromium.wait_for("the address of the page", lambda: re.search(
                r"http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{32}", open(folder + "/job.out").read())).group()
            with chromium.browser() as browser:
                browser.open(page)
                for width in (1280, 360):
                    for scheme in ("light", "dark"):
                        check(browser, folder, width, scheme)
                browser.run("document.getElementById('why').click()")
                chromium.wait_for("the report", lambda: "rank" in browser.run(FACTS)["report"])
            open(stop, "w").close()
            assert job.wait(chromium.SECONDS) == 0, "the job has failed"
        finally:
            job.terminate()
    print("the page is right wide and narrow, light and dark: pictures are in " + folder)


main(sys.argv[1])
