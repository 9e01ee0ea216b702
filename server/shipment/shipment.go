package shipment

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/store"
	"lading/sync/change"

	"github.com/goccy/go-json"
)

// Shipment is one load, as the database, the wire and the screen know it: an aggregate in one row, without money.
type Shipment struct {
	ID             string                      `json:"id" db:"id"`
	Number         string                      `json:"number" db:"number"` // the documents' UniqueName
	BOL            string                      `json:"bol" db:"bol"`
	PRO            string                      `json:"pro" db:"pro"`
	Status         Status                      `json:"status" db:"status"`
	Back           string                      `json:"back" db:"back"` // the status that an exception came from
	Mode           string                      `json:"mode" db:"mode"`
	Inbound        bool                        `json:"inbound" db:"inbound"` // it comes to its warehouse
	Terms          freight.Terms               `json:"terms" db:"terms"`
	Warehouse      string                      `json:"warehouse" db:"warehouse"`
	Customer       string                      `json:"customer" db:"customer"`
	Carrier        string                      `json:"carrier" db:"carrier"` // SCAC
	CarrierName    string                      `json:"carrierName" db:"carrier_name"`
	ServiceDays    int64                       `json:"serviceDays" db:"service_days"`
	ShipOn         string                      `json:"shipOn" db:"ship_on"`
	ArriveBy       string                      `json:"arriveBy" db:"arrive_by"`     // the first of its orders' due days; empty where none says
	DaySeen        string                      `json:"-" db:"day_seen"`             // the day that a person confirmed, a weekend or a holiday
	PickupFrom     string                      `json:"pickupFrom" db:"pickup_from"` // HH:MM on the warehouse's clock
	PickupTo       string                      `json:"pickupTo" db:"pickup_to"`
	DueAt          store.Time                  `json:"dueAt" db:"due_at"`
	ArrivesOn      string                      `json:"arrivesOn" db:"arrives_on"` // the day on which its carrier has it there; empty where nobody knows
	Origin         store.JSON[freight.Party]   `json:"origin" db:"origin"`
	Destination    store.JSON[freight.Party]   `json:"destination" db:"destination"`
	BillTo         store.JSON[freight.Party]   `json:"billTo" db:"bill_to"`
	Items          store.JSON[[]freight.Item]  `json:"items" db:"items"`
	Stops          store.JSON[[]Stop]          `json:"stops" db:"stops"`
	Refs           store.JSON[[]string]        `json:"refs" db:"refs"`
	Orders         store.JSON[[]string]        `json:"orders" db:"orders"`     // order numbers
	Services       store.JSON[[]string]        `json:"services" db:"services"` // accessorials that are asked for
	Instruction    string                      `json:"instruction" db:"instruction"`
	EmergencyPhone string                      `json:"emergencyPhone" db:"emergency_phone"`
	ServiceNames   store.JSON[[]string]        `json:"serviceNames" db:"service_names"` // the services, as papers name them
	OrderNotes     orderNotes                  `json:"orderNotes" db:"order_notes"`     // what else each order is known by
	Clauses        store.JSON[freight.Clauses] `json:"clauses" db:"clauses"`            // what the shipper chose for the bill
	Planned        store.JSON[[]freight.Item]  `json:"planned" db:"planned"`            // the lines that its pallets were laid by, where it is other by now: some was left behind, or a scale said so; empty where it is not
	Pieces         int64                       `json:"pieces" db:"pieces"`
	Pallets        int64                       `json:"pallets" db:"pallets"`
	Weight         store.JSON[freight.Measure] `json:"weight" db:"weight"`
	Trailer        string                      `json:"trailer" db:"trailer"`
	Seal           string                      `json:"seal" db:"seal"`
	Exception      string                      `json:"exception" db:"exception"` // code
	Reason         string                      `json:"reason" db:"reason"`
	OnDock         bool                        `json:"onDock" db:"on_dock"`
	SignedAt       store.Time                  `json:"signedAt" db:"signed_at"`
	SignedBy       string                      `json:"signedBy" db:"signed_by"`
	DeliveredAt    store.Time                  `json:"deliveredAt" db:"delivered_at"`
	LeftAt         store.Time                  `json:"-" db:"left_at"`
	CreatedAt      store.Time                  `json:"createdAt" db:"created_at"`
	CreatedBy      string                      `json:"createdBy" db:"created_by"`
	ChangedAt      store.Time                  `json:"changedAt" db:"changed_at"`
}

// Place is the warehouse that the shipment lies in.
func (s Shipment) Place() string { return s.Warehouse }

type orderNotes = store.JSON[[]freight.OrderNote]

// Stop is a drop on the way.
type Stop struct {
	ID          string         `json:"id"`
	Label       string         `json:"label"`
	To          freight.Party  `json:"to"`
	Refs        []string       `json:"refs"`
	Items       []freight.Item `json:"items"`
	Appointment string         `json:"appointment,omitempty"` // number that the stop's consignee gave
}

// Cost is what a shipment costs. Only the office's devices hold it.
type Cost struct {
	Warehouse  string               `json:"-" db:"warehouse"`
	ID         string               `json:"id" db:"id"` // the shipment's
	Currency   string               `json:"currency" db:"currency"`
	TotalMinor int64                `json:"totalMinor" db:"total_minor"`
	Charges    store.JSON[[]Charge] `json:"charges" db:"charges"`
	Stale      string               `json:"stale" db:"stale"` // why it is no longer the load's price; empty where it is
	LeftAt     store.Time           `json:"-" db:"left_at"`
}

