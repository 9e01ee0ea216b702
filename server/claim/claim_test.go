package claim_test

import (
	"context"
	"slices"
	"testing"

	"lading/server/claim"
	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"
)

type obj = map[string]any

// desk is an office that claims, with a load of which the dock noted damage.
type desk struct {
	*testkit.Kit
	office           *testkit.Person
	shipment, pallet string
	warehouse, lpn   string
	claimant         string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{Kit: testkit.Demo(t)}
	d.office = d.As("office@demo.test")
	d.Write("1", func(ctx context.Context, tx *store.Tx) error { // nothing that the demo brings is in the way
		for _, table := range []string{"claim_event", "claim_case", "claim_address", "claim_claimant", "claim_carrier", "claim_template", "claim_form"} {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+table); err != nil {
				return err
			}
		}
		return nil
	})
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT s.id, s.warehouse, p.id, p.lpn FROM shipment s JOIN dock_pallet p ON p.shipment_id = s.id JOIN dock_shipment k ON k.id = s.id
WHERE s.carrier <> '' AND p.scanned_at IS NOT NULL AND p.state = 'loaded' AND k.state NOT IN ('signed', 'void') AND p.pieces > 3 LIMIT 1`).Scan(&d.shipment, &d.warehouse, &d.pallet, &d.lpn)
	})
	d.office.Call("DockView/NoteDamage", obj{"ShipmentId": d.shipment, "PalletId": d.pallet, "Note": "Two cartons crushed"})
	admin := d.As("admin@demo.test")
	d.claimant = testkit.Into[claim.Claimant](t, admin.Call("Claim/SaveClaimant", obj{"Name": "Northgate Home Supply", "Contact": "Cora Lane", "Email": "claims@demo.test", "Usual": true})).ID
	return d
}

func (d *desk) prepare() claim.PrepareResp {
	return testkit.Into[claim.PrepareResp](d.T, d.office.Call("Claim/Prepare", obj{"ShipmentId": d.shipment}))
}

func (d *desk) do(path string, req obj) claim.Case {
	d.T.Helper()
	return testkit.Into[claim.Case](d.T, d.office.Call(path, req))
}

// begun saves a claim of two pieces at 120.00 and 80.00 of freight.
func (d *desk) begun() claim.Case {
	d.T.Helper()
	req := d.prepare().Claim
	req.Lines = req.Lines[:1]
	req.Lines[0].Pieces, req.Lines[0].UnitMinor = 2, 12000
	req.Lines[0].Weight.Milli, req.Lines[0].Weight.Unit = 50_000, "lb"
	req.FreightMinor, req.DeliveredOn = 8000, "2026-11-19"
	d.moveBack(req.ShipmentID)
	return testkit.Into[claim.Case](d.T, d.office.Call("Claim/Save", req))
}

// moveBack has the load picked up before it was delivered.
func (d *desk) moveBack(id string) {
	d.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET ship_on = '2026-11-17', status = 'A' WHERE id = ?`, id)
		return err
	})
}

