package order

import (
	"context"
	"fmt"

	"lading/server/kit/fail"
	"lading/server/store"
)

// ShipVias knows what customers write for a way to ship.
type ShipVias interface {
	// ShipVia tells which carrier, by SCAC, and which services a ship-via stands for. One that nobody has mapped is the carrier itself.
	ShipVia(ctx context.Context, tx *store.Tx, via string) (scac string, services []string, err error)
}

// via is the carrier and the services of a ship-via that a person gave. A text that is no SCAC and that nobody has mapped stands for nothing.
func (a *Area) via(ctx context.Context, tx *store.Tx, text string) (scac string, services []string, err error) {
	scac, services, err = a.Vias.ShipVia(ctx, tx, text)
	if err == nil && len(scac) > 10 {
		err = fail.Invalid(fail.Of("Carrier", "ship-via-unmapped", "code", text))
	}
	return scac, services, err
}

// ask notes the services that an order asks for by its ship-via, in place of those of a ship-via before.
func ask(ctx context.Context, tx *store.Tx, id string, services []string) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM order_service WHERE order_id = ?`, id); err != nil || len(services) == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO order_service (order_id, services) VALUES (?, ?)`, id, store.JSON[[]string]{V: services}); err != nil {
		return fmt.Errorf("note services of order %s: %w", id, err)
	}
	return nil
}

// asked gives the services that an order asks for.
func asked(ctx context.Context, tx *store.Tx, id string) ([]string, error) {
	row, _, err := store.Get[struct {
		Services []string `db:"services"`
	}](ctx, tx, `SELECT services FROM order_service WHERE order_id = ?`, id)
	return row.Services, err
}

// askAlike has a back order ask for what its order asks for.
func askAlike(ctx context.Context, tx *store.Tx, id, of string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO order_service (order_id, services) SELECT ?, services FROM order_service WHERE order_id = ?`, id, of)
	return err
}
