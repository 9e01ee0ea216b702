package rating_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/kit/calendar"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/order"
	"lading/server/rating"
	"lading/server/rating/book"
	"lading/server/rating/engine"
	"lading/server/shipment"
	"lading/server/testkit"
)

func ask(class string, lb int64) rating.RatesReq {
	inch := func(n int64) freight.Measure { return freight.Measure{Milli: n * 1000, Unit: "in"} }
	return rating.RatesReq{From: engine.Place{Zip: "30336"}, To: engine.Place{Zip: "37203"}, Items: []freight.Item{{Description: "Tile", Pieces: 40, Pallets: 2, Class: class, Weight: freight.Measure{Milli: lb * 1000, Unit: "lb"}, Length: inch(48), Width: inch(40), Height: inch(48)}}}
}

func get[T any](t *testing.T, p *testkit.Person, path string, req any) T {
	t.Helper()
	return testkit.Into[T](t, p.Call(path, req))
}

func by(t *testing.T, a rating.Answer, carrier string, mode engine.Mode) rating.Candidate {
	t.Helper()
	for _, c := range a.Candidates {
		if c.Carrier == carrier && c.Mode == mode {
			return c
		}
	}
	t.Fatalf("no %s %s among %+v", carrier, mode, a.Candidates)
	return rating.Candidate{}
}

func TestRates_EveryContractAnswersAndSaysWhy(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	a := get[rating.Answer](t, office, "Shipment/GETLTLRates", ask("70", 1250))
	if len(a.Candidates) != 11 || a.Chosen == "" || a.Code != "" || a.Digest == "" || a.Request.Miles <= 0 {
		t.Fatalf("%d candidates, chosen %q, code %q, miles %s", len(a.Candidates), a.Chosen, a.Code, a.Request.Miles)
	}
	won := a.Candidates[0]
	for _, c := range a.Candidates {
		if c.Why.Code == "" {
			t.Errorf("%s does not say why", c.Carrier)
		}
		if c.Quote == nil {
			continue
		}
		var sum engine.Cents
		for _, l := range c.Quote.Charges {
			sum += l.Amount
			if l.Tariff != c.Tariff || l.Version != c.Version || l.Row == "" {
				t.Errorf("%s: a line without its origin: %+v", c.Carrier, l)
			}
		}
		if int64(sum) != c.TotalMinor || c.TotalMinor < won.TotalMinor {
			t.Errorf("%s: lines %s, total %d, the winner's %d", c.Carrier, sum, c.TotalMinor, won.TotalMinor)
		}
		if c.ArrivesOn <= "2026-11-20" || c.Days == 0 {
			t.Errorf("%s arrives on %q", c.Carrier, c.ArrivesOn)
		}
	}
	if !won.Chosen || won.Why.Code != engine.TakenLowest {
		t.Errorf("the winner: %+v", won.Why)
	}
	if c := by(t, a, "RLCA", engine.ModeLTL); c.Why.Code != "tariff-not-in-force" {
		t.Errorf("an expired contract: %+v", c.Why)
	}
	if c := by(t, a, "SAIA", engine.ModeVolume); c.Why.Code != "volume-under-minimum" || c.Why.Value != "8" {
		t.Errorf("four feet of floor: %+v", c.Why)
	}
	again := get[rating.Answer](t, office, "Shipment/GETLTLRates", ask("70", 1250))
	if again.Digest != a.Digest || again.Chosen != a.Chosen {
		t.Error("the same question has another answer")
	}

	prefer := ask("70", 1250)
	prefer.Carrier = "ODFL1"
	a = get[rating.Answer](t, office, "Shipment/GETLTLRates", prefer)
	if won := a.Candidates[0]; won.Carrier != "ODFL" || won.Why.Code != engine.TakenPreferred {
		t.Errorf("the carrier that is asked for: %s %+v", won.Carrier, won.Why)
	}
	west := ask("70", 1250)
	west.To.Zip = "98104"
	a = get[rating.Answer](t, office, "Shipment/GETLTLRates", west)
	if c := by(t, a, "SEFL", engine.ModeLTL); c.Why.Code != "lane-not-served" {
		t.Errorf("a regional carrier to Seattle: %+v", c.Why)
	}
	old := ask("70", 1250)
	old.ShipOn = "2020-01-06"
	a = get[rating.Answer](t, office, "Shipment/GETLTLRates", old)
	if a.Chosen != "" || a.Code != "rates-charges-unavailable" {
		t.Errorf("before any contract: %q %q", a.Chosen, a.Code)
	}
	a = get[rating.Answer](t, k.As("admin@other.test"), "Shipment/GETLTLRates", ask("70", 1250))
	if len(a.Candidates) != 0 || a.Code != "rates-no-pricesheet" {
		t.Errorf("an organisation without contracts: %d candidates, %q", len(a.Candidates), a.Code)
	}
}

