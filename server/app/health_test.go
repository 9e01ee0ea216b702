package app

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"lading/fixtures"
	lhttp "lading/server/http"
	"lading/server/job"
	"lading/server/kit/blob"
	"lading/server/op"
	"lading/server/store"

	"github.com/fasthttp/websocket"
	"github.com/oklog/ulid/v2"

	"github.com/gofiber/fiber/v3"
)

// listening starts a small demo world on the network.
func listening(t *testing.T, replica string) (*App, *client) {
	t.Helper()
	ctx := context.Background()
	a, err := New(ctx, Config{Data: t.TempDir(), Replica: replica})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
		defer cancel()
		_ = a.Close(ctx)
	})
	if err := a.LoadDemo(ctx, fixtures.Size{Orders: 3, Shipments: 3}); err != nil {
		t.Fatal(err)
	}
	a.Start(ctx)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = lhttp.Listen(a.Web, l) }()
	return a, &client{t: t, base: "http://" + l.Addr().String()}
}

func closed(conn *websocket.Conn, within time.Duration) bool {
	_ = conn.SetReadDeadline(time.Now().Add(within))
	for {
		_, b, err := conn.ReadMessage()
		if err != nil {
			return !strings.Contains(err.Error(), "timeout")
		}
		if strings.Contains(string(b), `"type":7`) {
			return true
		}
	}
}

func TestAccess_ADisabledPersonIsCutAtOnce(t *testing.T) {
	a, admin := listening(t, "off")
	admin.signIn("admin@demo.test")
	dock := &client{t: t, base: admin.base}
	dock.signIn("dock@demo.test")
	conn := dock.hub(ulid.Make().String())
	listen(t, conn, "ReceiveNotificationsByUser")
	dock.do("POST", "/api/user-info", map[string]any{}, 200)
	ticket := dock.do("POST", "/api/hub/ticket", map[string]any{}, 200)["ticket"].(string)

	admin.do("POST", "/api/LogIn/UserManagement", map[string]any{"actions": 6, "UserID": "U-DOCK"}, 200)

	dock.do("POST", "/api/user-info", map[string]any{}, 401)
	dock.do("GET", "/api/blob/"+strings.Repeat("ab", 32), nil, 401)
	dock.do("POST", "/api/token", map[string]any{"grantType": "password", "userName": "dock@demo.test", "password": demoPassword}, 401)
	if !closed(conn, 2*time.Minute) {
		t.Error("the socket stays open")
	}
	if _, resp, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(dock.base, "http")+"/hub?guid=x&access_token="+ticket, nil); err == nil || resp.StatusCode != 401 {
		t.Errorf("a ticket of before still opens the hub: %v", err)
	}
	if _, ok := a.Access.Renew(context.Background(), "1", store.Actor{User: "U-DOCK", Session: "gone"}); ok {
		t.Error("a session that is gone is renewed")
	}
}

