#!/bin/sh
# Finds a Chromium for the tests: one that is there, the system's package, or Playwright's own download. Prints its path.
set -eu
found() { for b in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do [ -n "$b" ] && command -v "$b" && return 0; done; return 1; }
playwright() { node -e "const p=require('@playwright/test').chromium.executablePath();process.exit(require('fs').existsSync(p)?0:1)"; }
found && exit 0
playwright && exit 0
if command -v apt-get >/dev/null 2>&1; then
  sudo=""
  [ "$(id -u)" = 0 ] || sudo="sudo -n"
  $sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >&2 && found && exit 0
fi
npx playwright install chromium >&2 && exit 0
echo "No Chromium could be found or installed. Set CHROMIUM to one." >&2
exit 1
