package parcel

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/kit/rule"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// State is how a label stands.
type State string

// The states. One whose purchase nobody knows the end of is unclear: no other is bought until a person has looked it up at the carrier and says that there is none.
const (
	Buying  State = "buying"
	Held    State = "bought"
	Refused State = "refused"
	Unclear State = "unclear"
	Voiding State = "voiding"
	Voided  State = "void"
	Dropped State = "dropped"
)

// Values lists the states.
func (State) Values() []string {
	return []string{"buying", "bought", "refused", "unclear", "voiding", "void", "dropped"}
}

// The jobs that turn to a carrier.
const (
	BuyJob   = "parcel-buy"
	VoidJob  = "parcel-void"
	TrackJob = "parcel-track"
)

// Label is a label that was bought of a carrier, or is about to be. Money is shown to who may see it.
type Label struct {
	ID          string               `json:"LabelId" db:"id"`
	Carrier     Carrier              `json:"Carrier" db:"carrier"`
	SCAC        string               `json:"CarrierScac" db:"scac"`
	ShipmentID  string               `json:"ShipmentId" db:"shipment_id"`
	Shipment    string               `json:"Shipment" db:"shipment"`
	Warehouse   string               `json:"Warehouse" db:"warehouse"`
	State       State                `json:"State" db:"state"`
	Why         string               `json:"Why" db:"why"`
	Service     string               `json:"Service" db:"service"`
	ServiceName string               `json:"ServiceName" db:"service_name"`
	Offer       string               `json:"-" db:"offer"`
	Reference   string               `json:"Reference" db:"reference"`
	Keys        store.JSON[[]string] `json:"-" db:"keys"`
	Load        store.JSON[Load]     `json:"-" db:"load"`
	Currency    string               `json:"Currency" db:"currency"`
	RatedMinor  int64                `json:"ratedMinor" db:"rated_minor"`
	TotalMinor  int64                `json:"totalMinor" db:"total_minor"`
	Days        int64                `json:"Days" db:"days"`
	CarrierID   string               `json:"CarrierShipment" db:"carrier_id"`
	Numbers     store.JSON[[]string] `json:"TrackingNumbers" db:"numbers"`
	AskedAt     store.Time           `json:"-" db:"asked_at"`
	Test        bool                 `json:"TestEnvironment" db:"test"` // it carries nothing
	Account     string               `json:"AccountNumber" db:"account"`
	Epoch       string               `json:"-" db:"epoch"`
	Pictured    bool                 `json:"-" db:"pictured"`
	VoidAsked   int64                `json:"VoidAsked" db:"void_asked"` // 0 not, 1 the answer was lost, 2 refused
	Awarded     bool                 `json:"Tendered" db:"awarded"`
	Freed       bool                 `json:"-" db:"freed"` // the shipment was taken from the carrier while it was being bought
	LastCode    string               `json:"LastCode" db:"last_code"`
	LastText    string               `json:"LastText" db:"last_text"`
	LastAt      store.Time           `json:"LastAt" db:"last_at"`
	LastPlace   string               `json:"LastPlace" db:"last_place"`
	At          store.Time           `json:"At" db:"at"`
	By          string               `json:"-" db:"by_user"`
	ByName      string               `json:"ByName" db:"by_name"`
}

// Place is the warehouse that the label's shipment leaves from.
func (l Label) Place() string { return l.Warehouse }

// shown leaves out what the user does not see.
func (l Label) shown(by store.Actor) Label {
	if !by.May(right.SeeMoney) {
		l.RatedMinor, l.TotalMinor, l.Currency = 0, 0, ""
	}
	return l
}

func findLabel(ctx context.Context, tx *store.Tx, id string) (Label, error) {
	return store.Find[Label](ctx, tx, fail.NotFound("parcel-label-unknown"), `SELECT * FROM parcel_label WHERE id = ?`, id)
}

// Labels lists a carrier's labels, the newest first, at most 500.
func (a *Area) Labels(ctx context.Context, tx *store.Tx, req CarrierReq) ([]Label, error) {
	rows, err := store.Select[Label](ctx, tx, `SELECT * FROM parcel_label WHERE carrier = ? ORDER BY at DESC, id DESC LIMIT 500`, string(req.Carrier))
	out := []Label{}
	for _, l := range rows {
		if tx.By.SeesWarehouse(l.Warehouse) {
			out = append(out, l.shown(tx.By))
		}
	}
	return out, err
}