func TestClaim_GoesFromTheDocksExceptionToTheMoney(t *testing.T) {
	d := newDesk(t)
	cand := testkit.Into[[]claim.Candidate](t, d.office.Call("Claim/Candidates", op.None{}))
	i := slices.IndexFunc(cand, func(c claim.Candidate) bool { return c.ShipmentID == d.shipment })
	if i < 0 || cand[i].Damaged != 1 {
		t.Fatalf("the load is no candidate: %+v", cand)
	}
	p := d.prepare()
	if p.Claim.Kind != claim.Damage || p.Claim.Claimant != d.claimant || len(p.Claim.Lines) != 1 || p.Claim.Lines[0].Note != d.lpn || p.Claim.Statement != d.lpn+": Two cartons crushed" || p.Terms.AckDays != 30 {
		t.Fatalf("prepared: %+v", p)
	}
	c := d.begun()
	if c.State != claim.Preparing || c.ClaimedMinor != 32000 || c.LiableMinor != nil || len(c.Missing) != 0 || !slices.Contains(c.Gaps, "invoice") {
		t.Fatalf("begun: %+v", c)
	}
	if f := d.office.Refused("Claim/File", obj{"ClaimId": c.ID}); f.Code != "claim-state-refused" {
		t.Errorf("filed before it was validated: %+v", f)
	}
	id := obj{"ClaimId": c.ID}
	d.do("Claim/Validate", id)
	c = d.do("Claim/File", obj{"ClaimId": c.ID, "On": "2026-11-20"})
	if c.State != claim.Submitted || c.FiledOn != "2026-11-20" {
		t.Fatalf("filed: %+v", c)
	}
	due := map[claim.DueCode]claim.Due{}
	for _, x := range c.Due {
		due[x.Code] = x
	}
	if due[claim.DueAcknowledge].On != "2026-12-20" || due[claim.DueDecide].On != "2027-03-20" || due[claim.DueFile].On != "2027-08-19" || due[claim.DueFile].State != claim.DueMet {
		t.Errorf("due: %+v", c.Due)
	}
	c = d.do("Claim/Acknowledge", obj{"ClaimId": c.ID, "CarrierNumber": "RR-991"})
	if c.State != claim.InReview || c.CarrierNumber != "RR-991" || c.AcknowledgedOn != "2026-11-20" {
		t.Fatalf("acknowledged: %+v", c)
	}
	if f := d.office.Refused("Claim/Settle", obj{"ClaimId": c.ID, "AmountMinor": 32001}); f.Fields[0].Code != "claim-above-claimed" {
		t.Errorf("more than was claimed: %+v", f)
	}
	c = d.do("Claim/Settle", obj{"ClaimId": c.ID, "AmountMinor": 30000})
	if c.State != claim.Payment || c.AgreedMinor != 30000 {
		t.Fatalf("settled: %+v", c)
	}
	c = d.do("Claim/Pay", obj{"ClaimId": c.ID, "AmountMinor": 10000, "Note": "check 4711"})
	if c.State != claim.Payment || c.PaidMinor != 10000 {
		t.Fatalf("paid a part: %+v", c)
	}
	if f := d.office.Refused("Claim/Pay", obj{"ClaimId": c.ID, "AmountMinor": 20001}); f.Fields[0].Code != "claim-above-agreed" {
		t.Errorf("more than is open: %+v", f)
	}
	c = d.do("Claim/Pay", obj{"ClaimId": c.ID, "AmountMinor": 20000})
	if c.State != claim.Closed || c.Outcome != claim.Paid {
		t.Fatalf("paid: %+v", c)
	}
	got := testkit.Into[claim.OfShipmentResp](t, d.office.Call("Claim/OfShipment", obj{"ShipmentId": d.shipment}))
	actions := []string{}
	for _, e := range got.Claims[0].Events {
		actions = append(actions, e.Action)
	}
	if want := []string{"pay", "pay-part", "settle", "acknowledge", "file", "validate", "begin"}; !slices.Equal(actions, want) {
		t.Errorf("history: %v", actions)
	}
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		kinds, err := store.Select[string](ctx, tx, `SELECT kind FROM shipment_event WHERE shipment_id = ? AND kind LIKE 'claim-%' ORDER BY n`, d.shipment)
		if !slices.Equal(kinds, []string{"claim-begun", "claim-filed", "claim-closed"}) {
			t.Errorf("the shipment's history: %v", kinds)
		}
		return err
	})
}

