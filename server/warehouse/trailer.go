package warehouse

import (
	"cmp"
	"context"
	"slices"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"
)

// Contents is what is in a trailer, as far as it is known.
type Contents string

// Values lists what there may be.
func (Contents) Values() []string { return []string{"empty", "partial", "loaded", "unknown"} }

// Place is where a trailer stands: a spot of a row, a door, or, without either, nobody has said where.
type Place struct {
	RowID string `json:"rowId" db:"row_id" validate:"max=40"`
	Spot  int64  `json:"spot" db:"spot" validate:"gte=0,max=9999"`
	Door  string `json:"door" db:"door" validate:"max=20" field:"trim"`
}

func (p Place) none() bool { return p.RowID == "" && p.Door == "" }

// Trailer is a trailer in a warehouse's yard.
type Trailer struct {
	ID          string                      `json:"id" db:"id"`
	Warehouse   string                      `json:"warehouse" db:"warehouse"`
	Number      string                      `json:"number" db:"number"`
	Carrier     string                      `json:"carrier" db:"carrier"` // SCAC; empty where it is not known
	CarrierName string                      `json:"carrierName" db:"carrier_name"`
	Contents    Contents                    `json:"contents" db:"contents"`
	Seal        string                      `json:"seal" db:"seal"`
	SetPoint    store.JSON[freight.Measure] `json:"setPoint" db:"set_point"` // without a unit it is no reefer
	Reading     store.JSON[freight.Measure] `json:"reading" db:"reading"`
	ReadAt      store.Time                  `json:"readAt" db:"read_at"`
	Dropped     bool                        `json:"dropped" db:"dropped"`    // it stays without its tractor
	FreeDays    int64                       `json:"freeDays" db:"free_days"` // of its carrier's drop trailers; -1 where none are agreed
	Place
	PlacedAt   store.Time `json:"placedAt" db:"placed_at"` // since when it stands there
	CameAt     store.Time `json:"cameAt" db:"came_at"`
	LeftAt     store.Time `json:"-" db:"left_at"`
	SeenAt     store.Time `json:"-" db:"seen_at"`  // when somebody last said that it stands there still
	NotedAt    store.Time `json:"-" db:"noted_at"` // when what is known of it was last said
	GoneBy     string     `json:"-" db:"gone_by"`  // the visit that came with what seemed to be this one
	VisitID    string     `json:"-" db:"visit_id"`
	ShipmentID string     `json:"shipmentId" db:"shipment_id"`
	Note       string     `json:"note" db:"note"`
}

var (
	trailerSubject = op.Subject("trailer", "TrailerId")
	// What is read off a reefer says nothing of where it stands: a refused reading holds nothing up.
	readingSubject = op.Subject("reading", "TrailerId")
)

// yardTables are the yard on a device: its rows, the trailers in it and the moves that are open.
func yardTables() []change.Table {
	return []change.Table{
		change.Of(change.Table{Name: "warehouse_yard_row", Key: "id", Right: right.SeeYard, Scopes: []string{"'wh:' || {row}.warehouse"}, First: 12, Index: "id, warehouse"},
			`SELECT * FROM warehouse_yard_row WHERE id IN (SELECT value FROM json_each(?))`, func(r YardRow) string { return r.ID }),
		change.Of(change.Table{Name: "warehouse_trailer", Key: "id", Right: right.SeeYard, Scopes: []string{"CASE WHEN {row}.left_at IS NULL THEN 'wh:' || {row}.warehouse END"}, First: 13, Index: "id, warehouse"},
			`SELECT * FROM warehouse_trailer WHERE id IN (SELECT value FROM json_each(?))`, func(t Trailer) string { return t.ID }),
		change.Of(change.Table{Name: "warehouse_yard_move", Key: "id", Right: right.SeeYard, Scopes: []string{"CASE WHEN {row}.state = 'open' THEN 'wh:' || {row}.warehouse END"}, First: 14, Index: "id, warehouse, trailerId"},
			`SELECT * FROM warehouse_yard_move WHERE id IN (SELECT value FROM json_each(?))`, func(m YardMove) string { return m.ID }),
	}
}