// Friday, 20 November, and four working days: Thanksgiving on the 26th is none of them, so it is Friday, the 27th. What must be there before is never chosen by itself.
func TestRates_HolidaysCountAndLateIsNeverChosenSilently(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	free := get[rating.Answer](t, office, "Shipment/GETLTLRates", ask("70", 1250))
	first, arrives := "9", map[string]string{}
	for _, c := range free.Candidates {
		if c.Quote == nil {
			continue
		}
		arrives[c.ID] = c.ArrivesOn
		first = min(first, c.ArrivesOn)
		if want := calendar.Add("2026-11-20", c.Days, calendar.UnitedStates); c.ArrivesOn != want || c.Late {
			t.Errorf("%s in %d days on %s, want %s", c.Carrier, c.Days, c.ArrivesOn, want)
		}
	}
	bound := ask("70", 1250)
	bound.ArriveBy = first
	a := get[rating.Answer](t, office, "Shipment/GETLTLRates", bound)
	late := 0
	for _, c := range a.Candidates {
		if c.Quote == nil {
			continue
		}
		if c.Late != (arrives[c.ID] > first) || c.Late && (c.Chosen || c.Why != engine.Verdict{Code: engine.LostLate, Value: c.ArrivesOn}) {
			t.Errorf("%s on %s: %+v", c.Carrier, c.ArrivesOn, c.Why)
		}
		if c.Late {
			late++
		}
	}
	if a.Chosen == "" || arrives[a.Chosen] != first || late == 0 {
		t.Errorf("chose %q, late %d, first %s", a.Chosen, late, first)
	}
	bound.ArriveBy = "2026-11-20"
	if a := get[rating.Answer](t, office, "Shipment/GETLTLRates", bound); a.Chosen != "" || a.Code != "rates-all-late" {
		t.Errorf("all late: %q %q", a.Chosen, a.Code)
	}
}

func TestRates_RefusesByField(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	bad := ask("71", 1250)
	bad.To.Zip = "00000"
	_, err := office.Try("Shipment/GETLTLRates", bad)
	f, ok := fail.As(err)
	if !ok || len(f.Fields) != 2 || f.Fields[0].Field != "To.zip" || f.Fields[1].Code != "tariff-not-class" {
		t.Errorf("%v", err)
	}
	if _, err := office.Try("Shipment/GETLTLRates", ask("70", 0)); err == nil {
		t.Error("nothing was weighed")
	}
}

func TestRates_TheDockSeesNoMoney(t *testing.T) {
	dock := testkit.Demo(t).As("dock@demo.test")
	for _, call := range []string{"Shipment/GETLTLRates", "Rating/RateOrders", "Shipment/RateShipments", "Shipment/GetShipmentPricesheets", "Rating/Tariffs", "Initial/GetCustomerMarkups"} {
		if _, err := dock.Try(call, map[string]any{}); fail.CodeOf(err) != "no-right" {
			t.Errorf("%s: %v", call, err)
		}
	}
}