func TestClaim_IsNotFiledForALoadThatHasNotShipped(t *testing.T) {
	d := newDesk(t)
	ship := func(status, back string) {
		d.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE shipment SET status = ?, back = ? WHERE id = ?`, status, back, d.shipment)
			return err
		})
	}
	req := d.prepare().Claim
	req.Kind, req.DeliveredOn, req.Statement, req.Lines = claim.Loss, "", "Never arrived", req.Lines[:1]
	req.Lines[0].Pieces, req.Lines[0].UnitMinor = 2, 12000
	c := testkit.Into[claim.Case](t, d.office.Call("Claim/Save", req))
	d.do("Claim/Validate", obj{"ClaimId": c.ID})
	delivered := req
	delivered.Kind, delivered.DeliveredOn = claim.Damage, "2026-11-20"
	for _, at := range [][2]string{{"T", ""}, {"M", ""}, {"X", "M"}} {
		ship(at[0], at[1])
		if f := d.office.Refused("Claim/File", obj{"ClaimId": c.ID}); len(f.Fields) != 1 || f.Fields[0].Field != "On" || f.Fields[0].Code != "claim-not-shipped" {
			t.Errorf("filed in %v: %+v", at, f)
		}
		if f := d.office.Refused("Claim/Save", delivered); len(f.Fields) != 1 || f.Fields[0].Field != "DeliveredOn" || f.Fields[0].Code != "claim-not-shipped" {
			t.Errorf("delivered in %v: %+v", at, f)
		}
	}
	ship("X", "A")
	d.do("Claim/File", obj{"ClaimId": c.ID})
}

func TestClaim_TwoPeopleNoteACheckOnce(t *testing.T) {
	d := newDesk(t)
	c := d.begun()
	d.do("Claim/Validate", obj{"ClaimId": c.ID})
	d.do("Claim/File", obj{"ClaimId": c.ID, "On": "2026-11-20"})
	c = d.do("Claim/Settle", obj{"ClaimId": c.ID, "AmountMinor": 30000})
	check := obj{"ClaimId": c.ID, "AmountMinor": 10000, "Note": "check 4711", "Rev": c.Rev}
	d.do("Claim/Pay", check)
	if f := d.As("admin@demo.test").Refused("Claim/Pay", check); f.Code != "row-changed-meanwhile" {
		t.Errorf("the same check again, from the screen of before: %+v", f)
	}
	if got := d.do("Claim/Pay", obj{"ClaimId": c.ID, "AmountMinor": 20000, "Rev": c.Rev + 1}); got.PaidMinor != 30000 || got.Outcome != claim.Paid {
		t.Errorf("the rest: %+v", got)
	}
}

func TestClaim_TheTimeToSueRunsThroughADispute(t *testing.T) {
	d := newDesk(t)
	c := d.begun()
	d.do("Claim/Validate", obj{"ClaimId": c.ID})
	d.do("Claim/File", obj{"ClaimId": c.ID, "On": "2026-11-19"})
	d.do("Claim/Decline", obj{"ClaimId": c.ID, "Reason": "act of God", "On": "2026-11-19"})
	c = d.do("Claim/Dispute", obj{"ClaimId": c.ID, "Reason": "no proof"})
	if !slices.ContainsFunc(c.Due, func(x claim.Due) bool { return x.Code == claim.DueSuit && x.On == "2028-11-20" }) {
		t.Errorf("disputed: %+v", c.Due)
	}
	c = d.do("Claim/Decline", obj{"ClaimId": c.ID, "Reason": "act of God, again"})
	if c.DeclinedOn != "2026-11-19" || c.DecidedOn != "2026-11-20" {
		t.Errorf("declined again: first on %s, decided on %s", c.DeclinedOn, c.DecidedOn)
	}
}

func TestClaim_EveryStepIsOfTheTable(t *testing.T) {
	d := newDesk(t)
	c := d.begun()
	for _, s := range claim.State("").Values() {
		for path, req := range map[string]obj{"Claim/Validate": {}, "Claim/Correct": {}, "Claim/File": {}, "Claim/Acknowledge": {"CarrierNumber": "1"}, "Claim/Settle": {"AmountMinor": 100},
			"Claim/Decline": {"Reason": "act of God"}, "Claim/Withdraw": {"Reason": "paid by insurance"}, "Claim/Pay": {"AmountMinor": 100}, "Claim/Dispute": {"Reason": "no proof"}, "Claim/Archive": {}} {
			d.Write("1", func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, `UPDATE claim_case SET state = ?, outcome = CASE ? WHEN 'closed' THEN 'declined' ELSE '' END, agreed_minor = 100, paid_minor = 0, decided_on = '', filed_on = '2026-11-20' WHERE id = ?`, s, s, c.ID)
				return err
			})
			want := claim.State("")
			for _, tr := range claim.States() {
				if string(tr.From) == s && tr.Op == path {
					want = tr.To
				}
			}
			req["ClaimId"] = c.ID
			out, err := d.office.Try(path, req)
			switch {
			case want == "" && fail.CodeOf(err) != "claim-state-refused":
				t.Errorf("%s from %s: %v", path, s, err)
			case want != "" && err != nil:
				t.Errorf("%s from %s: %v", path, s, err)
			case want != "":
				if got := testkit.Into[claim.Case](t, out).State; got != want {
					t.Errorf("%s from %s comes to %s, not %s", path, s, got, want)
				}
			}
		}
	}
}

func TestClaim_IsCompleteBeforeItIsFiled(t *testing.T) {
	d := newDesk(t)
	req := d.prepare().Claim
	req.Lines, req.Statement = nil, ""
	c := testkit.Into[claim.Case](t, d.office.Call("Claim/Save", req))
	if want := []string{"lines", "amount", "statement", "delivered"}; !slices.Equal(c.Missing, want) {
		t.Errorf("missing: %v", c.Missing)
	}
	if f := d.office.Refused("Claim/Validate", obj{"ClaimId": c.ID}); f.Code != "claim-incomplete" {
		t.Errorf("%+v", f)
	}
	if f := d.office.Refused("Claim/Save", req); f.Fields[0].Code != "claim-exists" {
		t.Errorf("a second one of the kind: %+v", f)
	}
	req.Kind = claim.Overcharge
	d.office.Call("Claim/Save", req)
	for field, change := range map[string]func(r *claim.CaseReq){
		"SalvageMinor": func(r *claim.CaseReq) { r.SalvageMinor, r.SalvageBy = 100, claim.CarrierTakes },
		"Concealed":    func(r *claim.CaseReq) { r.Concealed, r.Kind = true, claim.Shortage },
		"DeliveredOn":  func(r *claim.CaseReq) { r.DeliveredOn = "2026-11-21" },
		"Lines": func(r *claim.CaseReq) {
			r.Lines = []claim.Line{{Description: "Bolts", Pieces: 1_000_000, UnitMinor: 1_000_000}}
		},
		"ClaimantId": func(r *claim.CaseReq) { r.Claimant = "nobody" },
	} {
		wrong := d.prepare().Claim
		wrong.ID = c.ID
		change(&wrong)
		if f := d.office.Refused("Claim/Save", wrong); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
}

func TestClaim_TheCarriersReleasedValueCaps(t *testing.T) {
	d := newDesk(t)
	var carrier string
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT carrier FROM shipment WHERE id = ?`, d.shipment).Scan(&carrier)
	})
	terms := obj{"Carrier": carrier, "AckDays": 20, "DecideDays": 90, "FileMonths": 9, "NoticeDays": 5, "LimitMinor": 500, "MaxMinor": 0, "Currency": "USD"}
	admin := d.As("admin@demo.test")
	for field, value := range map[string]int{"AckDays": 31, "DecideDays": 121, "FileMonths": 8} { // less than the law gives
		worse := obj{}
		for k, v := range terms {
			worse[k] = v
		}
		worse[field] = value
		if f := admin.Refused("Claim/SaveCarrierSetting", worse); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	s := testkit.Into[claim.CarrierSetting](t, admin.Call("Claim/SaveCarrierSetting", terms))
	c := d.begun()
	if c.LiableMinor == nil || *c.LiableMinor != 25000 { // 50 lb at 5.00
		t.Fatalf("liable: %v", c.LiableMinor)
	}
	d.do("Claim/Validate", obj{"ClaimId": c.ID})
	d.do("Claim/File", obj{"ClaimId": c.ID})
	terms["SettingId"], terms["MaxMinor"], terms["AckDays"] = s.ID, 100, 1
	admin.Call("Claim/SaveCarrierSetting", terms)
	c = d.do("Claim/Acknowledge", obj{"ClaimId": c.ID, "CarrierNumber": "7"})
	if *c.LiableMinor != 25000 || c.Terms.V.AckDays != 20 {
		t.Errorf("the terms of a claim that is filed changed: %+v", c.Terms.V)
	}
}

