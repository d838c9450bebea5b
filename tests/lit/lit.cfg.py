# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Configuration of the lit tests: which files are tests, and which tools they may call."""
import os

import lit.formats

config.name = 'charonia'
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = ['.mlir', '.ttir', '.test', '.td', '.py']
config.excludes = ['Inputs', 'lit.cfg.py', 'lit.site.cfg.py', 'CMakeLists.txt', 'check_op_docs.py']
config.test_source_root = os.path.dirname(__file__)

config.environment['PATH'] = os.pathsep.join(
    [config.charonia_tools, config.llvm_tools, config.environment.get('PATH', '')])
config.substitutions.append(('%python', 'python3'))
config.substitutions.append(('%source_root', config.charonia_source))
config.substitutions.append(('%llvm_include', config.llvm_include))
