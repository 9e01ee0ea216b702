package quote

import (
	"context"
	"reflect"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/store"
	"lading/sync/change"
)

// State is where a carrier's quote stands.
type State string

// The states. Requested, answered and no bid may still change until the deadline; the others are outcomes.
const (
	Requested State = "requested"
	Answered  State = "answered"
	NoBid     State = "no-bid"
	Missed    State = "missed"
	Won       State = "won"
	Lost      State = "lost"
	Withdrawn State = "withdrawn"
)

// Values lists the states.
func (State) Values() []string {
	return []string{"requested", "answered", "no-bid", "missed", "won", "lost", "withdrawn"}
}

// Standing is where a request stands.
type Standing string

// The standings.
const (
	Open    Standing = "open"
	Awarded Standing = "awarded"
	Closed  Standing = "closed"
)

// Values lists the standings.
func (Standing) Values() []string { return []string{"open", "awarded", "closed"} }

// Kind is what is asked about.
type Kind string

// The kinds: a shipment that stands ready, and a truckload that is no shipment yet.
const (
	Spot      Kind = "spot"
	Truckload Kind = "truckload"
)

// Values lists the kinds.
func (Kind) Values() []string { return []string{"spot", "truckload"} }

// Place is as much of an address as a price depends on. Who lives there is told to the carrier that gets the load.
type Place struct {
	City    string `json:"city"`
	State   string `json:"state"`
	Zip     string `json:"zip"`
	Country string `json:"country"`
}

// Asked is the shipment as carriers are shown it, as it stood when they were asked: a price is for that.
type Asked struct {
	Mode        string          `json:"mode"`
	From        Place           `json:"from"`
	To          Place           `json:"to"`
	ShipOn      string          `json:"shipOn"`
	PickupFrom  string          `json:"pickupFrom"`
	PickupTo    string          `json:"pickupTo"`
	Zone        string          `json:"zone"`
	Items       []freight.Item  `json:"items"`
	Pieces      int64           `json:"pieces"`
	Pallets     int64           `json:"pallets"`
	Weight      freight.Measure `json:"weight"`
	Instruction string          `json:"instruction"`
	Terms       string          `json:"terms,omitempty"`
	Services    []string        `json:"services,omitempty"` // as papers name them
	ArriveBy    string          `json:"arriveBy,omitempty"`
	Clauses     freight.Clauses `json:"clauses,omitzero"` // what the carrier collects and answers for
	Equipment   Equipment       `json:"equipment,omitempty"`
}

// Request asks carriers for a price of one shipment.
type Request struct {
	ID         string            `json:"id" db:"id"`
	Number     string            `json:"number" db:"number"`
	ShipmentID string            `json:"shipmentId" db:"shipment_id"`
	Shipment   string            `json:"shipment" db:"shipment"`
	Warehouse  string            `json:"warehouse" db:"warehouse"`
	State      Standing          `json:"state" db:"state"`
	Asked      store.JSON[Asked] `json:"asked" db:"asked"`
	Note       string            `json:"note" db:"note"`
	Currency   string            `json:"currency" db:"currency"`
	DeadlineAt store.Time        `json:"deadlineAt" db:"deadline_at"`
	ValidUntil store.Time        `json:"validUntil" db:"valid_until"`
	Contact    string            `json:"contact" db:"contact"`
	By         string            `json:"by" db:"by_user"`
	ByName     string            `json:"byName" db:"by_name"`
	MadeAt     store.Time        `json:"madeAt" db:"made_at"`
	EndedAt    store.Time        `json:"endedAt" db:"ended_at"`
	Why        string            `json:"why" db:"why"`
	Kind       Kind              `json:"kind" db:"kind"`
	LeftAt     store.Time        `json:"-" db:"left_at"`
}

// Place is the warehouse that the request lies in.
func (r Request) Place() string { return r.Warehouse }

// Charge is a part of a price.
type Charge struct {
	Code        string `json:"code" validate:"oneof=freight fuel other"`
	AmountMinor int64  `json:"amountMinor"`
}

// File is what a carrier sent along.
type File struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Type string `json:"type"`
	Blob string `json:"blob"`
	Size int64  `json:"size"`
}