func TestBuild_TakesThePriceThatWasSeen(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	orders := get[order.Page](t, office, "Shipment/GetOrders", map[string]any{"pageSize": 30})
	var o order.Order
	for _, x := range orders.Orders {
		if x.Terms == "P" && x.Carrier == "" && !slices.ContainsFunc(x.Items.V, func(i freight.Item) bool { return i.Hazmat != nil }) {
			o = x
		}
	}
	if o.ID == "" {
		t.Fatal("no order to build")
	}
	a := get[rating.Answer](t, office, "Rating/RateOrders", rating.OrdersReq{OrderIDs: []string{o.ID}, Services: []engine.Service{{Code: "APTD", Quantity: engine.Int(1)}}})
	won := a.Candidates[0]
	if !won.Chosen {
		t.Fatalf("nobody has a price: %+v", a)
	}
	build := shipment.BuildReq{OrderIDs: []string{o.ID}, Carrier: won.Carrier, PriceSheet: won.ID, PriceMinor: won.TotalMinor, Services: []string{"APTD"}}
	wrong := build
	wrong.PriceMinor++
	if _, err := office.Try("Shipment/BuildShipment", wrong); fail.CodeOf(err) != "rate-changed" {
		t.Fatalf("another price: %v", err)
	}
	wrong = build
	wrong.Carrier = "AACT"
	if _, err := office.Try("Shipment/BuildShipment", wrong); err == nil {
		t.Fatal("another carrier's price was taken")
	}
	s := get[shipment.Shipment](t, office, "Shipment/BuildShipment", build)
	if s.Carrier != won.Carrier || s.ServiceDays != int64(won.Days) {
		t.Errorf("built with %s in %d days", s.Carrier, s.ServiceDays)
	}
	full := get[shipment.Full](t, office, "Shipment/ShipmentDetails", map[string]any{"ShipmentId": s.ID})
	if full.Cost == nil || full.Cost.TotalMinor != won.TotalMinor {
		t.Fatalf("cost: %+v", full.Cost)
	}
	var sum int64
	for _, c := range full.Cost.Charges.V {
		sum += c.AmountMinor
	}
	if sum != won.TotalMinor {
		t.Errorf("charges add up to %d of %d", sum, won.TotalMinor)
	}
	kept := get[rating.PricesheetsResp](t, office, "Shipment/GetShipmentPricesheets", map[string]any{"shipmentId": s.ID})
	if kept.Chosen != won.ID || len(kept.Answer.Candidates) != len(a.Candidates) {
		t.Errorf("kept %q of %d", kept.Chosen, len(kept.Answer.Candidates))
	}
	rated := get[[]rating.Rated](t, office, "Shipment/RateShipments", rating.ShipmentsReq{IDs: []string{s.ID}})
	if len(rated) != 1 || rated[0].Chosen == nil {
		t.Errorf("%+v", rated)
	}
}

func upload(t *testing.T, p *testkit.Person, name, tariff, file string) rating.Import {
	t.Helper()
	return testkit.Into[rating.Import](t, p.Upload("Rating/UploadTariff", name, []byte(file), map[string]string{"tariffId": tariff}))
}

