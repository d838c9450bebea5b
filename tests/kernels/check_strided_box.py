#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every other element by a descriptor takes a packet each, and few packets are in flight: a dense box, from which the vector
core takes the elements, is cheaper; on a machine with many packets it is not. Usage: check_strided_box.py CLI HARDWARE LAUNCH"""
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


assert rung() == {'dma', 'strided'}, f'the store stays a descriptor: {rung()}'
with tempfile.TemporaryDirectory() as folder:
    data = json.loads(hardware.read_text())
    data['parameters']['pe.fi.packets']['value'] = 256
    wide = pathlib.Path(folder) / 'wide.json'
    wide.write_text(json.dumps(data))
    assert rung('--hardware', str(wide)) == {'dma'}, rung('--hardware', str(wide))
run = subprocess.run([cli, 'run', launch, '--engine', 'sim', '--against', 'reference'], stdout=subprocess.PIPE,
                     stderr=subprocess.STDOUT, text=True)
assert run.returncode == 0, run.stdout
