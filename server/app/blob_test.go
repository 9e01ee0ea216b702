package app_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/kit/blob"
	"lading/server/kit/page"
	"lading/server/kit/right"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/gofiber/fiber/v3"
)

// file asks for a file by its hash, or sends it whole.
func file(t *testing.T, k *testkit.Kit, method, token, hash string, content []byte) (int, []byte) {
	t.Helper()
	r := httptest.NewRequest(method, "/api/blob/"+hash, bytes.NewReader(content))
	r.Header.Set("Authorization", "Bearer "+token)
	if method == "PATCH" {
		r.Header.Set("Upload-Offset", "0")
		r.Header.Set("Upload-Length", fmt.Sprint(len(content)))
		r.Header.Set("Content-Type", "image/jpeg")
	}
	resp, err := k.App.Web.Test(r, fiber.TestConfig{})
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, body
}

func TestBlob_IsOpenedThroughARowThatTheUserSees(t *testing.T) {
	k := testkit.Demo(t)
	contactUs(k)
	atlanta, dallas, nobody, office := signIn(t, k, "dock@demo.test"), signIn(t, k, "dock2@demo.test"), signIn(t, k, "contact@demo.test"), signIn(t, k, "office@demo.test")
	photo := []byte("a photo of a pallet")
	hash := blob.Hash(photo)
	if status, body := file(t, k, "PATCH", atlanta, hash, photo); status != 204 {
		t.Fatalf("upload: %d %s", status, body)
	}
	want := func(when string, statuses ...int) {
		t.Helper()
		for i, token := range []string{atlanta, dallas, nobody, office} {
			status, body := file(t, k, "GET", token, hash, nil)
			if status != statuses[i] || status == 200 && !bytes.Equal(body, photo) {
				t.Errorf("%s: reader %d gets %d %s", when, i, status, body)
			}
		}
	}
	run := func(query string, args ...any) {
		t.Helper()
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, query, args...)
			return err
		})
	}
	want("named by nothing, sent by the first", 200, 404, 404, 404)
	run(`UPDATE dock_pallet SET photos = json_array(?) WHERE id = (SELECT id FROM dock_pallet WHERE warehouse = 'ATL' LIMIT 1)`, hash)
	want("on a pallet of Atlanta", 200, 404, 404, 200)
	run(`UPDATE dock_pallet SET photos = '[]' WHERE instr(photos, ?)`, hash)
	want("taken off", 404, 404, 404, 404)
	run(`UPDATE dock_driver SET licence_front = ? WHERE id = (SELECT id FROM dock_driver WHERE warehouse = 'DAL' LIMIT 1)`, hash)
	want("a license in Dallas", 404, 200, 404, 200)
	run(`UPDATE dock_driver SET licence_front = ''`)
	run(`UPDATE dock_shipment SET certificate = json_object('image', ?) WHERE id = (SELECT id FROM dock_shipment WHERE warehouse = 'DAL' LIMIT 1)`, hash)
	want("the shipper's signature in Dallas", 404, 200, 404, 200)
	run(`UPDATE dock_shipment SET certificate = '{}' WHERE instr(certificate, ?)`, hash)
	want("taken off again", 404, 404, 404, 404)
	run(`INSERT INTO document_signing (shipment_id, version, warehouse, bill, image, language, mail_to, at, document_id) VALUES ('S', 1, 'DAL', '{}', ?, 'en', '[]', 1, 'D')`, hash)
	want("on a signed bill of Dallas", 404, 200, 404, 200)
	run(`DELETE FROM document_signing WHERE shipment_id = 'S'`)
	run(`INSERT INTO notify_mail (id, key, recipients, subject, body, attachments, warehouse, at) VALUES ('MAIL', 'mail/x', '[]', 'Bill', '', json_array(json_object('blob', ?, 'file', 'BOL.pdf')), 'ATL', 1)`, hash)
	want("attached to a mail that the office reads", 404, 404, 404, 200)
	if status, _ := file(t, k, "GET", signIn(t, k, "admin@other.test"), hash, nil); status != 404 {
		t.Errorf("another organisation: %d", status)
	}
	if status, _ := file(t, k, "HEAD", dallas, hash, nil); status != 200 { // a device asks whether its file has arrived
		t.Errorf("who holds the content: %d", status)
	}
}

