#!/usr/bin/env bash
# Builds the server local-kms into .cache/bin; does nothing when this version of it is there.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
package=github.com/nsmithuk/local-kms
version=v0.0.0-20260228092603-2a5e92d09ab6
bin="$root/.cache/bin"

if [ -x "$bin/local-kms" ] && [ "$(cat "$bin/local-kms.version" 2>/dev/null)" = "$version" ]; then
  exit 0
fi

if ! command -v go >/dev/null; then
  echo 'local-kms is built with Go, and there is no go on the path' >&2
  echo 'on Debian: apt-get install golang' >&2
  exit 1
fi

rm -f "$bin/local-kms.version"
GOBIN="$bin" GOFLAGS=-buildvcs=false go install "$package@$version"
# The name comes last, so that a build broken off is made anew.
echo "$version" >"$bin/local-kms.version"
