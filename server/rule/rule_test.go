package rule_test

import (
	"context"
	"slices"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/rating"
	"lading/server/rating/engine"
	"lading/server/resource"
	"lading/server/rule"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func save(t *testing.T, by *testkit.Person, r rule.ConfigurationReq) rule.Configuration {
	t.Helper()
	return testkit.Into[rule.Configuration](t, by.Call("RulesEngine/SaveRuleConfiguration", r))
}

// on is one condition.
func on(f rule.Field, o rule.Operator, values ...string) rule.Condition {
	return rule.Condition{Field: f, Op: o, Values: values}
}

// planned is a shipment of the demo that is rated and may be tendered.
func planned(t *testing.T, k *testkit.Kit) (id string) {
	t.Helper()
	k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		var ok bool
		id, ok, err = store.Get[string](ctx, tx, `SELECT id FROM shipment WHERE status = 'Q' AND terms = 'P' AND warehouse = 'ATL' ORDER BY id LIMIT 1`)
		if err == nil && !ok {
			t.Fatal("no planned shipment")
		}
		return err
	})
	return id
}

func rate(t *testing.T, by *testkit.Person, id string) rating.PricesheetsResp {
	t.Helper()
	by.Call("Shipment/RateShipments", rating.ShipmentsReq{IDs: []string{id}})
	return testkit.Into[rating.PricesheetsResp](t, by.Call("Shipment/GetShipmentPricesheets", rating.PricesheetsReq{ShipmentID: id}))
}

func find(t *testing.T, a rating.Answer, id string) rating.Candidate {
	t.Helper()
	at := slices.IndexFunc(a.Candidates, func(c rating.Candidate) bool { return c.ID == id })
	if at < 0 {
		t.Fatalf("%s is no candidate", id)
	}
	return a.Candidates[at]
}

func TestRule_ExcludesTheCarrierThatWouldHaveWonAndSaysWhy(t *testing.T) {
	k := testkit.Demo(t)
	admin, office, id := k.As("admin@demo.test"), k.As("office@demo.test"), planned(t, k)
	before := rate(t, office, id)
	won := find(t, before.Answer, before.Chosen)
	r := save(t, admin, rule.ConfigurationReq{Name: "Not from Atlanta", Conditions: []rule.Condition{on("warehouse", rule.Is, "ATL"), on("weight", rule.AtLeast, "1")}, Action: freight.ExcludeCarrier, Values: []string{won.Carrier}, Active: true})
	after := rate(t, office, id)
	lost := find(t, after.Answer, won.ID)
	if after.Chosen == won.ID || lost.Quote != nil || lost.TotalMinor != 0 || lost.Why.Code != "rule-carrier-excluded" || lost.Why.Value != r.Name {
		t.Fatalf("chosen %s, %+v", after.Chosen, lost)
	}
	if len(after.Answer.Rules) != 1 || after.Answer.Rules[0].ID != r.ID {
		t.Errorf("%+v", after.Answer.Rules)
	}
	if e := office.Refused("Shipment/TenderByShipmentPricesheet", shipment.SheetReq{ShipmentID: id, SheetID: won.ID, PriceMinor: won.TotalMinor}); e.Code != "rule-bars-carrier" || e.Params["rule"] != r.Name {
		t.Errorf("tender: %+v", e)
	}
	admin.Call("RulesEngine/ActivateRule", rule.ActivateReq{ID: r.ID})
	if again := rate(t, office, id); again.Chosen != won.ID || len(again.Answer.Rules) != 0 {
		t.Errorf("switched off, %s is chosen by %+v", again.Chosen, again.Answer.Rules)
	}
}