// The chain of events names papers, signatures and photos, and is read by everybody who sees loads: each file is still for who may see what it is.
func TestBlob_AnEventOpensAFileByTheRightOfItsKind(t *testing.T) {
	k := testkit.Demo(t)
	id := one(k, `SELECT id FROM shipment WHERE warehouse = 'ATL' ORDER BY id LIMIT 1`)
	readers := map[string]string{}
	for login, rights := range map[string]page.ID{"loads@demo.test": page.Dashboard, "papers@demo.test": page.PrintDocuments, "floor@demo.test": page.Mobile} {
		someone(k, login, "audit", fmt.Sprint(int(rights)))
		readers[strings.TrimSuffix(login, "@demo.test")] = login
	}
	for name, want := range map[string]map[right.Right]bool{
		"loads":  {right.SeeLoads: true, right.SeeDocuments: false, right.SeeDock: false},
		"papers": {right.SeeLoads: true, right.SeeDocuments: true, right.SeeDock: false},
		"floor":  {right.SeeLoads: true, right.SeeDocuments: false, right.SeeDock: true},
	} {
		for r, may := range want {
			if k.As(readers[name]).By.May(r) != may {
				t.Fatalf("%s and %s: not %v", name, r, may)
			}
		}
	}
	sender := signIn(t, k, "office@demo.test")
	send := func(what string) string {
		t.Helper()
		hash := blob.Hash([]byte(what))
		if status, body := file(t, k, "PATCH", sender, hash, []byte(what)); status != 204 {
			t.Fatalf("upload: %d %s", status, body)
		}
		return hash
	}
	paper, ink, strokes, answer, photo, former, certificate := send("a sealed paper"), send("ink"), send("strokes"), send("an answer"), send("a photo"), send("the former ink"), send("no file of the event's")
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for kind, data := range map[string]map[string]any{
			"sealed":         {"document": "D", "paper": paper, "certificate": certificate},
			"signed":         {"image": ink, "strokes": strokes, "photos": []string{photo}, "phone": map[string]any{"answer": answer}},
			"bill-corrected": {"was": map[string]any{"image": former}},
		} {
			if err := k.App.Shipment.Record(ctx, tx, id, kind, data); err != nil {
				return err
			}
		}
		return nil
	})
	tokens := map[string]string{}
	for name, login := range readers {
		tokens[name] = signIn(t, k, login)
	}
	all := []string{"loads", "papers", "floor"}
	for what, c := range map[string]struct {
		hash    string
		readers []string
	}{
		"the sealed paper":      {paper, all[1:2]},
		"the signature":         {ink, all[1:]},
		"its strokes":           {strokes, all[1:]},
		"the phone's answer":    {answer, all[1:]},
		"a corrected signature": {former, all[1:]},
		"a photo":               {photo, all},
		"a fingerprint":         {certificate, nil},
	} {
		for _, name := range all {
			status, _ := file(t, k, "GET", tokens[name], c.hash, nil)
			if want := map[bool]int{true: 200, false: 404}[slices.Contains(c.readers, name)]; status != want {
				t.Errorf("%s, for who has %s: %d, not %d", what, name, status, want)
			}
		}
	}
}

func TestBlob_WhatNoRowEverNamedExpires(t *testing.T) {
	k := testkit.Demo(t)
	token := signIn(t, k, "dock@demo.test")
	files := map[string][]byte{}
	for _, name := range []string{"nameless", "named", "named once", "in the tray", "young"} {
		files[name] = []byte("a photo that is " + name)
		if status, body := file(t, k, "PATCH", token, blob.Hash(files[name]), files[name]); status != 204 {
			t.Fatalf("upload: %d %s", status, body)
		}
	}
	hash := func(name string) string { return blob.Hash(files[name]) }
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for _, q := range []string{
			`UPDATE dock_pallet SET photos = json_array('` + hash("named") + `', '` + hash("named once") + `') WHERE id = (SELECT min(id) FROM dock_pallet)`,
			`UPDATE dock_pallet SET photos = json_array('` + hash("named") + `') WHERE id = (SELECT min(id) FROM dock_pallet)`,
			`INSERT INTO sync_tray (device, seq, id, op, args, subjects, user_id, acted_at, status, code, params, at) VALUES ('d', 1, 'm', 'DockView/NoteDamage', '{"Photos":["` + hash("in the tray") + `"]}', '[]', 'u', 1, 'rejected', 'x', '{}', 1)`,
			fmt.Sprintf(`UPDATE blob SET at = at - %d WHERE hash <> '%s'`, (store.NamelessAfter + time.Hour).Milliseconds(), hash("young")),
		} {
			if _, err := tx.ExecContext(ctx, q); err != nil {
				return err
			}
		}
		return nil
	})
	if err := k.App.Tidy(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	for name := range files {
		_, kept, err := k.App.Blobs.Exists(context.Background(), "1", hash(name))
		if err != nil || kept == (name == "nameless") {
			t.Errorf("%s: kept %v, %v", name, kept, err)
		}
	}
}

// namesFile are the columns that hold a file's hash by their name, and those that only sound like it.
var namesFile = regexp.MustCompile(`blob|image|photo|strokes|signature|certificate|attachments|files|_front|_back|picture|logo`)

var soundsLikeFile = []string{"audit_credit.taken_back", "audit_refund.taken_back", "sync_device.lost_files", "dock_usage.photos", "dock_usage.signatures", "document_seal.certificate", "blob_name.hash"}

func TestBlob_EveryColumnThatNamesAFileIsKnownToNameIt(t *testing.T) {
	k := testkit.New(t)
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		type column struct {
			Table string `db:"tbl"`
			Name  string `db:"name"`
			Files string `db:"files"`
		}
		all, err := store.Select[column](ctx, tx, `SELECT m.name AS tbl, c.name AS name, (SELECT COALESCE(group_concat(sql, ' '), '') FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = m.name AND instr(sql, 'INTO blob_name')) AS files
FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND c.type = 'TEXT'`)
		if err != nil {
			return err
		}
		n := 0
		for _, c := range all {
			if !namesFile.MatchString(c.Name) || slices.Contains(soundsLikeFile, c.Table+"."+c.Name) {
				continue
			}
			n++
			if !strings.Contains(c.Files, "NEW."+c.Name) {
				t.Errorf("%s.%s names a file, and no trigger notes it", c.Table, c.Name)
			}
		}
		if n < 12 {
			t.Errorf("%d columns looked at", n)
		}
		return nil
	})
}
