package app

import (
	"context"
	"net"
	"net/http"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/joho/godotenv"
)

func TestService_UnitRunsInItsFolderAsItsAccount(t *testing.T) {
	out := must(t, "service", "unit", "--folder", "/srv/freight data", "--account", "freight", "--program", "/opt/lading")
	for _, line := range []string{
		`ExecStart="/opt/lading" service run --folder "/srv/freight data"`, "User=freight", "WorkingDirectory=/srv/freight data",
		"Restart=on-failure", "TimeoutStopSec=50", "NoNewPrivileges=yes", "AmbientCapabilities=CAP_NET_BIND_SERVICE",
	} {
		wantLine(t, out, line+"\n")
	}
}

func TestService_SettingsNameAllThatServeReadsAndSetNothing(t *testing.T) {
	text := string(settingsHelp())
	for _, name := range []string{"LADING_ADDR", "LADING_DATA", "LADING_REPLICA", "LADING_SMTP", "LADING_SMTP_PASSWORD", "LADING_DOMAIN", "LADING_CERT_PASSWORD", "LADING_URL"} {
		wantLine(t, text, "#"+name+"=\n")
	}
	if set, err := godotenv.Unmarshal(text); err != nil || len(set) != 0 {
		t.Fatalf("it sets %v, %v", set, err)
	}
}

func TestService_RefusesWhatItCannotRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, settingsFile), []byte("LADING_ADDR 127.0.0.1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for text, names := range map[string]string{"LD_PRELOAD=/tmp/x.so\n": "LD_PRELOAD", "LADING_ADDR 127.0.0.1\n": settingsFile} {
		if err := os.WriteFile(filepath.Join(dir, settingsFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"service", "run", "--folder", dir}, {"service", "do", "--folder", dir, "version"}} {
			if _, err := lading(args...); err == nil || !strings.Contains(err.Error(), names) {
				t.Errorf("%v with %q: %v", args, text, err)
			}
		}
	}
	if _, err := lading("service", "run", "--folder", dir); err == nil || !strings.Contains(err.Error(), settingsFile) {
		t.Fatalf("a line that is no setting: %v", err)
	}
	if _, err := lading("service", "run", "--folder", filepath.Join(dir, "none")); err == nil || !strings.Contains(err.Error(), "none") {
		t.Fatalf("no folder: %v", err)
	}
	if _, err := lading("service", "jump"); err == nil || !strings.Contains(err.Error(), `"jump"`) {
		t.Fatalf("an unknown action: %v", err)
	}
}

func TestService_PreparedFolderKeepsItsSettings(t *testing.T) {
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "lading")
	must(t, "service", "prepare", "--folder", dir, "--account", me.Username)
	name := filepath.Join(dir, settingsFile)
	for path, mode := range map[string]os.FileMode{dir: 0o700 | os.ModeDir, name: 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
	if err := os.WriteFile(name, []byte("LADING_URL=https://tms.example.com\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	must(t, "service", "prepare", "--folder", dir, "--account", me.Username)
	if kept, err := os.ReadFile(name); err != nil || string(kept) != "LADING_URL=https://tms.example.com\n" {
		t.Errorf("settings after the second time: %q, %v", kept, err)
	}
	if _, err := lading("service", "prepare", "--folder", dir, "--account", "nobody-such"); err == nil || !strings.Contains(err.Error(), "useradd") {
		t.Errorf("without the account: %v", err)
	}
}

func TestService_PrepareTouchesNothingThatIsThere(t *testing.T) {
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	dir, other := t.TempDir(), filepath.Join(t.TempDir(), "somebody's")
	if err := os.Symlink(other, filepath.Join(dir, settingsFile)); err != nil {
		t.Fatal(err)
	}
	must(t, "service", "prepare", "--folder", dir, "--account", me.Username)
	if _, err := os.Lstat(other); err == nil {
		t.Error("it wrote where a link leads")
	}
}

func TestService_DoesOtherCommandsWithItsSettings(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("LADING_ADDR", "127.0.0.1:1") // what the environment says goes before the file
	if err := os.WriteFile(filepath.Join(dir, settingsFile), []byte("LADING_DATA='./it$9s'\nLADING_ADDR=127.0.0.1:2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Unsetenv("LADING_DATA") })
	out := must(t, "service", "do", "--folder", dir, "setup")
	wantLine(t, out, "http://127.0.0.1:1/setup#")
	t.Setenv("LADING_DOMAIN", "tms.example.com")
	wantLine(t, must(t, "service", "do", "--folder", dir, "setup"), "https://tms.example.com:1/setup#")
	t.Setenv("LADING_DOMAIN", "")
	if _, err := os.Stat(filepath.Join(dir, "it$9s")); err != nil {
		t.Error(err)
	}
	if _, err := lading("service", "do", "--folder", dir); err == nil || !strings.Contains(err.Error(), "which command") {
		t.Errorf("no command: %v", err)
	}
}

func TestService_ServesUntilTheSystemStopsIt(t *testing.T) {
	t.Chdir(t.TempDir())
	told, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: "notify", Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = told.Close() }()
	t.Setenv("NOTIFY_SOCKET", "notify")
	t.Setenv("LADING_ADDR", "127.0.0.1:0")
	var out heard
	p := &program{ctx: context.Background(), out: &out, ended: make(chan error, 1), exit: func(code int) { t.Errorf("ended with %d", code) }}
	if err := p.Start(nil); err != nil {
		t.Fatal(err)
	}
	const at = "Lading is at "
	for began := time.Now(); !strings.Contains(out.String(), at) || !strings.Contains(out.String()[strings.Index(out.String(), at):], "\n"); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > 2*time.Minute {
			t.Fatalf("it does not say where it is: %q", out.String())
		}
	}
	_, rest, _ := strings.Cut(out.String(), at)
	addr, _, _ := strings.Cut(rest, "\n")
	word := make([]byte, 64)
	if n, err := told.Read(word); err != nil || string(word[:n]) != "READY=1" {
		t.Errorf("systemd is told %q, %v", word[:n], err)
	}
	r, err := http.Get(addr + "/readyz") //nolint:noctx // of this test's own server
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Body.Close(); err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("ready: %d, %v", r.StatusCode, err)
	}
	if err := p.Stop(nil); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("replica"); err != nil {
		t.Errorf("the replica is not in its folder: %v", err)
	}
}

func TestService_ThatFailsEndsWithACodeThatStartsItAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	taken, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // of this test alone
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	t.Setenv("LADING_ADDR", taken.Addr().String())
	code := make(chan int, 1)
	p := &program{ctx: context.Background(), out: &heard{}, ended: make(chan error, 1), exit: func(c int) { code <- c }}
	if err := p.Start(nil); err != nil {
		t.Fatal(err)
	}
	if got := <-code; got != 1 {
		t.Errorf("code %d", got)
	}
	if err := p.Stop(nil); err == nil || !strings.Contains(err.Error(), "address already in use") && !strings.Contains(err.Error(), "another program") {
		t.Errorf("what is said: %v", err)
	}
}
