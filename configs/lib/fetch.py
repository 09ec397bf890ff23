# SPDX-License-Identifier: BSD-3-Clause
"""fetch.py PROJECT FILE SHA256 TARGET: one source distribution from the package index pip is set to."""

import hashlib
import os
import subprocess
import sys

from pypi_simple import PyPISimple


def index_url():
    """pip's own answer covers its files and its environment; None means pip's default."""
    run = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True)
    found = None
    for line in run.stdout.splitlines():
        key, _, value = line.partition("=")
        # Later lines win, and pip lists the environment (":env:") first.
        if key.endswith(".index-url") and (found is None or not found[0].startswith(":env:")):
            found = (key, value.strip().strip("'\""))
    return found[1] if found else None


def main(project, filename, sha256, target):
    url = index_url()
    client = PyPISimple(url) if url else PyPISimple()
    with client:
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
