#!/usr/bin/env bash
# Compiles the optional peer pkcs11js in .cache/pkcs11 and links it into node_modules; does nothing when it is there and
# its pins are unchanged. It is no development dependency, for `npm ci` would fail where there is no C++ compiler.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
pins="$root/test/peers/pkcs11"
cache="$root/.cache/pkcs11"

if ! cmp -s "$pins/package-lock.json" "$cache/installed.json"; then
  for program in python3 make c++; do
    if ! command -v "$program" >/dev/null; then
      echo "pkcs11js cannot be compiled, since $program is missing" >&2
      echo 'on Debian: apt-get install build-essential python3' >&2
      exit 1
    fi
  done
  rm -rf "$cache"
  mkdir -p "$cache"
  cp "$pins/package.json" "$pins/package-lock.json" "$root/.npmrc" "$cache"
  # The headers of Node.js lie beside it where it was unpacked whole; otherwise node-gyp fetches them.
  prefix=$(node -p 'path.resolve(process.execPath, "../..")')
  if [ -f "$prefix/include/node/node_api.h" ]; then export npm_config_nodedir="$prefix"; fi
  (cd "$cache" && npm ci --silent)
  # The copy says which pins are installed; it comes last, so that an installation broken off is made anew.
  cp "$pins/package-lock.json" "$cache/installed.json"
fi

mkdir -p "$root/node_modules"
ln -sfn "$cache/node_modules/pkcs11js" "$root/node_modules/pkcs11js"
