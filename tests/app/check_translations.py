#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the translation files: every text has a finished Korean translation with the same place
holders, plural forms are there in English, and the source texts of both files are the same."""
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(sys.argv[1])
FOLDER = ROOT / 'resources' / 'translations'
PLACE = re.compile(r'%(?:L?\d+|n)')


def messages(language):
    tree = ET.parse(FOLDER / f'charonia_{language}.ts')
    for context in tree.getroot().iter('context'):
        name = context.findtext('name')
        for message in context.iter('message'):
            translation = message.find('translation')
            if translation.get('type') in ('vanished', 'obsolete'):
                continue
            yield name, message, translation


def main():
    problems = []
    sources = {}
    for language in ('en', 'ko'):
        sources[language] = set()
        for context, message, translation in messages(language):
            source = message.findtext('source')
            sources[language].add((context, source))
            numerus = message.get('numerus') == 'yes'
            texts = [f.text or '' for f in translation.iter('numerusform')] if numerus else [translation.text or '']
            if language == 'en' and not numerus:
                continue
            if translation.get('type') == 'unfinished' or not all(texts):
                problems.append(f'{language}: {context}: not translated: {source}')
                continue
            for text in texts:
                missing = set(PLACE.findall(source)) - set(PLACE.findall(text))
                if missing - ({'%n'} if numerus else set()):
                    problems.append(f'{language}: {context}: {sorted(missing)} missing in: {text}')
    for context, source in sorted(sources['en'] ^ sources['ko']):
        problems.append(f'only in one language: {context}: {source}')
    if len(sources['ko']) < 100:
        problems.append(f'only {len(sources["ko"])} texts: was lupdate run?')
    for problem in problems:
        print(problem)
    print(f'{len(sources["ko"])} texts, {len(problems)} problems')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
