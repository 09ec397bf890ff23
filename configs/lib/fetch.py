# SPDX-License-Identifier: BSD-3-Clause
"""fetch.py PROJECT FILE SHA256 TARGET: one source distribution from the package index pip is set to."""

import hashlib
import os
import subprocess
import sys

from pypi_simple import PyPISimple


def pip_setting(name):
    """What pip was told by its files or its environment, which comes first; None if nothing."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    found = {}
    for line in lines:
        key, _, value = line.partition("=")
        scope, _, setting = key.rpartition(".")
        if setting == name:
            found[scope] = value.strip().strip("'\"")
    return next((found[scope] for scope in (":env:", "install", "global") if scope in found), None)


def main(project, filename, sha256, target):
    url = pip_setting("index-url")
    certificates = pip_setting("cert")
    if certificates:
        os.environ.setdefault("REQUESTS_CA_BUNDLE", certificates)
    proxy = pip_setting("proxy")
    if proxy:
        os.environ.setdefault("HTTPS_PROXY", proxy)
    with PyPISimple(url) if url else PyPISimple() as client:
        page = client.get_project_page(project)
        package = next((p for p in page.packages if p.filename == filename), None)
        if package is None:
            sys.exit(f"the package index has no {filename}")
        client.download_package(package, path=target + ".part", verify=False)
    with open(target + ".part", "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    if digest != sha256:
        os.remove(target + ".part")
        sys.exit(f"{filename}: SHA-256 is {digest}, expected {sha256}")
    os.replace(target + ".part", target)


main(*sys.argv[1:])
