package app

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"lading/fixtures"
	lhttp "lading/server/http"
	"lading/server/kit/event"
	"lading/server/store"
	"lading/server/testkit/signer"
	"lading/sync/pull"

	"github.com/fasthttp/websocket"
	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// client talks to the program over the network, as one person.
type client struct {
	t     *testing.T
	base  string
	token string
}

func (c *client) do(method, path string, req any, want int) map[string]any {
	c.t.Helper()
	b, err := json.Marshal(req)
	if err != nil {
		c.t.Fatal(err)
	}
	r, err := http.NewRequest(method, c.base+path, bytes.NewReader(b))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	if resp.StatusCode != want {
		c.t.Fatalf("%s %s: %d, want %d: %s", method, path, resp.StatusCode, want, body)
	}
	var out map[string]any
	_ = json.Unmarshal(body, &out)
	return out
}

func (c *client) signIn(login string) {
	c.t.Helper()
	out := c.do("POST", "/api/token", map[string]any{"grantType": "password", "userName": login, "password": demoPassword}, 200)
	c.token = out["result"].(map[string]any)["accessToken"].(string)
}

// enrol makes the session a new device's.
func (c *client) enrol() (device string) {
	c.t.Helper()
	device, key := ulid.Make().String(), signer.New()
	nonce := c.do("POST", "/api/sync/nonce", map[string]any{"device": device}, 200)["nonce"].(string)
	c.do("POST", "/api/sync/enrol", map[string]any{"device": device, "publicKey": json.RawMessage(key.JWK()), "nonce": nonce, "signature": key.Sign(nonce)}, 200)
	return device
}

func (c *client) hub(device string) *websocket.Conn {
	c.t.Helper()
	ticket := c.do("POST", "/api/hub/ticket", map[string]any{}, 200)["ticket"].(string)
	conn, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(c.base, "http")+"/hub?guid="+device+"&access_token="+ticket, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = conn.Close() })
	if err := conn.WriteMessage(websocket.TextMessage, []byte("{\"protocol\":\"json\",\"version\":1}\x1e")); err != nil {
		c.t.Fatal(err)
	}
	return conn
}

type invocation struct {
	Type      int
	Target    string
	Arguments []json.RawMessage
	Error     string
}

// listen collects frames until all targets came.
func listen(t *testing.T, conn *websocket.Conn, targets ...string) map[string]invocation {
	t.Helper()
	got := map[string]invocation{}
	for {
		missing := false
		for _, want := range targets {
			if _, ok := got[want]; !ok {
				missing = true
			}
		}
		if !missing {
			return got
		}
		_ = conn.SetReadDeadline(time.Now().Add(2 * time.Minute))
		_, b, err := conn.ReadMessage()
		if err != nil {
			t.Fatalf("%v; got %v of %v", err, got, targets)
		}
		for _, frame := range strings.Split(strings.Trim(string(b), "\x1e"), "\x1e") {
			var i invocation
			if err := json.Unmarshal([]byte(frame), &i); err != nil {
				t.Fatal(err)
			}
			if i.Type == 3 {
				i.Target = "completion"
			}
			got[i.Target] = i
		}
	}
}