// Charge is one line of a cost.
type Charge struct {
	Code        string `json:"code"`
	Description string `json:"description"`
	AmountMinor int64  `json:"amountMinor"`
}

// Event is one link of a shipment's chain: what happened, who did it, on which device, by which clock. Nothing changes it afterwards.
type Event struct {
	ID         string                      `json:"id" db:"id"`
	ShipmentID string                      `json:"shipmentId" db:"shipment_id"`
	N          int64                       `json:"n" db:"n"`
	Warehouse  string                      `json:"warehouse" db:"warehouse"`
	Kind       string                      `json:"kind" db:"kind"`
	Data       store.JSON[json.RawMessage] `json:"data" db:"data"`
	UserID     string                      `json:"userId" db:"user_id"`
	UserName   string                      `json:"userName" db:"user_name"`
	Device     string                      `json:"device" db:"device"`
	At         store.Time                  `json:"at" db:"at"`
	AtRaw      string                      `json:"atRaw" db:"at_raw"`
	LoggedAt   store.Time                  `json:"loggedAt" db:"logged_at"`
	Mutation   string                      `json:"-" db:"mutation"` // stays on the server: Proof stands for it in the chain
	Sig        string                      `json:"sig" db:"sig"`
	Proof      string                      `json:"proof" db:"proof"`
	Prev       string                      `json:"prev" db:"prev"`
	Hash       string                      `json:"hash" db:"hash"`
	LeftAt     store.Time                  `json:"-" db:"left_at"`
}

// ExceptionCode is a reason that a shipment stands still for.
type ExceptionCode struct {
	ID   string `json:"id" db:"id"`
	Text string `json:"text" db:"text"`
}

// Tables are what devices hold of the area. A shipment leaves them when it has ended or was delivered long ago, and its
// events and cost leave in the same command: leave marks all three, so that every scope depends on its own row alone.
var Tables = []change.Table{
	change.Of(change.Table{Name: "shipment_exception_code", Key: "id", Right: right.SeeLoads, Scopes: []string{"'org'"}, Index: "id", First: 10},
		`SELECT id, text FROM shipment_exception_code WHERE id IN (SELECT value FROM json_each(?))`, func(c ExceptionCode) string { return c.ID }),
	change.Of(change.Table{Name: "shipment", Key: "id", Right: right.SeeLoads, Scopes: []string{"CASE WHEN {row}.left_at IS NULL AND {row}.status <> 'V' THEN 'wh:' || {row}.warehouse END"},
		Index: "id, number, bol, pro, [status+warehouse+shipOn], [status+shipOn], *orders", First: 20},
		`SELECT * FROM shipment WHERE id IN (SELECT value FROM json_each(?))`, func(s Shipment) string { return s.ID }),
	change.Of(change.Table{Name: "shipment_cost", Key: "id", Right: right.SeeMoney, Scopes: []string{"CASE WHEN {row}.left_at IS NULL THEN 'wh:' || {row}.warehouse END"}, Index: "id", First: 60},
		`SELECT * FROM shipment_cost WHERE id IN (SELECT value FROM json_each(?))`, func(c Cost) string { return c.ID }),
	change.Of(change.Table{Name: "shipment_tender", Key: "id", Right: right.SeeMoney, Scopes: []string{"CASE WHEN {row}.left_at IS NULL THEN 'wh:' || {row}.warehouse END"}, Index: "id, shipmentId", First: 65},
		`SELECT * FROM shipment_tender WHERE id IN (SELECT value FROM json_each(?)) -- no driver's phone`, func(d Tender) string { return d.ID }),
	change.Masked(change.Of(change.Table{Name: "shipment_event", Key: "id", Right: right.SeeLoads, Scopes: []string{"CASE WHEN {row}.left_at IS NULL THEN 'wh:' || {row}.warehouse END"}, Index: "id, [shipmentId+n]", First: 70},
		`SELECT * FROM shipment_event WHERE id IN (SELECT value FROM json_each(?))`, func(e Event) string { return e.ID }), "without what see-drivers opens", Event.masked),
	templates,
}

// Put writes a shipment and its cost as they stand, as a loader of demo data has them, and opens its chain of events.
func (a *Area) Put(ctx context.Context, tx *store.Tx, s Shipment, c *Cost) error {
	s.ChangedAt, s.CreatedBy = store.At(tx.Now), tx.By.User
	if s.Services.V == nil {
		s.Services.V = []string{}
	}
	if s.Status == Tendered || s.Status == Confirmed || s.Status == InTransit { // what is over has its day behind it
		if err := a.arrives(ctx, tx, &s); err != nil {
			return err
		}
	}
	if err := store.Insert(ctx, tx, "shipment", s); err != nil {
		return err
	}
	if err := Append(ctx, tx, s.ID, "built", map[string]any{"status": s.Status, "orders": s.Orders.V, "bol": s.BOL, "carrier": s.Carrier}); err != nil || c == nil {
		return err
	}
	c.ID, c.Warehouse = s.ID, s.Warehouse
	return store.Insert(ctx, tx, "shipment_cost", *c)
}

// PutExceptionCode writes a reason that a shipment may stand still for.
func (a *Area) PutExceptionCode(ctx context.Context, tx *store.Tx, c ExceptionCode) error {
	return store.Put(ctx, tx, "shipment_exception_code", "id", c)
}
