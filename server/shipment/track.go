package shipment

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/guess"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"
)

const (
	trackLink  = "track"
	trackPath  = "/TrackingShipment#"
	numberPath = "/Tracking?brokerInfo="
	trackable  = 90 * 24 * time.Hour // how long a link shows a load
)

// TrackedStatus is where a load stands, as far as a stranger is told.
type TrackedStatus string

// Values lists the statuses.
func (TrackedStatus) Values() []string {
	return []string{"planned", "scheduled", "in-transit", "delivered", "exception", "canceled"}
}

var trackedStatuses = map[Status]TrackedStatus{Tendered: "scheduled", Confirmed: "scheduled", InTransit: "in-transit", Delivered: "delivered", Exception: "exception", Archived: "canceled"}

// TrackedKind is what happened to a load.
type TrackedKind string

// Values lists the kinds.
func (TrackedKind) Values() []string {
	return []string{"booked", "confirmed", "rescheduled", "loading", "picked-up", "exception", "resumed", "corrected", "delivered", "canceled"}
}

// trackedKinds are the events that a stranger is told of. All others are the shipper's own business.
var trackedKinds = map[string]TrackedKind{"tender": "booked", "confirm": "confirmed", "rescheduled": "rescheduled", "loading-started": "loading", "depart": "picked-up", "in-transit": "picked-up",
	"except": "exception", "restore": "resumed", "tracking-withdrawn": "corrected", "deliver": "delivered", "void": "canceled", "archive": "canceled"}

// TrackedEvent is one of them.
type TrackedEvent struct {
	Kind TrackedKind `json:"kind"`
	At   store.Time  `json:"at"`
}

// TrackedStep is what happened to a load's containers or rail cars on the way, by the clock of its place.
type TrackedStep struct {
	Code  string     `json:"code"`
	At    store.Time `json:"at"`
	Zone  string     `json:"zone"`
	Place string     `json:"place"`
}

// TrackedPlace is a city. Who is there, and in which street, is nobody's business.
type TrackedPlace struct {
	City    string `json:"city"`
	State   string `json:"state"`
	Country string `json:"country"`
}

// Tracked is what anybody sees who has a load's link, or its number with the ZIP that it goes to. It holds no price, no goods, no name of a person and none of a customer.
type Tracked struct {
	Number      string          `json:"number"`
	BOL         string          `json:"bol"`
	PRO         string          `json:"pro"`
	Status      TrackedStatus   `json:"status"`
	Shipper     string          `json:"shipper"`
	Carrier     string          `json:"carrier"`
	From        TrackedPlace    `json:"from"`
	To          TrackedPlace    `json:"to"`
	Zone        string          `json:"zone"` // of the warehouse: its clock is the events'
	ShipOn      string          `json:"shipOn"`
	ArriveBy    string          `json:"arriveBy"`
	Pieces      int64           `json:"pieces"`
	Pallets     int64           `json:"pallets"`
	Weight      freight.Measure `json:"weight"`
	DeliveredAt store.Time      `json:"deliveredAt"`
	Events      []TrackedEvent  `json:"events"` // the latest first
	ETA         store.Time      `json:"eta"`    // of its containers or rail cars; none where nobody knows
	ETAWas      store.Time      `json:"etaWas"` // before its last change
	ETAZone     string          `json:"etaZone"`
	ETAPlace    string          `json:"etaPlace"`
	ETAWhy      string          `json:"etaWhy"`
	ETAFrom     string          `json:"etaFrom"` // the vessel or port that it was before
	Steps       []TrackedStep   `json:"steps"`   // of its containers or rail cars, the latest first
	Now         store.Time      `json:"now"`
}

func trackedPlace(p freight.Party) TrackedPlace {
	return TrackedPlace{City: p.City, State: p.State, Country: p.Country}
}

// tracked is a load as a stranger sees it.
func (a *Area) tracked(ctx context.Context, tx *store.Tx, s Shipment) (t Tracked, err error) {
	t = Tracked{Number: s.Number, BOL: s.BOL, PRO: s.PRO, Status: "planned", From: trackedPlace(s.Origin.V), To: trackedPlace(s.Destination.V), ShipOn: s.ShipOn, ArriveBy: s.ArriveBy,
		Pieces: s.Pieces, Pallets: s.Pallets, Weight: s.Weight.V, DeliveredAt: s.DeliveredAt, Events: []TrackedEvent{}, Now: store.At(tx.Now)}
	if known, ok := trackedStatuses[s.Status]; ok {
		t.Status, t.Carrier = known, s.CarrierName
	}
	if t.Shipper, err = a.Setup.Name(ctx, tx); err != nil {
		return t, err
	}
	if _, t.Zone, err = a.Sites.Site(ctx, tx, s.Warehouse); err != nil {
		return t, err
	}
	events, err := store.Select[Event](ctx, tx, `SELECT * FROM shipment_event WHERE shipment_id = ? ORDER BY n DESC`, s.ID)
	for _, e := range events {
		if kind, ok := trackedKinds[e.Kind]; ok {
			t.Events = append(t.Events, TrackedEvent{kind, e.At})
		}
	}
	// What a tablet without a network did is told late, and happened before what was told in between.
	slices.SortStableFunc(t.Events, func(x, y TrackedEvent) int { return y.At.Compare(x.At.Time) })
	if err != nil {
		return t, err
	}
	p, err := a.Tracks.Progress(ctx, tx, s.ID)
	t.Steps = []TrackedStep{}
	for _, step := range p.Steps {
		t.Steps = append(t.Steps, TrackedStep{step.Code, store.At(step.At), step.Zone, step.Place})
	}
	if s.Status != Delivered && s.Status != Archived && !p.ETA.IsZero() {
		t.ETA, t.ETAZone, t.ETAPlace, t.ETAWhy, t.ETAFrom = store.At(p.ETA), p.Zone, p.Place, p.Why, p.From
		if !p.Was.IsZero() {
			t.ETAWas = store.At(p.Was)
		}
	}
	return t, err
}

