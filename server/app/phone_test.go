package app_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/dock"
	"lading/server/document/bill"
	"lading/server/kit/link"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// yard is a dock with closed trailers, and a tablet that shows codes.
type yard struct {
	*front
	loads []dock.Shipment
}

func newYard(t *testing.T) *yard {
	t.Helper()
	return yardOf(t, newFront(t))
}

func yardOf(t *testing.T, f *front) *yard {
	t.Helper()
	y := &yard{front: f}
	_, out := y.call("dock@demo.test", "DockView/GetShipmentList", `{"States":["waiting"]}`)
	y.loads = testkit.Into[[]dock.Shipment](t, out)
	slices.SortStableFunc(y.loads, func(a, b dock.Shipment) int { return min(1, len(a.Hazmat.V)) - min(1, len(b.Hazmat.V)) })
	if len(y.loads) < 3 {
		t.Fatalf("%d loads wait", len(y.loads))
	}
	for _, s := range y.loads[:3] {
		_, out = y.call("dock@demo.test", "DockView/GetLpnNumbers", fmt.Sprintf(`{"ShipmentId":%q}`, s.ID))
		for _, p := range testkit.Into[[]dock.Pallet](t, out) {
			y.must("DockView/LoadPallet", map[string]any{"ShipmentId": s.ID, "PalletId": p.ID})
		}
		y.must("DockView/FinishLoading", map[string]any{"ShipmentId": s.ID, "Seal": "48213", "Trailer": "53021"})
		if len(s.Hazmat.V) > 0 {
			y.certify(s.ID)
		}
	}
	return y
}

// certify has the shipper of a hazardous load sign.
func (y *yard) certify(shipment string) {
	y.T.Helper()
	ink := strings.Repeat("ab", 32)
	y.must("DockView/GetSaveSignature", map[string]any{"ShipmentId": shipment, "Role": "shipper", "SignedBy": "Dana Price", "Image": ink, "Strokes": ink, "Consent": "1", "Language": "en", "Pieces": 1, "Pallets": 1})
}

func (y *yard) must(path string, req any) []byte {
	y.T.Helper()
	body, err := json.Marshal(req)
	if err != nil {
		y.T.Fatal(err)
	}
	status, out := y.call("dock@demo.test", path, string(body))
	if status != 200 {
		y.T.Fatalf("%s: %d %s", path, status, out)
	}
	return out
}

// offer shows a code on the tablet, whose secret the tablet makes.
func (y *yard) offer(shipment string) string {
	y.T.Helper()
	secret := make([]byte, 32)
	_, _ = rand.Read(secret)
	token := "1." + base64.RawURLEncoding.EncodeToString(secret)
	y.must("DockView/OfferSignature", map[string]any{"ShipmentId": shipment, "Hash": link.Hash(token)})
	return token
}

// phone asks as nobody in particular.
func (y *yard) phone(path string, req any) (int, []byte, string) {
	y.T.Helper()
	body, err := json.Marshal(req)
	if err != nil {
		y.T.Fatal(err)
	}
	status, out := request(y.Kit, "POST", "/api/DriverSign/"+path, "", body, "User-Agent", "Phone/1", "Accept-Language", "es")
	var p struct{ Code string }
	_ = json.Unmarshal(out, &p)
	return status, out, p.Code
}

func (y *yard) open(token string) dock.PhoneBill {
	y.T.Helper()
	status, out, _ := y.phone("Open", map[string]any{"Token": token})
	if status != 200 {
		y.T.Fatalf("open: %d %s", status, out)
	}
	return testkit.Into[dock.PhoneBill](y.T, out)
}

func (y *yard) signature(token string, b dock.PhoneBill) map[string]any {
	return map[string]any{"Token": token, "SignedBy": "Luis Ortega", "Image": base64.StdEncoding.EncodeToString(signaturePicture(y.T)), "Strokes": `{"width":300,"height":150,"strokes":[]}`,
		"Consent": "1", "Language": "es", "Pieces": b.Pieces, "Pallets": b.Pallets, "Digest": b.Digest, "At": "2026-11-20T14:00:00Z"}
}

