package claim

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Kind is what is claimed for.
type Kind string

// The kinds.
const (
	Loss       Kind = "loss"
	Damage     Kind = "damage"
	Shortage   Kind = "shortage"
	Overcharge Kind = "overcharge"
)

// Values lists the kinds.
func (Kind) Values() []string { return []string{"loss", "damage", "shortage", "overcharge"} }

// Line is one commodity that is claimed for, or one charge that was too high.
type Line struct {
	Code        string          `json:"Code" validate:"max=40"`
	Description string          `json:"Description" validate:"required,max=200"`
	Pieces      int64           `json:"Pieces" validate:"gte=1,lte=1000000"`
	Weight      freight.Measure `json:"Weight"`
	UnitMinor   int64           `json:"UnitMinor" validate:"gte=0,lte=10000000000"` // of one piece, by the commercial invoice
	Note        string          `json:"Note" validate:"max=200"`
}

// amount is the line's sum in minor units.
func (l Line) amount() int64 { return l.Pieces * l.UnitMinor }

// Case is one claim. Days are of the warehouse's calendar.
type Case struct {
	ID             string                `json:"ClaimId" db:"id"`
	Number         string                `json:"Number" db:"number"`
	ShipmentID     string                `json:"ShipmentId" db:"shipment_id"`
	Shipment       string                `json:"Shipment" db:"shipment"`
	Warehouse      string                `json:"Warehouse" db:"warehouse"`
	Zone           string                `json:"-" db:"zone"`
	State          State                 `json:"State" db:"state"`
	Outcome        Outcome               `json:"Outcome" db:"outcome"`
	Kind           Kind                  `json:"Kind" db:"kind"`
	Concealed      bool                  `json:"Concealed" db:"concealed"` // the damage was found after the delivery receipt was signed
	Claimant       string                `json:"ClaimantId" db:"claimant"`
	Carrier        string                `json:"Carrier" db:"carrier"`
	CarrierName    string                `json:"CarrierName" db:"carrier_name"`
	BOL            string                `json:"BOL" db:"bol"`
	PRO            string                `json:"PRO" db:"pro"`
	ShipOn         string                `json:"ShipOn" db:"ship_on"`
	DeliveredOn    string                `json:"DeliveredOn" db:"delivered_on"`
	DueOn          string                `json:"DueOn" db:"due_on"`
	Lines          store.JSON[[]Line]    `json:"Lines" db:"items"`
	FreightMinor   int64                 `json:"FreightMinor" db:"freight_minor"`
	SalvageBy      SalvageBy             `json:"SalvageBy" db:"salvage_by"`
	SalvageMinor   int64                 `json:"SalvageMinor" db:"salvage_minor"`
	Currency       string                `json:"Currency" db:"currency"`
	ClaimedMinor   int64                 `json:"ClaimedMinor" db:"claimed_minor"`
	LiableMinor    *int64                `json:"LiableMinor" db:"liable_minor"` // the most that the carrier owes; none for full actual loss
	AgreedMinor    int64                 `json:"AgreedMinor" db:"agreed_minor"`
	PaidMinor      int64                 `json:"PaidMinor" db:"paid_minor"`
	Statement      string                `json:"Statement" db:"statement"`
	Evidence       store.JSON[[]Exhibit] `json:"Evidence" db:"evidence"`
	Terms          store.JSON[Terms]     `json:"Terms" db:"terms"`
	CarrierNumber  string                `json:"CarrierNumber" db:"carrier_number"`
	BegunOn        string                `json:"BegunOn" db:"begun_on"`
	FiledOn        string                `json:"FiledOn" db:"filed_on"`
	AcknowledgedOn string                `json:"AcknowledgedOn" db:"acknowledged_on"`
	DecidedOn      string                `json:"DecidedOn" db:"decided_on"`
	DeclinedOn     string                `json:"DeclinedOn" db:"declined_on"` // first; the time to sue runs from here
	PaidOn         string                `json:"PaidOn" db:"paid_on"`
	Reason         string                `json:"Reason" db:"reason"`
	Rev            int64                 `json:"Rev" db:"rev"`
	At             store.Time            `json:"At" db:"at"`
	By             string                `json:"By" db:"by_user"`

	Due     []Due    `json:"Due" db:"-"`     // the days that count, the next first
	Missing []string `json:"Missing" db:"-"` // what it must contain before it is filed
	Gaps    []string `json:"Gaps" db:"-"`    // evidence that the carrier will ask for
}

