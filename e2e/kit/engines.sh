#!/bin/sh
# Sees to the two other engines that people open the app in: WebKit's driver with a screen that nobody looks at, and Firefox.
set -eu
missing=""
command -v WebKitWebDriver >/dev/null 2>&1 || missing="$missing webkit2gtk-driver"
command -v openssl >/dev/null 2>&1 || missing="$missing openssl" # for HTTPS
command -v Xvfb >/dev/null 2>&1 || missing="$missing xvfb"
{ [ -n "${FIREFOX:-}" ] || command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1; } || missing="$missing firefox-esr"
[ -z "$missing" ] && exit 0
if command -v apt-get >/dev/null 2>&1; then
  sudo=""
  [ "$(id -u)" = 0 ] || sudo="sudo -n"
  # shellcheck disable=SC2086 # several words
  $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing >&2 && exit 0
fi
echo "Not here and not to be installed:$missing. The tests in WebKit and Firefox need them." >&2
exit 1