func TestClaim_IsOfAWarehouseThatTheUserSees(t *testing.T) {
	d := newDesk(t)
	c := d.begun()
	away := *d.office
	away.By.Warehouses = []string{"nowhere"}
	if got := testkit.Into[[]claim.Case](t, away.Call("Claim/List", obj{})); len(got) != 0 {
		t.Errorf("lists %+v", got)
	}
	if got := testkit.Into[[]claim.Candidate](t, away.Call("Claim/Candidates", op.None{})); len(got) != 0 {
		t.Errorf("candidates %+v", got)
	}
	for path, req := range map[string]obj{"Claim/OfShipment": {"ShipmentId": d.shipment}, "Claim/Validate": {"ClaimId": c.ID}, "Claim/Archive": {"ClaimId": c.ID}, "Claim/Prepare": {"ClaimId": c.ID},
		"Claim/Attach": {"ClaimId": c.ID, "DocumentId": "x", "Proof": "bill"}, "Claim/Detach": {"ClaimId": c.ID, "DocumentId": "x"}} {
		if f := away.Refused(path, req); f.Code != "claim-unknown" && f.Code != "shipment-unknown" {
			t.Errorf("%s: %+v", path, f)
		}
	}
	dock := d.As("dock@demo.test")
	if _, err := dock.Try("Claim/List", obj{}); fail.CodeOf(err) != "no-right" {
		t.Errorf("the dock reads claims: %v", err)
	}
	if _, err := d.office.Try("Claim/SaveClaimant", obj{"Name": "x", "Contact": "y", "Email": "a@b.test"}); fail.CodeOf(err) != "no-right" {
		t.Errorf("the office maintains claimants, which audit does: %v", err)
	}
}