// Place is the warehouse that the claim's shipment lies in.
func (c Case) Place() string { return c.Warehouse }

// SalvageBy is who keeps damaged goods.
type SalvageBy string

// Who keeps them. Nobody does where nothing is left.
const (
	Nobody       SalvageBy = ""
	ClaimantHas  SalvageBy = "claimant"
	CarrierTakes SalvageBy = "carrier"
)

// Values lists who keeps them.
func (SalvageBy) Values() []string { return []string{"", "claimant", "carrier"} }

// sum is what is claimed: the lines and the freight, less what the goods are still worth to the claimant.
func (c Case) sum() int64 {
	total := c.FreightMinor - c.SalvageMinor
	for _, l := range c.Lines.V {
		total += l.amount()
	}
	return total
}

// liable is the most that the carrier owes, by the value declared on the bill or by its tariff's released value; nil for full actual loss.
// An overcharge is owed whole.
func (c Case) liable() *int64 {
	t := c.Terms.V
	if c.Kind == Overcharge || t.Currency != c.Currency || t.LimitMinor == 0 && t.MaxMinor == 0 {
		return nil
	}
	limit := int64(-1)
	if t.LimitMinor > 0 {
		limit = 0
		switch t.Declared {
		case "piece":
			for _, l := range c.Lines.V {
				limit += l.Pieces * t.LimitMinor
			}
		case "shipment":
			limit = t.LimitMinor
		default:
			var weight int64 // thousandths of a pound
			for _, l := range c.Lines.V {
				w, ok := l.Weight.Pounds()
				if !ok || w == 0 {
					return nil // a line of unknown weight: nobody can tell
				}
				weight += w
			}
			per := int64(1_000_000_000) // a pound, in millionths of its thousandths; below, a kilogram
			if t.Declared == "kg" {
				per = 2_204_622_620
			}
			limit = share(weight*1_000_000, t.LimitMinor, per)
		}
	}
	if t.MaxMinor > 0 && (limit < 0 || limit > t.MaxMinor) {
		limit = t.MaxMinor
	}
	return &limit
}

// share is a × b / c to the nearest, whatever the product comes to.
func share(a, b, c int64) int64 {
	v := new(big.Int).Mul(big.NewInt(a), big.NewInt(b))
	v.Add(v, big.NewInt(c/2))
	if v.Quo(v, big.NewInt(c)); !v.IsInt64() {
		return math.MaxInt64
	}
	return v.Int64()
}

// missing is what a claim must contain by 49 CFR 370.3(b) and does not yet: the shipment, whom to pay, and a specified amount.
func (c Case) missing() []string {
	out := []string{}
	for _, m := range []struct {
		code string
		ok   bool
	}{
		{"carrier", c.Carrier != ""}, {"bill", c.BOL != "" || c.PRO != ""}, {"lines", len(c.Lines.V) > 0}, {"amount", c.ClaimedMinor > 0},
		{"statement", c.Statement != ""}, {"delivered", c.DeliveredOn != "" || c.Kind == Loss},
	} {
		if !m.ok {
			out = append(out, m.code)
		}
	}
	return out
}

// tell fills in what follows from the row.
func (c Case) tell(now time.Time) Case {
	c.Due, c.Missing, c.Gaps = c.dues(today(now, c.Zone)), c.missing(), c.gaps()
	return c
}

// today is the day on a warehouse's calendar.
func today(now time.Time, zone string) string {
	in, err := time.LoadLocation(zone)
	if err != nil {
		in = time.UTC
	}
	return now.In(in).Format(time.DateOnly)
}

func find(ctx context.Context, tx *store.Tx, id string) (Case, error) {
	return store.Find[Case](ctx, tx, fail.NotFound("claim-unknown"), `SELECT * FROM claim_case WHERE id = ?`, id)
}

// ListReq narrows the list of claims.
type ListReq struct {
	Archived bool `json:"Archived"` // also those that are put away
}

// most claims that one answer has, the newest.
const most = 2000

// List gives the claims of the user's warehouses, the newest first.
func (a *Area) List(ctx context.Context, tx *store.Tx, req ListReq) ([]Case, error) {
	return claims(ctx, tx, `SELECT * FROM claim_case WHERE ? OR state <> 'archived' ORDER BY begun_on DESC, number DESC`, req.Archived)
}