// BuyReq buys a label for a shipment, by an offer that Rates gave for it.
type BuyReq struct {
	CarrierReq
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Offer      string `json:"Offer" validate:"required,max=40000"`
}

// Buy notes that a label is to be bought, and has it bought once that is on disk: whatever happens then, it is known that one was asked for.
func (a *Area) Buy(ctx context.Context, tx *store.Tx, req BuyReq) (Label, error) {
	p := providers[req.Carrier]
	acc, ok, err := accountOf(ctx, tx, req.Carrier)
	if err == nil && (!ok || !acc.Enabled) {
		err = fail.Conflict("parcel-not-connected", "carrier", p.Name)
	}
	if err != nil {
		return Label{}, err
	}
	c, err := a.consignment(ctx, tx, req.ShipmentID)
	if err != nil {
		return Label{}, err
	}
	load, err := loadOf(c)
	if err == nil {
		err = p.fits(load)
	}
	if err == nil {
		err = a.mayShip(ctx, tx, c, acc)
	}
	if err != nil {
		return Label{}, err
	}
	rate, err := a.offered(tx.Org, req.Carrier, load, req.Offer)
	if err != nil {
		return Label{}, err
	}
	if first, ok, err := store.Get[Label](ctx, tx, `SELECT * FROM parcel_label WHERE shipment_id = ? AND state IN ('buying', 'bought', 'unclear', 'voiding')`, c.ShipmentID); err != nil || ok {
		if err == nil {
			err = fail.Conflict("parcel-label-exists", "number", c.Number, "carrier", providers[first.Carrier].Name, "by", first.ByName)
		}
		return Label{}, err
	}
	l := Label{ID: ulid.Make().String(), Carrier: req.Carrier, SCAC: acc.SCAC, ShipmentID: c.ShipmentID, Shipment: c.Number, Warehouse: c.Warehouse, State: Buying,
		Service: rate.Service, ServiceName: rate.ServiceName, Offer: rate.Offer, Currency: rate.Currency, RatedMinor: rate.TotalMinor, TotalMinor: rate.TotalMinor, Days: rate.Days,
		Test: acc.Test, Account: acc.Number, Epoch: tx.Epoch(), At: store.At(tx.Now), By: tx.By.User, ByName: tx.By.Name}
	l.Reference, load.Reference = l.ID, l.ID
	l.Load.V, l.Numbers.V = load, []string{}
	for range load.Packages {
		l.Keys.V = append(l.Keys.V, uuid4())
	}
	if err := store.Insert(ctx, tx, "parcel_label", l); err != nil {
		return Label{}, err
	}
	if err := a.Shipments.Record(ctx, tx, l.ShipmentID, "label-asked", map[string]any{"carrier": p.Name, "service": l.ServiceName, "label": l.ID}); err != nil {
		return Label{}, err
	}
	return l.shown(tx.By), a.Jobs.AddAt(ctx, tx, BuyJob, BuyJob+":"+l.ID, tx.Now, ofLabel{l.ID})
}

// consignment is a shipment as its carrier takes it: one that rides a linehaul is given to it at a hub.
func (a *Area) consignment(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Consignment, error) {
	c, err := a.Shipments.Consignment(ctx, tx, shipmentID)
	if err != nil {
		return c, err
	}
	hub, on, rides, err := a.Rides.Ride(ctx, tx, shipmentID)
	if err == nil && rides {
		c.Origin, c.ShipOn, c.DayMeant = hub, on, true
	}
	return c, err
}

// mayShip refuses a shipment that is not the carrier's to have: it is rated and may be tendered now, or this carrier has it; no rule keeps the carrier from it, and the
// connected account pays it there.
func (a *Area) mayShip(ctx context.Context, tx *store.Tx, c freight.Consignment, acc account) error {
	now, err := a.Shipments.Carried(ctx, tx, c.ShipmentID)
	if err != nil {
		return err
	}
	if now.Status != "T" && now.Status != "M" || now.Carrier != acc.SCAC {
		if _, err := a.Shipments.Quotable(ctx, tx, c.ShipmentID); err != nil {
			return err
		}
		if err := a.Shipments.PickupAhead(ctx, tx, c.ShipmentID); err != nil {
			return err
		}
	}
	p, err := a.Shipments.Bookable(ctx, tx, c.ShipmentID, acc.SCAC)
	switch {
	case err != nil:
		return err
	case len(p.Refused) > 0:
		return &fail.Error{Status: http.StatusConflict, Code: p.Refused[0].Code, Params: p.Refused[0].Params}
	case p.Account != "" && !strings.EqualFold(strings.TrimSpace(p.Account), acc.Number):
		return fail.Conflict("parcel-account-other", "number", c.Number, "carrier", providers[acc.ID].Name)
	}
	return nil
}