func TestClaimant_InUseStays(t *testing.T) {
	d := newDesk(t)
	d.begun()
	admin := d.As("admin@demo.test")
	if f := admin.Refused("Claim/DeleteClaimant", obj{"Id": d.claimant}); f.Code != "claimant-in-use" {
		t.Errorf("%+v", f)
	}
	other := testkit.Into[claim.Claimant](t, admin.Call("Claim/SaveClaimant", obj{"Name": "Harbor Retail", "Contact": "Hal", "Email": "hal@demo.test", "Usual": true}))
	usual := []string{}
	for _, c := range testkit.Into[[]claim.Claimant](t, d.office.Call("Claim/Claimants", op.None{})) {
		if c.Usual {
			usual = append(usual, c.ID)
		}
	}
	if !slices.Equal(usual, []string{other.ID}) {
		t.Errorf("usual: %v", usual)
	}
	address := obj{"ClaimantId": other.ID, "Purpose": "payment", "Name": "Harbor Retail", "Street": "1 Quay", "City": "Savannah", "State": "GA", "Zip": "31401", "Country": "us", "Hours": "9-5"}
	a := testkit.Into[claim.Address](t, d.office.Call("Claim/SaveAddress", address))
	if a.Country != "US" || a.Hours != "" {
		t.Errorf("%+v", a)
	}
	if f := d.office.Refused("Claim/SaveAddress", address); f.Fields[0].Code != "claim-address-exists" {
		t.Errorf("%+v", f)
	}
	address["ClaimantId"] = "nobody"
	if f := d.office.Refused("Claim/SaveAddress", address); f.Code != "claimant-unknown" {
		t.Errorf("%+v", f)
	}
}

func TestClaimed_ShipmentsAreAListOfTheirOwn(t *testing.T) {
	d := newDesk(t)
	type page struct {
		Shipments []struct {
			ID string `json:"id"`
		}
		Total int64
	}
	list := func(who *testkit.Person, req obj) page {
		req["statuscode"] = "CI"
		return testkit.Into[page](t, who.Call("Shipment/GetShipmentList", req))
	}
	counted := func() int64 {
		return testkit.Into[struct{ Claimed int64 }](t, d.office.Call("Shipment/GetShipmentCount", obj{})).Claimed
	}
	if got := list(d.office, obj{}); got.Total != 0 || counted() != 0 {
		t.Fatalf("before: %+v, %d", got, counted())
	}
	c := d.begun()
	if got := list(d.office, obj{}); got.Total != 1 || len(got.Shipments) != 1 || got.Shipments[0].ID != d.shipment || counted() != 1 {
		t.Errorf("%+v, %d", got, counted())
	}
	if got := list(d.office, obj{"searchText": "no such number"}); got.Total != 0 {
		t.Errorf("sought: %+v", got)
	}
	away := *d.office
	away.By.Warehouses = []string{"nowhere"}
	if got := list(&away, obj{}); got.Total != 0 {
		t.Errorf("of another warehouse: %+v", got)
	}
	d.do("Claim/Archive", obj{"ClaimId": c.ID})
	if got := list(d.office, obj{}); got.Total != 0 {
		t.Errorf("archived: %+v", got)
	}
}

func TestTemplate_IsFilledInWithTheClaim(t *testing.T) {
	d := newDesk(t)
	c := d.begun()
	admin := d.As("admin@demo.test")
	tpl := obj{"Name": "Presentation", "Subject": "Claim {number}, BOL {bol}", "Body": "{amount} {currency}:\n{lines}\n{claimant}"}
	wrong := obj{"Name": "Wrong", "Subject": "x", "Body": "{amuont}"}
	if f := admin.Refused("Claim/SaveTemplate", wrong); len(f.Fields) != 1 || f.Fields[0].Field != "Body" || f.Fields[0].Code != "claim-name-unknown" {
		t.Errorf("a name that stands for nothing: %+v", f)
	}
	made := testkit.Into[claim.Template](t, admin.Call("Claim/SaveTemplate", tpl))
	l := testkit.Into[claim.Letter](t, d.office.Call("Claim/Letter", obj{"ClaimId": c.ID, "TemplateId": made.ID}))
	want := "320.00 USD:\n2 x " + c.Lines.V[0].Description + " at 120.00 = 240.00\nFreight charges = 80.00\nNorthgate Home Supply"
	if l.Subject != "Claim "+c.Number+", BOL "+c.BOL || l.Body != want {
		t.Errorf("%+v, want %q", l, want)
	}
	tpl["Name"], tpl["Kind"] = "Another", "overcharge"
	other := testkit.Into[claim.Template](t, admin.Call("Claim/SaveTemplate", tpl))
	if f := d.office.Refused("Claim/Letter", obj{"ClaimId": c.ID, "TemplateId": other.ID}); f.Code != "claim-template-kind" {
		t.Errorf("of another kind: %+v", f)
	}
	for _, name := range claim.Names {
		admin.Call("Claim/SaveTemplate", obj{"Name": "All " + name, "Subject": "{" + name + "}", "Body": "x"})
	}
}
