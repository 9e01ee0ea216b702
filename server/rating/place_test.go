package rating_test

import (
	"slices"
	"testing"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/rating"
	"lading/server/rating/engine"
	"lading/server/testkit"
)

func TestTerminalInfo_TheTerminalThatSaysSoElseTheClosest(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	info := func(from, to string) rating.TerminalInfoResp {
		return get[rating.TerminalInfoResp](t, office, "Rating/TerminalInfo", rating.TerminalInfoReq{From: from, To: to})
	}
	row := func(r rating.TerminalInfoResp, carrier string) rating.TerminalRow {
		i := slices.IndexFunc(r.Rows, func(x rating.TerminalRow) bool { return x.Carrier == carrier })
		if i < 0 {
			t.Fatalf("%s is not among %d", carrier, len(r.Rows))
		}
		return r.Rows[i]
	}
	r := info("30301", "37203")
	if len(r.Rows) < 5 {
		t.Fatalf("%d carriers", len(r.Rows))
	}
	if s := row(r, "SEFL"); s.Origin == nil || s.Origin.Code != "ATL" || s.Origin.Nearest || s.Destination == nil || s.Destination.Code != "BNA" {
		t.Errorf("the regional carrier: %+v", s)
	}
	if s := row(r, "SAIA"); s.Origin == nil || s.Origin.Code != "ATL" || !s.Origin.Nearest || s.Origin.Miles > 40 {
		t.Errorf("the closest: %+v", s.Origin)
	}
	if s := row(info("30301", "98104"), "SEFL"); s.Destination != nil {
		t.Errorf("a regional carrier has a terminal for Seattle: %+v", s.Destination)
	}
	if s := row(info("", "37203"), "SAIA"); s.Origin != nil || s.Destination == nil {
		t.Errorf("one end only: %+v", s)
	}

	// what a terminal says it serves goes before a closer one that says nothing
	far := get[rating.Terminal](t, office, "Rating/SaveTerminal", rating.TerminalReq{Carrier: "saia", Code: "sav", Name: "Savannah", Zip: "31401", Serves: []string{"30301"}})
	if s := row(info("30301", ""), "SAIA"); s.Origin.Code != "SAV" || s.Origin.Nearest || s.Origin.Miles < 100 {
		t.Errorf("named: %+v", s.Origin)
	}
	_, err := office.Try("Rating/SaveTerminal", rating.TerminalReq{Carrier: "SAIA", Code: "SAV", Name: "Again", Zip: "31401"})
	if f, ok := fail.As(err); !ok || len(f.Fields) != 1 || f.Fields[0].Code != "terminal-exists" {
		t.Errorf("the same code twice: %v", err)
	}
	office.Call("Rating/DeleteTerminal", rating.TerminalKey{ID: far.ID})
	if s := row(info("30301", ""), "SAIA"); s.Origin.Code != "ATL" {
		t.Errorf("after it is gone: %+v", s.Origin)
	}
	if _, err := office.Try("Rating/DeleteTerminal", rating.TerminalKey{ID: far.ID}); fail.CodeOf(err) != "terminal-unknown" {
		t.Errorf("twice: %v", err)
	}
	if r := get[rating.TerminalInfoResp](t, k.As("admin@other.test"), "Rating/TerminalInfo", rating.TerminalInfoReq{From: "30301"}); len(r.Rows) != 0 {
		t.Errorf("another organisation sees %d", len(r.Rows))
	}
}

func TestTerminal_RefusesByField(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	for _, c := range []struct {
		req   any
		path  string
		field string
		code  string
	}{
		{rating.TerminalReq{Carrier: "SAIA", Code: "X", Name: "X", Zip: "00000"}, "Rating/SaveTerminal", "Zip", "rate-place-unknown"},
		{rating.TerminalReq{Carrier: "SAIA", Code: "X", Name: "X", Zip: "30301", Serves: []string{"303,"}}, "Rating/SaveTerminal", "Serves", "terminal-serves-unknown"},
		{rating.TerminalReq{Carrier: "NONE", Code: "X", Name: "X", Zip: "30301"}, "Rating/SaveTerminal", "Carrier", "rating-carrier-unknown"},
		{rating.TerminalInfoReq{From: "00000"}, "Rating/TerminalInfo", "From", "rate-place-unknown"},
		{rating.TerminalInfoReq{}, "Rating/TerminalInfo", "From", "field-required"},
	} {
		_, err := office.Try(c.path, c.req)
		if f, ok := fail.As(err); !ok || len(f.Fields) != 1 || f.Fields[0].Field != c.field || f.Fields[0].Code != c.code {
			t.Errorf("%s %+v: %v", c.path, c.req, err)
		}
	}
}