func (a *Area) yardOps() []op.Op {
	return slices.Concat(yardRows(a).Ops(), dropTerms(a).Ops(), []op.Op{
		op.Command("Yard/NoteTrailer", a.NoteTrailer, right.MoveTrailers).Offline(trailerSubject),
		op.Command("Yard/NoteReading", a.NoteReading, right.MoveTrailers).Offline(readingSubject),
		op.Command("Yard/PlaceTrailer", a.PlaceTrailer, right.MoveTrailers).Offline(trailerSubject),
		op.Command("Yard/TrailerLeft", a.TrailerLeft, right.MoveTrailers).Offline(trailerSubject),
		op.Command("Yard/AskMove", a.AskMove, right.MoveTrailers).Offline(trailerSubject),
		op.Command("Yard/DoMove", a.DoMove, right.MoveTrailers).Offline(trailerSubject),
		op.Command("Yard/CancelMove", a.CancelMove, right.MoveTrailers).Offline(trailerSubject),
		op.Query("Yard/History", a.YardHistory, right.SeeYard),
	})
}

// TrailerReq is what is known of a trailer: of one that is new in the yard, or corrected.
type TrailerReq struct {
	ID        string           `json:"TrailerId" validate:"required,ulid"` // which the device made
	Warehouse string           `json:"WarehouseId" validate:"required,max=20"`
	Number    string           `json:"Number" validate:"required,max=20" field:"trim,upper"`
	Carrier   string           `json:"Carrier" validate:"max=60" field:"trim"` // SCAC or name
	Contents  Contents         `json:"Contents" validate:"required,oneof=empty partial loaded unknown"`
	Seal      string           `json:"Seal" validate:"max=30" field:"trim,upper"`
	SetPoint  *freight.Measure `json:"SetPoint,omitempty"` // of a reefer
	Dropped   bool             `json:"Dropped"`
	Note      string           `json:"Note" validate:"max=200" field:"trim"`
	Place                      // of one that is new; where another stands is said by Yard/PlaceTrailer
	// Changed names the fields of a correction that are meant, without it all: two who have the same trailer open keep each other's words.
	Changed []string `json:"Changed,omitempty" validate:"max=7,unique,dive,oneof=Number Carrier Contents Seal SetPoint Dropped Note"`
}

// Check knows two scales.
func (r *TrailerReq) Check() []fail.Field {
	return append(badTemperature("SetPoint", r.SetPoint), r.Place.twice()...)
}

// badTemperature refuses other scales than two, and what no trailer has.
func badTemperature(field string, t *freight.Measure) []fail.Field {
	switch {
	case t == nil || *t == freight.Measure{}:
		return nil
	case t.Unit != "C" && t.Unit != "F":
		return []fail.Field{fail.Of(field, "temperature-unit-unknown", "unit", t.Unit)}
	case t.Milli < -100_000 || t.Milli > 200_000:
		return []fail.Field{fail.Of(field, "field-malformed")}
	}
	return nil
}

// twice refuses a place that is a spot and a door, and a spot of no row.
func (p Place) twice() []fail.Field {
	if p.RowID == "" && p.Spot != 0 {
		return []fail.Field{fail.Of("spot", "yard-spot-of-no-row")}
	}
	if p.RowID != "" && p.Door != "" {
		return []fail.Field{fail.Of("door", "yard-place-twice")}
	}
	return nil
}

