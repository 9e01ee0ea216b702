package shipment

import (
	"context"
	"slices"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// ServicesReq says what is asked of the carrier beside the haul.
type ServicesReq struct {
	ShipmentID string   `json:"ShipmentId" validate:"required,max=40"`
	Services   []string `json:"Services" validate:"max=40,unique,dive,required,max=10"`
}

// UpdateServices changes the services of a shipment. The prices that were found are of the services before, so they go; a carrier that has the load is asked
// again, with what changed.
func (a *Area) UpdateServices(ctx context.Context, tx *store.Tx, req ServicesReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	if s.Status == Tendered || s.Status == Confirmed {
		if err := op.Need(tx, right.Tender); err != nil {
			return s, err
		}
		return a.Change(ctx, tx, ChangeReq{ShipmentID: s.ID, Services: &req.Services})
	}
	if err := unless(slices.Contains([]Status{Open, Saved, Quoted, Deferred}, s.Status), "shipment-services-agreed", s); err != nil {
		return s, err
	}
	if err := a.Rates.CheckServices(req.Services); err != nil {
		return s, err
	}
	err = a.asking(ctx, tx, &s, req.Services)
	return s, err
}

// asking keeps other services of a shipment that no carrier has yet, wherever somebody says so: its history tells it, what was entered by hand says the same, and
// prices that were found before are of something else.
func (a *Area) asking(ctx context.Context, tx *store.Tx, s *Shipment, codes []string) error {
	before := s.Services.V
	a.serve(s, codes)
	if slices.Equal(before, s.Services.V) {
		return nil
	}
	s.ChangedAt = store.At(tx.Now)
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET services = ?, service_names = ?, changed_at = ? WHERE id = ?`, s.Services, s.ServiceNames, s.ChangedAt, s.ID); err != nil {
		return err
	}
	k, ok, err := store.Get[stored](ctx, tx, `SELECT * FROM shipment_entry WHERE shipment_id = ?`, s.ID)
	if err != nil {
		return err
	}
	if ok {
		k.Entry.V.Services = s.Services.V
		if err := store.Put(ctx, tx, "shipment_entry", "shipment_id", k); err != nil {
			return err
		}
	}
	if err := Append(ctx, tx, s.ID, "services", map[string]any{"before": before, "services": s.Services.V}); err != nil {
		return err
	}
	return tx.Emit(ctx, event.ServicesChanged{ShipmentID: s.ID})
}

// offered refuses services that nobody knows, by the field that names them: they would stand on the bill and be in no price. Those that a shipment has already stay with it,
// also where the organisation offers them no more.
func (a *Area) offered(field string, codes []string, has ...string) error {
	err := a.Rates.CheckServices(slices.DeleteFunc(slices.Clone(codes), func(c string) bool { return slices.Contains(has, c) }))
	if f, ok := fail.As(err); ok {
		for i := range f.Fields {
			f.Fields[i].Field = field
		}
	}
	return err
}

// serve keeps what is asked of the carrier, by its codes for rating and by its names for papers.
func (a *Area) serve(s *Shipment, codes []string) {
	s.Services.V, s.ServiceNames.V = append([]string{}, codes...), a.Rates.ServiceNames(codes)
}
