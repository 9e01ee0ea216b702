package shipment_test

import (
	"context"
	"testing"

	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func search(t *testing.T, p *testkit.Person, text string) []shipment.Found {
	t.Helper()
	return testkit.Into[[]shipment.Found](t, p.Call("Shipment/GlobalSearch", any1{"searchtext": text}))
}

func TestSearch_FindsByANumberOrByWords(t *testing.T) {
	k := world(t)
	s := built(t, k, "SO-4711")
	office := k.As("office@demo.test")
	id := newOrder(t, office, "X-9", "ATL", any1{"Customer": "Señor Nuñez", "Consignee": any1{"name": "O'Brien & Söhne", "street": "1", "city": "Dallas", "state": "TX", "zip": "75201", "country": "US"}})
	other := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}, "Carrier": "ODFL", "PickupByFromTime": "09:00", "PickupByToTime": "11:30:00"}))
	for text, want := range map[string]string{
		"so-47": s.ID, "PO-SO-4711": s.ID, s.BOL[:9] + s.BOL[9:]: s.ID, s.Number: s.ID,
		"4711": s.ID, "so4711": s.ID, "posoa": "", "711": "", // a part of a number between dashes, the number without them; not its middle
		"globex memphis": s.ID, "memph glob": s.ID, "bolt co globex": s.ID, "globex dallas": "",
		"sohne dallas": other.ID, "SÖHNE": other.ID, "nunez": other.ID, "sen\u0303or nun": other.ID, "o'brien": other.ID, "dal*": other.ID,
		`"`: "", "() OR NEAR": "", "\ue00041544c": "", "a AND b": "",
	} {
		if len([]rune(text)) < 2 {
			text += " " + text
		}
		found := search(t, office, text)
		if want == "" && len(found) > 0 || want != "" && (len(found) != 1 || found[0].ID != want) {
			t.Errorf("%s: %+v", text, found)
		}
	}
	first := search(t, office, "old dominion")
	equal(t, "the carrier's, the newest first", []string{first[0].ID, first[1].ID}, []string{other.ID, s.ID})
	equal(t, "what is told of it", []string{first[0].Consignee, first[0].City, first[1].Match}, []string{"O'Brien & Söhne", "Dallas", ""})
	list := testkit.Into[shipment.Page](t, office.Call("Shipment/GetShipmentList", any1{"statuscode": "T", "searchText": "sohne dallas"}))
	equal(t, "a list's search", []any{list.Total, list.Shipments[0].ID}, []any{1, other.ID})
	list = testkit.Into[shipment.Page](t, office.Call("Shipment/GetShipmentList", any1{"statuscode": "M", "searchText": "sohne dallas"}))
	equal(t, "in another status", list.Total, 0)

	dallas := k.As("dock2@demo.test")
	equal(t, "another warehouse's words", len(search(t, dallas, "globex"))+len(search(t, dallas, "so-47")), 0)
	equal(t, "one's own", len(search(t, k.As("dock@demo.test"), "globex")), 1)
}

// TestSearch_FollowsWhatIsChanged goes around the calls: whatever writes the row, the index must follow.
func TestSearch_FollowsWhatIsChanged(t *testing.T) {
	k := world(t)
	s := built(t, k, "A-1")
	office := k.As("office@demo.test")
	change := func(query string) {
		t.Helper()
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, query, s.ID)
			return err
		})
	}
	change(`UPDATE shipment SET pro = 'PRO-77', carrier_name = 'Estes', destination = json_set(destination, '$.name', 'Initech') WHERE id = ?`)
	for text, n := range map[string]int{"globex": 0, "initech": 1, "estes memphis": 1, "dominion": 0, "pro77": 1} {
		equal(t, text, len(search(t, office, text)), n)
	}
	change(`UPDATE shipment SET stops = '[{"id":"S","label":"1","to":{"name":"Hooli Depot","city":"Tulsa"},"refs":[],"items":[]}]', warehouse = 'DAL' WHERE id = ?`)
	equal(t, "a stop", len(search(t, office, "hooli tulsa")), 1)
	equal(t, "the new warehouse's", len(search(t, k.As("dock2@demo.test"), "initech")), 1)
	equal(t, "no longer the old one's", len(search(t, k.As("dock@demo.test"), "initech")), 0)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO shipment_word (shipment_word) VALUES ('integrity-check')`)
		return err
	})
}