// NoteTrailer enters a trailer into the yard, or corrects what is known of one; what was seen before it was last corrected is in the history alone. Entered twice by the same device it is one; of two that enter the same trailer the second
// is told where it stands.
func (a *Area) NoteTrailer(ctx context.Context, tx *store.Tx, req TrailerReq) (Trailer, error) {
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return Trailer{}, err
	}
	t, known, err := store.Get[Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE id = ?`, req.ID)
	if err != nil {
		return t, err
	}
	switch {
	case known && t.Warehouse != req.Warehouse:
		return Trailer{}, fail.NotFound("trailer-unknown")
	case known && !t.LeftAt.IsZero():
		return t, gone(t)
	case known && !req.none() && req.Place != t.Place:
		return t, fail.Invalid(fail.Of("door", "yard-place-said"))
	case !known:
		t = Trailer{ID: req.ID, Warehouse: req.Warehouse, PlacedAt: store.At(tx.At), CameAt: store.At(tx.At)}
	}
	if known && req.Changed != nil {
		if req, err = a.onlyChanged(ctx, tx, t, req); err != nil {
			return t, err
		}
	} else if known && tx.At.Before(t.NotedAt.Time) {
		return t, a.note(ctx, tx, t, "changed-before", map[string]any{"number": req.Number, "contents": req.Contents, "seal": req.Seal, "dropped": req.Dropped})
	}
	was := t
	t.Number, t.Contents, t.Seal, t.Dropped, t.Note = req.Number, req.Contents, req.Seal, req.Dropped, req.Note
	t.SetPoint.V = freight.Measure{}
	if req.SetPoint != nil {
		t.SetPoint.V = *req.SetPoint
	}
	if !known || req.Carrier != t.called() {
		if t.Carrier, t.CarrierName, err = a.namedCarrier(ctx, tx, req.Carrier); err != nil {
			return t, err
		}
	}
	if t.FreeDays, err = freeDays(ctx, tx, t.Warehouse, t.Carrier); err != nil {
		return t, err
	}
	if other, twice, err := a.twiceHere(ctx, tx, was, t); err != nil {
		return t, err
	} else if twice {
		return t, fail.Conflict("trailer-known", "trailer", t.Number, "place", placeName(ctx, tx, other.Place), "none", other.none()).With(other)
	}
	if known {
		if was == t {
			return t, nil
		}
		return t, a.keepTrailer(ctx, tx, t, "changed", differs(was, t))
	}
	if err := a.mayStand(ctx, tx, t, req.Place, tx.At); err != nil {
		return t, err
	}
	t.Place = req.Place
	return t, a.keepTrailer(ctx, tx, t, "came", map[string]any{"contents": t.Contents, "seal": t.Seal})
}

// called is a carrier as a form shows it.
func (t Trailer) called() string { return cmp.Or(t.Carrier, t.CarrierName) }

// noted are the fields of a correction, by their names in a trailer's history.
var noted = map[string]string{"Number": "number", "Carrier": "carrier", "Contents": "contents", "Seal": "seal", "SetPoint": "setPoint", "Dropped": "dropped", "Note": "note"}

// differs gives what was changed of a trailer.
func differs(was, now Trailer) map[string]any {
	out := map[string]any{}
	put := func(name string, same bool, v any) {
		if !same {
			out[name] = v
		}
	}
	put("number", was.Number == now.Number, now.Number)
	put("carrier", was.called() == now.called(), cmp.Or(now.CarrierName, now.Carrier))
	put("contents", was.Contents == now.Contents, now.Contents)
	put("seal", was.Seal == now.Seal, now.Seal)
	put("setPoint", was.SetPoint.V == now.SetPoint.V, now.SetPoint.V)
	put("dropped", was.Dropped == now.Dropped, now.Dropped)
	put("note", was.Note == now.Note, now.Note)
	return out
}

// onlyChanged is a correction with what is known of a trailer where it says nothing, or where somebody has said otherwise since it was made.
func (a *Area) onlyChanged(ctx context.Context, tx *store.Tx, t Trailer, req TrailerReq) (TrailerReq, error) {
	type said struct {
		Data store.JSON[map[string]any] `db:"data"`
	}
	since, err := store.Select[said](ctx, tx, `SELECT data FROM warehouse_trailer_event WHERE trailer_id = ? AND kind IN ('came', 'changed') AND at > ?`, t.ID, store.At(tx.At))
	if err != nil {
		return req, err
	}
	late := map[string]any{}
	stays := func(field string) bool {
		name := noted[field]
		if !slices.Contains(req.Changed, field) {
			return true
		}
		return slices.ContainsFunc(since, func(e said) bool { _, is := e.Data.V[name]; return is })
	}
	keep := func(field string, typed any, to func()) {
		if !stays(field) {
			return
		}
		if slices.Contains(req.Changed, field) {
			late[noted[field]] = typed
		}
		to()
	}
	keep("Number", req.Number, func() { req.Number = t.Number })
	keep("Carrier", req.Carrier, func() { req.Carrier = t.called() })
	keep("Contents", req.Contents, func() { req.Contents = t.Contents })
	keep("Seal", req.Seal, func() { req.Seal = t.Seal })
	keep("SetPoint", req.SetPoint, func() { req.SetPoint = &t.SetPoint.V })
	keep("Dropped", req.Dropped, func() { req.Dropped = t.Dropped })
	keep("Note", req.Note, func() { req.Note = t.Note })
	if len(late) == 0 {
		return req, nil
	}
	return req, a.note(ctx, tx, t, "changed-before", late)
}

// twiceHere finds the trailer that another is in truth which is entered, or corrected to its number.
func (a *Area) twiceHere(ctx context.Context, tx *store.Tx, was, now Trailer) (Trailer, bool, error) {
	if bareOf(was.Number) == bareOf(now.Number) && was.ofCarrier(now.Carrier, now.CarrierName) { // both were let in
		return Trailer{}, false, nil
	}
	list, err := trailersCalled(ctx, tx, now.Warehouse, now.Number, now.ID)
	if err != nil {
		return Trailer{}, false, err
	}
	list = slices.DeleteFunc(list, func(t Trailer) bool {
		return !t.nobodys() && !now.nobodys() && !t.ofCarrier(now.Carrier, now.CarrierName)
	})
	if len(list) == 0 {
		return Trailer{}, false, nil
	}
	return list[0], true, nil
}

// ReadingReq is what a reefer's display shows.
type ReadingReq struct {
	TrailerID string          `json:"TrailerId" validate:"required,max=40"`
	Reading   freight.Measure `json:"Reading"`
}

// Check wants a temperature.
func (r *ReadingReq) Check() []fail.Field {
	if r.Reading.Unit == "" {
		return []fail.Field{fail.Of("Reading", "field-required")}
	}
	return badTemperature("Reading", &r.Reading)
}

// NoteReading notes a reefer's temperature. One that was read before the last is in the history alone.
func (a *Area) NoteReading(ctx context.Context, tx *store.Tx, req ReadingReq) (Trailer, error) {
	t, err := trailerOf(ctx, tx, req.TrailerID)
	if err != nil {
		return t, err
	}
	if !tx.At.Before(t.ReadAt.Time) {
		t.Reading.V, t.ReadAt = req.Reading, store.At(tx.At)
	}
	return t, a.keepTrailer(ctx, tx, t, "read", map[string]any{"reading": req.Reading, "setPoint": t.SetPoint.V})
}

// LeftReq names a trailer that left the yard.
type LeftReq struct {
	TrailerID string `json:"TrailerId" validate:"required,max=40"`
	Seal      string `json:"Seal" validate:"max=30" field:"trim,upper"` // that was on it
}

// TrailerLeft notes that a trailer is gone, without its driver's word at the gate. Said twice it is the same; of one that was seen since it is in the history alone.
func (a *Area) TrailerLeft(ctx context.Context, tx *store.Tx, req LeftReq) (Trailer, error) {
	t, ok, err := store.Get[Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE id = ?`, req.TrailerID)
	if err == nil && (!ok || !tx.By.SeesWarehouse(t.Warehouse)) {
		err = fail.NotFound("trailer-unknown")
	}
	if err != nil || !t.LeftAt.IsZero() {
		return t, err
	}
	if store.At(tx.At).Before(t.lastSeen()) {
		return t, a.note(ctx, tx, t, "left-before", map[string]any{"seal": req.Seal})
	}
	return a.trailerGone(ctx, tx, t, req.Seal, "left")
}