// stillMay judges once more, as the last thing before the carrier is asked, what Buy has judged: the shipment may have ended or changed since.
func (a *Area) stillMay(ctx context.Context, tx *store.Tx, l Label) error {
	now, err := findLabel(ctx, tx, l.ID)
	if err == nil && now.Freed {
		err = fail.Conflict("parcel-load-changed", "number", l.Shipment)
	}
	if err != nil {
		return err
	}
	acc, ok, err := accountOf(ctx, tx, l.Carrier)
	if err == nil && (!ok || !acc.Enabled) {
		err = fail.Conflict("parcel-not-connected", "carrier", providers[l.Carrier].Name)
	}
	if err != nil {
		return err
	}
	c, err := a.consignment(ctx, tx, l.ShipmentID)
	if err != nil {
		return err
	}
	if err := a.mayShip(ctx, tx, c, acc); err != nil {
		return err
	}
	load, err := loadOf(c)
	if err != nil {
		return err
	}
	load.Reference = l.Reference
	if load.digest() != l.Load.V.digest() {
		return fail.Conflict("parcel-load-changed", "number", l.Shipment)
	}
	return nil
}

// uuid4 is a random UUID. Source: RFC 9562, version 4.
func uuid4() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

type ofLabel struct {
	Label string `json:"label"`
}

// LabelReq names a label.
type LabelReq struct {
	ID string `json:"LabelId" validate:"required,max=40"`
}

// EndReq gives a label up, and says why.
type EndReq struct {
	LabelReq
	Reason string `json:"Reason" validate:"required,max=500"`
}

// VoidLabel gives a label back to its carrier. Its shipment stays with the carrier, and another label can be bought for it.
func (a *Area) VoidLabel(ctx context.Context, tx *store.Tx, req EndReq) (Label, error) {
	l, err := findLabel(ctx, tx, req.ID)
	if err != nil {
		return l, err
	}
	if l.State != Held {
		return l, fail.Conflict("parcel-label-state", "number", l.Shipment).With(l.shown(tx.By))
	}
	used, err := a.moved(ctx, tx, l)
	if err == nil && used {
		err = fail.Conflict("parcel-label-used", "number", l.Shipment)
	}
	if err != nil {
		return l, err
	}
	l, err = a.giveBack(ctx, tx, l, req.Reason)
	return l.shown(tx.By), err
}

func (a *Area) giveBack(ctx context.Context, tx *store.Tx, l Label, reason string) (Label, error) {
	l.State, l.Why, l.VoidAsked = Voiding, "", 0
	if _, err := tx.ExecContext(ctx, `UPDATE parcel_label SET state = ?, why = '', void_asked = 0 WHERE id = ?`, string(l.State), l.ID); err != nil {
		return l, err
	}
	if err := a.Shipments.Record(ctx, tx, l.ShipmentID, "label-void-asked", map[string]any{"carrier": providers[l.Carrier].Name, "label": l.ID, "reason": reason}); err != nil {
		return l, err
	}
	return l, a.Jobs.AddAt(ctx, tx, VoidJob, fmt.Sprintf("%s:%s:%d", VoidJob, l.ID, tx.Now.UnixMilli()), tx.Now, ofLabel{l.ID})
}

// CheckLabel asks the carrier once more about a label whose purchase, or whose void, has no known end.
func (a *Area) CheckLabel(ctx context.Context, tx *store.Tx, req LabelReq) (Label, error) {
	l, err := findLabel(ctx, tx, req.ID)
	if err != nil {
		return l, err
	}
	if l.State != Unclear {
		return l, fail.Conflict("parcel-label-state", "number", l.Shipment).With(l.shown(tx.By))
	}
	if l.VoidAsked != 0 {
		l, err = a.giveBack(ctx, tx, l, "")
		return l.shown(tx.By), err
	}
	l.State = Buying
	if _, err := tx.ExecContext(ctx, `UPDATE parcel_label SET state = 'buying' WHERE id = ?`, l.ID); err != nil {
		return l, err
	}
	return l.shown(tx.By), a.Jobs.AddAt(ctx, tx, BuyJob, fmt.Sprintf("%s:%s:%d", BuyJob, l.ID, tx.Now.UnixMilli()), tx.Now, ofLabel{l.ID})
}