func TestCube_LightFreightIsRatedByItsRoomWhereTheContractSaysNothing(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	light := ask("70", 600) // 2 pallets of 48×40×48: 106.6667 cubic feet, 5.625 lb each
	before := get[rating.Answer](t, admin, "Shipment/GETLTLRates", light)
	p := get[rating.CubeProfile](t, admin, "Rating/SaveCubeProfile", rating.CubeProfileReq{Name: "Ten pounds", From: engine.Int(100), Density: engine.Int(8), Pounds: engine.Int(10), Class: 1250, Discount: new(engine.Dec)})
	unused := get[rating.Answer](t, admin, "Shipment/GETLTLRates", light)
	if unused.Digest != before.Digest {
		t.Error("a profile that no carrier is under changes prices")
	}
	for _, carrier := range []string{"CTII", "ODFL"} { // the contract of the second has a cubic rule of its own
		admin.Call("Rating/SaveCubeUse", rating.CubeUseReq{Carrier: carrier, Profile: p.ID})
	}
	after := get[rating.Answer](t, admin, "Shipment/GETLTLRates", light)
	changed := 0
	for _, c := range before.Candidates {
		if c.Quote == nil || c.Mode != engine.ModeLTL {
			continue
		}
		now := by(t, after, c.Carrier, c.Mode)
		switch {
		case c.Carrier == "CTII":
			hit := now.Quote.LTL.Capacity
			// 106.6667 cubic feet at 10 lb, up to the next pound
			if hit == nil || hit.Profile != "Ten pounds" || hit.Weight != engine.Int(1067) || hit.Class != 1250 || now.TotalMinor <= c.TotalMinor {
				t.Errorf("CTII was %d, is %d: %+v", c.TotalMinor, now.TotalMinor, hit)
			}
			if !slices.ContainsFunc(now.Quote.Charges, func(l engine.Charge) bool {
				return l.Note == "receipt-cube-profile" && l.Value == "Ten pounds" && l.Quantity == engine.Int(1067)
			}) {
				t.Errorf("the receipt does not name the profile: %+v", now.Quote.Charges)
			}
			changed++
		case now.TotalMinor != c.TotalMinor:
			t.Errorf("%s changed from %d to %d", c.Carrier, c.TotalMinor, now.TotalMinor)
		}
	}
	if changed != 1 {
		t.Fatalf("CTII has no price")
	}

	heavy := get[rating.Answer](t, admin, "Shipment/GETLTLRates", ask("70", 2000))
	if hit := by(t, heavy, "CTII", engine.ModeLTL).Quote.LTL.Capacity; hit != nil {
		t.Errorf("18.75 lb a cubic foot: %+v", hit)
	}
	if _, err := admin.Try("Rating/DeleteCubeProfile", rating.CubeKey{ID: p.ID}); fail.CodeOf(err) != "cube-in-use" {
		t.Errorf("deleted in use: %v", err)
	}

	tried := get[rating.TryCubeResp](t, admin, "Rating/TryCube", rating.TryCubeReq{Items: light.Items})
	if len(tried.Rows) != 1 || !tried.Rows[0].Counts || tried.Rows[0].Weight != engine.Int(1067) || tried.Density.String() != "5.625" {
		t.Errorf("tried: %+v", tried)
	}
	tried = get[rating.TryCubeResp](t, admin, "Rating/TryCube", rating.TryCubeReq{Items: ask("70", 2000).Items})
	if tried.Rows[0].Counts || tried.Rows[0].Why != "cube-too-dense" || tried.Rows[0].Weight != engine.Int(2000) {
		t.Errorf("tried with heavy goods: %+v", tried.Rows)
	}

	for _, carrier := range []string{"CTII", "ODFL"} {
		admin.Call("Rating/SaveCubeUse", rating.CubeUseReq{Carrier: carrier})
	}
	if r := get[rating.CubesResp](t, admin, "Rating/DeleteCubeProfile", rating.CubeKey{ID: p.ID}); len(r.Profiles) != 0 || len(r.Uses) != 0 {
		t.Errorf("left: %+v", r)
	}
	if again := get[rating.Answer](t, admin, "Shipment/GETLTLRates", light); again.Digest != before.Digest {
		t.Error("prices are not what they were")
	}
}

func TestCube_RefusesByField(t *testing.T) {
	admin := testkit.Demo(t).As("admin@demo.test")
	ok := rating.CubeProfileReq{Name: "A", From: engine.Int(750), Density: engine.Int(6), Pounds: engine.Int(6)}
	admin.Call("Rating/SaveCubeProfile", ok)
	most := engine.Int(101)
	for field, change := range map[string]func(*rating.CubeProfileReq){
		"FromFeet": func(r *rating.CubeProfileReq) { r.From = -1 },
		"Density":  func(r *rating.CubeProfileReq) { r.Density = 0 },
		"Pounds":   func(r *rating.CubeProfileReq) { r.Pounds = most },
		"Discount": func(r *rating.CubeProfileReq) { r.Discount = &most },
		"Name":     func(*rating.CubeProfileReq) {},
	} {
		req := ok
		change(&req)
		_, err := admin.Try("Rating/SaveCubeProfile", req)
		if f, is := fail.As(err); !is || len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := admin.Try("Rating/SaveCubeUse", rating.CubeUseReq{Carrier: "ODFL", Profile: "none"}); fail.CodeOf(err) != "cube-unknown" {
		t.Errorf("%v", err)
	}
	if _, err := admin.Try("Rating/SaveCubeUse", rating.CubeUseReq{Carrier: "NONE", Profile: get[rating.CubesResp](t, admin, "Rating/Cubes", op.None{}).Profiles[0].ID}); err == nil {
		t.Error("a carrier that is not ours")
	}
	dock := testkit.Demo(t).As("dock@demo.test")
	if _, err := dock.Try("Rating/Cubes", op.None{}); fail.CodeOf(err) == "" {
		t.Errorf("the dock sees the rules: %v", err)
	}
}
