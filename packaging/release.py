#!/usr/bin/env python3
"""Completes a release, and checks that it has all that Maven Central asks for
(https://central.sonatype.org/publish/requirements/): complete POMs, sources, Javadoc, checksums, and signatures.

  packaging/release.py RELEASE DIST VERSION [signed]

RELEASE/maven is a Maven repository. RELEASE takes rmi4mpi-VERSION-bundle.zip, which the portal of Maven Central takes, the files of
DIST, and SHA256SUMS.
"""
import hashlib
import json
import pathlib
import shutil
import sys
import xml.etree.ElementTree as xml
import zipfile

POM = "{http://maven.apache.org/POM/4.0.0}"
WANTED_OF_POM = "name", "description", "url", "licenses", "developers", "scm"

failures = []


def check(passed, text):
    if not passed:
        failures.append(text)


def digest(file, algorithm):
    return hashlib.new(algorithm, file.read_bytes()).hexdigest()


def check_pom(file, version, poms):
    """A POM has all elements itself, or by its parent, which is in the release, too."""
    pom = poms[file]
    parent = pom.find(POM + "parent")
    inherited = None
    if parent is not None:
        name = parent.findtext(POM + "artifactId")
        inherited = next((p for p in poms.values() if p.findtext(POM + "artifactId") == name), None)
        check(inherited is not None, f"{file.name}: its parent {name} is not in the release")
    for element in WANTED_OF_POM:
        own = pom.find(POM + element)
        above = inherited.find(POM + element) if inherited is not None else None
        check(own is not None or above is not None and element not in ("name", "description"), f"{file.name}: there is no {element}")
    published = {p.findtext(POM + "artifactId") for p in poms.values()}
    for dependency in pom.findall(f"{POM}dependencies/{POM}dependency"):
        name = dependency.findtext(POM + "artifactId")
        if dependency.findtext(POM + "groupId") == "org.rmi4mpi" and dependency.findtext(POM + "scope") not in ("test", "provided"):
            check(name in published, f"{file.name}: it depends on {name}, which is not in the release")


def check_artifact(folder, version, poms, signed):
    name = f"{folder.parent.name}-{version}"
    pom = folder / f"{name}.pom"
    check(pom.is_file(), f"{pom} is missing")
    wanted = [pom]
    if pom.is_file() and poms[pom].findtext(POM + "packaging") != "pom":
        wanted += [folder / f"{name}{kind}.jar" for kind in ("", "-sources", "-javadoc")]
        sbom = folder / f"{name}-cyclonedx.json"
        wanted.append(sbom)
        if sbom.is_file():
            content = json.loads(sbom.read_text())
            check(content.get("bomFormat") == "CycloneDX" and content["metadata"]["component"]["name"] == folder.parent.name,
                  f"{sbom.name} is no bill of materials of {folder.parent.name}")
    for file in wanted:
        check(file.is_file(), f"{file} is missing")
        if not file.is_file():
            continue
        if file.suffix == ".jar":
            with zipfile.ZipFile(file) as jar:
                check(len(jar.namelist()) > 1, f"{file.name} is empty")
        for algorithm in ("md5", "sha1"):
            sum_file = file.with_name(f"{file.name}.{algorithm}")
            check(sum_file.is_file() and sum_file.read_text().split()[0] == digest(file, algorithm), f"{sum_file.name} is wrong or missing")
        if signed:
            check(file.with_name(file.name + ".asc").is_file(), f"{file.name}.asc is missing")


def main(release, dist, version, *signed):
    release = pathlib.Path(release)
    repository = release / "maven"
    folders = sorted(f for f in repository.glob(f"org/rmi4mpi/*/{version}") if f.is_dir())
    poms = {file: xml.parse(file).getroot() for folder in folders for file in folder.glob("*.pom")}
    check("SNAPSHOT" not in version, f"{version} is no version of a release")
    check(len(folders) > 10, f"there are {len(folders)} artifacts alone")
    for folder in folders:
        check_artifact(folder, version, poms, bool(signed))
    for file in poms:
        check_pom(file, version, poms)
    for platform in ("x86_64", "aarch64"):
        natives = repository / f"org/rmi4mpi/rmi4mpi-natives/{version}/rmi4mpi-natives-{version}.jar"
        if natives.is_file():
            with zipfile.ZipFile(natives) as jar:
                check(any(f"/linux-{platform}/" in name for name in jar.namelist()), f"{natives.name} has no libraries for {platform}")
    if failures:
        sys.exit("rmi4mpi: the release is not complete:\n" + "\n".join(failures))

    with zipfile.ZipFile(release / f"rmi4mpi-{version}-bundle.zip", "w", zipfile.ZIP_DEFLATED) as bundle:
        for folder in folders:
            for file in sorted(folder.iterdir()):
                bundle.writestr(zipfile.ZipInfo(str(file.relative_to(repository)), (2026, 1, 1, 0, 0, 0)), file.read_bytes(), zipfile.ZIP_DEFLATED)
    for pattern in ("*.tar.gz", "*.whl", "*.deb"):
        for file in pathlib.Path(dist).glob(pattern):
            shutil.copy(file, release)
    files = sorted(f for f in release.iterdir() if f.is_file())
    (release / "SHA256SUMS").write_text("".join(f"{digest(f, 'sha256')}  {f.name}\n" for f in files))
    print(f"{len(folders)} artifacts, {'signed' if signed else 'not signed: give a key by KEY=...'}; {release} has")
    for file in files:
        print(f"  {file.name}  {file.stat().st_size / 1e6:.1f} MB")


main(*sys.argv[1:])
