package parcel

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lading/server/kit/fail"
	"lading/server/store"
)

// void gives the label back, unless the carrier has a package of it: that one travels on it, whatever the carrier says to a void.
func (w work) void(ctx context.Context, last bool) error {
	lost := w.label.VoidAsked == 1 // an attempt that nobody has the answer of may have voided it
	s, err := w.a.openFor(ctx, w.db, w.label)
	var no refusal
	if err == nil {
		if _, err = w.a.trace(ctx, w.db, s, w.label); errors.As(err, &no) && no.final() {
			err = nil // it is told nothing, and knows best what it takes back
		}
	}
	if err == nil {
		used := false
		if err := w.db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
			used, err = w.a.moved(ctx, tx, w.label)
			return err
		}); err != nil {
			return err
		}
		if used {
			return w.keptAfter(ctx, "parcel-label-used")
		}
		if err := w.voidAsked(ctx, 1); err != nil {
			return err
		}
		if err = s.provider.Open(s).Void(ctx, w.label); err != nil && w.label.VoidAsked == 0 && notDone(err) {
			how := 0
			if errors.As(err, &no) && no.final() {
				how = 2
			}
			if again := w.voidAsked(ctx, how); again != nil {
				return again
			}
		} else if err != nil {
			lost = w.label.VoidAsked == 1 || !notDone(err)
		}
	}
	switch {
	case err == nil:
		return w.stand(ctx, Voided, "")
	case lost && (last || errors.As(err, &no) && no.final() || fail.CodeOf(err) != ""):
		return w.voidUnclear(ctx)
	case errors.As(err, &no) && no.final():
		return w.keptAfter(ctx, no.said())
	case fail.CodeOf(err) != "":
		return w.keptAfter(ctx, fail.CodeOf(err))
	case last:
		return w.keptAfter(ctx, fail.CodeOf(told(providers[w.label.Carrier].Name, err)))
	}
	return err
}

func (w work) voidAsked(ctx context.Context, how int) error {
	return w.write(ctx, "parcel-void-ask", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE parcel_label SET void_asked = ? WHERE id = ?`, how, w.label.ID)
		return err
	})
}

// voidUnclear leaves to a person whether the carrier has taken a label back.
func (w work) voidUnclear(ctx context.Context) error {
	return w.write(ctx, "parcel-void-unclear", func(ctx context.Context, tx *store.Tx) error {
		if err := w.trackLater(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE parcel_label SET state = 'unclear', why = 'parcel-void-unclear', void_asked = 1 WHERE id = ?`, w.label.ID); err != nil {
			return err
		}
		return w.a.Shipments.Record(ctx, tx, w.label.ShipmentID, "label-void-unclear", map[string]any{"carrier": providers[w.label.Carrier].Name, "label": w.label.ID})
	})
}

// keptAfter notes that a label could not be given back: it is still paid for.
func (w work) keptAfter(ctx context.Context, why string) error {
	return w.write(ctx, "parcel-void-refused", func(ctx context.Context, tx *store.Tx) error {
		if err := w.trackLater(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE parcel_label SET state = 'bought', why = ? WHERE id = ?`, why, w.label.ID); err != nil {
			return err
		}
		return w.a.Shipments.Record(ctx, tx, w.label.ShipmentID, "label-void-refused", map[string]any{"carrier": providers[w.label.Carrier].Name, "label": w.label.ID, "why": why})
	})
}

// A label is asked after every few hours, for as long as packages are on the road. One that was given back is, too: a package may be sent on it all the same.
const (
	trackEvery = 4 * time.Hour
	trackFor   = 30 * 24 * time.Hour
)

// trackLater has the label asked after in a few hours. Several who want that at once get it once.
func (w work) trackLater(ctx context.Context, tx *store.Tx) error {
	due := tx.Now.Add(trackEvery)
	return w.a.Jobs.AddAt(ctx, tx, TrackJob, fmt.Sprintf("%s:%s:%d", TrackJob, w.label.ID, due.Truncate(trackEvery).Unix()), due, ofLabel{w.label.ID})
}

// track asks after the label. The next time is settled before the carrier is asked: an outage ends no tracking.
func (w work) track(ctx context.Context, last bool) error {
	l, over := w.label, false
	if err := w.write(ctx, "parcel-track", func(ctx context.Context, tx *store.Tx) error {
		if over = l.LastCode == stageDelivered || tx.Now.Sub(l.At.Time) > trackFor; over {
			return nil
		}
		return w.trackLater(ctx, tx)
	}); err != nil || over || l.State == Voiding || l.State == Unclear {
		return err
	}
	s, err := w.a.openFor(ctx, w.db, l)
	if err == nil {
		_, err = w.a.trace(ctx, w.db, s, l)
	}
	var no refusal
	if last || errors.As(err, &no) && no.final() || fail.CodeOf(err) != "" {
		return nil // asked again at the next time
	}
	return err
}
