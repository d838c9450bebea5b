#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every other element by a descriptor takes a request each; on a machine whose vector core takes many elements a cycle from
local memory, a dense box is cheaper. Usage: check_strided_box.py CLI HARDWARE LAUNCH"""
import json
import pathlib
import subprocess
import sys
import tempfile

cli, hardware, launch = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]


def rung(*options):
    text = subprocess.run([cli, 'compile', launch, '--emit', 'tile', *options], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    return {name for name in ('dma', 'strided') if f'access <{name},' in text}


assert rung() == {'dma'}, rung()
with tempfile.TemporaryDirectory() as folder:
    data = json.loads(hardware.read_text())
    rate = data['parameters']['pe.vector.gatherElementsPerCycle']
    assert rate['value'] == 1
    rate['value'] = 16
    fast = pathlib.Path(folder) / 'fast.json'
    fast.write_text(json.dumps(data))
    assert rung('--hardware', str(fast)) == {'dma', 'strided'}, 'the store stays a descriptor'
    run = subprocess.run([cli, 'run', launch, '--engine', 'sim', '--hardware', str(fast), '--against', 'reference'],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert run.returncode == 0, run.stdout