// Quote is one carrier's part in a request.
type Quote struct {
	ID           string               `json:"id" db:"id"`
	RequestID    string               `json:"requestId" db:"request_id"`
	Number       string               `json:"number" db:"number"` // the request's
	ShipmentID   string               `json:"shipmentId" db:"shipment_id"`
	Shipment     string               `json:"shipment" db:"shipment"`
	Warehouse    string               `json:"warehouse" db:"warehouse"`
	Carrier      string               `json:"carrier" db:"carrier"` // SCAC
	CarrierName  string               `json:"carrierName" db:"carrier_name"`
	Email        string               `json:"email" db:"email"`
	Language     string               `json:"language" db:"language"`
	Source       string               `json:"source" db:"source"`
	State        State                `json:"state" db:"state"`
	Why          string               `json:"why" db:"why"`
	Currency     string               `json:"currency" db:"currency"`
	AmountMinor  int64                `json:"amountMinor" db:"amount_minor"`
	Charges      store.JSON[[]Charge] `json:"charges" db:"charges"`
	Days         int64                `json:"days" db:"days"`
	Note         string               `json:"note" db:"note"`
	Reason       string               `json:"reason" db:"reason"`
	ContactName  string               `json:"contactName" db:"contact_name"`
	ContactPhone string               `json:"contactPhone" db:"contact_phone"`
	Files        store.JSON[[]File]   `json:"files" db:"files"`
	DeadlineAt   store.Time           `json:"deadlineAt" db:"deadline_at"`
	ValidUntil   store.Time           `json:"validUntil" db:"valid_until"`
	AskedAt      store.Time           `json:"askedAt" db:"asked_at"`
	LinkedAt     store.Time           `json:"linkedAt" db:"linked_at"`
	OpenedAt     store.Time           `json:"openedAt" db:"opened_at"`
	Openings     int64                `json:"openings" db:"openings"`
	Places       int64                `json:"places" db:"places"`
	AnsweredAt   store.Time           `json:"answeredAt" db:"answered_at"`
	Answers      int64                `json:"answers" db:"answers"`
	DecidedAt    store.Time           `json:"decidedAt" db:"decided_at"`
	Lane         string               `json:"lane" db:"lane"`
	// AcknowledgedAt is when a carrier said that it looks into a truckload, before it has a price; AcknowledgedBy who said so.
	AcknowledgedAt store.Time `json:"acknowledgedAt" db:"acknowledged_at"`
	AcknowledgedBy string     `json:"acknowledgedBy" db:"acknowledged_by"`
	LeftAt         store.Time `json:"-" db:"left_at"`
}

// pending tells whether there is no outcome yet.
func (q Quote) pending() bool { return q.State == Requested || q.State == Answered || q.State == NoBid }

const columns = `id, request_id, number, shipment_id, shipment, warehouse, carrier, carrier_name, email, language, source, state, why, currency, amount_minor, charges, days, note, reason, contact_name, contact_phone, files, deadline_at, valid_until, asked_at, linked_at, opened_at, openings, places, answered_at, answers, decided_at, lane, acknowledged_at, acknowledged_by, left_at`

// Tables are what the office's devices hold.
func Tables() []change.Table {
	scope := []string{"CASE WHEN {row}.left_at IS NULL THEN 'wh:' || {row}.warehouse END"}
	return []change.Table{
		change.Of(change.Table{Name: "quote_request", Key: "id", Right: right.SeeMoney, First: 60, Scopes: scope, Index: "id, shipmentId", Row: reflect.TypeFor[Request]()},
			`SELECT * FROM quote_request WHERE id IN (SELECT value FROM json_each(?))`, func(r Request) string { return r.ID }),
		change.Of(change.Table{Name: "quote", Key: "id", Right: right.SeeMoney, First: 60, Scopes: scope, Index: "id, shipmentId, askedAt", Row: reflect.TypeFor[Quote]()},
			`SELECT `+columns+` FROM quote WHERE id IN (SELECT value FROM json_each(?))`, func(q Quote) string { return q.ID }),
	}
}

func (a *Area) request(ctx context.Context, tx *store.Tx, id string) (Request, error) {
	r, err := store.Find[Request](ctx, tx, fail.NotFound("quote-unknown"), `SELECT * FROM quote_request WHERE id = ?`, id)
	return r, err
}

