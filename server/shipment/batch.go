package shipment

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Batch is shipments that belong together.
type Batch struct {
	ID        string     `json:"id" db:"id"`
	Name      string     `json:"name" db:"name"`
	At        store.Time `json:"at" db:"at"`
	ByName    string     `json:"byName" db:"by_name"`
	Shipments []Brief    `json:"shipments" db:"-"`
}

// BatchesReq asks for batches by a name or by one of their shipments' numbers.
type BatchesReq struct {
	SearchText string `json:"searchText" validate:"max=60"`
	ShipmentID string `json:"ShipmentId" validate:"max=40"`
}

// Batches lists the newest batches of linked shipments, with those that the person may see.
func (a *Area) Batches(ctx context.Context, tx *store.Tx, req BatchesReq) ([]Batch, error) {
	text := searchable(req.SearchText)
	list, err := store.Select[Batch](ctx, tx, `SELECT * FROM shipment_batch b WHERE (?1 = '' OR instr(upper(b.name), ?1) > 0
 OR EXISTS (SELECT 1 FROM shipment_batch_member m JOIN shipment_ref r ON r.shipment_id = m.shipment_id WHERE m.batch_id = b.id AND r.value >= ?1 AND r.value < ?1 || char(1114111)))
 AND (?2 = '' OR EXISTS (SELECT 1 FROM shipment_batch_member m WHERE m.batch_id = b.id AND m.shipment_id = ?2)) ORDER BY b.at DESC LIMIT 200`, text, req.ShipmentID)
	if err != nil {
		return nil, err
	}
	out := []Batch{}
	for _, b := range list {
		rows, err := store.Select[Brief](ctx, tx, `SELECT `+brief+`, m.batch_id AS of FROM shipment_batch_member m JOIN shipment s ON s.id = m.shipment_id WHERE m.batch_id = ? ORDER BY s.number`, b.ID)
		if err != nil {
			return nil, err
		}
		b.Shipments = []Brief{}
		for _, r := range rows {
			if tx.By.SeesWarehouse(r.Warehouse) {
				b.Shipments = append(b.Shipments, r)
			}
		}
		if len(b.Shipments) > 0 {
			out = append(out, b)
		}
	}
	return out, nil
}

// LinkReq links shipments, by their numbers, bills or PROs, to one another or to a batch that is there.
type LinkReq struct {
	BatchID   string   `json:"BatchId" validate:"max=40"`
	Name      string   `json:"Name" validate:"max=80"`
	Shipments []string `json:"Shipments" validate:"required,min=1,max=100,unique,dive,required,max=40"`
}

// LinkShipments makes shipments belong together. One that belongs elsewhere is named and nothing is linked.
func (a *Area) LinkShipments(ctx context.Context, tx *store.Tx, req LinkReq) (Batch, error) {
	b := Batch{ID: req.BatchID, Name: strings.TrimSpace(req.Name)}
	var members []Shipment
	for _, name := range req.Shipments {
		id, err := a.Resolve(ctx, tx, name)
		if fail.CodeOf(err) == "shipment-unknown" {
			err = fail.Invalid(fail.Of("Shipments", "shipment-not-found", "number", name))
		}
		if err != nil {
			return b, err
		}
		s, err := find(ctx, tx, id)
		if err != nil {
			return b, err
		}
		in, ok, err := store.Get[string](ctx, tx, `SELECT b.name FROM shipment_batch_member m JOIN shipment_batch b ON b.id = m.batch_id WHERE m.shipment_id = ? AND b.id <> ?`, id, b.ID)
		if err != nil || ok {
			if err == nil {
				err = fail.Conflict("shipment-linked-already", "number", s.Number, "name", in)
			}
			return b, err
		}
		members = append(members, s)
	}
	if b.ID == "" {
		if len(members) < 2 {
			return b, fail.Invalid(fail.Of("Shipments", "link-needs-two"))
		}
		if b.Name == "" {
			b.Name = members[0].Number
		}
		b.ID = ulid.Make().String()
		if _, err := tx.ExecContext(ctx, `INSERT INTO shipment_batch (id, name, at, by_name) VALUES (?, ?, ?, ?)`, b.ID, b.Name, store.At(tx.Now), tx.By.Name); err != nil {
			return b, err
		}
	} else if _, ok, err := store.Get[string](ctx, tx, `SELECT id FROM shipment_batch WHERE id = ?`, b.ID); err != nil || !ok {
		if err == nil {
			err = fail.NotFound("batch-unknown")
		}
		return b, err
	}
	for _, s := range members {
		res, err := tx.ExecContext(ctx, `INSERT INTO shipment_batch_member (shipment_id, batch_id) VALUES (?, ?) ON CONFLICT DO NOTHING`, s.ID, b.ID)
		if err != nil {
			return b, err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			continue
		}
		if err := Append(ctx, tx, s.ID, "linked", map[string]any{"batch": b.Name}); err != nil {
			return b, err
		}
	}
	return a.batch(ctx, tx, b.ID, members[0].ID)
}

func (a *Area) batch(ctx context.Context, tx *store.Tx, id, member string) (Batch, error) {
	list, err := a.Batches(ctx, tx, BatchesReq{ShipmentID: member})
	for _, b := range list {
		if b.ID == id {
			return b, err
		}
	}
	return Batch{ID: id, Shipments: []Brief{}}, err
}

// UnlinkReq names a shipment that shall belong to no batch.
type UnlinkReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
}

// UnlinkShipment takes a shipment out of its batch. One that is left alone belongs to nobody any more.
func (a *Area) UnlinkShipment(ctx context.Context, tx *store.Tx, req UnlinkReq) (Batch, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return Batch{}, err
	}
	b, ok, err := store.Get[Batch](ctx, tx, `SELECT b.* FROM shipment_batch b JOIN shipment_batch_member m ON m.batch_id = b.id WHERE m.shipment_id = ?`, s.ID)
	if err != nil || !ok {
		if err == nil {
			err = fail.Conflict("shipment-not-linked", "number", s.Number)
		}
		return b, err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM shipment_batch_member WHERE shipment_id = ?1 OR batch_id = ?2 AND (SELECT count(*) FROM shipment_batch_member WHERE batch_id = ?2) <= 2`, s.ID, b.ID); err != nil {
		return b, err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM shipment_batch WHERE id = ? AND NOT EXISTS (SELECT 1 FROM shipment_batch_member WHERE batch_id = id)`, b.ID); err != nil {
		return b, err
	}
	if err := Append(ctx, tx, s.ID, "unlinked", map[string]any{"batch": b.Name}); err != nil {
		return b, err
	}
	b.Shipments = []Brief{}
	return b, nil
}
