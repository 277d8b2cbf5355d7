#!/usr/bin/env bash
# Installs the pinned releases of the A2A SDKs side by side in .cache/sdks; does nothing when they are there and the
# pins are unchanged. The releases for Python share one environment, which has what they depend on.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
pins="$root/test/peers/sdks"
cache="$root/.cache/sdks"

if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
  echo 'python3 cannot make an environment, since it is missing or lacks ensurepip' >&2
  echo 'on Debian: apt-get install python3-venv' >&2
  exit 1
fi

all_pins() {
  cat "$pins/releases.json" "$pins/package-lock.json" "$pins/requirements.txt"
}

install_javascript() {
  local folder="$cache/javascript"
  mkdir -p "$folder"
  cp "$pins/package-lock.json" "$root/.npmrc" "$folder"
  node "$pins/manifest.mjs" >"$folder/package.json"
  (cd "$folder" && npm ci --silent --ignore-scripts)
}

# Prints the packages of one release a line: the SDK, and what it has of its own beside it.
python_releases() {
  node -p "
    const { package: name, fixed, newest, newestBeside } = require('$pins/releases.json').python;
    const lines = fixed.map((version) => [version, name + '==' + version]);
    [...lines, [newest, name + '==' + newest, ...newestBeside]].map((words) => words.join(' ')).join('\n')"
}

install_python() {
  local venv="$cache/python/venv" version packages
  python3 -m venv "$venv"
  local pip=("$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --only-binary :all:)
  "${pip[@]}" -r "$pins/requirements.txt"
  while read -r version packages; do
    # shellcheck disable=SC2086
    "${pip[@]}" --no-deps --target "$cache/python/$version" $packages
  done < <(python_releases)
}

# The copy says which pins are installed; it comes last, so that an installation broken off is made anew.
if ! all_pins | cmp -s - "$cache/installed"; then
  rm -rf "$cache"
  mkdir -p "$cache"
  install_javascript
  install_python
  all_pins >"$cache/installed"
fi
