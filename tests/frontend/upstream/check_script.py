#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""upstream_ttir.py: what it asks of Triton and how it answers, with a stand-in for Triton (fake/).
Usage: check_script.py SCRIPT"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
script = pathlib.Path(sys.argv[1]).resolve()
scale = here / 'kernels/scale.py'
HEAD = 'import triton\nimport triton.language as tl\n\n\n'


def raw(text, fake=True, **environment):
    env = {**os.environ, 'FAKE_TRITON_TTIR': str(here / 'kernels/scale.ttir'), **environment}
    env['PYTHONPATH'] = str(here / 'fake') if fake else ''
    done = subprocess.run([sys.executable, '-B', str(script)], input=text, capture_output=True, text=True, env=env,
                          timeout=60)
    answer = json.loads(done.stdout)  # whatever the file prints, stdout is the answer alone
    assert answer['format'] == 'charonia-upstream/1' and done.returncode == ('error' in answer), done
    return answer, done.stderr


def ask(request, **options):
    return raw(json.dumps(request), **options)[0]


def request(**changes):
    return {'source': str(scale), 'function': 'scale', 'stage': 'ttir',
            'signature': {'x_ptr': '*fp32', 'out_ptr': '*fp32', 'n': 'i32', 'factor': 'fp32'},
            'constexprs': {'BLOCK': 128}, 'attributes': {'x_ptr': ['divisible_by_16'], 'n': ['divisible_by_16']},
            **changes}


def of_text(body, **changes):
    return request(text=HEAD + body, function='k', signature={'x': '*fp32'}, constexprs={}, attributes={}, **changes)


def error(request, kind, **options):
    answer = ask(request, **options)
    assert 'ttir' not in answer and answer['error']['kind'] == kind, answer
    return answer['error']


def asked(answer):
    return json.loads(answer['ttir'].rpartition('// asked ')[2])


# Types, constants and attributes reach Triton for every parameter; wrappers of the kernel are taken off.
answer, printed = raw(json.dumps(request()))
assert answer['name'] == 'scale' and answer['version'] == '3.6.0' and answer['warnings'] == [], answer
assert 'loc(#loc2)' in answer['ttir'] and 'a file may print' in printed
seen = asked(answer)
assert seen['signature'] == {'x_ptr': '*fp32', 'out_ptr': '*fp32', 'n': 'i32', 'factor': 'fp32', 'BLOCK': 'constexpr',
                             'EVEN': 'constexpr'}, seen
assert seen['constants'] == {'BLOCK': 128, 'EVEN': False} and seen['passes'] and seen['arch'] == 90, seen
assert seen['attrs'] == {'x_ptr': [['tt.divisibility', 16]], 'n': [['tt.divisibility', 16]]}, seen

# The stage before the passes, another GPU, a scalar that is 1, constants that JSON lacks.
assert not asked(ask(request(stage='pre')))['passes']
assert asked(ask(request(capability=80)))['arch'] == 80
seen = asked(ask(request(attributes={'n': ['equal_to_1']})))
assert seen['constants']['n'] == 1 and seen['signature']['n'] == 'constexpr', seen
for given, wanted in (({'dtype': 'fp16'}, 'fp16'), ('tl.float32', 'fp32'), ([1, [2, None]], [1, [2, None]]),
                      ('plain', 'plain'), ({'float': '-inf'}, float('-inf')), (None, None)):
    assert asked(ask(request(constexprs={'BLOCK': 128, 'EVEN': given})))['constants']['EVEN'] == wanted, given

# Every version of the interface from 3.4; older ones are refused, newer ones named.
for version in ('3.4.0', '3.5.1'):
    assert asked(ask(request(), FAKE_TRITON_VERSION=version))['passes'], version
assert '3.7.0' in ask(request(), FAKE_TRITON_VERSION='3.7.0')['warnings'][0]
for version in ('2.1.0', '3.3.1'):
    message = error(request(), 'version', FAKE_TRITON_VERSION=version)['message']
    assert version in message and '3.4 to 3.6' in message, message