func TestTariff_ANewVersionIsLookedAtFirst(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	var saia rating.Tariff
	for _, x := range get[[]rating.Tariff](t, admin, "Rating/Tariffs", op.None{}) {
		if x.Carrier == "SAIA" && x.Mode == engine.ModeLTL {
			saia = x
		}
	}
	raw, err := os.ReadFile("../../fixtures/rating/saia-ltl-contract.csv")
	if err != nil {
		t.Fatal(err)
	}
	before := by(t, get[rating.Answer](t, admin, "Shipment/GETLTLRates", ask("70", 1250)), "SAIA", engine.ModeLTL)
	file := strings.NewReplacer("Discount,68.5", "Discount,60", "From,2025-01-01", "From,2026-12-01", "Absolute minimum,119", "Absolute minimum,125").Replace(string(raw))
	im := upload(t, admin, "saia.csv", saia.ID, file)
	p := get[rating.PreviewResp](t, admin, "Rating/TariffImport", rating.ImportReq{ID: im.ID})
	if len(p.Changes) != 3 || len(p.Overlaps) != 1 || p.Past {
		t.Fatalf("%+v %+v %v", p.Changes, p.Overlaps, p.Past)
	}
	if now := by(t, get[rating.Answer](t, admin, "Shipment/GETLTLRates", ask("70", 1250)), "SAIA", engine.ModeLTL); now.Version != 1 {
		t.Error("a preview counts already")
	}
	second := upload(t, admin, "saia.csv", saia.ID, file)
	if got := get[rating.TariffReq](t, admin, "Rating/SaveTariffImport", rating.ImportReq{ID: im.ID}); got.Version != 2 {
		t.Fatalf("%+v", got)
	}
	if _, err := admin.Try("Rating/SaveTariffImport", rating.ImportReq{ID: im.ID}); fail.CodeOf(err) != "import-finished" {
		t.Errorf("saved twice: %v", err)
	}
	if _, err := admin.Try("Rating/SaveTariffImport", rating.ImportReq{ID: second.ID}); fail.CodeOf(err) != "tariff-changed-meanwhile" {
		t.Errorf("compared with what is not the last any more: %v", err)
	}
	same := by(t, get[rating.Answer](t, admin, "Shipment/GETLTLRates", ask("70", 1250)), "SAIA", engine.ModeLTL)
	if same.Version != 1 || same.TotalMinor != before.TotalMinor {
		t.Errorf("a version of December changes November: %+v", same)
	}
	later := ask("70", 1250)
	later.ShipOn = "2026-12-02"
	if c := by(t, get[rating.Answer](t, admin, "Shipment/GETLTLRates", later), "SAIA", engine.ModeLTL); c.Version != 2 || c.TotalMinor <= before.TotalMinor {
		t.Errorf("December: %+v", c)
	}
	out := get[rating.TariffResp](t, admin, "Rating/Tariff", rating.TariffReq{ID: saia.ID})
	if out.Version != 2 || len(out.Versions) != 2 || len(out.Changes) != 3 {
		t.Errorf("%d of %d, %d changes", out.Version, len(out.Versions), len(out.Changes))
	}
	if _, err := admin.Try("Rating/SwitchTariff", rating.SwitchReq{ID: saia.ID, Disabled: true}); err != nil {
		t.Fatal(err)
	}
	for _, c := range get[rating.Answer](t, admin, "Shipment/GETLTLRates", ask("70", 1250)).Candidates {
		if c.Tariff == saia.ID {
			t.Error("a contract that is switched off was asked")
		}
	}
}

func TestTariff_AFileWithMistakesIsNotSaved(t *testing.T) {
	admin := testkit.Demo(t).As("admin@demo.test")
	raw, err := os.ReadFile("../../fixtures/rating/odfl-ltl-contract.csv")
	if err != nil {
		t.Fatal(err)
	}
	im := upload(t, admin, "new.csv", "", strings.Replace(string(raw), "NATIONAL,70,", "NATIONAL,70,=1+1,", 1))
	if !slices.ContainsFunc(im.Errors.V, func(e book.CellError) bool { return e.Code == "file-formula" && e.Row > 0 && e.Sheet == "Rates" }) {
		t.Errorf("%+v", im.Errors.V)
	}
	if _, err := admin.Try("Rating/SaveTariffImport", rating.ImportReq{ID: im.ID}); fail.CodeOf(err) != "tariff-has-errors" {
		t.Error(err)
	}
	im = upload(t, admin, "new.csv", "", strings.Replace(string(raw), "Carrier,ODFL", "Carrier,QQQQ", 1))
	if len(im.Errors.V) != 1 || im.Errors.V[0].Code != "rate-carrier-off" {
		t.Errorf("a carrier that is not known: %+v", im.Errors.V)
	}
	if _, err := admin.TryUpload("Rating/UploadTariff", "x.pdf", []byte("%PDF-1.4 hello"), nil); fail.CodeOf(err) != "file-truncated" {
		t.Error(err)
	}
	if _, err := admin.Try("Rating/DropTariffImport", rating.ImportReq{ID: im.ID}); err != nil {
		t.Error(err)
	}
}