func (y *yard) signedEvent(shipment string) (kind string, n int, data string) {
	y.T.Helper()
	y.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*), COALESCE(max(user_name), ''), COALESCE(max(data), '') FROM shipment_event WHERE shipment_id = ? AND kind = 'signed'`, shipment).Scan(&n, &kind, &data)
	})
	return kind, n, data
}

func TestDriverLink_SignsOnceWithTheEvidence(t *testing.T) {
	y := newYard(t)
	load := y.loads[0]
	token := y.offer(load.ID)

	b := y.open(token)
	if b.BOL != load.BOL || b.Seal != "48213" || b.Trailer != "53021" || b.Pieces != load.Pieces || b.Pallets != load.TotalPallets || len(b.Digest) != 64 || !bytes.Contains(b.Bill, []byte(load.BOL)) {
		t.Errorf("the phone shows %+v", b)
	}
	sign := y.signature(token, b)
	status, out, _ := y.phone("Sign", sign)
	if status != 200 {
		t.Fatalf("sign: %d %s", status, out)
	}
	again, out2, _ := y.phone("Sign", sign) // the answer was lost on the way
	if again != 200 || !bytes.Equal(out, out2) {
		t.Errorf("the same signature again: %d %s", again, out2)
	}
	name, n, data := y.signedEvent(load.ID)
	for _, want := range []string{`"language":"es"`, `"way":"link"`, `"agent":"Phone/1"`, `"offeredBy":"U-DOCK"`, `"shown":"` + b.Digest, `"by":"Luis Ortega"`, `"digest":"` + b.Digest} {
		if !strings.Contains(data, want) {
			t.Errorf("the evidence lacks %s: %s", want, data)
		}
	}
	if n != 1 || name != "Luis Ortega" {
		t.Errorf("%d signatures, by %q", n, name)
	}
	sign["SignedBy"], sign["Strokes"] = "Somebody Else", `{"width":1,"height":1,"strokes":[]}`
	if status, _, code := y.phone("Sign", sign); status != 410 || code != "link-used" {
		t.Errorf("another signature by the same link: %d %s", status, code)
	}
	if status, _, code := y.phone("Open", map[string]any{"Token": token}); status != 410 || code != "link-used" {
		t.Errorf("the used link: %d %s", status, code)
	}
	if _, err := y.App.Jobs.Drain(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	if n := y.count(`SELECT count(*) FROM document WHERE shipment_id = ? AND kind = 'signed-bol'`, load.ID); n != 1 {
		t.Errorf("%d signed bills", n)
	}
	// who signed has the sealed paper for the road, by the same link and for a day
	if status, out, _ := y.phone("Paper", map[string]any{"Token": token}); status != 200 || !bytes.HasPrefix(out, []byte("%PDF-")) || !bytes.Contains(out, []byte("/ByteRange")) {
		t.Errorf("the driver's paper: %d %.80s", status, out)
	}
	y.Pass(25 * time.Hour)
	if status, _, code := y.phone("Paper", map[string]any{"Token": token}); status != 410 || code != "link-expired" {
		t.Errorf("the paper after a day: %d %s", status, code)
	}
	unused := y.offer(y.loads[1].ID)
	if status, _, code := y.phone("Paper", map[string]any{"Token": unused}); status != 404 || code != "paper-not-yet" {
		t.Errorf("the paper before the signature: %d %s", status, code)
	}
}

// Who signs says that the loading is over, whether its doors were closed on the tablet or not: the phone shows what is aboard, and that is what is kept.
func TestDriverLink_ShowsWhatIsAboardBehindOpenDoors(t *testing.T) {
	y := newYard(t)
	load := y.loads[0]
	_, out := y.call("dock@demo.test", "DockView/GetLpnNumbers", fmt.Sprintf(`{"ShipmentId":%q}`, load.ID))
	pallets := testkit.Into[[]dock.Pallet](t, out)
	y.must("DockView/UnloadPallet", map[string]any{"ShipmentId": load.ID, "PalletId": pallets[0].ID}) // the doors are open again
	token := y.offer(load.ID)
	b := y.open(token)
	var text struct{ Lines []struct{ Packages int64 } }
	if err := json.Unmarshal(b.Bill, &text); err != nil {
		t.Fatal(err)
	}
	var pieces int64
	for _, l := range text.Lines {
		pieces += l.Packages
	}
	if pieces != b.Pieces || pieces != load.Pieces-pallets[0].Pieces {
		t.Errorf("the bill says %d pieces, its head %d, of %d", pieces, b.Pieces, load.Pieces)
	}
	if status, out, _ := y.phone("Sign", y.signature(token, b)); status != 200 {
		t.Fatalf("sign: %d %s", status, out)
	}
	var kept string
	y.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT bill FROM document_signing WHERE shipment_id = ?`, load.ID).Scan(&kept)
	})
	var frozen bill.Bill
	if err := json.Unmarshal([]byte(kept), &frozen); err != nil {
		t.Fatal(err)
	}
	signed := frozen.Signatures[0].Digest
	frozen.Signatures = nil
	if bill.Digest(frozen) != signed {
		t.Errorf("another bill is kept than was signed:\n%s", kept)
	}
}