// DropLabel notes that a person has looked at the carrier's own site and found no label, or a void one, so that another can be bought. What the carrier was never asked
// to take back is not void.
func (a *Area) DropLabel(ctx context.Context, tx *store.Tx, req EndReq) (Label, error) {
	l, err := findLabel(ctx, tx, req.ID)
	if err != nil {
		return l, err
	}
	if l.State != Unclear && (l.State != Held || l.VoidAsked == 0) {
		return l, fail.Conflict("parcel-label-state", "number", l.Shipment).With(l.shown(tx.By))
	}
	if l.VoidAsked != 0 {
		if err := op.Need(tx, right.Void); err != nil {
			return l, err
		}
		l.State, l.Why = Voided, req.Reason
		err := work{a: a, label: l}.ended(ctx, tx, l.State, l.Why)
		return l.shown(tx.By), err
	}
	l.State, l.Why = Dropped, req.Reason
	if _, err := tx.ExecContext(ctx, `UPDATE parcel_label SET state = ?, why = ? WHERE id = ?`, string(l.State), l.Why, l.ID); err != nil {
		return l, err
	}
	return l.shown(tx.By), a.Shipments.Record(ctx, tx, l.ShipmentID, "label-dropped", map[string]any{"carrier": providers[l.Carrier].Name, "label": l.ID, "reason": req.Reason})
}

// Listen gives the label of a shipment back that was voided before it left.
func (a *Area) Listen(bus *store.Bus) {
	store.On(bus, func(ctx context.Context, tx *store.Tx, e event.ShipmentEnded) error {
		if e.Departed {
			return nil
		}
		list, err := store.Select[Label](ctx, tx, `SELECT * FROM parcel_label WHERE shipment_id = ? AND state = 'bought'`, e.ShipmentID)
		for _, l := range list {
			if _, err := a.giveBack(ctx, tx, l, e.Reason); err != nil {
				return err
			}
		}
		return err
	})
	store.On(bus, a.freed)
}

// freed gives the label of a shipment back that its carrier does not have any more; one that is being bought, or that nobody knows the end of, as soon as it is known.
// Whose package is on its way already is refused, unless nobody can be: its label is kept then.
func (a *Area) freed(ctx context.Context, tx *store.Tx, e event.ShipmentFreed) error {
	if _, err := tx.ExecContext(ctx, `UPDATE parcel_label SET freed = 1 WHERE shipment_id = ? AND state IN ('buying', 'unclear') AND void_asked = 0 AND scac = ?`, e.ShipmentID, e.Carrier); err != nil {
		return err
	}
	list, err := store.Select[Label](ctx, tx, `SELECT * FROM parcel_label WHERE shipment_id = ? AND state = 'bought' AND scac = ?`, e.ShipmentID, e.Carrier)
	for _, l := range list {
		used, err := a.moved(ctx, tx, l)
		switch {
		case err != nil:
			return err
		case used && !e.Forced:
			return fail.Conflict("parcel-label-used", "number", l.Shipment)
		case used:
			continue
		}
		if _, err := a.giveBack(ctx, tx, l, ""); err != nil {
			return err
		}
	}
	return err
}

// RatesReq asks what a carrier charges for a shipment.
type RatesReq struct {
	CarrierReq
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
}

// Rates asks a carrier what a shipment's packages cost by each of its services. Nothing is kept.
func (a *Area) Rates(ctx context.Context, c *op.Call, req RatesReq) ([]Rate, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return nil, err
	}
	var load Load
	if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		con, err := a.consignment(ctx, tx, req.ShipmentID)
		if err == nil {
			load, err = loadOf(con)
		}
		if err == nil {
			err = providers[req.Carrier].fits(load)
		}
		return err
	}); err != nil {
		return nil, err
	}
	s, err := a.open(ctx, db, req.Carrier)
	if err != nil {
		return nil, err
	}
	list, err := s.provider.Open(s).Rates(ctx, load)
	if err != nil {
		return nil, told(s.provider.Name, err)
	}
	out := []Rate{}
	for _, r := range list {
		if r.Offer, err = a.offer(c.Org, req.Carrier, load, r); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// inches brings a length into thousandths of an inch.
func inches(m freight.Measure) int64 {
	f, ok := rule.The.Inches[m.Unit]
	if !ok {
		f = 1 // the unit that a form without one has
	}
	return int64(float64(m.Milli)*f + 0.5)
}
