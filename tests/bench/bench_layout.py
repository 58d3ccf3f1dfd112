# SPDX-License-Identifier: GPL-3.0-or-later
"""Executions of GPT-3 175B that Calculon evaluates in a second on one core, by its own model: $CALCULON is a checkout.

Its evaluation of one execution after the other, without its search's loop around it. Prints the number.
"""
import json
import logging
import os
import sys
import time
import types

ROOT = os.environ["CALCULON"]
sys.path.insert(0, ROOT)
sys.modules.setdefault("pandas", types.ModuleType("pandas"))  # its CSV output alone uses it

from calculon import System  # noqa: E402
from calculon.llm import Llm  # noqa: E402


def read(*path):
    with open(os.path.join(ROOT, *path)) as file:
        return json.load(file)


def main():
    logger = logging.Logger("bench")
    system = System(read("systems", "a100_80g.json"))
    application = Llm.Application(read("models", "gpt3-175B.json"))
    settings = read("validation", "seqsel", "tab5", "gpt3-175B_seqsel.json")
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < 3:
        execution = Llm.Execution.from_json(settings)
        model = Llm(application, logger)
        model.compile(system, execution)
        model.run(system)
        count += 1
    print(count / (time.perf_counter() - start))


main()