// find gives a quote that the person may see, with its request. Another warehouse's is as unknown as another organisation's.
func (a *Area) find(ctx context.Context, tx *store.Tx, id string) (Request, Quote, error) {
	q, ok, err := store.Get[Quote](ctx, tx, `SELECT `+columns+` FROM quote WHERE id = ?`, id)
	if err == nil && !ok {
		err = fail.NotFound("quote-unknown")
	}
	if err != nil {
		return Request{}, q, err
	}
	r, err := a.request(ctx, tx, q.RequestID)
	return r, q, err
}

func quotesOf(ctx context.Context, tx *store.Tx, requestID string) ([]Quote, error) {
	return store.Select[Quote](ctx, tx, `SELECT `+columns+` FROM quote WHERE request_id = ? ORDER BY carrier`, requestID)
}

func put(ctx context.Context, tx *store.Tx, q Quote) error {
	return store.Put(ctx, tx, "quote", "id", q)
}

func putRequest(ctx context.Context, tx *store.Tx, r Request) error {
	return store.Put(ctx, tx, "quote_request", "id", r)
}

// Counts are the outcomes of quotes, as the documents name them, and those that are still open.
type Counts struct {
	Total  int `json:"total"`
	Won    int `json:"won"`
	Lost   int `json:"lost"`
	Missed int `json:"missed"`
	NoBid  int `json:"noBid"`
	Open   int `json:"open"`
}

// QuotesReq names a shipment; none asks for the latest of all.
type QuotesReq struct {
	ShipmentID string `json:"shipmentId" validate:"max=40"`
}

// QuotesResp is what was asked, what came of it, and the sums.
type QuotesResp struct {
	Requests []Request `json:"requests"`
	Quotes   []Quote   `json:"quotes"`
	Counts   Counts    `json:"counts"`
}

// Quotes lists the quotes of a shipment, or the latest 500 of all.
func (a *Area) Quotes(ctx context.Context, tx *store.Tx, req QuotesReq) (QuotesResp, error) {
	resp := QuotesResp{Requests: []Request{}, Quotes: []Quote{}}
	wanted, args := "TRUE", []any{}
	if req.ShipmentID != "" {
		wanted, args = "shipment_id = ?", []any{req.ShipmentID}
	}
	requests, err := store.Select[Request](ctx, tx, `SELECT * FROM quote_request WHERE `+wanted+` ORDER BY id DESC LIMIT 500`, args...)
	if err != nil {
		return resp, err
	}
	for _, r := range requests {
		if !tx.By.SeesWarehouse(r.Warehouse) {
			continue
		}
		quotes, err := quotesOf(ctx, tx, r.ID)
		if err != nil {
			return resp, err
		}
		resp.Requests = append(resp.Requests, r)
		for _, q := range quotes {
			resp.Quotes = append(resp.Quotes, q)
			resp.Counts.add(q)
		}
		if len(resp.Quotes) > 500 {
			break
		}
	}
	return resp, nil
}

func (c *Counts) add(q Quote) {
	switch q.State {
	case Withdrawn:
		return
	case Won:
		c.Won++
	case Lost:
		c.Lost++
	case Missed:
		c.Missed++
	case NoBid:
		c.NoBid++
	default:
		c.Open++
	}
	c.Total++
}

const stays = 30 * 24 * time.Hour

// LeaveWindow takes what was decided long ago off the devices, in one small piece; call it until it returns 0.
func (a *Area) LeaveWindow(ctx context.Context, tx *store.Tx) (int, error) {
	ids, err := store.Select[string](ctx, tx, `SELECT id FROM quote_request WHERE left_at IS NULL AND ended_at < ? LIMIT 50`, tx.Now.Add(-stays).UnixMilli())
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		for _, table := range []string{"quote_request SET left_at = ? WHERE id = ?", "quote SET left_at = ? WHERE request_id = ?"} {
			if _, err := tx.ExecContext(ctx, `UPDATE `+table, tx.Now.UnixMilli(), id); err != nil {
				return 0, err
			}
		}
	}
	return len(ids), nil
}
