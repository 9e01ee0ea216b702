package parcel

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"lading/server/job"
	"lading/server/kit/blob"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"
)

// Do carries out a job that turns to a carrier.
func (a *Area) Do(ctx context.Context, org *store.DB, j job.Job) error {
	var of ofLabel
	if err := j.Into(&of); err != nil {
		return job.Never(err)
	}
	var l Label
	if err := org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		l, err = findLabel(ctx, tx, of.Label)
		return err
	}); err != nil {
		return err
	}
	w := work{a, org, l}
	last := j.Attempts+1 >= job.Attempts
	var err error
	switch {
	case j.Kind == BuyJob && l.State == Buying:
		err = w.buy(ctx, last)
	case j.Kind == BuyJob && l.State == Held && !(l.Awarded && l.Pictured):
		err = w.finish(ctx)
	case j.Kind == VoidJob && l.State == Voiding:
		err = w.void(ctx, last)
	case j.Kind == TrackJob && (l.State == Held || l.State == Voiding || l.State == Voided || l.State == Unclear && l.VoidAsked == 1):
		return w.track(ctx, last)
	}
	if err != nil && last {
		return errors.Join(err, w.giveUp(context.WithoutCancel(ctx), j.Kind))
	}
	return err // none where it has come elsewhere meanwhile
}

// work is one label on its way.
type work struct {
	a     *Area
	db    *store.DB
	label Label
}

func (w work) write(ctx context.Context, name string, do func(ctx context.Context, tx *store.Tx) error) error {
	_, err := w.db.Write(ctx, store.Command{Name: name, By: store.System(), Do: do})
	return err
}

// asking notes that the carrier is being asked, where it still may be, and waits until the replica knows that too: a copy that does not would buy again.
func (w work) asking(ctx context.Context) error {
	result, err := w.db.Write(ctx, store.Command{Name: "parcel-ask", By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if err := w.a.stillMay(ctx, tx, w.label); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE parcel_label SET asked_at = ? WHERE id = ?`, store.At(tx.Now), w.label.ID)
		return err
	}})
	if err != nil {
		return err
	}
	if err := op.Shared(ctx, w.db, result.Version); err != nil {
		return errors.Join(err, w.notAsked(context.WithoutCancel(ctx)))
	}
	return nil
}

func (w work) notAsked(ctx context.Context) error {
	return w.write(ctx, "parcel-not-asked", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE parcel_label SET asked_at = NULL WHERE id = ?`, w.label.ID)
		return err
	})
}

func (w work) stand(ctx context.Context, state State, why string) error {
	return w.write(ctx, "parcel-"+string(state), func(ctx context.Context, tx *store.Tx) error { return w.ended(ctx, tx, state, why) })
}

func (w work) ended(ctx context.Context, tx *store.Tx, state State, why string) error {
	if state == Voided {
		if err := w.trackLater(ctx, tx); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, `UPDATE parcel_label SET state = ?, why = ? WHERE id = ?`, string(state), why, w.label.ID); err != nil {
		return err
	}
	return w.a.Shipments.Record(ctx, tx, w.label.ShipmentID, "label-"+string(state), map[string]any{"carrier": providers[w.label.Carrier].Name, "label": w.label.ID, "why": why})
}

func (w work) order() Order {
	l := w.label
	return Order{Load: l.Load.V, Rate: Rate{Service: l.Service, ServiceName: l.ServiceName, Currency: l.Currency, TotalMinor: l.RatedMinor, Days: l.Days, Offer: l.Offer},
		Reference: l.Reference, Keys: l.Keys.V, AskedAt: l.AskedAt, Now: w.a.Clock()}
}