error(request(), 'version', FAKE_TRITON_VERSION='')
assert 'pip install' in error(request(), 'no-triton', fake=False)['message']
assert 'wrong ELF class' in error(request(), 'no-triton', FAKE_TRITON_BROKEN='1')['message']

# An error in the kernel has the place in its file, whatever stands above its `def`, and the calls that led there.
found = error(of_text('@triton.jit\ndef k(x):\n    tl.lode(x)\n'), 'compile')
assert (found['file'], found['line'], found['column']) == (str(scale), 7, 5) and 'lode' in found['message'], found
nested = ('@triton.jit\ndef helper(x):\n    y = 1\n    tl.lode(x)\n\n\n'
          '@triton.autotune(configs=[],\n                 key=[])\n@triton.jit\ndef k(x):\n    helper(x)\n')
found = error(of_text(nested), 'compile')
assert found['line'] == 8 and [note['line'] for note in found['notes']] == [15], found

# Extensions of the chip are named as such.
for body, name in (('    tl.mtia.get_pe_id()\n', 'tl.mtia.get_pe_id'), ('    tl.extract_slice(x)\n', 'tl.extract_slice'),
                   ('    tl.load(x, direction="row")\n', 'direction=')):
    found = error(of_text('@triton.jit\ndef k(x):\n' + body), 'extension')
    assert name in found['message'] and 'built-in' in found['message'] and found['line'] == 7, found
assert error(of_text('PE = tl.mtia.get_pe_id\n'), 'extension')['line'] == 5
assert error(of_text('from triton.language import mtia\n'), 'extension')['line'] == 5

# Errors of the file's execution have their place; the process's answer survives them.
found = error(of_text('x = 1\ny = {}["a"]\n'), 'import')
assert found['line'] == 6 and 'KeyError' in found['message'], found
assert 'no_such_module' in error(of_text('import no_such_module\n'), 'import')['message']
assert error(of_text('def f(:\n'), 'import')['line'] == 5
error(of_text('import sys\nsys.exit(3)\n'), 'import')
assert 'absent.py' in error(request(source='absent.py'), 'import')['message']

# What the request lacks or has wrong.
assert 'it has scale' in error(request(function='scales'), 'kernel')['message']
assert '@triton.jit' in error(of_text('def k(x):\n    pass\n'), 'kernel')['message']
assert 'factor' in error(request(signature={'x_ptr': '*fp32', 'out_ptr': '*fp32', 'n': 'i32'}), 'request')['message']
assert 'no parameter m' in error(request(constexprs={'BLOCK': 1, 'm': 1}), 'request')['message']
assert 'fp17' in error(request(constexprs={'BLOCK': {'dtype': 'fp17'}}), 'request')['message']
error(request(stage='late'), 'request')
error({'source': 'x.py'}, 'request')
assert raw('{')[0]['error']['kind'] == raw('[]')[0]['error']['kind'] == 'request'

# Helpers beside the file and in the listed folders are found.
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / 'lib').mkdir()
    (folder / 'near.py').write_text(HEAD + '@triton.jit\ndef near(x):\n    tl.lode(x)\n')
    (folder / 'lib/far.py').write_text('WIDTH = 1\n')
    text = HEAD + 'from near import near\nfrom far import WIDTH\n\n\n@triton.jit\ndef k(x):\n    near(x)\n'
    (folder / 'k.py').write_text(text)
    wanted = {'source': str(folder / 'k.py'), 'function': 'k', 'signature': {'x': '*fp32'}}
    found = error({**wanted, 'paths': [str(folder / 'lib')]}, 'compile')
    assert found['file'] == str(folder / 'near.py') and found['line'] == 7, found
    assert found['notes'][0]['file'] == str(folder / 'k.py') and found['notes'][0]['line'] == 11, found
    assert 'far' in error(wanted, 'import')['message']