func claims(ctx context.Context, tx *store.Tx, query string, args ...any) ([]Case, error) {
	list, err := store.Select[Case](ctx, tx, query, args...)
	list = slices.DeleteFunc(list, func(c Case) bool { return !tx.By.SeesWarehouse(c.Warehouse) })
	list = list[:min(len(list), most)]
	for i, c := range list {
		list[i] = c.tell(tx.Now)
	}
	return list, err
}

// Claimed are the shipments for which a claim was begun that is not put away.
func (a *Area) Claimed(ctx context.Context, tx *store.Tx) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT DISTINCT shipment_id FROM claim_case WHERE state <> 'archived'`)
}

// ShipmentReq names a shipment, by its key or by any of its numbers.
type ShipmentReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=60"`
}

// OfShipmentResp is all that is known of a shipment's claims.
type OfShipmentResp struct {
	Claims   []Dossier         `json:"Claims"` // the newest first
	Papers   []freight.Paper   `json:"Papers"`
	Findings []freight.Finding `json:"Findings"`
}

// Dossier is a claim with what was done to it, and whom it is for.
type Dossier struct {
	Case
	For       Claimant  `json:"Claimant"`
	Addresses []Address `json:"Addresses"`
	Events    []Event   `json:"Events"`
}

// OfShipment gives the claims of a shipment, each with its history.
func (a *Area) OfShipment(ctx context.Context, tx *store.Tx, req ShipmentReq) (resp OfShipmentResp, err error) {
	con, err := a.Shipments.Carried(ctx, tx, req.ShipmentID)
	if err != nil {
		return resp, err
	}
	list, err := claims(ctx, tx, `SELECT * FROM claim_case WHERE shipment_id = ? ORDER BY begun_on DESC, number DESC`, con.ShipmentID)
	if err != nil {
		return resp, err
	}
	resp.Claims = make([]Dossier, len(list))
	for i, c := range list {
		f := Dossier{Case: c}
		if f.For, err = claimants(a).Get(ctx, tx, c.Claimant); err == nil {
			f.Addresses, err = addressesOf(ctx, tx, c.Claimant)
		}
		if err == nil {
			f.Events, err = store.Select[Event](ctx, tx, `SELECT * FROM claim_event WHERE claim_id = ? ORDER BY n DESC`, c.ID)
		}
		if err != nil {
			return resp, err
		}
		resp.Claims[i] = f
	}
	if resp.Papers, err = a.Papers.PapersOf(ctx, tx, con.ShipmentID); err != nil {
		return resp, err
	}
	resp.Findings, err = a.Dock.Findings(ctx, tx, con.ShipmentID)
	return resp, err
}

// Event is one step of a claim, as it was taken.
type Event struct {
	ID          string     `json:"Id" db:"id"`
	ClaimID     string     `json:"ClaimId" db:"claim_id"`
	N           int64      `json:"N" db:"n"`
	Action      string     `json:"Action" db:"action"`
	State       State      `json:"State" db:"state"`
	On          string     `json:"On" db:"on_day"`
	Note        string     `json:"Note" db:"note"`
	AmountMinor int64      `json:"AmountMinor" db:"amount_minor"`
	At          store.Time `json:"At" db:"at"`
	By          string     `json:"-" db:"by_user"`
	ByName      string     `json:"ByName" db:"by_name"`
}

// save writes a claim and appends the step that made it so. was is nil for a new one.
func (c *Case) save(ctx context.Context, tx *store.Tx, was *Case, e Event) error {
	c.Rev, c.At, c.By = c.Rev+1, store.At(tx.Now), tx.By.User
	c.ClaimedMinor, c.LiableMinor = c.sum(), c.liable()
	var err error
	if was == nil {
		err = store.Insert(ctx, tx, "claim_case", *c)
	} else {
		err = store.Change(ctx, tx, "claim_case", "id", *was, *c)
	}
	if err != nil {
		return fmt.Errorf("write claim %s: %w", c.Number, err)
	}
	n, _, err := store.Get[int64](ctx, tx, `SELECT COALESCE(max(n), 0) + 1 FROM claim_event WHERE claim_id = ?`, c.ID)
	if err != nil {
		return err
	}
	e.ID, e.ClaimID, e.N, e.State, e.At, e.By, e.ByName = ulid.Make().String(), c.ID, n, c.State, store.At(tx.At), tx.By.User, tx.By.Name
	if err := store.Insert(ctx, tx, "claim_event", e); err != nil {
		return err
	}
	*c = c.tell(tx.Now)
	return nil
}