func TestFuel_AMissingWeekIsNamedAndCanBeEntered(t *testing.T) {
	k := testkit.Demo(t)
	k.Pass(14 * 24 * time.Hour)
	admin := k.As("admin@demo.test")
	q := ask("70", 1250)
	a := get[rating.Answer](t, admin, "Shipment/GETLTLRates", q)
	if c := by(t, a, "ODFL", engine.ModeLTL); c.Why != (engine.Verdict{Code: "fuel-week-missing", Value: "2026-11-30"}) {
		t.Fatalf("%+v", c.Why)
	}
	if _, err := admin.Try("Rating/SaveFuelWeek", rating.SaveFuelReq{Monday: "2026-12-01", Price: 36_000}); err == nil {
		t.Error("a Tuesday was taken")
	}
	f := get[rating.FuelResp](t, admin, "Rating/SaveFuelWeek", rating.SaveFuelReq{Monday: "2026-11-30", Price: 36_000})
	if f.Missing || f.Weeks[0].Price != 36_000 {
		t.Errorf("%+v", f.Weeks[0])
	}
	if c := by(t, get[rating.Answer](t, admin, "Shipment/GETLTLRates", q), "ODFL", engine.ModeLTL); c.Quote == nil || c.Quote.FuelWeek != "2026-11-30" {
		t.Errorf("%+v", c.Why)
	}
}

func TestMarkup_TheCustomersOwnCountsFirst(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	save := func(m rating.MarkupReq) rating.Markup {
		return get[rating.Markup](t, admin, "Initial/CustomerMarkup", m)
	}
	all := save(rating.MarkupReq{Kind: engine.MarkupPercent, Value: engine.Int(10)})
	save(rating.MarkupReq{Customer: "ACME", Mode: "LTL", Kind: engine.MarkupPercentMin, Value: engine.Int(1), Floor: 4_000})
	if _, err := admin.Try("Initial/CustomerMarkup", rating.MarkupReq{Customer: "ACME", Mode: "LTL", Kind: engine.MarkupFlat, Value: engine.Int(5)}); fail.CodeOf(err) != "markup-exists" {
		t.Error("two markups for the same")
	}
	q := ask("70", 1250)
	q.Customer = "ACME"
	c := by(t, get[rating.Answer](t, admin, "Shipment/GETLTLRates", q), "ODFL", engine.ModeLTL)
	if c.MarkupMinor != 4_000 || c.CustomerMinor != c.TotalMinor+4_000 {
		t.Errorf("%+v", c)
	}
	q.Customer = "OTHER"
	c = by(t, get[rating.Answer](t, admin, "Shipment/GETLTLRates", q), "ODFL", engine.ModeLTL)
	if want := (engine.Markup{Kind: engine.MarkupPercent, Value: engine.Int(10)}).On(engine.Cents(c.TotalMinor)); c.MarkupMinor != int64(want) {
		t.Errorf("%d, want %d", c.MarkupMinor, want)
	}
	if got := get[rating.MarkupsResp](t, admin, "Initial/DeleteCustomerMarkup", rating.DeleteMarkupReq{ID: all.ID}); len(got.Markups) != 1 {
		t.Errorf("%+v", got)
	}
	if _, err := admin.Try("Initial/DeleteCustomerMarkup", rating.DeleteMarkupReq{ID: all.ID}); fail.CodeOf(err) != "markup-unknown" {
		t.Error(err)
	}
}

