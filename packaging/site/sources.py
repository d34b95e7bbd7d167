"""
A hook of MkDocs. Makes a page for each file of source code that a document links to, so that links work in the site, too. Search leaves
these pages out.
"""
import os
import re
from pathlib import Path

from mkdocs.structure.files import File

REPOSITORY = Path(os.environ["RMI4MPI_SOURCES"])
LINK = re.compile(r"\]\(([^)\s#]+)(#[^)\s]*)?\)")
LANGUAGES = {".java": "java", ".c": "c", ".h": "c", ".cpp": "cpp", ".hpp": "cpp", ".py": "python", ".f90": "fortran", ".sh": "bash"}


def target(page_uri, link):
    """Returns the path in the repository that a link of a page leads to, or None if it leads elsewhere."""
    if "://" in link or link.startswith("mailto:"):
        return None
    path = Path(os.path.normpath(Path(page_uri).parent / link))
    return path if (REPOSITORY / path).exists() and path.suffix != ".md" else None


def source_page(path):
    """Returns a page with the code of a file, or with that of each file of a folder."""
    files = [path] if (REPOSITORY / path).is_file() else sorted(
        each.relative_to(REPOSITORY) for each in (REPOSITORY / path).rglob("*") if each.suffix in LANGUAGES)
    text = [f"# {path.name}\n\n`{path}`\n"]
    for each in files:
        if len(files) > 1:
            text.append(f"## {each.relative_to(path)}\n")
        fence = "~" * 8
        text.append(f"{fence}{LANGUAGES.get(each.suffix, 'text')}\n{(REPOSITORY / each).read_text()}\n{fence}\n")
    return "\n".join(text)


def page_of(path):
    return f"sources/{path}.md"


def on_files(files, config):
    wanted = set()
    for file in files.documentation_pages():
        for link, _ in LINK.findall(file.content_string):
            path = target(file.src_uri, link)
            if path and not files.get_file_from_path(str(path)):
                wanted.add(path)
    for path in sorted(wanted):
        if not any(page.src_uri.startswith(f"{path}/") for page in files.documentation_pages()):
            files.append(File.generated(config, page_of(path), content=source_page(path)))
    return files


def on_page_markdown(markdown, page, config, files):
    if page.file.src_uri.startswith("sources/"):
        page.meta["search"] = {"exclude": True}

    def led(match):
        path = target(page.file.src_uri, match[1])
        if path is None:
            return match[0]
        own = page_of(path)
        if files.get_file_from_path(own):
            return f"]({os.path.relpath(own, Path(page.file.src_uri).parent)})"
        return match[0]
    return LINK.sub(led, markdown)
