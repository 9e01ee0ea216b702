package agent_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lading/server/document"
)

// cups is a CUPS server of its own, with a printer that has paper as long as we say so.
type cups struct {
	t    *testing.T
	dir  string
	at   string
	proc *exec.Cmd
}

// The printer: a backend as CUPS starts them. It says that it is out of paper until it is not, and keeps each job as a file.
const backend = `#!/bin/sh
[ $# -eq 0 ] && { echo 'direct paper "Unknown" "Paper"'; exit 0; }
dir="${DEVICE_URI#paper:}"
if [ -e "$dir/empty" ]; then
  echo "STATE: +media-empty-error" >&2
  while [ -e "$dir/empty" ]; do sleep 0.05; done
  echo "STATE: -media-empty-error" >&2
fi
if [ -n "$6" ]; then cat "$6"; else cat; fi > "$dir/new-$1"
mv "$dir/new-$1" "$dir/out-$1-$4"
`

func startCUPS(t *testing.T) *cups {
	t.Helper()
	if _, err := exec.LookPath("/usr/sbin/cupsd"); err != nil || os.Getuid() != 0 {
		if os.Getenv("CI") != "" {
			t.Fatalf("CI must have a CUPS server and run as root: sh e2e/kit/cups.sh (%v)", err)
		}
		t.Skip("there is no CUPS server here that may be started: sh e2e/kit/cups.sh as root installs one")
	}
	c := &cups{t: t, dir: t.TempDir(), at: freeAt(t, "127.0.0.1")} // it answers to no other name of this computer
	for _, d := range []string{"conf", "bin/backend", "spool/tmp", "cache", "state", "paper"} {
		if err := os.MkdirAll(filepath.Join(c.dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range []string{"daemon", "filter", "notifier", "monitor", "cgi-bin"} {
		if err := os.Symlink("/usr/lib/cups/"+d, filepath.Join(c.dir, "bin", d)); err != nil {
			t.Fatal(err)
		}
	}
	c.write("bin/backend/paper", backend, 0o700) // 0700 has CUPS run it as root
	c.write("conf/cups-files.conf", strings.ReplaceAll(`ServerRoot DIR/conf
ServerBin DIR/bin
RequestRoot DIR/spool
TempDir DIR/spool/tmp
CacheDir DIR/cache
StateDir DIR/state
ErrorLog DIR/error.log
AccessLog DIR/access.log
PageLog DIR/page.log
SystemGroup root
Sandboxing Relaxed
`, "DIR", c.dir), 0o644)
	c.write("conf/cupsd.conf", "Listen "+c.at+`
LogLevel info
DefaultAuthType None
Browsing Off
WebInterface No
<Location />
Order allow,deny
Allow all
</Location>
<Location /admin>
Order allow,deny
Allow all
</Location>
<Policy default>
<Limit All>
Order deny,allow
Allow all
</Limit>
</Policy>
`, 0o644)
	c.run()
	t.Cleanup(c.kill)
	for _, q := range []string{"office", "labels"} {
		if out, err := exec.Command("lpadmin", "-h", c.at, "-p", q, "-v", "paper:"+filepath.Join(c.dir, "paper"), "-m", "raw", "-E").CombinedOutput(); err != nil {
			t.Fatalf("add queue: %v %s\n%s", err, out, c.log())
		}
	}
	return c
}

func (c *cups) write(name, text string, mode os.FileMode) {
	c.t.Helper()
	if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), mode); err != nil {
		c.t.Fatal(err)
	}
}

func (c *cups) run() {
	c.t.Helper()
	c.proc = exec.Command("/usr/sbin/cupsd", "-f", "-c", filepath.Join(c.dir, "conf/cupsd.conf"), "-s", filepath.Join(c.dir, "conf/cups-files.conf"))
	if err := c.proc.Start(); err != nil {
		c.t.Fatal(err)
	}
	for end := time.Now().Add(15 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", c.at); err == nil {
			_ = conn.Close()
			return
		}
	}
	c.t.Fatalf("CUPS does not start:\n%s", c.log())
}

func (c *cups) kill() {
	if c.proc != nil {
		_ = c.proc.Process.Signal(syscall.SIGTERM) // it writes its queues down then
		_ = c.proc.Wait()
		c.proc = nil
	}
}