func TestDriverLink_EachDeadEndSaysWhatItIs(t *testing.T) {
	y := newYard(t)
	before := y.count(`SELECT count(*) FROM blob`)
	one, two, three := y.loads[0].ID, y.loads[1].ID, y.loads[2].ID
	opens := func(name, token string, status int, code string) {
		t.Helper()
		got, out, c := y.phone("Open", map[string]any{"Token": token})
		if got != status || c != code || !bytes.Contains(out, []byte(`"detail":"`)) {
			t.Errorf("%s: %d %s, want %d %s", name, got, out, status, code)
		}
	}
	for name, token := range map[string]string{"nothing": "1.", "no secret": "1", "a short secret": "1.AAAA", "another's": "1." + base64.RawURLEncoding.EncodeToString(make([]byte, 32)),
		"an organisation that is none": "77." + base64.RawURLEncoding.EncodeToString(make([]byte, 32)), "a path": "../1." + base64.RawURLEncoding.EncodeToString(make([]byte, 32))} {
		opens(name, token, 404, "link-unknown")
	}

	first := y.offer(one)
	second := y.offer(one)
	opens("the code before", first, 410, "link-replaced")
	opens("as the other organisation's", "2."+second[2:], 404, "link-unknown")
	y.Pass(31 * time.Minute)
	opens("half an hour later", second, 410, "link-expired")

	token := y.offer(two)
	shown := y.open(token)
	if status, out := y.call("office@demo.test", "Shipment/Void", fmt.Sprintf(`{"ShipmentId":%q,"Reason":"Customer cancelled"}`, two)); status != 200 {
		t.Fatalf("void: %d %s", status, out)
	}
	opens("voided meanwhile", token, 409, "link-load-void")
	if status, _, code := y.phone("Sign", y.signature(token, shown)); status != 409 || code != "link-load-void" {
		t.Errorf("sign what was voided: %d %s", status, code)
	}

	token = y.offer(three)
	shown = y.open(token)
	forOther := y.signature(token, shown)
	forOther["Digest"] = strings.Repeat("ab", 32)
	if status, _, code := y.phone("Sign", forOther); status != 409 || code != "link-bill-changed" {
		t.Errorf("another bill than the link's: %d %s", status, code)
	}
	y.must("DockView/UpdateShipmentDetails", map[string]any{"ShipmentId": three, "ProNumber": "PRO-77"})
	for path, req := range map[string]any{"Sign": y.signature(token, shown), "Open": map[string]any{"Token": token}} { // it is hazardous: the shipper certified another bill than this is now
		if status, _, code := y.phone(path, req); status != 409 || code != "shipper-signs-first" {
			t.Errorf("%s, changed while it was read: %d %s", path, status, code)
		}
	}
	y.certify(three)
	if status, _, code := y.phone("Sign", y.signature(token, shown)); status != 409 || code != "link-bill-changed" {
		t.Errorf("changed while it was read: %d %s", status, code)
	}
	shown = y.open(token)
	hash := strings.Repeat("cd", 32)
	y.must("DockView/GetSaveSignature", map[string]any{"ShipmentId": three, "SignedBy": "Ada", "Image": hash, "Strokes": hash, "Consent": "1", "Language": "en", "Pieces": shown.Pieces, "Pallets": shown.Pallets})
	status, out, code := y.phone("Sign", y.signature(token, shown))
	if status != 409 || code != "bol-already-signed" {
		t.Errorf("signed on the tablet meanwhile: %d %s", status, code)
	}
	atlanta, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	if at := y.Now().In(atlanta).Format("2006-01-02 15:04 EST"); !strings.Contains(string(out), at) { // the dock's clock, which the driver stands under
		t.Errorf("who comes late is not told that it was at %s: %s", at, out)
	}
	if n := y.count(`SELECT count(*) FROM blob`) - before; n != 0 {
		t.Errorf("%d files of refused signatures are kept", n)
	}
}

