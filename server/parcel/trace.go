package parcel

import (
	"context"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// The stages of a package that move its shipment.
const (
	stagePickedUp  = "picked-up"
	stageDelivered = "delivered"
)

// Trace is where a label's packages are.
type Trace struct {
	Label Label  `json:"Label"`
	Scans []Scan `json:"Scans"` // the newest first
}

// Scans lists what was told of a label's packages, without asking again.
func (a *Area) Scans(ctx context.Context, tx *store.Tx, req LabelReq) (Trace, error) {
	l, err := findLabel(ctx, tx, req.ID)
	if err != nil {
		return Trace{}, err
	}
	list, err := scansOf(ctx, tx, l.ID)
	return Trace{l.shown(tx.By), list}, err
}

func scansOf(ctx context.Context, tx *store.Tx, label string) ([]Scan, error) {
	type row struct {
		Number string     `db:"number"`
		At     store.Time `db:"at"`
		Code   string     `db:"code"`
		Text   string     `db:"text"`
		Place  string     `db:"place"`
	}
	rows, err := store.Select[row](ctx, tx, `SELECT number, at, code, text, place FROM parcel_scan WHERE label_id = ? ORDER BY at DESC, number`, label)
	out := []Scan{}
	for _, r := range rows {
		out = append(out, Scan{Number: r.Number, At: r.At, Code: r.Code, Text: r.Text, Place: r.Place})
	}
	return out, err
}

// Track asks the carrier where a label's packages are. What is new stands in the shipment's history, and the shipment goes on as its packages do.
func (a *Area) Track(ctx context.Context, c *op.Call, req LabelReq) (Trace, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return Trace{}, err
	}
	var l Label
	if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		l, err = findLabel(ctx, tx, req.ID)
		return err
	}); err != nil {
		return Trace{}, err
	}
	if len(l.Numbers.V) == 0 {
		return Trace{}, fail.Conflict("parcel-label-state", "number", l.Shipment)
	}
	s, err := a.openFor(ctx, db, l)
	if err != nil {
		return Trace{}, err
	}
	if _, err := a.trace(ctx, db, s, l); err != nil {
		return Trace{}, told(s.provider.Name, err)
	}
	var out Trace
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		out, err = a.Scans(ctx, tx, req)
		return err
	})
	return out, err
}

// trace asks after each package, and keeps what is new in one command.
func (a *Area) trace(ctx context.Context, db *store.DB, s *session, l Label) (fresh int, err error) {
	var all []Scan
	ask := s.provider.Open(s)
	for _, number := range l.Numbers.V {
		list, err := ask.Track(ctx, l, number)
		if err != nil {
			return 0, err
		}
		all = append(all, list...)
	}
	slices.SortStableFunc(all, func(x, y Scan) int { return x.At.Compare(y.At.Time) })
	_, err = db.Write(ctx, store.Command{Name: "parcel-scans", By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		fresh = 0
		for _, e := range all {
			res, err := tx.ExecContext(ctx, `INSERT INTO parcel_scan (label_id, number, at, code, text, place) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, l.ID, e.Number, e.At, e.Code, e.Text, e.Place)
			if err != nil {
				return err
			}
			if n, err := res.RowsAffected(); err != nil || n == 0 {
				if err != nil {
					return err
				}
				continue
			}
			fresh++
			if err := a.Shipments.Record(ctx, tx, l.ShipmentID, "parcel-scan", map[string]any{"number": e.Number, "text": e.Text, "place": e.Place, "at": e.At.UnixMilli()}); err != nil {
				return err
			}
		}
		if len(all) == 0 {
			return nil
		}
		last := all[len(all)-1]
		code := last.Code
		if delivered(all, l.Numbers.V) {
			code = stageDelivered
		}
		if used, err := a.moved(ctx, tx, l); err != nil {
			return err
		} else if used && l.State == Voided {
			if _, err := tx.ExecContext(ctx, `UPDATE parcel_label SET why = 'parcel-void-moves' WHERE id = ?`, l.ID); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, `UPDATE parcel_label SET last_code = ?, last_text = ?, last_at = ?, last_place = ? WHERE id = ?`, code, last.Text, last.At, last.Place, l.ID); err != nil {
			return err
		}
		return a.advance(ctx, tx, l, all)
	}})
	return fresh, err
}

// moved reports whether the carrier has any of a label's packages: it was scanned there, or its shipment is on the road.
func (a *Area) moved(ctx context.Context, tx *store.Tx, l Label) (bool, error) {
	scans, err := scansOf(ctx, tx, l.ID)
	if err != nil || slices.ContainsFunc(scans, func(s Scan) bool { return providers[l.Carrier].Stage(s.Code) != "" }) {
		return err == nil, err
	}
	c, err := a.Shipments.Carried(ctx, tx, l.ShipmentID)
	return l.State != Voided && c.Carrier == l.SCAC && (c.Status == "A" || c.Status == "D"), err
}

// delivered reports whether the last of the packages has arrived.
func delivered(all []Scan, numbers []string) bool {
	there := map[string]bool{}
	for _, e := range all {
		if e.Stage == stageDelivered {
			there[e.Number] = true
		}
	}
	return len(there) > 0 && len(there) >= len(numbers)
}

// advance moves the shipment with its packages: with the first that is picked up, and with the last that is delivered.
func (a *Area) advance(ctx context.Context, tx *store.Tx, l Label, all []Scan) error {
	c, err := a.Shipments.Carried(ctx, tx, l.ShipmentID)
	if err != nil || c.Carrier != l.SCAC || l.State == Voided || !strings.Contains("TMAD", c.Status) { // it is not this label's any more
		return err
	}
	for _, e := range all {
		if e.Stage != "" {
			if err := a.Shipments.Advance(ctx, tx, l.ShipmentID, stagePickedUp, e.At.Time); err != nil {
				return err
			}
			break
		}
	}
	if !delivered(all, l.Numbers.V) {
		return nil
	}
	last := store.Time{}
	for _, e := range all {
		if e.Stage == stageDelivered {
			last = e.At
		}
	}
	return a.Shipments.Advance(ctx, tx, l.ShipmentID, stageDelivered, last.Time)
}
