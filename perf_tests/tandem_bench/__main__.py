# SPDX-License-Identifier: BSD-3-Clause
import sys

if sys.version_info < (3, 11):
    print("tandem-bench: Python 3.11 or newer is needed", file=sys.stderr)
    sys.exit(2)

from .command_line import main

sys.exit(main(sys.argv[1:]))
