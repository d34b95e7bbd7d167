"""Looks at the site of 'make site' in Chromium, from the disk. Arguments: the site, a folder for pictures."""

import os
import sys

import chromium

PAGES = ("index.html", "docs/start.html", "docs/errors.html", "docs/performance.html", "docs/wire.html")
FACTS = """
return {
  overflow: document.documentElement.scrollWidth - innerWidth,
  ink: getComputedStyle(document.querySelector('article p')).color,
  back: getComputedStyle(document.body).backgroundColor,
};"""
SEARCH = """
const query = document.querySelector('.md-search__input');
query.focus();
query.value = 'Buffer_attach';
query.dispatchEvent(new Event('input', {bubbles: true}));
query.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true}));"""
RESULTS = "return [...document.querySelectorAll('.md-search-result__link')].map(each => each.href).join(' ');"


def check(browser, folder, page, width, scheme):
    seen = browser.run(FACTS)
    name = f"{page}, {width} pixels, {scheme}"
    assert seen["overflow"] <= 0, f"{name}: {seen['overflow']} pixels are beyond the edge"
    browser.check_colors(name, seen["ink"], seen["back"], scheme)
    browser.save_picture(f"{folder}/{os.path.basename(page)}-{width}-{scheme}.png")


def main(site, folder):
    os.makedirs(folder, exist_ok=True)
    with chromium.browser() as browser:
        for width in (1280, 360):
            for scheme in ("light", "dark"):
                browser.show(width, scheme)
                browser.open("file://" + os.path.join(os.path.abspath(site), PAGES[0]))
                browser.run("localStorage.clear()")  # the choice of a reader before
                for page in PAGES:
                    browser.open("file://" + os.path.join(os.path.abspath(site), page))
                    check(browser, folder, page, width, scheme)
        browser.show(1280, "light")

        def found():
            browser.run(SEARCH)  # again, since the page may not have heard it while it was loading
            return "docs/moving-message-programs.html" in browser.run(RESULTS)
        chromium.wait_for("a page that has Buffer_attach", found)
    print("the site is right wide and narrow, light and dark, and finds a word: pictures are in " + folder)


main(*sys.argv[1:])
