#!/bin/sh
# Makes a Windows in bin/wine, with lading.exe and the tests of what lies on the disk, and runs those tests in it. With LADING_WINE=1 the tests in a browser
# and the simulation's kills then run against lading.exe.
set -eu
place=bin/wine
needs() { command -v "$1" > /dev/null || { echo "$1 is needed: apt-get install $2" >&2; exit 1; }; }
needs wine wine
needs x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
export WINEPREFIX="$PWD/$place/prefix" WINEDEBUG=-all
mkdir -p $place
[ -e "$WINEPREFIX/system.reg" ] || wine wineboot --init > /dev/null 2>&1
# Go asks Windows for random numbers by a function that Wine 8 does not have; what Wine has under an older name does the same.
cat > $place/random.c << 'C'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T size) { return SystemFunction036(to, (ULONG)size); }
C
random="$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll"
[ -e "$random" ] || x86_64-w64-mingw32-gcc -shared -o "$random" $place/random.c -ladvapi32

# And it deletes folders by a call that Wine 8 does not have: see testdata/wine.go, which is added to the package of files.
printf '{"Replace": {"%s": "%s"}}\n' "$PWD/server/kit/localfile/wine.go" "$PWD/e2e/soak/testdata/wine.go" > $place/overlay.json
export CGO_ENABLED=0 GOOS=windows GOARCH=amd64 GOFLAGS="${GOFLAGS:-} -trimpath -overlay=$PWD/$place/overlay.json"
go build -ldflags '-s -w -checklinkname=0' -o $place/lading.exe ./server
for package in store kit/localfile certificate; do
  go test -c -ldflags -checklinkname=0 -o "$place/$(basename $package).exe" ./server/$package
done
failed=0
for package in store kit/localfile certificate; do
  # In the package's folder, as go test does.
  (cd server/$package && wine "$OLDPWD/$place/$(basename $package).exe" -test.timeout 30m "$@") || failed=1
done
exit $failed