func TestHealth_TellsAdministratorsAndReadyz(t *testing.T) {
	a, c := listening(t, "off")
	ready := func() string { return string(raw(t, c.base+"/readyz", 200)) }
	if !strings.Contains(ready(), "replica-off") {
		t.Fatalf("readyz: %s", ready())
	}
	c.signIn("office@demo.test")
	c.do("POST", "/api/Org/Health", map[string]any{}, 403)
	c.signIn("admin@demo.test")
	if got := c.do("POST", "/api/Org/Health", map[string]any{}, 200); got["warnings"].([]any)[0].(map[string]any)["code"] != "replica-off" {
		t.Fatalf("%v", got)
	}
	ctx := context.Background()
	db, err := a.Store.Org(ctx, "1")
	if err != nil {
		t.Fatal(err)
	}
	write := func(f func(ctx context.Context, tx *store.Tx) error) {
		t.Helper()
		if _, err := db.Write(ctx, store.Command{By: store.System(), Do: f}); err != nil {
			t.Fatal(err)
		}
	}
	write(func(ctx context.Context, tx *store.Tx) error { return job.Add(ctx, tx, "mail", "K", "nonsense") })
	for end := time.Now().Add(10 * time.Second); !strings.Contains(ready(), "jobs-dead n=1"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("readyz: %s", ready())
		}
	}
	if got := c.do("POST", "/api/Org/Health", map[string]any{}, 200); len(got["warnings"].([]any)) != 2 {
		t.Fatalf("%v", got)
	}
	other := &client{t: t, base: c.base}
	other.signIn("admin@other.test")
	if got := other.do("POST", "/api/Org/Health", map[string]any{}, 200); len(got["warnings"].([]any)) != 1 {
		t.Fatalf("another organisation's job: %v", got)
	}
	write(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE job SET payload = '{}' WHERE key = 'K'`)
		if err == nil {
			_, err = job.Again(ctx, tx, "K")
		}
		return err
	})
}

func TestHourly_LeavesTheUnusedAsleep(t *testing.T) {
	a, c := listening(t, "off")
	ctx := context.Background()
	if err := a.Jobs.Stop(ctx); err != nil { // it looks at every organisation once after the start, and that is to use them
		t.Fatal(err)
	}
	version := func(org string) int64 {
		t.Helper()
		db, err := a.Store.Org(ctx, org)
		if err != nil {
			t.Fatal(err)
		}
		return db.Version()
	}
	c.signIn("office@demo.test")
	before := version("1")
	a.hourly(ctx)
	time.Sleep(2 * time.Millisecond)       // the store remembers milliseconds
	one, two := version("1"), version("2") // to ask is to use, so both have a turn to come
	if one == before {
		t.Fatal("nothing was done")
	}
	a.hourly(ctx)
	time.Sleep(2 * time.Millisecond)
	asleep := a.Store.LastUsed("2")
	c.do("POST", "/api/user-info", map[string]any{}, 200)
	a.hourly(ctx)
	if a.Store.LastUsed("2") != asleep {
		t.Error("an organisation that nobody used was woken")
	}
	if v := version("2"); v == two {
		t.Error("the second turn did not come")
	}
	if v := version("1"); v <= one+1 {
		t.Error("an organisation that was used had no turn")
	}
}

func raw(t *testing.T, url string, want int) []byte {
	t.Helper()
	resp, err := http.Get(url) //nolint:noctx // a test
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	b := make([]byte, 1<<20)
	n := 0
	for {
		m, err := resp.Body.Read(b[n:])
		if n += m; err != nil {
			break
		}
	}
	if resp.StatusCode != want {
		t.Fatalf("%s: %d, want %d: %s", url, resp.StatusCode, want, b[:n])
	}
	return b[:n]
}

func TestMetrics_AreThereAndNameNobody(t *testing.T) {
	a, c := listening(t, t.TempDir())
	c.signIn("admin@demo.test")
	ctx := context.Background()
	db, err := a.Store.Org(ctx, "1")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.WaitReplicated(ctx, db.Version()); err != nil {
		t.Fatal(err)
	}
	text := string(raw(t, c.base+"/metrics", 200))
	for _, name := range []string{"op_seconds", "sync_push_mutations_total", "sync_pull_rows_total", "sync_device_lag_seconds", "sync_writer_queue_depth", "sync_group_size", "sync_commit_seconds",
		"sqlite_wal_bytes", "replica_watermark_lag_seconds", "disk_free_bytes", "ws_connections", "auth_refresh_reuse_total", "litestream_"} {
		if !strings.Contains(text, "\n"+name) {
			t.Errorf("no %s", name)
		}
	}
	if bad := regexp.MustCompile(`(?m)^.*(\.db"|org="|device="|` + regexp.QuoteMeta(a.Config.Data) + `).*$`).FindString(text); bad != "" {
		t.Errorf("a metric names what it must not: %s", bad)
	}
}

// Whatever a person writes stands in the log of operations, also where the call manages its own commands.
func TestLog_HasEveryWrite(t *testing.T) {
	a, c := listening(t, "off")
	ctx := context.Background()
	db, err := a.Store.Org(ctx, "1")
	if err != nil {
		t.Fatal(err)
	}
	logged := func() (n int64) {
		t.Helper()
		if err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
			var broken int64
			if broken, n, err = op.VerifyLog(ctx, tx); err == nil && broken > 0 {
				t.Fatalf("entry %d is broken", broken)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
	c.signIn("office@demo.test")
	n := logged()
	file := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"o.csv\"\r\n\r\nOrder No,Item,Pieces,Weight,Ship To Name,City,State,Zip,Warehouse\nSO-1,A,1,10,Ada,Atlanta,GA,30301,ATL\n\r\n--b--\r\n"
	r := httptest.NewRequest(http.MethodPost, "/api/Shipment/UploadOrderFile", strings.NewReader(file))
	r.Header.Set("Authorization", "Bearer "+c.token)
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	resp, err := a.Web.Test(r, fiber.TestConfig{})
	if err != nil || resp.StatusCode != 200 {
		t.Fatalf("upload: %v %v", resp, err)
	}
	_ = resp.Body.Close()
	if logged() <= n {
		t.Error("an order file is not in the log")
	}
	n = logged()
	piece := []byte("a paper")
	r = httptest.NewRequest(http.MethodPatch, "/api/blob/"+blob.Hash(piece), strings.NewReader(string(piece)))
	for k, v := range map[string]string{"Authorization": "Bearer " + c.token, "Upload-Offset": "0", "Upload-Length": "7", "Content-Type": "text/plain"} {
		r.Header.Set(k, v)
	}
	if resp, err = a.Web.Test(r, fiber.TestConfig{}); err != nil || resp.StatusCode != 204 {
		t.Fatalf("piece: %v %v", resp, err)
	}
	_ = resp.Body.Close()
	if logged() != n+1 {
		t.Error("a file is not in the log")
	}
}
