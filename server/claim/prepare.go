package claim

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Candidate is a shipment that something is wrong with and that nobody claims for yet.
type Candidate struct {
	ShipmentID  string `json:"ShipmentId"`
	Number      string `json:"Number"`
	BOL         string `json:"BOL"`
	PRO         string `json:"PRO"`
	CarrierName string `json:"CarrierName"`
	ShipOn      string `json:"ShipOn"`
	Consignee   string `json:"Consignee"`
	Damaged     int64  `json:"Damaged"` // pallets
	Short       int64  `json:"Short"`   // pieces
	Exception   string `json:"Exception"`
	Reason      string `json:"Reason"`
}

// looked at for candidates, of each source.
const looked = 100

// Candidates lists shipments of which the dock noted something, or that stand in exception, and that have no claim.
func (a *Area) Candidates(ctx context.Context, tx *store.Tx, _ op.None) ([]Candidate, error) {
	ids, err := a.Dock.Found(ctx, tx, looked)
	if err != nil {
		return nil, err
	}
	stopped, err := a.Shipments.CarriedIn(ctx, tx, "X", looked)
	if err != nil {
		return nil, err
	}
	out := []Candidate{}
	seen, left := map[string]bool{}, map[string]int{}
	add := func(s freight.Carried) error {
		if seen[s.ShipmentID] || s.Void {
			return nil
		}
		seen[s.ShipmentID] = true
		if _, claimed, err := store.Get[int](ctx, tx, `SELECT 1 FROM claim_case WHERE shipment_id = ? AND state <> 'archived' LIMIT 1`, s.ShipmentID); err != nil || claimed {
			return err
		}
		found, err := a.Dock.Findings(ctx, tx, s.ShipmentID)
		if err != nil {
			return err
		}
		c := Candidate{ShipmentID: s.ShipmentID, Number: s.Number, BOL: s.BOL, PRO: s.PRO, CarrierName: s.CarrierName, ShipOn: s.ShipOn, Consignee: s.Destination.Name, Exception: s.Exception, Reason: s.Reason}
		for _, f := range found {
			if f.Kind == "damaged" {
				c.Damaged++
			} else {
				c.Short += f.Pieces
			}
		}
		out = append(out, c)
		if s.Left {
			left[c.ShipmentID] = 1
		}
		return nil
	}
	for _, id := range ids {
		s, err := a.Shipments.Carried(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if err := add(s); err != nil {
			return nil, err
		}
	}
	for _, s := range stopped {
		if err := add(s); err != nil {
			return nil, err
		}
	}
	// Those that have not shipped yet can be prepared, and not filed: they come last.
	slices.SortStableFunc(out, func(x, y Candidate) int { return cmp.Compare(left[y.ShipmentID], left[x.ShipmentID]) })
	return out, nil
}

// PrepareReq names a shipment to claim for, by its key or any of its numbers, or a claim that is being prepared.
type PrepareReq struct {
	ShipmentID string `json:"ShipmentId" validate:"max=60"`
	ClaimID    string `json:"ClaimId" validate:"max=40"`
}

// Check wants one of the two.
func (r *PrepareReq) Check() []fail.Field {
	if r.ShipmentID == "" && r.ClaimID == "" {
		return []fail.Field{fail.Of("ShipmentId", "field-required")}
	}
	return nil
}

// PrepareResp is what a claim begins with: of the shipment, of the dock's exceptions, and of the carrier's terms.
type PrepareResp struct {
	Claim     CaseReq           `json:"Claim"`
	Number    string            `json:"Number"` // of the claim that is being prepared; empty for a new one
	Shipment  Candidate         `json:"Shipment"`
	Goods     []Line            `json:"Goods"` // what the shipment holds
	Findings  []freight.Finding `json:"Findings"`
	Claimants []Claimant        `json:"Claimants"`
	Terms     Terms             `json:"Terms"`
	CostMinor int64             `json:"CostMinor"` // what the carriage costs, in Currency
	Currency  string            `json:"Currency"`
	Open      []string          `json:"Open"` // numbers of claims for the shipment that are not closed
}

// Prepare gives what a claim begins with.
func (a *Area) Prepare(ctx context.Context, tx *store.Tx, req PrepareReq) (resp PrepareResp, err error) {
	var id string
	var c *Case
	if req.ClaimID != "" {
		found, err := find(ctx, tx, req.ClaimID)
		if err != nil {
			return resp, err
		}
		c, id = &found, found.ShipmentID
	} else if id, err = a.Shipments.Resolve(ctx, tx, req.ShipmentID); err != nil {
		return resp, err
	}
	s, err := a.Shipments.Carried(ctx, tx, id)
	if err != nil {
		return resp, err
	}
	if s.Carrier == "" {
		return resp, fail.Conflict("claim-without-carrier", "number", s.Number)
	}
	if resp.Findings, err = a.Dock.Findings(ctx, tx, id); err != nil {
		return resp, err
	}
	if resp.Claimants, err = claimants(a).List(ctx, tx); err != nil {
		return resp, err
	}
	if resp.Terms, err = a.terms(ctx, tx, s); err != nil {
		return resp, err
	}
	if resp.Open, err = store.Select[string](ctx, tx, `SELECT number FROM claim_case WHERE shipment_id = ? AND state NOT IN ('closed', 'archived') ORDER BY number`, id); err != nil {
		return resp, err
	}
	resp.Shipment = Candidate{ShipmentID: id, Number: s.Number, BOL: s.BOL, PRO: s.PRO, CarrierName: s.CarrierName, ShipOn: s.ShipOn, Consignee: s.Destination.Name, Exception: s.Exception, Reason: s.Reason}
	resp.Goods = goods(s)
	resp.CostMinor, resp.Currency = s.CostMinor, currency(s.Currency)
	if c != nil {
		resp.Claim, resp.Number = c.request(), c.Number
		return resp, nil
	}
	resp.Claim = begin(s, resp.Findings)
	if i := slices.IndexFunc(resp.Claimants, func(c Claimant) bool { return c.Usual }); i >= 0 {
		resp.Claim.Claimant = resp.Claimants[i].ID
	} else if len(resp.Claimants) == 1 {
		resp.Claim.Claimant = resp.Claimants[0].ID
	}
	return resp, nil
}

// begin is the claim that the dock's exceptions come to: a shortage or damage of what was noted; without any, the loss or damage of nothing yet.
func begin(s freight.Carried, found []freight.Finding) CaseReq {
	r := CaseReq{ShipmentID: s.ShipmentID, Kind: Damage, DeliveredOn: s.DeliveredOn, Currency: currency(s.Currency), Lines: []Line{}}
	if len(found) > 0 && !slices.ContainsFunc(found, func(f freight.Finding) bool { return f.Kind == "damaged" }) {
		r.Kind = Shortage
	}
	for _, f := range found {
		r.Lines = append(r.Lines, Line{Code: f.ItemCode, Description: f.Description, Pieces: max(f.Pieces, 1), Weight: f.Weight, Note: f.LPN})
		if f.Note != "" {
			if r.Statement != "" {
				r.Statement += "\n"
			}
			r.Statement += f.LPN + ": " + f.Note
		}
	}
	if r.Statement == "" {
		r.Statement = s.Reason
	}
	return r
}

// goods are what the shipment holds, as lines of a claim: each line's weight is that of all its pieces.
func goods(s freight.Carried) []Line {
	out := make([]Line, len(s.Items))
	for i, it := range s.Items {
		out[i] = Line{Code: it.Code, Description: it.Description, Pieces: max(it.Pieces, 1), Weight: it.Weight}
	}
	return out
}

func currency(c string) string {
	if c == "" {
		return "USD"
	}
	return c
}

// terms are the carrier's, unless the bill declares a value: then that counts.
func (a *Area) terms(ctx context.Context, tx *store.Tx, s freight.Carried) (Terms, error) {
	t, err := termsOf(ctx, tx, s.Carrier)
	if d := s.Clauses; err == nil && d.DeclaredMinor > 0 && d.DeclaredPer != "" {
		t.Declared, t.LimitMinor, t.MaxMinor, t.Currency = d.DeclaredPer, d.DeclaredMinor, 0, currency(d.Currency)
	}
	return t, err
}

// CaseReq is a claim as it is prepared.
type CaseReq struct {
	ID           string    `json:"ClaimId" validate:"max=40"`
	ShipmentID   string    `json:"ShipmentId" validate:"required,max=40"`
	Kind         Kind      `json:"Kind" validate:"required,oneof=loss damage shortage overcharge"`
	Concealed    bool      `json:"Concealed"`
	Claimant     string    `json:"ClaimantId" validate:"required,max=40"`
	DeliveredOn  string    `json:"DeliveredOn" validate:"omitempty,day"`
	Lines        []Line    `json:"Lines" validate:"max=200,dive"`
	FreightMinor int64     `json:"FreightMinor" validate:"gte=0,lte=100000000000"`
	SalvageBy    SalvageBy `json:"SalvageBy" validate:"omitempty,oneof=claimant carrier"`
	SalvageMinor int64     `json:"SalvageMinor" validate:"gte=0,lte=100000000000"`
	Currency     string    `json:"Currency" validate:"required,oneof=USD CAD MXN"`
	Statement    string    `json:"Statement" validate:"max=2000" field:"trim"`
	Rev          int64     `json:"Rev"`
}

// Check judges what belongs together.
func (r *CaseReq) Check() (bad []fail.Field) {
	if r.SalvageMinor > 0 && r.SalvageBy != ClaimantHas {
		bad = append(bad, fail.Of("SalvageMinor", "claim-salvage-not-kept"))
	}
	for i, l := range r.Lines {
		if l.Weight.Milli < 0 || l.Weight.Milli > 1_000_000_000 || l.Weight.Milli > 0 && !known(l.Weight) {
			bad = append(bad, fail.Of(fmt.Sprintf("Lines[%d].Weight", i), "weight-not-positive"))
		}
	}
	if r.Concealed && r.Kind != Damage {
		bad = append(bad, fail.Of("Concealed", "claim-concealed-damage-only"))
	}
	return bad
}

func known(w freight.Measure) bool { _, ok := w.Pounds(); return ok }

func (c Case) request() CaseReq {
	return CaseReq{ID: c.ID, ShipmentID: c.ShipmentID, Kind: c.Kind, Concealed: c.Concealed, Claimant: c.Claimant, DeliveredOn: c.DeliveredOn, Lines: c.Lines.V, FreightMinor: c.FreightMinor,
		SalvageBy: c.SalvageBy, SalvageMinor: c.SalvageMinor, Currency: c.Currency, Statement: c.Statement, Rev: c.Rev}
}

// Save begins a claim, or changes one that is being prepared. A shipment has one open claim of a kind.
func (a *Area) Save(ctx context.Context, tx *store.Tx, req CaseReq) (Case, error) {
	s, err := a.Shipments.Carried(ctx, tx, req.ShipmentID)
	if err != nil {
		return Case{}, err
	}
	var was *Case
	c := Case{ID: ulid.Make().String(), State: Preparing}
	if req.ID != "" {
		found, err := find(ctx, tx, req.ID)
		switch {
		case err != nil:
			return c, err
		case found.ShipmentID != s.ShipmentID:
			return c, fail.Conflict("claim-of-another-shipment", "number", found.Number)
		case found.State != Preparing:
			return c, fail.Conflict("claim-state-refused", "number", found.Number, "state", string(found.State)).With(found)
		case req.Rev != 0 && req.Rev != found.Rev:
			return c, fail.Conflict("row-changed-meanwhile").With(found)
		}
		was, c = &found, found
	}
	if err := a.judge(ctx, tx, s, c.ID, req); err != nil {
		return c, err
	}
	c.ShipmentID, c.Shipment, c.Warehouse, c.Zone = s.ShipmentID, s.Number, s.Warehouse, s.Zone
	c.Carrier, c.CarrierName, c.BOL, c.PRO, c.ShipOn, c.DueOn = s.Carrier, s.CarrierName, s.BOL, s.PRO, s.ShipOn, s.ArriveBy
	c.Kind, c.Concealed, c.Claimant, c.DeliveredOn, c.Lines.V = req.Kind, req.Concealed, req.Claimant, req.DeliveredOn, req.Lines
	c.FreightMinor, c.SalvageBy, c.SalvageMinor, c.Currency, c.Statement = req.FreightMinor, req.SalvageBy, req.SalvageMinor, req.Currency, req.Statement
	if c.sum() > mostClaimed {
		return c, fail.Invalid(fail.Of("Lines", "claim-amount-large"))
	}
	if c.DueOn == "" { // by when it should have been there: the day on which a claim for its loss begins to be late
		c.DueOn = later(s.ShipOn, 0, 0, usualTransit)
	}
	if c.Terms.V, err = a.terms(ctx, tx, s); err != nil {
		return c, err
	}
	if c.Lines.V == nil {
		c.Lines.V = []Line{}
	}
	if was != nil {
		return c, c.save(ctx, tx, was, Event{Action: "change"})
	}
	if err := a.start(ctx, tx, &c); err != nil {
		return c, err
	}
	if err := c.save(ctx, tx, nil, Event{Action: "begin", On: c.BegunOn}); err != nil {
		return c, err
	}
	return c, a.Shipments.Record(ctx, tx, c.ShipmentID, "claim-begun", map[string]any{"number": c.Number, "kind": c.Kind})
}

// mostClaimed is a billion dollars: more is a slip of the finger, and could not be settled either.
const mostClaimed = 100_000_000_000

// usualTransit days are a reasonable time for a delivery that no order and no carrier gave a day for.
const usualTransit = 14

// judge refuses what the shipment, the claimant or another claim stand against.
func (a *Area) judge(ctx context.Context, tx *store.Tx, s freight.Carried, id string, req CaseReq) error {
	if s.Carrier == "" {
		return fail.Conflict("claim-without-carrier", "number", s.Number)
	}
	if _, err := claimants(a).Get(ctx, tx, req.Claimant); fail.CodeOf(err) == "claimant-unknown" {
		return fail.Invalid(fail.Of("ClaimantId", "claimant-unknown"))
	} else if err != nil {
		return err
	}
	if day := today(tx.Now, s.Zone); req.DeliveredOn > day {
		return fail.Invalid(fail.Of("DeliveredOn", "claim-day-ahead", "day", req.DeliveredOn))
	}
	if req.DeliveredOn != "" {
		if err := hauled(s, "DeliveredOn"); err != nil {
			return err
		}
	}
	if req.DeliveredOn != "" && req.DeliveredOn < s.ShipOn {
		return fail.Invalid(fail.Of("DeliveredOn", "claim-day-before-pickup", "day", s.ShipOn))
	}
	other, taken, err := store.Get[string](ctx, tx, `SELECT number FROM claim_case WHERE shipment_id = ? AND kind = ? AND id <> ? AND state NOT IN ('closed', 'archived')`, s.ShipmentID, req.Kind, id)
	if err == nil && taken {
		err = fail.Invalid(fail.Of("Kind", "claim-exists", "number", other))
	}
	return err
}

// hauled refuses what cannot have happened to a load that its carrier has not picked up, and names the field that says so. What the dock found may be prepared earlier.
func hauled(s freight.Carried, field string) error {
	if s.Left {
		return nil
	}
	return fail.Invalid(fail.Of(field, "claim-not-shipped", "number", s.Number))
}

// start numbers a new claim and takes the dock's photos and the signed bill as its first evidence.
func (a *Area) start(ctx context.Context, tx *store.Tx, c *Case) error {
	n, _, err := store.Get[int64](ctx, tx, `SELECT COALESCE(max(CAST(substr(number, 2) AS INTEGER)), 100000) + 1 FROM claim_case`)
	if err != nil {
		return fmt.Errorf("number a claim: %w", err)
	}
	c.Number, c.BegunOn, c.Evidence.V = fmt.Sprintf("C%d", n), today(tx.Now, c.Zone), []Exhibit{}
	papers, err := a.Papers.PapersOf(ctx, tx, c.ShipmentID)
	if err != nil {
		return err
	}
	for _, p := range papers {
		proof := map[string]Proof{"signed-bol": ProofBill, "pod": ProofDelivery}[p.Kind]
		if proof != "" && !slices.ContainsFunc(c.Evidence.V, func(e Exhibit) bool { return e.Proof == proof }) { // the newest version counts
			c.Evidence.V = append(c.Evidence.V, Exhibit{Proof: proof, DocumentID: p.ID, Name: p.Name})
		}
	}
	found, err := a.Dock.Findings(ctx, tx, c.ShipmentID)
	photos := int64(0)
	for _, f := range found {
		photos += int64(len(f.Photos))
	}
	if photos > 0 {
		c.Evidence.V = append(c.Evidence.V, Exhibit{Proof: ProofPhotos, Photos: photos})
	}
	return err
}