// buy asks the carrier for the label. That it is being asked is on disk before it is: an attempt whose answer was lost is known as such by the next one.
func (w work) buy(ctx context.Context, last bool) error {
	if w.label.AskedAt.IsZero() && w.label.Epoch != w.db.Epoch() { // what was done after the copy was made is not in it
		w.label.AskedAt = w.label.At
	}
	l := w.label
	s, err := w.a.openFor(ctx, w.db, l)
	if err != nil {
		if _, ours := fail.As(err); ours && l.AskedAt.IsZero() {
			return w.stand(ctx, Refused, fail.CodeOf(err))
		} else if ours {
			return w.stand(ctx, Unclear, fail.CodeOf(err))
		}
		return err
	}
	if l.AskedAt.IsZero() {
		if _, err := s.token(ctx, ""); err != nil { // nothing was asked yet
			return w.refused(ctx, s, err, last, Refused)
		}
	}
	order := w.order()
	if order.AskedAt.IsZero() {
		err := w.asking(ctx)
		if f, ours := fail.As(err); ours && (f.Settled() || last) {
			return w.stand(ctx, Refused, f.Code)
		}
		if err != nil {
			return err
		}
	}
	got, err := s.provider.Open(s).Buy(ctx, order)
	if err != nil {
		end := Unclear
		if order.AskedAt.IsZero() && notDone(err) {
			end = Refused
			if again := w.notAsked(ctx); again != nil {
				return again
			}
		}
		if back := (givenBack{}); errors.As(err, &back) {
			if end = Refused; !back.whole {
				end = Unclear
			}
			if again := w.write(ctx, "parcel-given-back", func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, `UPDATE parcel_label SET keys = '[]' WHERE id = ?`, l.ID)
				return err
			}); again != nil {
				return again
			}
		}
		return w.refused(ctx, s, err, last, end)
	}
	if err := w.bought(ctx, got); err != nil {
		return err
	}
	if err := w.award(ctx); err != nil {
		return err
	}
	return w.pictures(ctx, got)
}

// refused notes what a carrier said no to. What may still have been done is asked for again, and left to a person when that does not help.
func (w work) refused(ctx context.Context, s *session, err error, last bool, end State) error {
	var no refusal
	if errors.As(err, &no) && no.final() {
		return w.stand(ctx, end, no.said())
	}
	if f, ours := fail.As(err); ours {
		return w.stand(ctx, end, f.Code)
	}
	if last {
		return w.stand(ctx, end, fail.CodeOf(told(s.provider.Name, err)))
	}
	return err
}

