package integration_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lading/server/integration"
	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/order"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

// sending is a transfer with another system that brings files over a real connection.
type sending struct {
	*testkit.Kit
	t      *testing.T
	admin  *testkit.Person
	server *integration.Server
	cut    *cut
	addr   string
	of     integration.Transfer
	said   integration.Credentials
}

func sends(t *testing.T, req integration.TransferReq) *sending {
	k := testkit.Demo(t)
	w := &sending{Kit: k, t: t, admin: k.As("admin@demo.test"), cut: &cut{Orders: k.App.Integration.Orders}}
	w.cut.after.Store(-1)
	k.App.Integration.Orders = w.cut
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.addr = l.Addr().String()
	if w.server, err = k.App.Integration.Serve(l, "files.example"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.server.Close)
	req.Name = "Globex ERP"
	w.of = testkit.Into[integration.Transfer](t, w.admin.Call("Integration/SaveOrderTransfer", req))
	w.said = w.configure()
	return w
}

func (w *sending) configure() integration.Credentials {
	return testkit.Into[integration.Credentials](w.t, w.admin.Call("Shipment/OrderFileSoruceConfigure", integration.ConfigureReq{ID: w.of.ID}))
}

func (w *sending) dial(user, password string) (*ssh.Client, error) {
	return ssh.Dial("tcp", w.addr, &ssh.ClientConfig{User: user, Auth: []ssh.AuthMethod{ssh.Password(password)}, HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error {
		shown := testkit.Into[integration.ServerShown](w.t, w.admin.Call("Integration/OrderFileServer", op.None{}))
		if !shown.On || shown.Host != "files.example" || shown.Fingerprint != ssh.FingerprintSHA256(key) {
			return fmt.Errorf("the page shows %+v", shown)
		}
		return nil
	}})
}

func (w *sending) signIn() *sftp.Client {
	w.t.Helper()
	conn, err := w.dial(w.said.Username, w.said.Password)
	if err != nil {
		w.t.Fatal(err)
	}
	c, err := sftp.NewClient(conn)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = c.Close(); _ = conn.Close() })
	return c
}

func put(t *testing.T, c *sftp.Client, name string, content []byte) {
	t.Helper()
	f, err := c.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.Copy(f, bytes.NewReader(content))
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

func (w *sending) drain() {
	w.t.Helper()
	if _, err := w.App.Jobs.Drain(w.t.Context(), "1"); err != nil {
		w.t.Fatal(err)
	}
}

// seen is what the sender finds in a folder, by name without what the server put before it; a text file is given with what it says.
func seen(t *testing.T, c *sftp.Client, folder string) map[string]string {
	t.Helper()
	list, err := c.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range list {
		_, name, _ := strings.Cut(f.Name(), "-")
		if folder == "/in" {
			name = f.Name()
		}
		r, err := c.Open(path.Join(folder, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r)
		if err := errors.Join(err, r.Close()); err != nil || int64(len(body)) != f.Size() {
			t.Fatalf("%s: %d of %d bytes, %v", f.Name(), len(body), f.Size(), err)
		}
		out[name] = string(body)
	}
	return out
}

func (w *sending) orders() (n int) {
	w.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		n, _, err = store.Get[int](ctx, tx, `SELECT count(*) FROM order_open WHERE number LIKE 'SO-0____' AND import_id <> '' AND state <> 'archived'`)
		return err
	})
	return n
}

func (w *sending) files() []integration.FileShown {
	return testkit.Into[[]integration.FileShown](w.t, w.admin.Call("Integration/OrderFiles", op.None{}))
}

