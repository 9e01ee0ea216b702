package dock

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/evidence"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// State is how far a load is.
type State string

// The states of a load. A load that was signed is past: its pallets move no more.
const (
	Waiting State = "waiting"
	Arrived State = "arrived" // the driver is here
	Loading State = "loading"
	Loaded  State = "loaded" // doors closed, seal on
	Signed  State = "signed"
	Left    State = "left"
	Void    State = "void"
)

// Values lists the states.
func (State) Values() []string {
	return []string{"waiting", "arrived", "loading", "loaded", "signed", "left", "void"}
}

// Shipment is a load on the dock: what a dock worker and a driver need of the shipment, and what they did to it.
type Shipment struct {
	ID            string                      `json:"id" db:"id"`
	Warehouse     string                      `json:"warehouse" db:"warehouse"`
	BOL           string                      `json:"bol" db:"bol"`
	PRO           string                      `json:"pro" db:"pro"`
	Carrier       string                      `json:"carrier" db:"carrier"`
	CarrierName   string                      `json:"carrierName" db:"carrier_name"`
	Orders        store.JSON[[]string]        `json:"orders" db:"orders"`
	ShipOn        string                      `json:"shipOn" db:"ship_on"`
	DueAt         store.Time                  `json:"dueAt" db:"due_at"`
	Door          string                      `json:"door" db:"door"`
	State         State                       `json:"state" db:"state"`
	TotalPallets  int64                       `json:"totalPallets" db:"total_pallets"`
	LoadedPallets int64                       `json:"loadedPallets" db:"loaded_pallets"`
	Pieces        int64                       `json:"pieces" db:"pieces"`
	Weight        store.JSON[freight.Measure] `json:"weight" db:"weight"`
	Hazmat        store.JSON[[]string]        `json:"hazmat" db:"hazmat"`
	Temperature   string                      `json:"temperature" db:"temperature"` // what the goods ask for
	Measured      store.JSON[freight.Measure] `json:"measured" db:"measured"`       // what the trailer had when it was closed
	Trailer       string                      `json:"trailer" db:"trailer"`
	Seal          string                      `json:"seal" db:"seal"`
	DriverID      string                      `json:"driverId" db:"driver_id"`
	DriverName    string                      `json:"driverName" db:"driver_name"`
	DriverPhone   freight.Untold              `json:"driverPhone" db:"driver_phone"` // the driver's own row tells it
	DriverLicence Licence                     `json:"driverLicence" db:"driver_licence"`
	Consignee     string                      `json:"consignee" db:"consignee"`
	City          string                      `json:"city" db:"city"`
	Region        string                      `json:"region" db:"region"`
	SignedBy      string                      `json:"signedBy" db:"signed_by"`
	SignedAt      store.Time                  `json:"signedAt" db:"signed_at"`
	Signature     string                      `json:"signature" db:"signature"` // blob hash of the picture
	Strokes       string                      `json:"strokes" db:"strokes"`     // blob hash of the pen's path
	Consent       string                      `json:"consent" db:"consent"`
	Digest        string                      `json:"digest" db:"digest"`            // of the bill as the signer saw it
	Version       int64                       `json:"billVersion" db:"bill_version"` // of the bill; a correction after signing is the next
	Correction    string                      `json:"correction" db:"correction"`    // why there is another
	Certificate   certificate                 `json:"certificate" db:"certificate"`  // the shipper's, given before the driver's signature
	Note          string                      `json:"note" db:"note"`
	Nobody        string                      `json:"nobody" db:"nobody"` // that nobody was there to sign, as the bill has it
	LeftAt        store.Time                  `json:"-" db:"left_at"`
	DueBy         store.Time                  `json:"dueBy" db:"due_by"`         // the end of the promised window, where there is one
	ArrivedAt     store.Time                  `json:"arrivedAt" db:"arrived_at"` // when the driver was first met: waiting is counted from here
	WorkedAt      store.Time                  `json:"workedAt" db:"worked_at"`   // when a pallet was last loaded
	Crew          store.JSON[[]Hand]          `json:"crew" db:"crew"`
	// When the driver agreed with the time of the arrival, and of the release.
	ArrivalAgreedAt store.Time `json:"arrivalAgreedAt" db:"arrival_agreed_at"`
	ReleaseAgreedAt store.Time `json:"releaseAgreedAt" db:"release_agreed_at"`

	CorrectedAt store.Time `json:"-" db:"corrected_at"` // when its signed bill was last corrected

	Laid bool `json:"laid" db:"laid"` // all of its lines were laid on pallets, so that one that stands on none any more is not aboard

	stored *Shipment // as the database has it; shared by all copies
}

