#!/usr/bin/env bash
# Makes the Python environments of the peers: .cache/venv for joserfc and boto3, .cache/moto for the server of moto.
# Does nothing for one that is there and whose pins are unchanged.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
  echo 'python3 cannot make an environment, since it is missing or lacks ensurepip' >&2
  echo 'on Debian: apt-get install python3-venv' >&2
  exit 1
fi

# The pins to install, the folder that gets them, and the modules that show that they are there.
make_environment() {
  local pins="$root/test/peers/$1" venv="$root/.cache/$2" modules=$3
  if cmp -s "$pins" "$venv/requirements.txt" && "$venv/bin/python" -I -c "import $modules" 2>/dev/null; then
    return
  fi
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --only-binary :all: -r "$pins"
  # The copy says which pins are installed; it comes last, so that an installation broken off is made anew.
  cp "$pins" "$venv/requirements.txt"
}

make_environment requirements.txt venv 'boto3, cryptography, joserfc'
make_environment requirements-moto.txt moto 'flask, moto'