func TestSFTP_AFileThatComesIsImportedOnceAndItsSenderReadsTheOutcome(t *testing.T) {
	w := sends(t, integration.TransferReq{})
	c := w.signIn()
	good := testkit.OrderFile(3)
	w.cut.after.Store(0)
	put(t, c, "orders.csv", good) // into the folder where a sender stands at first
	if in := seen(t, c, "/in"); in["orders.csv"] != string(good) {
		t.Fatalf("before the import: %v", in)
	}
	w.drain()
	w.cut.after.Store(-1)
	w.again()
	if n := w.orders(); n != 3 {
		t.Fatalf("%d orders", n)
	}
	done := seen(t, c, "/done")
	if done["orders.csv"] != string(good) || !strings.Contains(done["orders.csv.txt"], "3 orders saved.") || len(seen(t, c, "/in")) != 0 {
		t.Fatalf("done: %v", done)
	}
	put(t, c, "orders again.csv", good)
	w.drain()
	if failed := seen(t, c, "/failed"); w.orders() != 3 || !strings.Contains(failed["orders again.csv.txt"], "was imported on") {
		t.Errorf("%d orders after the same file again, failed: %v", w.orders(), failed)
	}
	if f := w.files(); len(f) != 2 || f[0].State != "failed" || f[1].State != "done" || f[1].Transfer != "Globex ERP" || f[1].EndedAt.IsZero() {
		t.Errorf("the page lists %+v", f)
	}
	if list := testkit.Into[[]integration.TransferShown](t, w.admin.Call("Integration/OrderTransfers", op.None{})); len(list) != 1 || list[0].Username != w.said.Username || list[0].LastAt.IsZero() {
		t.Errorf("transfers %+v", list)
	}
}