func TestRule_CountsWhereTheWishedCarrierIsGivenTheLoadInOneStep(t *testing.T) {
	k := testkit.Demo(t)
	admin, office, id := k.As("admin@demo.test"), k.As("office@demo.test"), planned(t, k)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET carrier = 'ODFL' WHERE id = ?`, id)
		return err
	})
	schedule := shipment.UpdateStatusReq{ShipmentID: id, StatusCode: shipment.Tendered}
	for code, r := range map[string]rule.ConfigurationReq{
		"rule-bars-carrier": {Name: "Not ODFL", Action: freight.ExcludeCarrier, Values: []string{"ODFL"}, Active: true},
		"rule-stops-tender": {Name: "Stop", Action: freight.StopTender, Values: []string{"Ask Ada"}, Active: true},
	} {
		made := save(t, admin, r)
		e := office.Refused("Shipment/UpdateStatusCode", schedule)
		if row, _ := e.Row.(shipment.Shipment); e.Code != code || row.ID != id || row.Status != shipment.Quoted || row.BOL != "" {
			t.Errorf("%s: %+v", code, e)
		}
		admin.Call("RulesEngine/ActivateRule", rule.ActivateReq{ID: made.ID})
	}
	if s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/UpdateStatusCode", schedule)); s.Status != shipment.Tendered {
		t.Errorf("with no rule against it: %s", s.Status)
	}
}

func TestRule_OneThatDoesNotMeetTheFreightChangesNothing(t *testing.T) {
	k := testkit.Demo(t)
	admin, office, id := k.As("admin@demo.test"), k.As("office@demo.test"), planned(t, k)
	before := rate(t, office, id)
	won := find(t, before.Answer, before.Chosen).Carrier
	for name, r := range map[string]rule.ConfigurationReq{
		"of another warehouse": {Conditions: []rule.Condition{on("warehouse", rule.Is, "DAL")}},
		"lighter only":         {Conditions: []rule.Condition{on("weight", rule.Under, "0.5")}},
		"one of two":           {Conditions: []rule.Condition{on("warehouse", rule.Is, "ATL"), on("direction", rule.Is, "inbound")}},
		"not yet":              {From: "2031-01-01"},
		"no more":              {Until: "2020-01-01"},
		"of what nobody knows": {Conditions: []rule.Condition{on("customer", rule.IsNot, "NOBODY"), on("origin-zip", rule.Begins, "999")}},
	} {
		r.Name, r.Action, r.Values, r.Active = name, freight.ExcludeCarrier, []string{won}, true
		save(t, admin, r)
	}
	if after := rate(t, office, id); after.Chosen != before.Chosen || len(after.Answer.Rules) != 0 {
		t.Errorf("%s by %+v", after.Chosen, after.Answer.Rules)
	}
}

func TestRule_PrefersOnlyWhereNoOrderNamesACarrierAndIsNamedInTheTender(t *testing.T) {
	k := testkit.Demo(t)
	admin, office, id := k.As("admin@demo.test"), k.As("office@demo.test"), planned(t, k)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET carrier = '', carrier_name = '' WHERE id = ?`, id)
		return err
	})
	before := rate(t, office, id)
	other := rating.Candidate{}
	for _, c := range before.Answer.Candidates {
		if c.Quote != nil && !c.Late && !c.Chosen && c.Carrier != find(t, before.Answer, before.Chosen).Carrier {
			other = c
		}
	}
	r := save(t, admin, rule.ConfigurationReq{Name: "House carrier", Action: freight.PreferCarrier, Values: []string{other.Carrier}, Active: true})
	after := rate(t, office, id)
	won := find(t, after.Answer, after.Chosen)
	if won.Carrier != other.Carrier || won.Why.Code != "why-rule-preferred" || won.Why.Value != r.Name {
		t.Fatalf("%s: %+v", won.Carrier, won.Why)
	}
	office.Call("Shipment/TenderByShipmentPricesheet", shipment.SheetReq{ShipmentID: id, SheetID: won.ID, PriceMinor: won.TotalMinor, Asking: shipment.Asking{Ask: true, Email: "desk@carrier.test", DaySeen: true, AddressSeen: true}})
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		d, ok, err := store.Get[shipment.Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE shipment_id = ? AND state = 'open'`, id)
		if !ok || d.Why != "why-rule-preferred" || d.WhyValue != r.Name {
			t.Errorf("the tender says %q %q", d.Why, d.WhyValue)
		}
		return err
	})
}

func TestRule_AddsAServiceThatIsAskedOfTheCarrier(t *testing.T) {
	k := testkit.Demo(t)
	admin, office, id := k.As("admin@demo.test"), k.As("office@demo.test"), planned(t, k)
	save(t, admin, rule.ConfigurationReq{Name: "Liftgate", Action: freight.AddService, Values: []string{"lftd"}, Active: true})
	after := rate(t, office, id)
	codes := []string{}
	for _, s := range after.Answer.Request.Services {
		codes = append(codes, s.Code)
	}
	if !slices.Contains(codes, "LFTD") {
		t.Fatal(codes)
	}
	won := find(t, after.Answer, after.Chosen)
	if !slices.ContainsFunc(won.Quote.Charges, func(l engine.Charge) bool { return l.Code == "LFTD" }) {
		t.Errorf("%+v has no liftgate", won.Quote.Charges)
	}
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/TenderByShipmentPricesheet", shipment.SheetReq{ShipmentID: id, SheetID: won.ID, PriceMinor: won.TotalMinor}))
	if !slices.Contains(s.Services.V, "LFTD") {
		t.Errorf("the load has %v", s.Services.V)
	}
}

func TestRule_AddsAServiceThatIsAskedOfTheCarrierInBulkToo(t *testing.T) {
	k := testkit.Demo(t)
	admin, office, id := k.As("admin@demo.test"), k.As("office@demo.test"), planned(t, k)
	save(t, admin, rule.ConfigurationReq{Name: "Liftgate", Action: freight.AddService, Values: []string{"LFTD"}, Active: true})
	after := rate(t, office, id)
	won := find(t, after.Answer, after.Chosen)
	office.Call("Shipment/BulkSchedule", shipment.BulkReq{Lines: []shipment.BulkLine{{ShipmentID: id, Carrier: won.Carrier, PriceSheet: won.ID, PriceMinor: won.TotalMinor}}})
	s := testkit.Into[shipment.Full](t, office.Call("Shipment/ShipmentDetails", map[string]any{"ShipmentId": id})).Shipment
	if s.Status != shipment.Tendered || !slices.Contains(s.Services.V, "LFTD") || len(s.ServiceNames.V) != len(s.Services.V) {
		t.Errorf("%s with %v, %v", s.Status, s.Services.V, s.ServiceNames.V)
	}
}

func TestRule_MadeAfterTheTenderItsServiceComesWithTheNextPrice(t *testing.T) {
	k := testkit.Demo(t)
	admin, office, id := k.As("admin@demo.test"), k.As("office@demo.test"), planned(t, k)
	before := rate(t, office, id)
	won := find(t, before.Answer, before.Chosen)
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/TenderByShipmentPricesheet", shipment.SheetReq{ShipmentID: id, SheetID: won.ID, PriceMinor: won.TotalMinor}))
	if slices.Contains(s.Services.V, "LFTD") {
		t.Fatal(s.Services.V)
	}
	save(t, admin, rule.ConfigurationReq{Name: "Liftgate", Action: freight.AddService, Values: []string{"LFTD"}, Active: true})
	w := s.Items.V[0].Weight
	w.Milli += 1000
	office.Call("Shipment/ChangeLoad", shipment.ChangeReq{ShipmentID: id, Lines: []shipment.LineChange{{Line: 0, Weight: &w}}})
	full := testkit.Into[shipment.Full](t, office.Call("Shipment/ShipmentDetails", map[string]any{"ShipmentId": id}))
	charged := full.Cost != nil && slices.ContainsFunc(full.Cost.Charges.V, func(c shipment.Charge) bool { return c.Code == "LFTD" })
	if !charged || !slices.Contains(full.Shipment.Services.V, "LFTD") {
		t.Errorf("paid for: %t, asked for: %v", charged, full.Shipment.Services.V)
	}
}

func TestRule_CountsForPricesThatArePutOnAScreenBeforeThereIsAShipment(t *testing.T) {
	k := testkit.Demo(t)
	admin, office := k.As("admin@demo.test"), k.As("office@demo.test")
	save(t, admin, rule.ConfigurationReq{Name: "Liftgate", Conditions: []rule.Condition{on("warehouse", rule.Is, "ATL"), on("terms", rule.Is, "P"), on("direction", rule.Is, "outbound")}, Action: freight.AddService, Values: []string{"LFTD"}, Active: true})
	type any1 = map[string]any
	lifted := func(a rating.Answer) bool {
		return slices.ContainsFunc(a.Request.Services, func(s engine.Service) bool { return s.Code == "LFTD" })
	}
	ask := func(warehouse string) any1 {
		return any1{"WHSE": warehouse, "PaymentType": "P", "From": any1{"zip": "30301"}, "To": any1{"zip": "38101"}, "Items": []any1{{"description": "Bolts", "pieces": 1, "pallets": 1, "weight": any1{"milli": 500_000, "unit": "lb"}, "class": "70"}}}
	}
	for warehouse, want := range map[string]bool{"ATL": true, "DAL": false, "": false} {
		if got := lifted(testkit.Into[rating.Answer](t, admin.Call("Shipment/GETLTLRates", ask(warehouse)))); got != want {
			t.Errorf("%q: %t", warehouse, got)
		}
	}
	away := *office
	away.By.Warehouses = []string{"DAL"}
	if f := away.Refused("Shipment/GETLTLRates", ask("ATL")); len(f.Fields) != 1 || f.Fields[0].Field != "WHSE" {
		t.Errorf("of a warehouse of others: %+v", f)
	}
	o := testkit.Into[struct {
		ID string `json:"id"`
	}](t, office.Call("Shipment/AddNewOrder", any1{"OrderNumber": "RULED-1", "WHSE": "ATL", "PaymentType": "P", "ShipOn": "2026-12-02", "Consignee": any1{"name": "Globex", "street": "9 Dock Rd", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US"},
		"Items": []any1{{"description": "Bolts", "pieces": 40, "packageType": "CTN", "pallets": 2, "weight": any1{"milli": 1_250_000, "unit": "lb"}, "class": "70"}}}))
	if !lifted(testkit.Into[rating.Answer](t, office.Call("Rating/RateOrders", rating.OrdersReq{OrderIDs: []string{o.ID}}))) {
		t.Error("orders are judged without their terms")
	}
}

func TestRule_MadeSinceCountsForALoadThatACarrierHas(t *testing.T) {
	k := testkit.Demo(t)
	admin, office, id := k.As("admin@demo.test"), k.As("office@demo.test"), planned(t, k)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET carrier = 'ODFL', mode = 'LTL' WHERE id = ?`, id)
		return err
	})
	mode := save(t, admin, rule.ConfigurationReq{Name: "No LTL", Action: freight.ExcludeMode, Values: []string{"LTL"}, Active: true})
	if e := office.Refused("Shipment/UpdateStatusCode", shipment.UpdateStatusReq{ShipmentID: id, StatusCode: shipment.Tendered}); e.Code != "rule-bars-carrier" || e.Params["rule"] != "No LTL" {
		t.Errorf("its mode: %+v", e)
	}
	admin.Call("RulesEngine/ActivateRule", rule.ActivateReq{ID: mode.ID})
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/UpdateStatusCode", shipment.UpdateStatusReq{ShipmentID: id, StatusCode: shipment.Tendered}))
	save(t, admin, rule.ConfigurationReq{Name: "Not ODFL", Action: freight.ExcludeCarrier, Values: []string{"ODFL"}, Active: true})
	w := s.Items.V[0].Weight
	w.Milli *= 2
	for path, req := range map[string]any{
		"Shipment/ChangeLoad": shipment.ChangeReq{ShipmentID: id, Lines: []shipment.LineChange{{Line: 0, Weight: &w}}},
		"Shipment/AskCarrier": shipment.AskReq{ShipmentID: id, Asking: shipment.Asking{Ask: true, Email: "desk@carrier.test", DaySeen: true}},
	} {
		if e := office.Refused(path, req); e.Code != "rule-bars-carrier" {
			t.Errorf("%s: %+v", path, e)
		}
	}
	office.Call("Shipment/UpdateSchedule", map[string]any{"ShipmentId": id, "ShipOn": "2026-12-09", "DaySeen": true})
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM notify_notification WHERE code = 'notify-rule-against'`)
		if n == 0 {
			t.Error("the office does not hear that the rule is against the new day")
		}
		return err
	})
}

func TestRule_StopsATenderAndKeepsTheLoadAsItIs(t *testing.T) {
	k := testkit.Demo(t)
	admin, office, id := k.As("admin@demo.test"), k.As("office@demo.test"), planned(t, k)
	won := rate(t, office, id)
	c := find(t, won.Answer, won.Chosen)
	save(t, admin, rule.ConfigurationReq{Name: "Look first", Conditions: []rule.Condition{on("warehouse", rule.Is, "ATL")}, Action: freight.StopTender, Values: []string{"Ask the plant manager"}, Active: true})
	e := office.Refused("Shipment/TenderByShipmentPricesheet", shipment.SheetReq{ShipmentID: id, SheetID: c.ID, PriceMinor: c.TotalMinor})
	if e.Code != "rule-stops-tender" || e.Params["reason"] != "Ask the plant manager" || e.Params["rule"] != "Look first" {
		t.Fatalf("%+v", e)
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		status, _, err := store.Get[string](ctx, tx, `SELECT status || bol FROM shipment WHERE id = ?`, id)
		if status != "Q" {
			t.Errorf("the load is %s", status)
		}
		return err
	})
}

func TestTryRule_TellsWhichLoadsItWouldHaveMetAndWhyNot(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	got := testkit.Into[rule.TryResp](t, admin.Call("RulesEngine/TryRule", rule.TryReq{Conditions: []rule.Condition{on("warehouse", rule.Is, "ATL"), on("weight", rule.AtLeast, "2000")}, Action: freight.OnlyCarrier, Values: []string{"ODFL"}, Last: 200}))
	met, against := 0, 0
	for _, row := range got.Rows {
		if len(row.Why) != 2 || row.Why[0].Found == "" || row.Met != (row.Why[0].Met && row.Why[1].Met) {
			t.Fatalf("%+v", row)
		}
		if row.Against != (row.Met && row.Carrier != "" && row.Carrier != "ODFL") {
			t.Errorf("%+v", row)
		}
		if row.Met {
			met++
		}
		if row.Against {
			against++
		}
	}
	if met != got.Met || met == 0 || met == len(got.Rows) || against == 0 {
		t.Errorf("%d of %d met, %d against", met, len(got.Rows), against)
	}
	if n := len(testkit.Into[[]rule.Configuration](t, admin.Call("RulesEngine/GetRulesTable", op.None{}))); n != 0 {
		t.Errorf("%d rules were kept", n)
	}
}

func TestRule_NamesWhatIsWrongAndKeepsNothing(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	fine := rule.ConfigurationReq{Name: "x", Action: freight.ExcludeCarrier, Values: []string{"ODFL"}}
	for field, change := range map[string]func(r *rule.ConfigurationReq){
		"Name":                   func(r *rule.ConfigurationReq) { r.Name = "" },
		"Values":                 func(r *rule.ConfigurationReq) { r.Values = []string{"NOPE"} },
		"Action":                 func(r *rule.ConfigurationReq) { r.Action = "explode" },
		"EffectiveUntil":         func(r *rule.ConfigurationReq) { r.From, r.Until = "2026-02-01", "2026-01-01" },
		"Conditions[0].Field":    func(r *rule.ConfigurationReq) { r.Conditions = []rule.Condition{on("colour", rule.Is, "red")} },
		"Conditions[0].Operator": func(r *rule.ConfigurationReq) { r.Conditions = []rule.Condition{on("weight", rule.Begins, "1")} },
		"Conditions[1].Values": func(r *rule.ConfigurationReq) {
			r.Conditions = []rule.Condition{on("hazmat", rule.Is, "yes"), on("miles", rule.Under, "far")}
		},
	} {
		r := fine
		change(&r)
		e := admin.Refused("RulesEngine/SaveRuleConfiguration", r)
		if len(e.Fields) == 0 || !slices.ContainsFunc(e.Fields, func(f fail.Field) bool { return f.Field == field }) {
			t.Errorf("%s: %+v", field, e)
		}
	}
	r := fine
	r.Conditions = []rule.Condition{on("warehouse", rule.Is, "NOWHERE")}
	if e := admin.Refused("RulesEngine/SaveRuleConfiguration", r); e.Fields[0].Field != "Conditions[0].Values" {
		t.Errorf("%+v", e)
	}
	r.Conditions, r.Action, r.Values = nil, freight.AddService, []string{"XXX"}
	if e := admin.Refused("RulesEngine/SaveRuleConfiguration", r); e.Fields[0].Code != "service-unknown" {
		t.Errorf("%+v", e)
	}
	if n := len(testkit.Into[[]rule.Configuration](t, admin.Call("RulesEngine/GetRulesTable", op.None{}))); n != 0 {
		t.Errorf("%d rules were kept", n)
	}
}

func TestRule_OrderIsChangedOneStepAtATime(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	ids := map[string]string{}
	for _, name := range []string{"a", "b", "c"} {
		ids[name] = save(t, admin, rule.ConfigurationReq{Name: name, Action: freight.ExcludeCarrier, Values: []string{"ODFL"}}).ID
	}
	names := func(list []rule.Configuration) (all string) {
		for _, r := range list {
			all += r.Name
		}
		return all
	}
	move := func(name string, up bool) string {
		return names(testkit.Into[[]rule.Configuration](t, admin.Call("RulesEngine/MoveRule", rule.MoveReq{ID: ids[name], Up: up})))
	}
	for i, step := range []struct {
		name string
		up   bool
		want string
	}{{"c", true, "acb"}, {"c", true, "cab"}, {"c", true, "cab"}, {"c", false, "acb"}, {"b", false, "acb"}} {
		if got := move(step.name, step.up); got != step.want {
			t.Errorf("step %d: %s", i, got)
		}
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE rule_configuration SET place = 10`)
		return err
	})
	if got := move("b", true) + move("b", false); got != "bacabc" {
		t.Error(got)
	}
}

