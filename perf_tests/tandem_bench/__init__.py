# SPDX-License-Identifier: BSD-3-Clause
"""Reproduces the figures of the TOTEM papers: see docs/experiments.md."""
