package warehouse

import (
	"context"
	"fmt"
	"slices"

	"lading/server/kit/event"
	"lading/server/store"
)

// How an offer and a wait end.

// Why an offer is over. What was declined or let lapse goes to others: whoever did so is not offered it again. What was withdrawn, by the office or with the load that it was for, may be
// offered to it for another load.
const (
	declined  = "declined"
	lapsed    = "lapsed"
	withdrawn = "withdrawn"
)

// pass ends what is offered to one on the list, leaves it in a state and offers the time to the next.
func (a *Area) pass(ctx context.Context, tx *store.Tx, w Wait, state, why string) (Wait, error) {
	day, err := a.unoffer(ctx, tx, &w, state, why)
	if err != nil || day == "" {
		return w, err
	}
	return w, a.freed(ctx, tx, w.Warehouse, day, day)
}

// unoffer ends what is offered to one on the list, if anything is, and gives the day that has room now.
func (a *Area) unoffer(ctx context.Context, tx *store.Tx, w *Wait, state, why string) (day string, err error) {
	if w.State == "offered" {
		day = w.Day
		if _, err := tx.ExecContext(ctx, `DELETE FROM warehouse_hold WHERE id = ? AND wait_id = ?`, w.HoldID, w.ID); err != nil {
			return "", err
		}
		if !w.Until.After(tx.Now) {
			why = lapsed // by then, although nobody has noted it
		}
		if state != "taken" { // it may wait for the same time once more
			if _, err := tx.ExecContext(ctx, `INSERT INTO warehouse_wait_passed (wait_id, day, start, hold_id, why) VALUES (?, ?, ?, ?, ?)`, w.ID, w.Day, w.Start, w.HoldID, why); err != nil {
				return "", err
			}
		}
	}
	w.State, w.HoldID, w.Day, w.Start, w.Until = state, "", "", "", store.Time{}
	return day, store.Put(ctx, tx, "warehouse_wait", "id", *w)
}

// satisfied takes what waits for a load off the list once the load has a time that it waited for, or its truck is here. Another that was held for it goes to the next.
func (a *Area) satisfied(ctx context.Context, tx *store.Tx, p Appointment) error {
	if p.ShipmentID == "" {
		return nil
	}
	w, ok, err := store.Get[Wait](ctx, tx, `SELECT * FROM warehouse_wait WHERE shipment_id = ? AND shipment_id <> '' AND state IN ('waiting', 'offered')`, p.ShipmentID)
	if err != nil || !ok || p.State != "arrived" && !w.wants(p.Day, p.Start) {
		return err
	}
	_, err = a.pass(ctx, tx, w, "taken", withdrawn)
	return err
}

// answered takes a partner's wait off the list that was offered a time under the key that it booked under, be it in time or after the offer had lapsed and the time was still free.
// Another time that is held for it by then goes to the next.
func (a *Area) answered(ctx context.Context, tx *store.Tx, booker, offer string, p Appointment) error {
	w, ok, err := store.Get[Wait](ctx, tx, `SELECT * FROM warehouse_wait WHERE booker_id = ?1 AND booker_id <> '' AND state IN ('waiting', 'offered', 'taken')
AND (hold_id = ?2 OR id IN (SELECT wait_id FROM warehouse_wait_passed WHERE hold_id = ?2 AND ?2 <> ''))`, booker, offer)
	if err != nil || !ok {
		return err
	}
	day := ""
	if w.State == "offered" && w.HoldID != offer {
		if day, err = a.unoffer(ctx, tx, &w, "taken", withdrawn); err != nil {
			return err
		}
	}
	w.State, w.HoldID, w.Until = "taken", p.ID, store.Time{}
	if err := store.Put(ctx, tx, "warehouse_wait", "id", w); err != nil || day == "" {
		return err
	}
	return a.freed(ctx, tx, w.Warehouse, day, day)
}

// endWaits takes those off the list for which a condition holds, with a word to a partner of what they ended by, where that is said; what is held for them goes to the next.
func (a *Area) endWaits(ctx context.Context, tx *store.Tx, what, where string, keys ...any) error {
	return a.giveUp(ctx, tx, "over", what, where, keys...)
}

// giveUp takes back what is offered to those for which a condition holds, and leaves them in a state. It goes to whoever waits for something else than their loads.
func (a *Area) giveUp(ctx context.Context, tx *store.Tx, state, what, where string, keys ...any) error {
	list, err := store.Select[Wait](ctx, tx, `SELECT * FROM warehouse_wait WHERE state IN ('waiting', 'offered') AND `+where, keys...)
	if err != nil {
		return err
	}
	var open []Wait
	for _, w := range list {
		if what != "" && w.Booker != "" {
			if err := a.tellEnded(ctx, tx, w, what); err != nil {
				return err
			}
		}
		day, err := a.unoffer(ctx, tx, &w, state, withdrawn)
		if err != nil {
			return err
		}
		if day != "" {
			open = append(open, Wait{Warehouse: w.Warehouse, Day: day, ShipmentID: w.ShipmentID})
		}
	}
	for _, w := range slices.CompactFunc(open, func(x, y Wait) bool { return x == y }) {
		if err := a.freedBut(ctx, tx, w.ShipmentID, w.Warehouse, w.Day, w.Day); err != nil {
			return err
		}
	}
	return nil
}

// tellEnded tells who waited that it is not on the list any more: removed by the office, over, or its load elsewhere. What the office waited for and took off itself it is not told.
func (a *Area) tellEnded(ctx context.Context, tx *store.Tx, w Wait, what string) error {
	site, err := find(ctx, tx, w.Warehouse)
	if err != nil {
		return err
	}
	if w.Booker != "" {
		return tx.Emit(ctx, event.SlotWaitEnded{ID: w.ID, Carrier: w.BookerID, What: what, From: w.FromDay, Until: w.UntilDay, Site: site.Name, Reference: w.Reference})
	}
	if w.AskedBy == "" || w.AskedBy == tx.By.User {
		return nil
	}
	return tx.Emit(ctx, event.UserTold{User: w.AskedBy, Code: "notify-appointment-wait-" + what, Params: map[string]any{"reference": w.Reference, "site": site.Name, "from": w.FromDay, "until": w.UntilDay},
		Link: fmt.Sprintf("/DockScheduler?warehouse=%s&day=%s", w.Warehouse, w.UntilDay)})
}