func TestServices_DefaultsAreAskedFor(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	r := get[rating.ServicesResp](t, office, "Shipment/UpdateDefaultServices", rating.SaveServicesReq{Services: []string{"LFTD"}})
	if !slices.ContainsFunc(r.Services, func(s rating.Service) bool { return s.Code == "LFTD" && s.Default && s.Name == "Lift gate at delivery" }) {
		t.Errorf("%+v", r.Services)
	}
	got := get[[]engine.Service](t, office, "Shipment/GetSelectedServices", rating.SelectedReq{})
	if len(got) != 1 || got[0].Code != "LFTD" {
		t.Errorf("%+v", got)
	}
	if _, err := office.Try("Shipment/UpdateDefaultServices", rating.SaveServicesReq{Services: []string{"XYZ"}}); err == nil {
		t.Error("a service that there is not")
	}
}

func TestTransit_FastestFirst(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	r := get[rating.TransitResp](t, office, "Rating/Transit", rating.TransitReq{From: engine.Place{Zip: "30336"}, To: engine.Place{Zip: "75207"}, ShipOn: "2026-11-20"})
	if len(r.Rows) < 8 || r.Miles < engine.Int(700) || r.Miles > engine.Int(950) {
		t.Fatalf("%d carriers, %s miles", len(r.Rows), r.Miles)
	}
	if !slices.IsSortedFunc(r.Rows, func(a, b rating.TransitRow) int { return a.Days - b.Days }) {
		t.Error("not the fastest first")
	}
	for _, row := range r.Rows {
		if row.Days == 1 && row.ArrivesOn != "2026-11-23" { // a Friday's next working day
			t.Errorf("%+v", row)
		}
	}
}

func TestExport_ComesInAgainUnchanged(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	list := get[[]rating.Tariff](t, admin, "Rating/Tariffs", op.None{})
	for _, format := range []string{"xlsx", "csv"} {
		d, err := k.App.Rating.Export(t.Context(), &op.Call{Org: admin.Org, By: admin.By}, rating.ExportReq{ID: list[0].ID, Format: format})
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(d.Body)
		if err != nil {
			t.Fatal(err)
		}
		if len(body) < 1000 || format == "xlsx" && !bytes.HasPrefix(body, []byte("PK")) {
			t.Fatalf("%s: %d bytes", format, len(body))
		}
		im := upload(t, admin, "again."+format, list[0].ID, string(body))
		p := get[rating.PreviewResp](t, admin, "Rating/TariffImport", rating.ImportReq{ID: im.ID})
		if len(p.Import.Errors.V) > 0 || len(p.Changes) > 0 {
			b, _ := json.Marshal(p.Changes)
			t.Errorf("%s: %+v %s", format, p.Import.Errors.V, b)
		}
	}
}

func TestKept_ListsRatingsWithoutTheirReceipts(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	orders := get[order.Page](t, office, "Shipment/GetOrders", order.ListReq{PageSize: 100})
	at := slices.IndexFunc(orders.Orders, func(o order.Order) bool { return o.Terms == "P" && o.Carrier != "" })
	if at < 0 {
		t.Fatal("the demo has no prepaid order with a wish")
	}
	o := orders.Orders[at]
	s := get[shipment.Shipment](t, office, "Shipment/BuildShipment", shipment.BuildReq{OrderIDs: []string{o.ID}})
	if s.Carrier != o.Carrier || s.CarrierName == "" || s.BOL != "" || s.Status != "Q" {
		t.Errorf("the wish is kept, and nothing is tendered by it: %+v", s)
	}
	if kept := get[[]rating.Kept](t, office, "Rating/Kept", rating.KeptReq{IDs: []string{s.ID, "nowhere"}}); len(kept) != 0 {
		t.Errorf("never rated: %+v", kept)
	}
	rated := get[[]rating.Rated](t, office, "Shipment/RateShipments", rating.ShipmentsReq{IDs: []string{s.ID}})
	kept := get[[]rating.Kept](t, office, "Rating/Kept", rating.KeptReq{IDs: []string{s.ID}})
	if len(kept) != 1 || len(kept[0].Candidates) != rated[0].Candidates || kept[0].At.IsZero() {
		t.Fatalf("kept: %+v of %+v", kept, rated)
	}
	for _, c := range kept[0].Candidates {
		if c.Quote != nil {
			t.Errorf("%s brings its receipt along", c.Carrier)
		}
		if c.Chosen && c.Carrier != o.Carrier && slices.ContainsFunc(kept[0].Candidates, func(x rating.Candidate) bool { return x.Carrier == o.Carrier && x.TotalMinor > 0 }) {
			t.Errorf("%s was chosen over the wish %s", c.Carrier, o.Carrier)
		}
	}
	if dock := k.As("dock@demo.test"); dock.Refused("Rating/Kept", rating.KeptReq{IDs: []string{s.ID}}).Status != 403 {
		t.Error("the dock sees prices")
	}
}

