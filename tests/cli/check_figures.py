#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Simulated figures that must hold: causal attention follows the closed form of its PID map, matmul its share of peak."""
import json
import subprocess
import sys

cli, name = sys.argv[1:3]
done = subprocess.run([cli, 'bench', name, '--json'], check=True, capture_output=True, text=True)
rows = {row['name']: row['value'] for row in json.loads(done.stdout)}
print(json.dumps(rows, indent=1))
if name == 'causal-map':
    assert rows['causal-map.error'] <= 5, 'linear is more than 5 % off its closed form'
    assert rows['causal-map.a'] > 0 and rows['causal-map.o'] >= 0
if name == 'matmul':
    assert rows['matmul.matmul-1024-sram'] >= 60, 'less than 60 % of the matrix peak'
