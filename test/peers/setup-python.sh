#!/usr/bin/env bash
# Makes the Python environment of the joserfc peer in .cache/venv; does nothing when it is there and its pins are unchanged.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
pins="$root/test/peers/requirements.txt"
venv="$root/.cache/venv"

if cmp -s "$pins" "$venv/requirements.txt" && "$venv/bin/python" -I -c 'import joserfc, cryptography' 2>/dev/null; then
  exit 0
fi

if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
  echo 'python3 cannot make an environment, since it is missing or lacks ensurepip' >&2
  echo 'on Debian: apt-get install python3-venv' >&2
  exit 1
fi

rm -rf "$venv"
python3 -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --only-binary :all: -r "$pins"
# The copy says which pins are installed; it comes last, so that an installation broken off is made anew.
cp "$pins" "$venv/requirements.txt"