func TestCarrierFile_IsANewVersionOfTheOneContractThatItsCarrierHas(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	raw, err := os.ReadFile("../../fixtures/rating/odfl-ltl-contract.csv")
	if err != nil {
		t.Fatal(err)
	}
	var odfl rating.Tariff
	for _, x := range get[[]rating.Tariff](t, admin, "Rating/Tariffs", op.None{}) {
		if x.Carrier == "ODFL" && x.Mode == engine.ModeLTL {
			odfl = x
		}
	}
	file := strings.Replace(string(raw), "From,2025-01-01", "From,2026-12-01", 1)
	take := func(p *testkit.Person, fields map[string]string, file string) (rating.Import, error) {
		out, err := p.TryUpload("Carriers/OD1R1T_FileUpload", "odfl.csv", []byte(file), fields)
		if err != nil {
			return rating.Import{}, err
		}
		return testkit.Into[rating.Import](t, out), nil
	}
	im, err := take(admin, nil, file)
	if err != nil || im.TariffID != odfl.ID || odfl.ID == "" || len(im.Errors.V) != 0 {
		t.Fatalf("%+v %v, the contract is %+v", im, err, odfl)
	}
	if got := get[rating.TariffReq](t, admin, "Rating/SaveTariffImport", rating.ImportReq{ID: im.ID}); got.ID != odfl.ID || got.Version != 2 {
		t.Errorf("%+v", got)
	}
	im, err = take(admin, map[string]string{"SCAC": "saia"}, file)
	if err != nil || im.TariffID != "" || len(im.Errors.V) != 1 || im.Errors.V[0].Code != "tariff-of-another" {
		t.Errorf("ODFL's file for SAIA: %+v %v", im, err)
	}
	if _, err := admin.Try("Rating/SaveTariffImport", rating.ImportReq{ID: im.ID}); fail.CodeOf(err) != "tariff-has-errors" {
		t.Errorf("another carrier's file was saved: %v", err)
	}
	if _, err := admin.Try("Rating/SwitchTariff", rating.SwitchReq{ID: odfl.ID, Disabled: true}); err != nil {
		t.Fatal(err)
	}
	if im, err = take(admin, nil, file); err != nil || im.TariffID != "" {
		t.Errorf("of a contract that is switched off: %+v %v", im, err)
	}
	_, err = take(admin, map[string]string{"SCAC": "TOOLONG"}, file)
	if f, ok := fail.As(err); !ok || len(f.Fields) != 1 || f.Fields[0].Field != "SCAC" {
		t.Errorf("%v", err)
	}
	if _, err := take(k.As("dock@demo.test"), nil, file); fail.CodeOf(err) != "no-right" {
		t.Errorf("by the dock: %v", err)
	}
	if im, err := take(k.As("admin@other.test"), nil, file); err != nil || im.TariffID != "" {
		t.Errorf("another organisation's contract: %+v %v", im, err)
	}
}
