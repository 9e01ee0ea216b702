#!/bin/sh
# Finds a Chromium for the tests: one that is there, the system's package, or Playwright's own download. Prints its path. The same engine without windows
# comes with it where the system has that as a package.
set -eu
apt() {
  command -v apt-get >/dev/null 2>&1 || return 1
  sudo=""
  [ "$(id -u)" = 0 ] || sudo="sudo -n"
  $sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends "$@" >&2
}
shell() { [ -n "${CHROMIUM_SHELL:-}${CHROMIUM:-}" ] || command -v chromium-headless-shell >/dev/null || apt chromium-headless-shell || true; }
found() { for b in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do [ -n "$b" ] && command -v "$b" && return 0; done; return 1; }
playwright() { node -e "const p=require('@playwright/test').chromium.executablePath();process.exit(require('fs').existsSync(p)?0:1)"; }
found && shell && exit 0
playwright && exit 0
apt chromium fonts-dejavu-core && found && shell && exit 0
npx playwright install chromium >&2 && exit 0
echo "No Chromium could be found or installed. Set CHROMIUM to one." >&2
exit 1