// trackPage is what a tracking link opens. Nothing is answered there.
func trackPage(a *Area) *publiclink.Page[Shipment] {
	return &publiclink.Page[Shipment]{
		Kind: trackLink, PublicLinks: a.PublicLinks, Links: a.Links,
		Find:    func(ctx context.Context, tx *store.Tx, l link.Link) (Shipment, error) { return find(ctx, tx, l.Object) },
		Holder:  func(Shipment) string { return "" },
		Contact: func(Shipment) string { return "" },
		Seen:    func(_ context.Context, _ *store.Tx, s Shipment, _ int) (Shipment, error) { return s, nil },
	}
}

func (a *Area) showTracked(ctx context.Context, tx *store.Tx, _ link.Link, s Shipment, _ OpenReq) (Tracked, error) {
	return a.tracked(ctx, tx, s)
}

// TrackReq is a load by a number that stands on its papers, and the ZIP that it goes to: a number alone can be guessed.
type TrackReq struct {
	Org    string `json:"brokerInfo" validate:"required,max=64"`
	Number string `json:"trackid" validate:"required,max=40" field:"trim"`
	Zip    string `json:"Zip" validate:"required,max=12" field:"trim"`
}

var zipForm = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z -]{2,10}$`)

// Check wants a ZIP or a postal code by its form: what cannot be one is told as such, and is no guess.
func (r *TrackReq) Check() []fail.Field {
	if !zipForm.MatchString(r.Zip) {
		return []fail.Field{fail.Of("Zip", "said-tracking-invalid-parameter")}
	}
	return nil
}

// zipCode is a ZIP as it is compared: of a ZIP+4 the first five digits, of a Canadian postal code its six characters.
func zipCode(typed string) string {
	typed = strings.ToUpper(strings.ReplaceAll(typed, " ", ""))
	head, _, _ := strings.Cut(typed, "-")
	return head
}

// perGuess limits who asks by number. A BOL number follows from the one before, and ZIPs are few: at the pace of those who hold a link, all would be tried in hours.
var perGuess = op.Limit{Name: "track", Every: 3 * time.Second, Burst: 20, Key: func(c *op.Call) string { return guess.Network(c.IP) }}

// over reports whether a load is no longer shown by its number: so long after its delivery, or after its ship date where nobody noted one.
func (s Shipment) over(now time.Time) bool {
	last := s.DeliveredAt.Time
	if s.DeliveredAt.IsZero() {
		day, err := time.Parse(time.DateOnly, s.ShipOn)
		if err != nil { // not planned for a day yet
			return false
		}
		last = day
	}
	return now.After(last.Add(trackable))
}

// Track finds a load by its BOL or PRO number and the ZIP that it goes to. Which of the two is wrong is not told.
func (a *Area) Track(ctx context.Context, _ *op.Call, req TrackReq) (out Tracked, err error) {
	return out, op.Bare(a.PublicLinks.Shown(ctx, req.Org, "tracking-unknown", func(ctx context.Context, tx *store.Tx) error {
		list, err := store.Select[Shipment](ctx, tx, byNumber+`r.value IN (upper(s.bol), upper(s.pro)) LIMIT 50`, req.Number)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(list, func(s Shipment) bool {
			return zipCode(s.Destination.V.Zip) == zipCode(req.Zip) && !s.over(tx.Now)
		})
		if i < 0 {
			return fail.NotFound("tracking-unknown")
		}
		out, err = a.tracked(ctx, tx, list[i])
		return err
	}))
}

// ShareReq names a load to be shown to strangers.
type ShareReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
}

// ShareResp is the addresses of the pages on which a load is tracked, without the server's own name.
type ShareResp struct {
	Address   string     `json:"address"`  // of this very load, for who holds it
	ByNumber  string     `json:"byNumber"` // where anybody asks by number and ZIP
	ExpiresAt store.Time `json:"expiresAt"`
}

// ShareTracking gives the link by which a load is tracked. The one that is open stays what it is: who was sent it earlier goes on seeing the load.
func (a *Area) ShareTracking(ctx context.Context, tx *store.Tx, req ShareReq) (ShareResp, error) {
	var resp ShareResp
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return resp, err
	}
	if !tx.By.SeesWarehouse(s.Warehouse) {
		return resp, fail.NotFound("shipment-unknown")
	}
	l, err := a.Links.StandingLink(ctx, tx, trackLink, s.ID)
	if err == nil && l.ID != "" { // shared again, it lives on: who gets it today is not to find it dead tomorrow
		l.ExpiresAt = tx.Now.Add(trackable)
		_, err = a.Links.ExtendMailLink(ctx, tx, trackLink, s.ID, l.ExpiresAt)
	} else if err == nil {
		l, err = a.Links.MailLink(ctx, tx, trackLink, s.ID, s.Warehouse, tx.Now.Add(trackable))
	}
	return ShareResp{trackPath + a.Links.LinkToken(tx.Org, l.ID), numberPath + tx.Org, store.At(l.ExpiresAt)}, err
}

// EndTracking has the link by which a load is tracked show nothing any more, whoever has it. Shared again, the load gets another.
func (a *Area) EndTracking(ctx context.Context, tx *store.Tx, req ShareReq) (op.None, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return op.None{}, err
	}
	if !tx.By.SeesWarehouse(s.Warehouse) {
		return op.None{}, fail.NotFound("shipment-unknown")
	}
	return op.None{}, a.Links.EndLinks(ctx, tx, trackLink, s.ID)
}