func TestRule_OfAClientAreThoseItsFreightMayMeet(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	for name, c := range map[string][]rule.Condition{"all": nil, "acme": {on("customer", rule.Begins, "ACM")}, "other": {on("customer", rule.Is, "ZENITH")}} {
		save(t, admin, rule.ConfigurationReq{Name: name, Conditions: c, Action: freight.ExcludeCarrier, Values: []string{"ODFL"}})
	}
	list := testkit.Into[[]rule.Configuration](t, admin.Call("RulesEngine/GetRulesBasedOnClient", rule.ClientReq{Customer: "Acme Tools"}))
	if len(list) != 2 || slices.ContainsFunc(list, func(r rule.Configuration) bool { return r.Name == "other" }) {
		t.Errorf("%+v", list)
	}
}

func TestRule_WhoHasSomeWarehousesKeepsRulesOfTheseAlone(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	all := save(t, admin, rule.ConfigurationReq{Name: "all", Action: freight.ExcludeCarrier, Values: []string{"ODFL"}})
	part := *admin
	part.By.Warehouses = []string{"ATL"}
	mine := save(t, &part, rule.ConfigurationReq{Name: "mine", Conditions: []rule.Condition{on("warehouse", rule.Is, "ATL")}, Action: freight.ExcludeCarrier, Values: []string{"ODFL"}})
	if list := testkit.Into[[]rule.Configuration](t, part.Call("RulesEngine/GetRulesTable", op.None{})); len(list) != 1 || list[0].ID != mine.ID {
		t.Errorf("%+v", list)
	}
	for path, req := range map[string]any{"RulesEngine/DeleteRule": resource.Key{ID: all.ID}, "RulesEngine/ActivateRule": rule.ActivateReq{ID: all.ID, Active: true}, "RulesEngine/MoveRule": rule.MoveReq{ID: all.ID}} {
		if e := part.Refused(path, req); e.Code != "rule-unknown" {
			t.Errorf("%s: %+v", path, e)
		}
	}
	if e := part.Refused("RulesEngine/SaveRuleConfiguration", rule.ConfigurationReq{Name: "wide", Action: freight.ExcludeCarrier, Values: []string{"ODFL"}}); e.Code != "not-your-row" {
		t.Errorf("%+v", e)
	}
	got := testkit.Into[rule.TryResp](t, part.Call("RulesEngine/TryRule", rule.TryReq{Conditions: []rule.Condition{on("warehouse", rule.IsNot, "ATL")}, Action: freight.ExcludeCarrier, Values: []string{"ODFL"}, Last: 200}))
	if got.Met != 0 || len(got.Rows) == 0 {
		t.Errorf("%d of %d loads of other warehouses", got.Met, len(got.Rows))
	}
	if e := k.As("office@demo.test").Refused("RulesEngine/GetRulesTable", op.None{}); e.Code != "no-right" {
		t.Errorf("%+v", e)
	}
}