func TestSFTP_ABadFileIsMovedAsideWithItsReasonAndTheOfficeIsTold(t *testing.T) {
	w := sends(t, integration.TransferReq{})
	c := w.signIn()
	put(t, c, "orders.csv", []byte{0x7f, 'E', 'L', 'F', 0, 0, 0, 1, 2, 3})
	w.drain()
	f := w.files()
	if len(f) != 1 || f[0].State != "failed" || f[0].Code == "" {
		t.Fatalf("%+v", f)
	}
	failed := seen(t, c, "/failed")
	if failed["orders.csv"] == "" || len(strings.Split(failed["orders.csv.txt"], "\n")[2]) < 10 || w.orders() != 0 {
		t.Errorf("failed: %q", failed)
	}
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM notify_notification WHERE code = 'notify-order-file-failed'`)
		if n == 0 {
			t.Error("nobody was told")
		}
		return err
	})
}

func TestSFTP_AFileWithErrorsWaitsForAPersonUnlessItsGoodOrdersAreWanted(t *testing.T) {
	mixed := append(testkit.OrderFile(2), []byte("SO-00009,NOWHERE,2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101,Bolts,4,100\n")...)
	w := sends(t, integration.TransferReq{})
	c := w.signIn()
	put(t, c, "mixed.csv", mixed)
	w.drain()
	f := w.files()[0]
	if held := seen(t, c, "/held"); f.State != "held" || f.Code != "order-file-wrong" || w.orders() != 0 || !strings.Contains(held["mixed.csv.txt"], "1 order has errors") {
		t.Fatalf("%+v %v", f, held)
	}
	put(t, c, "mixed2.csv", mixed)
	w.drain()
	if f := w.files()[0]; f.Code != "order-file-twice" {
		t.Errorf("the same file while it waits: %+v", f)
	}
	w.admin.Call("Order/SaveImport", order.SaveReq{ImportID: f.ID}) // a person has looked
	if done := seen(t, c, "/done"); w.orders() != 2 || !strings.Contains(done["mixed.csv.txt"], "2 orders saved; 1 with errors left out.") || len(seen(t, c, "/held")) != 0 {
		t.Errorf("after the person saved it: %d, %v", w.orders(), done)
	}

	w = sends(t, integration.TransferReq{Good: true})
	c = w.signIn()
	put(t, c, "mixed.csv", mixed)
	w.drain()
	if f := w.files()[0]; f.State != "done" || w.orders() != 2 {
		t.Errorf("good ones wanted: %+v, %d", f, w.orders())
	}
}

func TestSFTP_AnUnfinishedFileIsTakenWhenItHasItsName(t *testing.T) {
	w := sends(t, integration.TransferReq{})
	c := w.signIn()
	put(t, c, "/in/orders.csv.part", testkit.OrderFile(1))
	w.drain()
	if w.orders() != 0 {
		t.Fatal("taken before it had its name")
	}
	if err := c.Rename("/in/orders.csv.part", "/in/orders.csv"); err != nil {
		t.Fatal(err)
	}
	w.drain()
	if w.orders() != 1 {
		t.Fatal("not taken")
	}
	put(t, c, "/in/b.part", []byte("x"))
	if err := c.Remove("/in/b.part"); err != nil || len(seen(t, c, "/in")) != 0 {
		t.Errorf("removed: %v", err)
	}
	f, err := c.Create("/in/cut.csv") // and its sender is gone
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(testkit.OrderFile(2)); err != nil {
		t.Fatal(err)
	}
	_ = c.Close()
	w.server.Close() // which waits for all that is under way
	w.drain()
	if f := w.files(); len(f) != 1 || w.orders() != 1 {
		t.Errorf("half a file was taken: %+v", f)
	}
}

func TestSFTP_NobodyElseComesInAndASenderSeesOnlyItsOwn(t *testing.T) {
	w := sends(t, integration.TransferReq{})
	for what, who := range map[string][2]string{"another password": {w.said.Username, "-" + w.said.Password[1:]}, "another organisation": {"2." + strings.TrimPrefix(w.said.Username, "1."), w.said.Password},
		"nobody": {"admin@demo.test", "lading-demo"}, "no such organisation": {"nowhere.x", ""}} {
		if c, err := w.dial(who[0], who[1]); err == nil {
			_ = c.Close()
			t.Errorf("%s came in", what)
		}
	}
	c := w.signIn()
	put(t, c, "mine.csv", []byte("x"))
	other := *w
	other.of = testkit.Into[integration.Transfer](t, w.admin.Call("Integration/SaveOrderTransfer", integration.TransferReq{Name: "Other"}))
	other.said = other.configure()
	if in := seen(t, other.signIn(), "/in"); len(in) != 0 {
		t.Errorf("another sender sees %v", in)
	}
	for _, at := range []string{"/etc/passwd", "/in/../../etc/passwd", "/done/x.csv", "/x.csv", "/in/a/b.csv", "/in/" + strings.Repeat("x", 121), "/in/a\x1bb"} {
		if f, err := c.Create(at); err == nil {
			_ = f.Close()
			t.Errorf("written to %q", at)
		}
	}
	if _, err := c.Open("/etc/passwd"); err == nil {
		t.Error("a file of the machine was opened")
	}
	if err := errors.Join(c.Remove("/in/mine.csv")); err == nil {
		t.Error("what came was removed")
	}
	conn, err := w.dial(w.said.Username, w.said.Password)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := conn.NewSession(); err == nil {
		if err := s.Run("id"); err == nil {
			t.Error("there is a shell")
		}
	}
	if _, err := conn.Dial("tcp", w.addr); err == nil {
		t.Error("there is a way through the server")
	}

	w.configure() // another password: who is in is out
	if _, err := c.ReadDir("/in"); err == nil {
		t.Error("the former password still counts")
	}
	was := testkit.Into[[]integration.TransferShown](t, w.admin.Call("Integration/OrderTransfers", op.None{}))[0]
	was.Paused = true
	w.said = w.configure()
	w.admin.Call("Integration/SaveOrderTransfer", was.TransferReq)
	if _, err := w.dial(w.said.Username, w.said.Password); err == nil {
		t.Error("a paused transfer takes files")
	}
}

func TestSFTP_TooLargeAFileIsNotTaken(t *testing.T) {
	w := sends(t, integration.TransferReq{})
	c := w.signIn()
	f, err := c.Create("large.csv")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("x"), 25<<20); err == nil || !strings.Contains(err.Error(), "25 MB") {
		t.Errorf("written: %v", err)
	}
	if err := f.Close(); err == nil || len(w.files()) != 0 {
		t.Errorf("closed: %v", err)
	}
}

func TestTransfer_FilesAreOfItsWarehouseOnly(t *testing.T) {
	site := "RNO"
	w := sends(t, integration.TransferReq{Warehouse: &site})
	put(t, w.signIn(), "orders.csv", testkit.OrderFile(2)) // of ATL
	w.drain()
	if f := w.files()[0]; f.State != "held" || w.orders() != 0 {
		t.Errorf("%+v, %d orders", f, w.orders())
	}
	where := "NOWHERE"
	if got := w.admin.Refused("Integration/SaveOrderTransfer", integration.TransferReq{Name: "B", Warehouse: &where}).Code; got != "warehouse-unknown" {
		t.Errorf("a warehouse that is not there: %s", got)
	}
	if got := w.As("office@demo.test").Refused("Shipment/OrderFileSoruceConfigure", integration.ConfigureReq{ID: w.of.ID}).Code; got != "no-right" {
		t.Errorf("the office: %s", got)
	}
	if got := w.As("admin@other.test").Refused("Shipment/OrderFileSoruceConfigure", integration.ConfigureReq{ID: w.of.ID}).Code; got != "transfer-unknown" {
		t.Errorf("another organisation: %s", got)
	}
	w.admin.Call("Integration/EndOrderTransfer", map[string]string{"Id": w.of.ID})
	if _, err := w.dial(w.said.Username, w.said.Password); err == nil {
		t.Error("an ended transfer takes files")
	}
}

// cut lets an import do so much, and then the machine is gone; below 0 it stays.
type cut struct {
	integration.Orders
	after atomic.Int64
}

func (c *cut) TakeFile(ctx context.Context, org string, by store.Actor, f freight.OrderFile) (held, wrong int, err error) {
	after := c.after.Load()
	if after < 0 {
		return c.Orders.TakeFile(ctx, org, by, f)
	}
	if held, wrong, err = c.Orders.TakeFile(&ending{Context: ctx, left: after}, org, by, f); err == nil {
		err = errors.New("the machine is gone")
	}
	return held, wrong, err
}

// ending is over when it was asked so many times whether it is.
type ending struct {
	context.Context
	asked atomic.Int64
	left  int64
}

func (e *ending) Err() error {
	if e.asked.Add(1) > e.left {
		return context.Canceled
	}
	return e.Context.Err()
}

func TestSFTP_AnImportThatIsCutOffAnywhereIsDoneOnce(t *testing.T) {
	w := sends(t, integration.TransferReq{})
	c := w.signIn()
	states := map[string]int{}
	for after := range int64(20) {
		prefix := fmt.Sprintf("SO-%c", 'A'+rune(after)) // other numbers than those of the cuts before
		w.cut.after.Store(after)
		put(t, c, "orders.csv", bytes.ReplaceAll(testkit.OrderFile(250), []byte("SO-0"), []byte(prefix)))
		w.drain()
		w.cut.after.Store(-1)
		id := w.files()[0].ID
		w.Read("1", func(ctx context.Context, tx *store.Tx) error {
			state, _, err := store.Get[string](ctx, tx, `SELECT state || ' ' || (SELECT count(*) FROM order_import_row WHERE import_id = i.id) || ' ' || (SELECT count(*) FROM order_import_row WHERE import_id = i.id AND saved_as <> '') FROM order_import i WHERE id = ?`, id)
			states[state]++
			return err
		})
		w.again()
		w.again() // and as after a kill before the job was noted as done
		var n int
		w.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			n, _, err = store.Get[int](ctx, tx, `SELECT count(*) FROM order_open WHERE import_id = ?`, id)
			return err
		})
		if f := w.files()[0]; f.ID != id || f.State != "done" || f.Params["saved"] != float64(250) || n != 250 {
			t.Errorf("cut after %d: %+v, %d orders", after, f, n)
		}
	}
	if len(states) < 4 {
		t.Errorf("cut in few places only: %v", states)
	}
	t.Logf("cut at %v", states)
}

// again has each file's job run once more, as after a kill before it was noted as done.
func (w *sending) again() {
	w.t.Helper()
	w.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE job SET state = 'waiting', due_at = ?, attempts = 0 WHERE kind LIKE 'order-file:%'`, store.At(tx.Now))
		return err
	})
	w.drain()
}