func TestDriverLink_DisagreementIsOnTheBill(t *testing.T) {
	y := newYard(t)
	token := y.offer(y.loads[0].ID)
	b := y.open(token)
	sign := y.signature(token, b)
	sign["Pallets"] = b.Pallets - 1
	var photo bytes.Buffer
	picture := image.NewGray(image.Rect(0, 0, 8, 8))
	picture.Set(1, 1, color.White)
	if err := jpeg.Encode(&photo, picture, nil); err != nil {
		t.Fatal(err)
	}
	sign["Photos"] = []string{base64.StdEncoding.EncodeToString(photo.Bytes())}
	if status, out, _ := y.phone("Sign", sign); status != 200 {
		t.Fatalf("sign: %d %s", status, out)
	}
	_, _, data := y.signedEvent(y.loads[0].ID)
	for _, want := range []string{"scanned on board", "shown in 1 photo", `"shown":"` + b.Digest} {
		if !strings.Contains(data, want) {
			t.Errorf("the evidence lacks %q: %s", want, data)
		}
	}
	if strings.Contains(data, `"digest":"`+b.Digest) {
		t.Error("the signature names the bill without the driver's count")
	}
	for name, bad := range map[string]map[string]any{"a photo that is none": {"Photos": []string{"AAAA"}}, "ink that is none": {"Image": "AAAA"}, "no name": {"SignedBy": "  "}, "a language that we have not": {"Language": "xx"}} {
		other := y.offer(y.loads[1].ID)
		req := y.signature(other, y.open(other))
		for k, v := range bad {
			req[k] = v
		}
		if status, out, _ := y.phone("Sign", req); status != 422 {
			t.Errorf("%s: %d %s", name, status, out)
		}
	}
}

// Whoever steals a copy of the databases holds no link.
func TestDriverLink_TheSecretIsNowhereAtRest(t *testing.T) {
	y := newYard(t)
	token := y.offer(y.loads[0].ID)
	y.signature(token, y.open(token))
	if status, out, _ := y.phone("Sign", y.signature(token, y.open(token))); status != 200 {
		t.Fatalf("sign: %d %s", status, out)
	}
	files, err := filepath.Glob(filepath.Join(y.App.Config.Data, "*", "*"))
	more, err2 := filepath.Glob(filepath.Join(y.App.Config.Data, "*"))
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	secret, seen, hashed := strings.TrimPrefix(token, "1."), 0, false
	for _, name := range append(files, more...) {
		body, err := os.ReadFile(name)
		if err != nil {
			continue // a folder
		}
		seen++
		hashed = hashed || bytes.Contains(body, []byte(link.Hash(token)))
		if bytes.Contains(body, []byte(secret)) {
			t.Errorf("the secret stands in %s", name)
		}
	}
	if seen < 3 || !hashed {
		t.Errorf("looked at %d files; its hash was there: %v", seen, hashed)
	}
}