func TestLive_ASignedBillReachesTheOfficeAndTheMailLeaves(t *testing.T) {
	ctx := context.Background()
	a, err := New(ctx, Config{Data: t.TempDir(), Replica: t.TempDir(), Demo: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
		defer cancel()
		if err := a.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	if err := a.LoadDemo(ctx, fixtures.Size{Orders: 5, Shipments: 5}); err != nil {
		t.Fatal(err)
	}
	a.Start(ctx)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = lhttp.Listen(a.Web, l) }()

	c := &client{t: t, base: "http://" + l.Addr().String()}
	c.signIn("office@demo.test")
	device := c.enrol()
	for cursor, more := "", true; more; {
		page := c.do("POST", "/api/sync/pull", map[string]any{"device": device, "schema": pull.Schema, "cursor": cursor, "warehouses": []string{"ATL"}}, 200)
		cursor, more = page["cursor"].(string), page["more"].(bool)
	}
	conn := c.hub(device)
	listen(t, conn, "ReceiveNotificationsByUser")

	hash, err := a.Blobs.Put(ctx, "1", "application/pdf", []byte("%PDF-1.7 a bill"))
	if err != nil {
		t.Fatal(err)
	}
	db, err := a.Store.Org(ctx, "1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Write(ctx, store.Command{By: store.Actor{User: "U-DOCK"}, Do: func(ctx context.Context, tx *store.Tx) error {
		if err := a.Notify.NotifyOffice(ctx, tx, "ATL", "notify-bill-signed", map[string]any{"bol": "4711", "signedBy": "Ada", "warehouse": "ATL", "exceptions": 0}, "/ShipmentDetails/S1"); err != nil {
			return err
		}
		return tx.Emit(ctx, event.DocumentMade{ShipmentID: "S1", Warehouse: "ATL", DocumentID: "D1", Kind: "bol", Name: "BOL 4711", Blob: hash, MailTo: []string{"ada@carrier.test"}})
	}}); err != nil {
		t.Fatal(err)
	}
	got := listen(t, conn, "ReceiveNotification", "SyncPoke")
	var told struct{ NotificationID, Message string }
	if err := json.Unmarshal(got["ReceiveNotification"].Arguments[0], &told); err != nil || told.Message != "Ada signed bill 4711 at ATL." {
		t.Fatalf("%s %v", got["ReceiveNotification"].Arguments, err)
	}
	if poke := string(got["SyncPoke"].Arguments[0]); !strings.Contains(poke, `"page":{`) || !strings.Contains(poke, told.NotificationID) {
		t.Fatalf("poke without the notification: %s", poke)
	}
	if err := conn.WriteMessage(websocket.TextMessage, []byte(`{"type":1,"invocationId":"1","target":"SetReadStatusForNotification","arguments":["`+told.NotificationID+"\"]}\x1e")); err != nil {
		t.Fatal(err)
	}
	if done := listen(t, conn, "completion", "SyncPoke"); done["completion"].Error != "" || !strings.Contains(string(done["SyncPoke"].Arguments[0]), `"readAt":"2`) {
		t.Fatalf("after reading: %+v", done)
	}

	for end := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		list := c.do("POST", "/api/Notify/Mails", map[string]any{}, 200)
		mails := list["mails"].([]any)
		if len(mails) == 1 && mails[0].(map[string]any)["state"] == "sent" {
			mail := c.do("POST", "/api/Notify/Mail", map[string]any{"MailId": mails[0].(map[string]any)["id"]}, 200)
			if !strings.Contains(mail["source"].(string), "BOL 4711.pdf") {
				t.Fatalf("mail: %v", mail)
			}
			break
		}
		if time.Now().After(end) {
			t.Fatalf("mails: %v", mails)
		}
	}

	c.do("POST", "/api/token/save?guid=G1", map[string]any{"token": "first"}, 204)
	c.do("PUT", "/api/token/update?guid=G1", map[string]any{"token": "second"}, 204)
	c.do("DELETE", "/api/token/delete?guid=G1", nil, 204)
	c.do("PUT", "/api/token/update?guid=G1", map[string]any{"token": "third"}, 404)
	c.do("GET", "/api/token/delete?guid=G1", nil, 405)

	// the socket ends with the session
	c.do("POST", "/api/token", map[string]any{"grantType": "sign_out"}, 200)
	for {
		_ = conn.SetReadDeadline(time.Now().Add(2 * time.Minute))
		_, b, err := conn.ReadMessage()
		if err != nil {
			t.Fatalf("closed without a word: %v", err)
		}
		if strings.Contains(string(b), `"type":7`) {
			break
		}
	}
}