// Files lie in memory while they are read: whoever opens ever more of them gets no further than all may together, and gives the places back.
func TestSFTP_FilesThatAreReadHaveFewPlaces(t *testing.T) {
	w := sends(t, integration.TransferReq{})
	c := w.signIn()
	put(t, c, "/in/big.part", bytes.Repeat([]byte("x"), 1<<20))
	var open []*sftp.File
	var err error
	for range 40 {
		var f *sftp.File
		if f, err = c.Open("/in/big.part"); err != nil {
			break
		}
		open = append(open, f)
	}
	if err == nil || len(open) == 0 || len(open) > 10 {
		t.Fatalf("%d are open: %v", len(open), err)
	}
	for _, f := range open {
		_ = f.Close()
	}
	if f, err := c.Open("/in/big.part"); err != nil {
		t.Errorf("after they are closed: %v", err)
	} else if got, err := io.ReadAll(f); err != nil || len(got) != 1<<20 {
		t.Errorf("%d bytes: %v", len(got), err)
	}
}

// A password ends with the access of who was shown it, and with the device that showed it; the office is told that no files come.
func TestTransfer_APasswordEndsWithWhoWasShownIt(t *testing.T) {
	w := sends(t, integration.TransferReq{})
	keeper := w.As("office@demo.test")
	device := "01M86KSM8W9TG26TAM1Q48ZMQG"
	told := func() (n int) {
		w.Read("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT count(*) FROM notify_notification WHERE code = 'notify-order-transfer-ended' AND user_id = ?`, keeper.By.User).Scan(&n)
		})
		return n
	}
	emit := func(e any) {
		w.Write("1", func(ctx context.Context, tx *store.Tx) error { return tx.Emit(ctx, e) })
	}
	shown := func() integration.TransferShown {
		return testkit.Into[[]integration.TransferShown](t, w.admin.Call("Integration/OrderTransfers", op.None{}))[0]
	}
	may := func(yes bool) func(right.Right, string) bool { return func(right.Right, string) bool { return yes } }
	emit(event.RightsLost{User: keeper.By.User, Held: may(true), Holds: may(false)})
	emit(event.RightsLost{User: w.admin.By.User, Held: may(true), Holds: may(true)})
	emit(event.DeviceRevoked{Device: device})
	if shown().Username == "" || told() != 0 {
		t.Fatal("somebody else's loss ended it")
	}
	emit(event.RightsLost{User: w.admin.By.User, Held: may(true), Holds: may(false)})
	if shown().Username != "" || told() != 1 {
		t.Errorf("after the rights are lost: %q, told %d", shown().Username, told())
	}
	if _, err := w.dial(w.said.Username, w.said.Password); err == nil {
		t.Error("the password still opens")
	}
	w.admin.By.Device = device
	w.said = w.configure()
	if c, err := w.dial(w.said.Username, w.said.Password); err != nil {
		t.Error(err)
	} else {
		_ = c.Close()
	}
	emit(event.DeviceRevoked{Device: device})
	if _, err := w.dial(w.said.Username, w.said.Password); err == nil || told() != 2 {
		t.Errorf("after the device is withdrawn: %v, told %d", err, told())
	}
}