// trailerGone takes a trailer out of the yard, and with it what was asked of it.
func (a *Area) trailerGone(ctx context.Context, tx *store.Tx, t Trailer, seal, kind string) (Trailer, error) {
	if seal != "" {
		t.Seal = seal
	}
	at := tx.At
	if at.Before(t.CameAt.Time) {
		at = t.CameAt.Time
	}
	if err := a.note(ctx, tx, t, kind, map[string]any{"seal": t.Seal, "contents": t.Contents}); err != nil {
		return t, err
	}
	t.LeftAt, t.VisitID = store.At(at), ""
	if err := store.Put(ctx, tx, "warehouse_trailer", "id", t); err != nil {
		return t, err
	}
	m, open, err := openMove(ctx, tx, t.ID)
	if err != nil || !open {
		return t, err
	}
	m.State, m.EndedBy, m.EndedAt = MoveCancelled, tx.By.Name, store.At(at)
	return t, store.Put(ctx, tx, "warehouse_yard_move", "id", m)
}

// trailerOf finds a trailer that is in a yard which the person sees.
func trailerOf(ctx context.Context, tx *store.Tx, id string) (Trailer, error) {
	t, ok, err := store.Get[Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE id = ?`, id)
	switch {
	case err != nil:
	case !ok || !tx.By.SeesWarehouse(t.Warehouse):
		return Trailer{}, fail.NotFound("trailer-unknown")
	case !t.LeftAt.IsZero():
		err = gone(t)
	}
	return t, err
}

func gone(t Trailer) error { return fail.Conflict("trailer-gone", "trailer", t.Number) }

// bareNumber is a trailer's number as bareOf has it.
const bareNumber = `upper(replace(replace(replace(number, ' ', ''), '-', ''), '.', ''))`

// trailersCalled lists the other trailers in a yard that bear a number, the last that came first.
func trailersCalled(ctx context.Context, tx *store.Tx, warehouse, number, but string) ([]Trailer, error) {
	return store.Select[Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE warehouse = ?1 AND left_at IS NULL AND id <> ?3 AND `+bareNumber+` = ?2 ORDER BY came_at DESC, id DESC`, warehouse, bareOf(number), but)
}

