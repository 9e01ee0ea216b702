package app_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"lading/server/dock"
	"lading/server/document"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/gofiber/fiber/v3"
)

// request goes over the network's side of the program, as a person who signed in.
func request(k *testkit.Kit, method, path, bearer string, body []byte, headers ...string) (int, []byte) {
	k.T.Helper()
	r := httptest.NewRequest(method, path, bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := k.App.Web.Test(r, fiber.TestConfig{})
	if err != nil {
		k.T.Fatal(err)
	}
	out, err := io.ReadAll(resp.Body)
	if err != nil {
		k.T.Fatal(err)
	}
	return resp.StatusCode, out
}

// A load from the dock's list to the paper in the driver's hand, over the running program's own front door.
func TestSign_FromTheDockToThePaper(t *testing.T) {
	k := testkit.Demo(t)
	status, answer := request(k, "POST", "/api/token", "", []byte(`{"grantType":"password","userName":"dock@demo.test","password":"lading-demo"}`))
	if status != 200 {
		t.Fatalf("sign in: %d %s", status, answer)
	}
	token := testkit.Into[struct {
		Result struct {
			AccessToken string `json:"accessToken"`
		} `json:"result"`
	}](t, answer).Result.AccessToken

	status, answer = request(k, "POST", "/api/DockView/GetShipmentList", token, []byte(`{"States":["waiting"]}`))
	list := testkit.Into[[]dock.Shipment](t, answer)
	if status != 200 || len(list) == 0 {
		t.Fatalf("dock: %d, %d loads", status, len(list))
	}
	load := list[0]
	status, answer = request(k, "POST", "/api/Document/Bill", token, fmt.Appendf(nil, `{"ShipmentId":%q}`, load.ID))
	if status != 200 || !bytes.HasPrefix(answer, []byte("%PDF-")) {
		t.Fatalf("unsigned bill: %d %.300s", status, answer)
	}
	_, answer = request(k, "POST", "/api/DockView/GetLpnNumbers", token, fmt.Appendf(nil, `{"ShipmentId":%q}`, load.ID))
	pallets := testkit.Into[[]dock.Pallet](t, answer)
	for _, p := range pallets {
		if status, answer = request(k, "POST", "/api/DockView/LoadPallet", token, fmt.Appendf(nil, `{"ShipmentId":%q,"Lpn":%q}`, load.ID, p.SSCC)); status != 200 {
			t.Fatalf("load %s: %d %s", p.SSCC, status, answer)
		}
	}
	if status, answer = request(k, "POST", "/api/DockView/FinishLoading", token, fmt.Appendf(nil, `{"ShipmentId":%q,"Seal":"UL-1","Trailer":"533182"}`, load.ID)); status != 200 {
		t.Fatalf("finish: %d %s", status, answer)
	}
	ink := signaturePicture(t)
	sum := sha256.Sum256(ink)
	hash := hex.EncodeToString(sum[:])
	for _, by := range []struct{ role, name string }{{"shipper", "Dana Price"}, {"driver", "Luis Ortega"}} { // the load is hazardous
		if status, answer = request(k, "POST", "/api/DockView/GetSaveSignature", token, fmt.Appendf(nil, `{"ShipmentId":%q,"Role":%q,"SignedBy":%q,"Image":%q,"Strokes":%q,"Consent":"1","Language":"es","Pieces":%d,"Pallets":%d}`,
			load.ID, by.role, by.name, hash, hash, load.Pieces, len(pallets))); status != 200 {
			t.Fatalf("%s signs: %d %s", by.role, status, answer)
		}
	}
	if status, answer = request(k, "PATCH", "/api/blob/"+hash, token, ink, "Upload-Offset", "0", "Upload-Length", fmt.Sprint(len(ink)), "Content-Type", "image/png"); status != 204 {
		t.Fatalf("upload: %d %s", status, answer)
	}
	if _, err := k.App.Jobs.Drain(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}

	_, answer = request(k, "POST", "/api/Shipment/GetShipmentWiseAttachments", token, fmt.Appendf(nil, `{"ShipmentId":%q}`, load.ID))
	papers := testkit.Into[[]document.Document](t, answer)
	if len(papers) != 1 || !strings.HasSuffix(papers[0].Name, "-signed.pdf") {
		t.Fatalf("papers: %+v", papers)
	}
	if status, answer = request(k, "POST", "/api/Shipment/FileDownload", token, fmt.Appendf(nil, `{"DocumentId":%q}`, papers[0].ID)); status != 200 || int64(len(answer)) != papers[0].Size {
		t.Fatalf("download: %d, %d bytes", status, len(answer))
	}
	if err := k.App.Tidy(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		s, err := k.App.Shipment.Get(ctx, tx, load.ID)
		if err != nil {
			return err
		}
		if s.Status != shipment.InTransit || s.SignedBy != "Luis Ortega" || s.Seal != "UL-1" || s.OnDock {
			t.Errorf("shipment: %+v", s)
		}
		broken, n, err := shipment.VerifyChain(ctx, tx, load.ID)
		if broken != 0 || n < len(pallets)+3 {
			t.Errorf("chain of %d events breaks at %d", n, broken)
		}
		return err
	})
}

func signaturePicture(t *testing.T) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 300, 100))
	for x := 40; x < 260; x++ {
		img.SetNRGBA(x, 50+x%17, color.NRGBA{A: 255})
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
