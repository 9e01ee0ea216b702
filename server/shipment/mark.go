package shipment

import (
	"context"
	"time"

	"lading/server/op"
	"lading/server/store"
)

// Mark is what became of a shipment when it was last scheduled together with others: a page that was reloaded, also in the middle, asks for it. It is
// written with the booking itself, so it never says of a shipment what is not so.
type Mark struct {
	ShipmentID string                     `json:"shipmentId" db:"shipment_id"`
	Status     string                     `json:"status" db:"status"` // as in BulkStatus, or interrupted
	Carrier    string                     `json:"scac" db:"carrier"`
	Message    string                     `json:"message" db:"message"`
	Params     store.JSON[map[string]any] `json:"params" db:"params"`
	At         store.Time                 `json:"at" db:"at"`
	By         string                     `json:"-" db:"by_user"`
	ByName     string                     `json:"by" db:"by_name"`
}

const (
	// patience is how long a shipment may wait for its turn among at most 200. After that nobody is at it any more: the server was stopped.
	patience = time.Minute
	// bookedFor is how long it is news that a shipment was booked. What was refused stays so until it is booked.
	bookedFor = 12 * time.Hour
)

// mark notes what becomes of a line.
func mark(ctx context.Context, tx *store.Tx, s BulkStatus) error {
	return store.Put(ctx, tx, "shipment_mark", "shipment_id", Mark{ShipmentID: s.ShipmentID, Status: s.Status, Carrier: s.SCAC, Message: s.Message, Params: store.JSON[map[string]any]{V: s.Params},
		At: store.At(tx.Now), By: tx.By.User, ByName: tx.By.Name})
}

// await notes that the lines wait for their turn; of a shipment that is not the person's nothing is noted.
func await(ctx context.Context, db *store.DB, c *op.Call, lines []BulkLine) error {
	return op.WriteQuietly(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		for _, l := range lines {
			if _, err := find(ctx, tx, l.ShipmentID); err != nil {
				continue // its turn says why
			}
			if err := mark(ctx, tx, BulkStatus{ShipmentID: l.ShipmentID, Status: "pending", SCAC: l.Carrier}); err != nil {
				return err
			}
		}
		return nil
	})
}

// MarksReq names shipments.
type MarksReq struct {
	IDs []string `json:"ShipmentIds" validate:"max=500,dive,required,max=40"`
}

// Marks lists what became of shipments when they were last scheduled together with others.
func (a *Area) Marks(ctx context.Context, tx *store.Tx, req MarksReq) ([]Mark, error) {
	out := []Mark{}
	for _, id := range req.IDs {
		m, ok, err := store.Get[Mark](ctx, tx, `SELECT * FROM shipment_mark WHERE shipment_id = ?`, id)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		s, err := find(ctx, tx, id)
		if err != nil {
			continue // ended meanwhile, or not the person's to see
		}
		age := tx.Now.Sub(m.At.Time)
		switch {
		case m.Status == "success" && age > bookedFor, m.Status != "success" && s.Status != Quoted: // old news, or it went on by another way
			continue
		case m.Status == "pending" && age > patience:
			m.Status = "interrupted"
		}
		out = append(out, m)
	}
	return out, nil
}
