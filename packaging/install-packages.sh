#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs the Debian packages of packages.txt that are missing. Usage: install-packages.sh [build|all]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
what=${1:-all}
if [ "$what" = build ]; then
  list=$(sed '/^# tests/,$d' "$here/packages.txt")
else
  list=$(cat "$here/packages.txt")
fi
missing=()
for package in $(grep -v '^#' <<<"$list"); do
  if [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null || true)" != "ii " ]; then
    missing+=("$package")
  fi
done
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi
sudo=()
if [ "$(id -u)" -ne 0 ]; then
  sudo=(sudo)
fi
echo "Installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${sudo[@]}" apt-get update -q
"${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
