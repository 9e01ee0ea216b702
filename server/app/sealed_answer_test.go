package app_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lading/server/app"
	"lading/server/integration"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// secretField are the names under which answers give away what opens something: a whole word of a field's name. An address is one where it expires.
var secretField = regexp.MustCompile(`(^|[a-z])(Token|Secret|Key|QR|Password|Ticket)$`)

// noSecret are answers of commands that only sound like one, and why.
var noSecret = map[string]string{
	"Integration/Retry":         "a job's name",
	"DockView/OfferSignature":   "the link's row; the tablet made the secret itself",
	"Tracking/SaveAccount":      "HasKey and HasSecret",
	"RulesEngine/SaveAssistant": "HasKey",
}

// A command whose answer is a secret is asked with an Idempotency-Key: its repeat is told the same, and no file of the server's has it readable.
func TestRegistry_AnAnswerThatIsASecretIsKeptLocked(t *testing.T) {
	dir := testkit.DemoFolder(t, t.TempDir())
	k := testkit.With(t, app.Config{Data: dir, Replica: "off", PublicURL: "https://tms.example.com"})
	admin := k.As("admin@demo.test")
	back := testkit.Into[integration.PostBack](t, admin.Call("Integration/SavePostBack", integration.PostBackReq{Name: "ERP", URL: "https://erp.example/lading", Events: []integration.Told{"departed"}}))
	way := testkit.Into[integration.Transfer](t, admin.Call("Integration/SaveOrderTransfer", integration.TransferReq{Name: "ERP"}))
	load := one(k, `SELECT id FROM shipment WHERE warehouse = 'ATL' AND status = 'T' ORDER BY id LIMIT 1`)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO shipment_tender (id, shipment_id, warehouse, n, carrier, carrier_name, state, minutes, offered_at, expires_at, link_id, by_user, by_name) VALUES ('TENDER', ?, 'ATL', 9, 'SAIA', 'Saia', 'open', 60, 1, 4000000000000, 'LINK', 'U', 'U')`, load)
		return err
	})
	program := testkit.Into[map[string]any](t, admin.Call("user/client-application", map[string]any{"name": "ERP"}))
	requests := map[string]string{
		"Access/RotateApplication":          fmt.Sprintf(`{"id":%q}`, program["id"]),
		"Integration/NewPostBackKey":        fmt.Sprintf(`{"Id":%q}`, back.ID),
		"Shipment/OrderFileSoruceConfigure": fmt.Sprintf(`{"TransferId":%q}`, way.ID),
		"DockView/GateLink":                 `{"Warehouse":"ATL","Anew":true}`,
		"Printing/Pair":                     `{"Warehouse":"ATL","Name":"Print computer"}`,
		"Shipment/ShareTracking":            fmt.Sprintf(`{"ShipmentId":%q}`, load),
		"Shipment/TenderLink":               `{"TenderId":"TENDER"}`,
		"Warehouse/MakeCalendarLink":        `{"WarehouseId":"ATL"}`,
	}
	secrets := map[string][]byte{}
	for _, o := range k.App.Registry.All() {
		if o.Kind != op.KindCommand && o.Kind != op.KindUpload {
			continue
		}
		if _, known := noSecret[o.Path]; !known && !o.Sealed && givesSecret(o.Resp) {
			t.Errorf("%s answers with a secret by its fields' names, and is not declared to", o.Path)
		}
		if !o.Sealed {
			continue
		}
		body, ok := requests[o.Path]
		if !ok {
			t.Errorf("%s is not asked here", o.Path)
			continue
		}
		first := admin.Key("repeat-"+o.Path).Call(o.Path, json.RawMessage(body))
		if again := admin.Key("repeat-"+o.Path).Call(o.Path, json.RawMessage(body)); !bytes.Equal(first, again) {
			t.Errorf("%s: repeated, it answers %s, not %s", o.Path, again, first)
		}
		if f := admin.Key("repeat-"+o.Path).Refused(o.Path, json.RawMessage(strings.Replace(body, "{", `{ "ClientID": "1", `, 1))); f.Code != "idempotency-key-reused" {
			t.Errorf("%s: with another request under the same key: %s", o.Path, f.Code)
		}
		for _, w := range regexp.MustCompile(`[0-9A-Za-z+/=_.-]{14,}`).FindAll(first, -1) {
			if !regexp.MustCompile(`^\d{4}-\d\d-\d\dT|^/?image/`).Match(w) {
				secrets[o.Path+" "+string(w)[:min(len(w), 200)]] = w
			}
		}
	}
	if len(secrets) < len(requests) {
		t.Fatalf("%d secrets", len(secrets))
	}
	files := 0
	if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		files++
		for what, secret := range secrets {
			if bytes.Contains(content, secret) {
				t.Errorf("%s holds %s", filepath.Base(path), what)
			}
		}
		return err
	}); err != nil || files < 3 {
		t.Fatalf("%d files, %v", files, err)
	}
}

func givesSecret(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	fields := reflect.VisibleFields(t)
	expires := slices.ContainsFunc(fields, func(f reflect.StructField) bool { return f.Name == "ExpiresAt" || f.Name == "Until" })
	return slices.ContainsFunc(fields, func(f reflect.StructField) bool {
		return f.IsExported() && f.Type.Kind() == reflect.String && f.Tag.Get("json") != "-" && (secretField.MatchString(f.Name) || expires && (f.Name == "Address" || f.Name == "Link" || f.Name == "Code"))
	})
}
