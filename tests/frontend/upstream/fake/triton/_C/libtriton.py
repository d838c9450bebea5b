# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
class ir:
    @staticmethod
    def context():
        return {'dialects': []}

    @staticmethod
    def load_dialects(context):
        context['dialects'].append('tt')