// ofCarrier reports whether a trailer is a carrier's. Carriers number their trailers alike: a name that is of no known carrier is another than one that is.
func (t Trailer) ofCarrier(scac, name string) bool {
	if t.Carrier != "" || scac != "" {
		return t.Carrier == scac
	}
	return sameName(t.CarrierName, name)
}

// nobodys tells that nobody has said whose a trailer is.
func (t Trailer) nobodys() bool { return t.Carrier == "" && t.CarrierName == "" }

// firstOf finds a carrier's trailer among those of one number.
func firstOf(list []Trailer, scac, name string) (Trailer, bool) {
	if i := slices.IndexFunc(list, func(t Trailer) bool { return t.ofCarrier(scac, name) }); i >= 0 {
		return list[i], true
	}
	return Trailer{}, false
}

// unsure is a trailer that may be a carrier's of the same number, or another: of one of both no known carrier is said.
func unsure(list []Trailer, scac string) (Trailer, bool) {
	if i := slices.IndexFunc(list, func(t Trailer) bool { return t.Carrier == "" || scac == "" }); i >= 0 {
		return list[i], true
	}
	return Trailer{}, false
}

// tellTwice tells the office of a trailer that may be the one which is in the yard.
func (a *Area) tellTwice(ctx context.Context, tx *store.Tx, is Trailer, carrier string) error {
	return tx.Emit(ctx, event.OfficeTold{Warehouse: is.Warehouse, Code: "notify-trailer-twice", Params: map[string]any{"trailer": is.Number, "carrier": cmp.Or(carrier, "–"), "other": cmp.Or(is.CarrierName, "–"),
		"place": placeName(ctx, tx, is.Place), "none": is.none()}, Link: yardPage})
}

const yardPage = "/Yard"

// keepTrailer writes a trailer, and what happened to it.
func (a *Area) keepTrailer(ctx context.Context, tx *store.Tx, t Trailer, kind string, data map[string]any) error {
	if now := store.At(tx.At); (kind == "came" || kind == "changed") && now.After(t.NotedAt.Time) {
		t.NotedAt = now
	}
	if err := store.Put(ctx, tx, "warehouse_trailer", "id", t); err != nil {
		return err
	}
	return a.note(ctx, tx, t, kind, data)
}