func (c *cups) log() string {
	b, err := os.ReadFile(filepath.Join(c.dir, "error.log"))
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func (c *cups) paper(there bool) {
	c.t.Helper()
	name := filepath.Join(c.dir, "paper", "empty")
	if there {
		if err := os.Remove(name); err != nil {
			c.t.Fatal(err)
		}
		return
	}
	c.write("paper/empty", "", 0o644)
}

func (c *cups) out() []string {
	c.t.Helper()
	names, err := filepath.Glob(filepath.Join(c.dir, "paper", "out-*"))
	if err != nil {
		c.t.Fatal(err)
	}
	return names
}

func (c *cups) address(queue string) string { return "ipp://" + c.at + "/printers/" + queue }

func TestCUPS_OutOfPaperIsToldAndPrintsOnce(t *testing.T) {
	c, w := startCUPS(t), start(t)
	w.printer(c.address("office"), "pdf")
	c.paper(false)
	p := w.queue(document.BatchReq{JobID: "J", BolCount: 3})
	w.until(p.ID, document.Waiting, "print-media-empty")
	time.Sleep(500 * time.Millisecond) // long enough to have tried again, had it wanted to
	c.paper(true)
	got := w.until(p.ID, document.Printed, "print-done")
	out := c.out()
	if len(out) != 1 {
		t.Fatalf("printed %v\n%s", out, c.log())
	}
	b, err := os.ReadFile(out[0])
	if err != nil || bytes.Count(b, []byte("/Type /Page\n")) != 3 {
		t.Errorf("three copies in one file: %v, %d bytes", err, len(b))
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != got.Digest {
		t.Errorf("what came out is not what was sent")
	}
}

// The print computer loses its power while CUPS holds the print: it finds it there again by its name.
func TestCUPS_StopInTheMiddleFindsThePrintAgain(t *testing.T) {
	c, w := startCUPS(t), start(t)
	w.printer(c.address("labels"), "zpl")
	c.paper(false)
	p := w.queue(document.BatchReq{JobID: "J", LabelCount: 1})
	w.until(p.ID, document.Waiting, "print-media-empty")
	w.kill()
	w.rewrite(`"step":"handed"`, `"step":"begun"`) // as if the answer had not been written down any more
	c.paper(true)
	w.open()
	w.run()
	w.until(p.ID, document.Printed, "print-done")
	out := c.out()
	if len(out) != 1 {
		t.Fatalf("printed %v", out)
	}
	if b, err := os.ReadFile(out[0]); err != nil || !bytes.HasPrefix(b, []byte("^XA")) {
		t.Errorf("a label came out as %.40q: %v", b, err)
	}
}

// The power went before anything was sent: CUPS does not know the print, so it is sent now.
func TestCUPS_StopBeforeTheFirstBytePrintsAfterAll(t *testing.T) {
	c, w := startCUPS(t), start(t)
	w.printer(c.address("labels"), "zpl")
	c.kill()
	p := w.queue(document.BatchReq{JobID: "J", LabelCount: 1})
	w.until(p.ID, document.Waiting, "print-unreachable")
	w.kill()
	w.rewrite(`"step":"taken"`, `"step":"begun"`)
	w.open()
	w.run()
	time.Sleep(300 * time.Millisecond) // with the queue out of sight it may not decide
	if got := w.print(p.ID); got.State != document.Waiting {
		t.Fatalf("it is %s %s", got.State, got.Answer)
	}
	c.run()
	w.until(p.ID, document.Printed, "print-done")
	if out := c.out(); len(out) != 1 {
		t.Errorf("printed %v", out)
	}
}

func TestCUPS_CancelTakesThePrintBack(t *testing.T) {
	c, w := startCUPS(t), start(t)
	w.printer(c.address("office"), "pdf")
	c.paper(false)
	p := w.queue(document.BatchReq{JobID: "J", BolCount: 1})
	w.until(p.ID, document.Waiting, "print-media-empty")
	w.As("dock@demo.test").Call("Printing/Cancel", document.PrintReq{PrintID: p.ID})
	w.until(p.ID, document.Cancelled, "print-cancelled")
	c.paper(true)
	q := w.queue(document.BatchReq{JobID: "K", PackingCount: 1, FileType: "packinglist"})
	w.until(q.ID, document.Printed, "print-done")
	if out := c.out(); len(out) != 1 {
		t.Errorf("what was cancelled came out: %v", out)
	}
}

func TestCUPS_UnknownQueueSaysSo(t *testing.T) {
	c, w := startCUPS(t), start(t)
	w.printer(c.address("nobodys"), "pdf")
	p := w.queue(document.BatchReq{JobID: "J", BolCount: 1})
	got := w.until(p.ID, document.Waiting, "print-stopped")
	if reason := fmt.Sprint(got.Params.V["reason"]); !strings.Contains(reason, "not-found") {
		t.Errorf("the reason is %s", reason)
	}
}
