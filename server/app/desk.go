package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"lading/fixtures"
	"lading/server/op"
	"lading/server/shipment"
	"lading/server/store"
)

// wire is a call's request by the names that the wire gives them.
type wire = map[string]any

// desk does the demo's work as its people do: by the product's own calls, with their rights and checks, each at its own moment. The first refusal ends the work.
type desk struct {
	ctx context.Context
	app *App
	tx  *store.Tx
	now time.Time // of the step, whatever moment the desk is at
	err error
}

// scene is a step of the demo's working day, by the area that it fills.
type scene struct {
	name string
	play func(d *desk)
}

// scenes are all that a company has beside orders, shipments and bills, in the order in which one needs the other.
func scenes() []scene {
	return slices.Concat(orgScenes, warehouseScenes, carrierScenes, ratingScenes, routingScenes, packingScenes, dockScenes, shipmentScenes, quoteScenes, trackingScenes, parcelScenes, auditScenes, analyticsScenes, officeScenes)
}

// day plays the scenes of the first organisation, where the demo is a whole one.
func (l loader) day() (steps []step) {
	if l.id != "1" || !l.size.Whole() {
		return nil
	}
	for _, s := range scenes() {
		steps = append(steps, func(ctx context.Context, tx *store.Tx) error {
			d := &desk{ctx: ctx, app: l.app, tx: tx, now: tx.Now}
			d.as("U-ADMIN")
			s.play(d)
			tx.Now, tx.At, tx.By = d.now, d.now, store.System()
			if d.err != nil {
				return fmt.Errorf("demo's %s: %w", s.name, d.err)
			}
			return nil
		})
	}
	return steps
}

// as has the next calls made by one of the demo's people.
func (d *desk) as(user string) {
	if d.err == nil {
		d.tx.By, d.err = d.app.Access.Actor(d.ctx, d.tx, user)
	}
}

// at has the next calls made at a moment of the past; the step's own where that is still to come.
func (d *desk) at(t time.Time) {
	if t.After(d.now) {
		t = d.now
	}
	d.tx.Now, d.tx.At = t.UTC(), t.UTC()
}

// do makes a call and gives its answer.
func do[T any](d *desk, path string, req any) (out T) {
	if d.err != nil {
		return out
	}
	o, ok := d.app.Registry.Find(path)
	if !ok {
		d.err = fmt.Errorf("no call %s", path)
		return out
	}
	if d.err = op.Permit(o, d.tx.By, 0); d.err != nil {
		return out
	}
	args, err := json.Marshal(req)
	if err != nil {
		d.err = err
		return out
	}
	typed, err := op.Decode(o, args, nil)
	if err != nil {
		d.err = fmt.Errorf("%s %s: %w", path, args, err)
		return out
	}
	body, err := op.Do(d.ctx, d.tx, &op.Call{Op: o, Org: d.tx.Org, By: d.tx.By, At: d.tx.At, Args: args}, typed)
	if err != nil {
		d.err = fmt.Errorf("%s %s: %w", path, args, err)
		return out
	}
	if out, ok = body.(T); !ok {
		d.err = fmt.Errorf("%s answers %T", path, body)
	}
	return out
}

// call makes a call whose answer nobody needs.
func (d *desk) call(path string, req any) { do[any](d, path, req) }

// zone is the clock of a warehouse.
func (d *desk) zone(site string) *time.Location {
	for _, w := range fixtures.Warehouses() {
		if w.Code == site {
			if z, err := time.LoadLocation(w.Zone); err == nil {
				return z
			}
		}
	}
	return time.UTC
}

// day is today at a warehouse, or some days from it.
func (d *desk) day(site string, in int) string {
	return d.now.In(d.zone(site)).AddDate(0, 0, in).Format(time.DateOnly)
}

// clock is a time of day at a warehouse, some days from today.
func (d *desk) clock(site string, in, hour, minute int) time.Time {
	n := d.now.In(d.zone(site)).AddDate(0, 0, in)
	return time.Date(n.Year(), n.Month(), n.Day(), hour, minute, 0, 0, n.Location())
}

// of gives shipments of a status by day of shipping, of one warehouse where one is named.
func (d *desk) of(status, site string) (out []shipment.Shipment) {
	if d.err != nil {
		return nil
	}
	list, err := d.app.Shipment.OfStatus(d.ctx, d.tx, shipment.OfStatusReq{StatusCode: status})
	d.err = err
	for _, s := range list {
		if site == "" || s.Warehouse == site {
			out = append(out, s)
		}
	}
	return out
}

// section saves a section of the settings over the one that stands.
func (d *desk) section(path, name string, values wire) {
	if d.err != nil {
		return
	}
	all, err := d.app.Org.AllSettings(d.ctx, d.tx, op.None{})
	d.err = err
	for _, s := range all {
		if s.Section == name {
			values["Rev"] = s.Rev
		}
	}
	d.call(path, values)
}