func TestRule_PassesTheNextOfALineThatItKeepsTheLoadFromSince(t *testing.T) {
	k := testkit.Demo(t)
	admin, office, id := k.As("admin@demo.test"), k.As("office@demo.test"), planned(t, k)
	rated := rate(t, office, id)
	first := find(t, rated.Answer, rated.Chosen)
	sheets, carriers := []string{}, []string{first.Carrier}
	for _, c := range rated.Answer.Candidates {
		if c.Quote != nil && !c.Late && !slices.Contains(carriers, c.Carrier) && len(sheets) < 2 {
			sheets, carriers = append(sheets, c.ID), append(carriers, c.Carrier)
		}
	}
	office.Call("Shipment/TenderByShipmentPricesheet", shipment.SheetReq{ShipmentID: id, SheetID: first.ID, PriceMinor: first.TotalMinor, Next: sheets, Asking: shipment.Asking{Ask: true, Email: "desk@carrier.test", DaySeen: true, AddressSeen: true}})
	line := func() (list []shipment.Tender) {
		k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			list, err = store.Select[shipment.Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE shipment_id = ? ORDER BY n`, id)
			return err
		})
		return list
	}
	save(t, admin, rule.ConfigurationReq{Name: "Not the second", Action: freight.ExcludeCarrier, Values: []string{carriers[1]}, Active: true})
	office.Call("Shipment/PassTender", shipment.TenderOf{TenderID: line()[0].ID})
	states := []shipment.TenderState{}
	for _, d := range line() {
		states = append(states, d.State)
	}
	if !slices.Equal(states, []shipment.TenderState{shipment.Withdrawn, shipment.Passed, shipment.Asked}) {
		t.Errorf("%v of %v", states, carriers)
	}
}

func TestRule_OfOneCustomerCountsForALoadOfSeveral(t *testing.T) {
	k := testkit.Demo(t)
	admin, office := k.As("admin@demo.test"), k.As("office@demo.test")
	order := func(number, customer string) string {
		return testkit.Into[struct {
			ID string `json:"id"`
		}](t, office.Call("Shipment/AddNewOrder", map[string]any{"OrderNumber": number, "WHSE": "ATL", "Customer": customer, "PaymentType": "P", "ShipOn": "2026-11-30",
			"Consignee": map[string]any{"name": "Globex", "street": "9 Dock Rd", "city": "Nashville", "state": "TN", "zip": "37203", "country": "US"},
			"Items":     []any{map[string]any{"description": "Bolts", "pieces": 40, "packageType": "CTN", "pallets": 2, "weight": map[string]any{"milli": 1250500, "unit": "lb"}, "class": "70"}}})).ID
	}
	ids := []string{order("MIX-1", "Acme Tools"), order("MIX-2", "Initech")}
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", map[string]any{"OrderIds": ids}))
	before := rate(t, office, s.ID)
	won := find(t, before.Answer, before.Chosen)
	save(t, admin, rule.ConfigurationReq{Name: "Initech's wish", Conditions: []rule.Condition{on("customer", rule.Is, "initech")}, Action: freight.ExcludeCarrier, Values: []string{won.Carrier}, Active: true})
	save(t, admin, rule.ConfigurationReq{Name: "Of nobody here", Conditions: []rule.Condition{on("customer", rule.Is, "Hooli")}, Action: freight.StopTender, Values: []string{"Ask"}, Active: true})
	after := rate(t, office, s.ID)
	if lost := find(t, after.Answer, won.ID); after.Chosen == won.ID || lost.Why.Code != "rule-carrier-excluded" {
		t.Errorf("rated: %s by %+v", after.Chosen, lost.Why)
	}
	if e := office.Refused("Shipment/TenderByShipmentPricesheet", shipment.SheetReq{ShipmentID: s.ID, SheetID: won.ID, PriceMinor: won.TotalMinor}); e.Code != "rule-bars-carrier" {
		t.Errorf("tendered: %+v", e)
	}
	more := []string{order("MIX-3", "Acme Tools"), order("MIX-4", "Initech")}
	if open := testkit.Into[rating.Answer](t, office.Call("Rating/RateOrders", rating.OrdersReq{OrderIDs: more})); len(open.Rules) != 1 || open.Rules[0].Name != "Initech's wish" {
		t.Errorf("before they are built: %+v", open.Rules)
	}
}
