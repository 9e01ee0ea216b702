package app_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lading/fixtures"
	"lading/server/app"
	"lading/server/dock"
	"lading/server/store"
	"lading/server/testkit"
)

// A load signed on a tablet without a network, to the bundle that proves it to somebody who has nothing but the program.
func TestEvidence_FromTheTabletToTheChecker(t *testing.T) {
	ctx := context.Background()
	k := testkit.Empty(t)
	if err := k.App.LoadDemo(ctx, fixtures.Size{Orders: 10, Shipments: 60}); err != nil {
		t.Fatal(err)
	}
	worker := k.As("dock@demo.test")
	load := testkit.Into[[]dock.Shipment](t, worker.Call("DockView/GetShipmentList", dock.ListReq{States: []string{"waiting"}}))[0]
	pallets := testkit.Into[[]dock.Pallet](t, worker.Call("DockView/GetLpnNumbers", dock.ShipmentReq{ShipmentID: load.ID}))
	put := func(content []byte, kind string) string {
		sum := sha256.Sum256(content)
		hash := hex.EncodeToString(sum[:])
		if _, err := k.App.Blobs.Put(ctx, "1", kind, content); err != nil {
			t.Fatal(err)
		}
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			return store.KeepBlob(ctx, tx, hash, int64(len(content)), kind)
		})
		return hash
	}
	photo, ink, strokes := put([]byte("a photo"), "image/jpeg"), put(signaturePicture(t), "image/png"), put([]byte("[[1,2]]"), "application/json")
	onItsWay := strings.Repeat("ab", 32)
	tab := enrol(t, worker)
	for _, p := range pallets {
		tab.queue("DockView/LoadPallet", map[string]any{"ShipmentId": load.ID, "PalletId": p.ID, "Lpn": p.LPN})
	}
	tab.queue("DockView/NoteDamage", map[string]any{"ShipmentId": load.ID, "PalletId": pallets[0].ID, "Photos": []string{photo, onItsWay}, "Note": "wet"})
	tab.queue("DockView/FinishLoading", map[string]any{"ShipmentId": load.ID, "Seal": "UL-1", "Trailer": "533182"})
	tab.queue("DockView/GetSaveSignature", map[string]any{"ShipmentId": load.ID, "SignedBy": "Luis Ortega", "Image": ink, "Strokes": strokes, "Consent": "1", "Language": "es", "Pieces": load.Pieces, "Pallets": len(pallets)})
	for _, o := range tab.push() {
		if !strings.HasSuffix(o, " applied") {
			t.Fatalf("queue: %s", o)
		}
	}
	if _, err := k.App.Jobs.Drain(ctx, "1"); err != nil {
		t.Fatal(err)
	}

	bearer := func(login string) string {
		_, answer := request(k, "POST", "/api/token", "", fmt.Appendf(nil, `{"grantType":"password","userName":%q,"password":"lading-demo"}`, login))
		return testkit.Into[struct {
			Result struct {
				AccessToken string `json:"accessToken"`
			} `json:"result"`
		}](t, answer).Result.AccessToken
	}
	ask := fmt.Appendf(nil, `{"ShipmentId":%q}`, load.ID)
	for login, want := range map[string]int{"dock2@demo.test": 404, "admin@other.test": 404, "audit@demo.test": 403} {
		if status, _ := request(k, "POST", "/api/Document/Evidence", bearer(login), ask); status != want {
			t.Errorf("as %s: %d", login, status)
		}
	}
	status, bundle := request(k, "POST", "/api/Document/Evidence", bearer("office@demo.test"), ask)
	if status != 200 {
		t.Fatalf("export: %d %.300s", status, bundle)
	}

	dir := t.TempDir()
	name := filepath.Join(dir, "bundle.zip")
	if err := os.WriteFile(name, bundle, 0o600); err != nil {
		t.Fatal(err)
	}
	said, err := app.Check(ctx, "verify", name)
	// each scan, the damage, the doors and the signature; and what follows from them in the same breath
	signed := regexp.MustCompile(`(\d+) signed by 1 devices`).FindStringSubmatch(said)
	if err != nil || !strings.Contains(said, "sound") || signed == nil || atoi(t, signed[1]) < len(pallets)+3 || !strings.Contains(said, "1 files that events name had not arrived") || !strings.Contains(said, load.BOL) {
		t.Fatalf("%v\n%s", err, said)
	}
	fingerprint := regexp.MustCompile(`SHA-256 ([0-9a-f]{64})`).FindStringSubmatch(said)[1]
	if said, err := app.Check(ctx, "verify", "-certificate", strings.ToUpper(fingerprint), name); err != nil {
		t.Errorf("with its certificate: %v\n%s", err, said)
	}
	if said, err := app.Check(ctx, "verify", "-certificate", strings.Repeat("0", 64), name); err == nil || !strings.Contains(said, "not the organization's") {
		t.Errorf("with another certificate: %v\n%s", err, said)
	}

	defer checkRevocation(t, k, bearer, ask, bundle, fingerprint)

	// another program agrees about the signature under the list of contents
	z, err := zip.NewReader(bytes.NewReader(bundle), int64(len(bundle)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := exec.LookPath("openssl"); err == nil {
		for _, n := range []string{"manifest.json", "manifest.json.p7s"} {
			if err := os.WriteFile(filepath.Join(dir, n), files[n], 0o600); err != nil {
				t.Fatal(err)
			}
		}
		out, err := exec.Command("openssl", "cms", "-verify", "-binary", "-inform", "DER", "-in", filepath.Join(dir, "manifest.json.p7s"), "-content", filepath.Join(dir, "manifest.json"), "-noverify", "-out", os.DevNull).CombinedOutput()
		if err != nil {
			t.Errorf("openssl: %v\n%s", err, out)
		}
	}

	paper := ""
	for n := range files {
		if strings.HasPrefix(n, "papers/") {
			paper = n
		}
	}
	place := string(regexp.MustCompile(`"n":(\d+),"warehouse":"[^"]*","kind":"loading-finished"`).FindSubmatch(files["events.ndjson"])[1])
	for what, c := range map[string]struct{ file, old, with, want string }{
		"an event":        {"events.ndjson", `"kind":"loading-finished"`, `"kind":"loading-finishes"`, fmt.Sprintf("Event %s was changed", place)},
		"a stroke":        {"files/" + strokes + ".json", "1", "3", "was changed"},
		"a photo":         {"files/" + photo + ".jpg", "photo", "fotos", "was changed"},
		"the sealed bill": {paper, "/MediaBox", "/mediaBox", "The seal of " + paper + " does not hold"},
	} {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		for n, body := range files {
			if n == c.file {
				if !bytes.Contains(body, []byte(c.old)) {
					t.Fatalf("%s: no %q in %s", what, c.old, n)
				}
				body = bytes.Replace(body, []byte(c.old), []byte(c.with), 1)
			}
			to, err := w.Create(n)
			if err == nil {
				_, err = to.Write(body)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		if said, err := app.Check(ctx, "verify", name); err == nil || !strings.Contains(said, c.want) {
			t.Errorf("%s: %v\n%s", what, err, said)
		}
	}
}

// A certificate whose key was stolen: the checker says so where it can know, by a list that it is given or by a bundle that was made afterwards.
func checkRevocation(t *testing.T, k *testkit.Kit, bearer func(string) string, ask, before []byte, fingerprint string) {
	t.Helper()
	ctx := context.Background()
	dir := t.TempDir()
	write := func(name string, body []byte) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, body, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	says := func(what string, sound bool, want string, args ...string) {
		t.Helper()
		said, err := app.Check(ctx, append([]string{"verify"}, args...)...)
		if (err == nil) != sound || !strings.Contains(said, want) {
			t.Errorf("%s: %v\n%s\nwant %q", what, err, said, want)
		}
	}
	old := write("before.zip", before)
	stolen := write("revoked.txt", fmt.Appendf(nil, "# told by the organisation\n\n%s 2026-11-20T14:05:00Z the server was stolen\n", strings.ToUpper(fingerprint)))
	says("with the list", false, "certificate SHA-256 "+fingerprint+" was revoked on 2026-11-20T14:05:00Z: the server was stolen", "-revoked", stolen, old)
	says("why it does not pass", false, "signed with a certificate that was revoked", "-revoked", stolen, old)
	says("with a list of others", true, "sound", "-revoked", write("others.txt", []byte(strings.Repeat("0", 64)+" 2026-11-20T14:05:00Z")), old)
	if said, err := app.Check(ctx, "verify", "-revoked", write("bad.txt", []byte("yesterday\n")), old); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("with a list that is none: %v\n%s", err, said)
	}

	// The organisation revokes it, and exports the evidence anew.
	status, answer := request(k, "POST", "/api/Document/RevokeCertificate", bearer("admin@demo.test"), fmt.Appendf(nil, `{"CertificateId":%q,"Reason":"a lost laptop"}`, fingerprint))
	if status != 200 {
		t.Fatalf("revoke: %d %.300s", status, answer)
	}
	status, after := request(k, "POST", "/api/Document/Evidence", bearer("office@demo.test"), ask)
	if status != 200 {
		t.Fatalf("export: %d %.300s", status, after)
	}
	fresh := write("after.zip", after)
	says("the newer bundle", true, "certificate SHA-256 "+fingerprint+" was revoked on ", fresh)
	says("what was sealed before", true, "a lost laptop; what it sealed here is older", fresh)
	early := write("early.txt", []byte(fingerprint+" 2020-01-01T00:00:00Z long ago"))
	says("sealed when it was no longer safe", false, "was sealed with a certificate that had been revoked by then", "-revoked", early, fresh)
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