// Licence is the number of a driver's licence as a load has it. Who sees drivers reads it with the driver; with a load it is told by its last four alone.
type Licence string

// MarshalJSON gives the last four.
func (l Licence) MarshalJSON() ([]byte, error) { return json.Marshal(evidence.LastFour(string(l))) }

type certificate = store.JSON[*event.Certificate]

// withdraw takes back the shipper's certificate when something is done to the load after it; what was done before and is told late does not. It tells whether
// there was one.
func (s *Shipment) withdraw(tx *store.Tx) bool {
	c := s.Certificate.V
	if c == nil || s.signed() || !tx.At.After(c.At) {
		return false
	}
	s.Certificate.V = nil
	return true
}

// Hand is somebody who has loaded on a trailer.
type Hand struct {
	User string `json:"user"`
	Name string `json:"name"`
}

// load finds a load, whoever asks; ok is false where it is not on a dock.
func load(ctx context.Context, tx *store.Tx, id string) (Shipment, bool, error) {
	s, ok, err := store.Get[Shipment](ctx, tx, `SELECT * FROM dock_shipment WHERE id = ?`, id)
	if err != nil {
		err = fmt.Errorf("load dock shipment %s: %w", id, err)
	}
	if ok {
		stored := s
		s.stored = &stored
	}
	return s, ok, err
}

// find gives a load of one of the person's warehouses. Another warehouse's is as unknown as one that never was.
func find(ctx context.Context, tx *store.Tx, id string) (Shipment, error) {
	s, ok, err := load(ctx, tx, id)
	if err != nil {
		return s, err
	}
	if !ok || !tx.By.SeesWarehouse(s.Warehouse) {
		return s, fail.NotFound("dock-shipment-unknown", "shipment", id)
	}
	return s, nil
}

// open gives a load that may still be worked on.
func (a *Area) open(ctx context.Context, tx *store.Tx, id string) (Shipment, error) {
	s, err := find(ctx, tx, id)
	if err != nil {
		return s, err
	}
	return s, a.workable(ctx, tx, s)
}

// workable refuses work on a load that has ended. What a tablet did before the signature and tells after it did
// happen, so it counts; what was done after the signature is refused.
func (a *Area) workable(ctx context.Context, tx *store.Tx, s Shipment) error {
	if s.State == Void {
		return ended(s)
	}
	if s.signed() && tx.At.After(s.SignedAt.Time) {
		return a.alreadySigned(ctx, tx, s)
	}
	return nil
}

// calledOff tells of a signed load that it was voided after all.
func (s Shipment) calledOff() bool { return s.signed() && s.Note != "" }

func (s Shipment) signed() bool { return s.State == Signed || s.State == Left }

// worked notes who loads, and when somebody last did. Tablets tell out of order, so the latest moment counts.
func (s *Shipment) worked(tx *store.Tx) {
	if tx.At.After(s.WorkedAt.Time) {
		s.WorkedAt = store.At(tx.At)
	}
	if tx.By.User == "" {
		return // the program itself, as when it loads the demo
	}
	if !slices.ContainsFunc(s.Crew.V, func(h Hand) bool { return h.User == tx.By.User }) {
		s.Crew.V = append(s.Crew.V, Hand{tx.By.User, tx.By.Name})
	}
}

