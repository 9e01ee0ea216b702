package app_test

import (
	"bytes"
	"context"
	"sync"
	"testing"

	"lading/server/kit/fail"
	"lading/server/order"
	"lading/server/store"
	"lading/server/testkit"
)

// A phone that lost the answer sends its files again, perhaps while the first are still being read.
func TestUpload_RepeatsWithTheSameKeyAreCarriedOutOnce(t *testing.T) {
	f := newFront(t)
	office := f.As("office@demo.test")
	var shipment string
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT id FROM shipment LIMIT 1`).Scan(&shipment)
	})
	for _, c := range []struct {
		path, name string
		content    []byte
		fields     map[string]string
		count      string
	}{
		{"Shipment/FileUpload", "note.txt", []byte("seal was broken"), map[string]string{"ShipmentId": shipment}, `SELECT count(*) FROM document`},
		{"Shipment/UploadOrderFile", "orders.csv", testkit.OrderFile(450), map[string]string{"Customer": "Bolt Co"}, `SELECT count(*) FROM order_import`},
	} {
		before := f.count(c.count)
		keyed := office.Key("K-" + c.path)
		answers := make([]string, 8)
		var wg sync.WaitGroup
		for i := range answers {
			wg.Go(func() {
				out, err := keyed.TryUpload(c.path, c.name, c.content, c.fields)
				if err != nil {
					t.Errorf("%s: %v", c.path, err)
				}
				answers[i] = string(out)
			})
		}
		wg.Wait()
		for _, a := range answers {
			if a != answers[0] || len(a) < 20 {
				t.Errorf("%s: two answers: %.200s, %.200s", c.path, answers[0], a)
			}
		}
		if n := f.count(c.count) - before; n != 1 {
			t.Errorf("%s: carried out %d times", c.path, n)
		}
		asLong := bytes.Clone(c.content)
		asLong[len(asLong)-1] ^= 1
		for what, content := range map[string][]byte{"a longer file": append(bytes.Clone(c.content), '\n'), "another file of the same name and size": asLong} {
			if _, err := keyed.TryUpload(c.path, c.name, content, c.fields); fail.CodeOf(err) != "idempotency-key-reused" {
				t.Errorf("%s: %s with the key: %v", c.path, what, err)
			}
		}
		if _, err := f.As("admin@demo.test").Key("K-"+c.path).TryUpload(c.path, c.name, c.content, c.fields); err != nil || f.count(c.count)-before != 2 {
			t.Errorf("%s: somebody else's key of the same name: %v", c.path, err)
		}
	}
	im := testkit.Into[order.UploadResp](t, office.Key("K-Shipment/UploadOrderFile").Upload("Shipment/UploadOrderFile", "orders.csv", testkit.OrderFile(450), map[string]string{"Customer": "Bolt Co"})).Import
	if im.State != order.Previewed || im.Counts.V.Orders != 450 {
		t.Errorf("the kept answer is not the whole one: %+v", im)
	}
	// what was refused has left nothing to answer for, and is judged anew
	late := office.Key("K-late")
	if _, err := late.TryUpload("Shipment/FileUpload", "note.txt", nil, map[string]string{"ShipmentId": shipment}); fail.CodeOf(err) == "" {
		t.Errorf("an empty file: %v", err)
	}
	if _, err := late.TryUpload("Shipment/FileUpload", "note.txt", []byte("x"), map[string]string{"ShipmentId": shipment}); err != nil {
		t.Errorf("after a refusal: %v", err)
	}
}