// A day has a bound, whatever became of its files, and the office is told once.
func TestSFTP_ADayTakesSoManyFiles(t *testing.T) {
	for name, fill := range map[string]string{
		"files":        `INSERT INTO integration_day (day, files, bytes) VALUES (date(?1 / 1000, 'unixepoch'), 4999, 0)`,
		"bytes":        `INSERT INTO integration_day (day, files, bytes) VALUES (date(?1 / 1000, 'unixepoch'), 7, (1 << 30) - 3)`,
		"not imported": `INSERT INTO integration_file (id, transfer_id, name, size, blob, state, at) SELECT 'F' || key, 'T', 'x.csv', 1, '', iif(key % 2, 'held', 'failed'), ?1 FROM json_each('[` + strings.Repeat("0,", 498) + `0]')`,
	} {
		t.Run(name, func(t *testing.T) {
			w := sends(t, integration.TransferReq{})
			w.Write("1", func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, fill, store.At(tx.Now))
				return err
			})
			c := w.signIn()
			put(t, c, "a.csv", []byte{0x7f, 'E', 'L', 'F', 0}) // the last that is taken, and not imported
			w.drain()
			for range 2 {
				f, err := c.Create("b.csv")
				if err == nil {
					err = f.Close()
				}
				if err == nil || !strings.Contains(err.Error(), "today") {
					t.Fatalf("taken: %v", err)
				}
			}
			var n, told int
			w.Read("1", func(ctx context.Context, tx *store.Tx) error {
				return tx.QueryRowContext(ctx, `SELECT count(*) FILTER (WHERE name = 'b.csv'), (SELECT count(DISTINCT group_id) FROM notify_notification WHERE code = 'notify-order-file-enough') FROM integration_file`).Scan(&n, &told)
			})
			if n != 0 || told != 1 {
				t.Errorf("%d files, told %d times", n, told)
			}
			w.Pass(24 * time.Hour)
			put(t, w.signIn(), "b.csv", []byte{0x7f, 'E', 'L', 'F', 0})
		})
	}
}