func ended(s Shipment) error {
	return fail.Conflict("shipment-ended", "bol", s.BOL, "reason", s.Note).With(s)
}

// alreadySigned tells when the bill was signed by the dock's clock: who reads it stands there.
func (a *Area) alreadySigned(ctx context.Context, tx *store.Tx, s Shipment) error {
	zone, err := a.zone(ctx, tx, s.Warehouse)
	if err != nil {
		return err
	}
	return fail.Conflict("bol-already-signed", "bol", s.BOL, "by", s.SignedBy, "at", s.SignedAt.In(zone).Format("2006-01-02 15:04 MST")).With(s)
}

func (s Shipment) save(ctx context.Context, tx *store.Tx) (err error) {
	if s.stored == nil {
		err = store.Put(ctx, tx, "dock_shipment", "id", s)
	} else if err = store.Change(ctx, tx, "dock_shipment", "id", *s.stored, s); err == nil {
		*s.stored = s
	}
	if err != nil {
		err = fmt.Errorf("save dock shipment %s: %w", s.ID, err)
	}
	return err
}

// docked puts a shipment on its dock, with a row and a number for each pallet. Told again, it takes over what may have
// changed on the shipment and leaves alone what was done on the dock.
func (a *Area) docked(ctx context.Context, tx *store.Tx, e event.ShipmentDocked) error {
	s, known, err := load(ctx, tx, e.ShipmentID)
	if err != nil {
		return err
	}
	if known && s.signed() {
		return nil
	}
	if !known {
		s = Shipment{ID: e.ShipmentID, State: Waiting, Version: 1}
	}
	if s.State == Void { // taken off the dock and put back: its pallets still carry their labels
		s.State, s.Note, s.LeftAt = Waiting, "", store.Time{}
		if _, err := tx.ExecContext(ctx, `UPDATE dock_pallet SET left_at = NULL WHERE shipment_id = ?`, s.ID); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM dock_pallet_waits WHERE pallet_id IN (SELECT id FROM dock_pallet WHERE shipment_id = ?)`, s.ID); err != nil {
			return err
		}
	}
	s.Warehouse, s.BOL, s.PRO, s.Carrier, s.CarrierName, s.ShipOn = e.Warehouse, e.BOL, e.PRO, e.Carrier, e.CarrierName, e.ShipOn
	s.Consignee, s.City, s.Region, s.Pieces, s.Temperature = e.Consignee, e.City, e.Region, e.Pieces, e.Temperature
	s.Orders.V, s.Hazmat.V, s.Weight.V = list(e.Orders), list(e.Hazmat), e.Weight
	if s.Crew.V == nil {
		s.Crew.V = []Hand{}
	}
	if known && s.saysOther(*s.stored) {
		s.withdraw(tx)
	}
	if e.Door != "" && (s.State == Waiting || s.State == Arrived) {
		s.Door = e.Door
	}
	s.DueAt, s.DueBy = at(e.DueAt), at(e.DueBy)
	if known {
		return s.save(ctx, tx)
	}
	waited, err := a.goOn(ctx, tx, &e)
	if err != nil {
		return err
	}
	pallets := stack(e)
	s.TotalPallets = int64(len(pallets) + len(waited))
	s.Laid = slices.ContainsFunc(slices.Concat(pallets, waited), func(p Pallet) bool { return len(p.Contents.V) > 0 })
	if err := s.save(ctx, tx); err != nil {
		return err
	}
	for _, p := range waited {
		p.ShipmentID, p.Warehouse, p.LeftAt = s.ID, s.Warehouse, store.Time{}
		if err := store.Insert(ctx, tx, "dock_pallet", p); err != nil {
			return err
		}
		if err := a.Shipments.Record(ctx, tx, s.ID, "pallet-goes-on", map[string]any{"pallet": p.ID, "lpn": p.LPN, "pieces": p.Pieces}); err != nil {
			return err
		}
	}
	for _, p := range pallets {
		if _, err := a.label(ctx, tx, s, p); err != nil {
			return err
		}
	}
	return nil
}

// saysOther tells whether a load's bill says something else than it did, as far as the dock knows it.
func (s Shipment) saysOther(was Shipment) bool {
	said := func(s Shipment) []any {
		return []any{s.BOL, s.PRO, s.Carrier, s.CarrierName, s.ShipOn, s.Consignee, s.City, s.Region, s.Pieces, s.Weight.V, s.Orders.V, s.Hazmat.V}
	}
	return !reflect.DeepEqual(said(s), said(was))
}

func at(ms int64) store.Time {
	if ms == 0 {
		return store.Time{}
	}
	return store.At(time.UnixMilli(ms))
}

// label gives a new pallet of a load its number and keeps it.
func (a *Area) label(ctx context.Context, tx *store.Tx, s Shipment, p Pallet) (Pallet, error) {
	var err error
	if p.SSCC, err = a.Labels.NextSSCC(ctx, tx); err != nil {
		return p, fmt.Errorf("number a pallet of %s: %w", s.ID, err)
	}
	if p.LPN == "" {
		p.LPN = lpn(p.SSCC)
	}
	if p.State == "" {
		p.State = Staged
	}
	p.ID, p.ShipmentID, p.Warehouse, p.Photos.V = ulid.Make().String(), s.ID, s.Warehouse, []string{}
	p.ShortPhotos.V = []string{}
	if p.Contents.V == nil {
		p.Contents.V = []freight.Content{}
	}
	return p, store.Insert(ctx, tx, "dock_pallet", p)
}

// lpn is the short number that people read out: the serial part of the pallet's SSCC with its check digit, which within an organisation is as unique.
func lpn(sscc string) string {
	return "LPN-" + sscc[max(0, len(sscc)-10):]
}

func list(v []string) []string {
	if v == nil {
		return []string{}
	}
	return v
}

// ended stops the work on a shipment that was voided. A bill that was signed stays signed, whatever becomes of the shipment; that it was called off is noted there.
func (a *Area) ended(ctx context.Context, tx *store.Tx, e event.ShipmentEnded) error {
	s, ok, err := load(ctx, tx, e.ShipmentID)
	if err != nil || !ok {
		return err
	}
	s.Note = e.Reason
	if s.signed() {
		return s.save(ctx, tx)
	}
	s.State = Void
	if err := a.waitAgain(ctx, tx, s); err != nil {
		return err
	}
	return s.save(ctx, tx)
}

const (
	keepSigned = 7 * 24 * time.Hour // what was signed stays on the dock's tablets
	keepVoid   = 2 * 24 * time.Hour // so that a tablet that was offline over a weekend learns of it first
	maxLeaves  = 200                // loads in one command
)

// LeaveWindow takes loads that are long past from the tablets, in one small piece; call it until it returns 0. Nothing is
// deleted, and what still waits on a tablet goes through.
func (a *Area) LeaveWindow(ctx context.Context, tx *store.Tx) (int, error) {
	ids, err := store.Select[string](ctx, tx, `UPDATE dock_shipment SET left_at = ?1, state = CASE state WHEN 'signed' THEN 'left' ELSE state END WHERE id IN (
SELECT id FROM dock_shipment WHERE left_at IS NULL AND (state = 'signed' AND signed_at < ?2 OR state = 'void' AND ship_on < ?3) LIMIT ?4) RETURNING id`,
		tx.Now.UnixMilli(), tx.Now.Add(-keepSigned).UnixMilli(), tx.Now.Add(-keepVoid).Format(time.DateOnly), maxLeaves)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	b, err := json.Marshal(ids)
	if err != nil {
		return 0, err
	}
	_, err = tx.ExecContext(ctx, `UPDATE dock_pallet SET left_at = ? WHERE left_at IS NULL AND shipment_id IN (SELECT value FROM json_each(?))`, tx.Now.UnixMilli(), string(b))
	return len(ids), err
}