// bought notes what was bought, whatever becomes of its images and of the shipment.
func (w work) bought(ctx context.Context, b Bought) error {
	l, why := w.label, ""
	total, currency := b.TotalMinor, b.Currency
	if total == 0 {
		total, currency = l.RatedMinor, l.Currency
	}
	if total > l.RatedMinor || currency != l.Currency {
		why = "parcel-label-dearer"
	}
	return w.write(ctx, "parcel-bought", func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE parcel_label SET state = 'bought', why = ?, carrier_id = ?, numbers = ?, currency = ?, total_minor = ? WHERE id = ?`,
			why, b.CarrierID, store.JSON[[]string]{V: b.Numbers}, currency, total, l.ID); err != nil {
			return err
		}
		if err := w.a.Shipments.Record(ctx, tx, l.ShipmentID, "label-bought", map[string]any{"carrier": providers[l.Carrier].Name, "service": l.ServiceName, "label": l.ID, "numbers": b.Numbers}); err != nil {
			return err
		}
		return w.trackLater(ctx, tx)
	})
}

// pictures has a label's images stand with the shipment's documents.
func (w work) pictures(ctx context.Context, b Bought) error {
	var kept []blob.File
	l, why := w.label, ""
	for _, f := range b.Files {
		k, err := w.a.Files.Keep(ctx, w.db.Name, op.File{Name: f.Name, Type: f.Type, Size: int64(len(f.Body)), Open: func() (io.ReadSeekCloser, error) { return opened{bytes.NewReader(f.Body)}, nil }})
		if refused, ours := fail.As(err); ours && refused.Settled() {
			why = unreadable
			if !strings.HasSuffix(f.Name, ".zpl") || len(f.Body) == 0 {
				continue
			}
			// It was paid for: what no printer here is sent is kept as a text.
			if k, err = w.a.Files.Keep(ctx, w.db.Name, op.File{Name: f.Name + ".txt", Type: "text/plain", Size: int64(len(f.Body)), Open: func() (io.ReadSeekCloser, error) { return opened{bytes.NewReader(f.Body)}, nil }}); err != nil {
				continue
			}
		}
		if err != nil {
			return fmt.Errorf("keep the label of %s: %w", l.Shipment, err)
		}
		kept = append(kept, k)
	}
	return w.write(ctx, "parcel-pictures", func(ctx context.Context, tx *store.Tx) error {
		for _, f := range kept {
			if err := store.KeepBlob(ctx, tx, f.Hash, f.Size, f.Type); err != nil {
				return err
			}
		}
		if err := w.a.Files.AttachKept(ctx, tx, l.ShipmentID, l.Warehouse, kept); err != nil {
			return err
		}
		return w.pictured(ctx, tx, why)
	})
}

const unreadable = "parcel-label-unreadable"

func (w work) pictured(ctx context.Context, tx *store.Tx, why string) error {
	_, err := tx.ExecContext(ctx, `UPDATE parcel_label SET pictured = 1, why = CASE WHEN ?1 = '' THEN why ELSE ?1 END WHERE id = ?2`, why, w.label.ID)
	return err
}

// finish does what is left of a label that was bought: its images are asked for again where they were not kept.
func (w work) finish(ctx context.Context) error {
	l := w.label
	if !l.Awarded {
		if err := w.award(ctx); err != nil {
			return err
		}
	}
	if l.Pictured {
		return nil
	}
	s, err := w.a.openFor(ctx, w.db, l)
	if err != nil {
		return err
	}
	o := w.order()
	got, err := s.provider.Open(s).Buy(ctx, o)
	if err != nil {
		return err
	}
	return w.pictures(ctx, got)
}

// giveUp is the end of the last attempt: a person looks after what it leaves.
func (w work) giveUp(ctx context.Context, kind string) error {
	var l Label
	if err := w.db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		l, err = findLabel(ctx, tx, w.label.ID)
		return err
	}); err != nil {
		return err
	}
	switch {
	case kind == BuyJob && l.State == Buying:
		return w.stand(ctx, Unclear, "parcel-label-not-found")
	case kind == BuyJob && l.State == Held && !l.Pictured:
		return w.write(ctx, "parcel-pictures", func(ctx context.Context, tx *store.Tx) error { return w.pictured(ctx, tx, unreadable) })
	case kind == VoidJob && l.State == Voiding && l.VoidAsked == 1:
		return w.voidUnclear(ctx)
	case kind == VoidJob && l.State == Voiding:
		return w.keptAfter(ctx, "parcel-carrier-silent")
	}
	return nil
}

// opened is a file in memory.
type opened struct{ *bytes.Reader }

func (opened) Close() error { return nil }

// award gives the shipment to the carrier with the label's price and number. Where somebody has moved it meanwhile, the label says so and can be given back; that of a
// shipment that has ended, or was taken from the carrier, is given back at once.
func (w work) award(ctx context.Context) error {
	if w.label.Test { // nothing travels on it
		return nil
	}
	err := w.write(ctx, "parcel-award", func(ctx context.Context, tx *store.Tx) error {
		l, err := findLabel(ctx, tx, w.label.ID)
		if err != nil {
			return err
		}
		if l.Freed && l.State == Held {
			_, err = w.a.giveBack(ctx, tx, l, "")
			return err
		}
		c, err := w.a.Shipments.Carried(ctx, tx, l.ShipmentID)
		if err != nil {
			return err
		}
		give := w.a.Shipments.Reprice
		if c.Carrier != l.SCAC || c.Status != "T" && c.Status != "M" {
			give = w.a.Shipments.Award
		}
		if err := give(ctx, tx, l.ShipmentID, freight.Price{Carrier: l.SCAC, Currency: l.Currency, TotalMinor: l.TotalMinor, Days: l.Days, Asks: l.Load.V.Asks,
			Lines: []freight.PriceLine{{Code: "parcel", Description: l.ServiceName, AmountMinor: l.TotalMinor}}}); err != nil {
			return err
		}
		if len(l.Numbers.V) > 0 {
			if err := w.a.Shipments.Correct(ctx, tx, l.ShipmentID, freight.Correction{PRO: l.Numbers.V[0]}); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `UPDATE parcel_label SET awarded = 1 WHERE id = ?`, l.ID)
		return err
	})
	if f, ours := fail.As(err); ours {
		return w.write(ctx, "parcel-not-awarded", func(ctx context.Context, tx *store.Tx) error {
			if _, err := tx.ExecContext(ctx, `UPDATE parcel_label SET why = ? WHERE id = ?`, f.Code, w.label.ID); err != nil {
				return err
			}
			c, err := w.a.Shipments.Carried(ctx, tx, w.label.ShipmentID)
			if err != nil || !c.Void {
				return err
			}
			l, err := findLabel(ctx, tx, w.label.ID)
			if err == nil && l.State == Held {
				_, err = w.a.giveBack(ctx, tx, l, c.Reason)
			}
			return err
		})
	}
	return err
}
